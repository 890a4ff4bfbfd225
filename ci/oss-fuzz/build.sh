#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Builds fathom's fuzz targets as OSS-Fuzz and ClusterFuzzLite want them: $OUT gets a program for each, with options, seeds, and the libraries that the machine that
# runs them lacks. They set SRC, OUT, SANITIZER (address, undefined; none: no sanitizer).
set -euo pipefail
cd "$SRC/fathom"
case $SANITIZER in
  address | undefined) sanitize=$SANITIZER ;;
  none) sanitize= ;;
  *) echo "fathom is not built for the sanitizer '$SANITIZER'" >&2; exit 1 ;;
esac
# MLIR's packages are made with the system's C++ library: so is fathom, and not with the flags, of another library, that are set here.
unset CFLAGS CXXFLAGS
[ -x build/venv/bin/lit ] || { python3 -m venv build/venv && build/venv/bin/pip install -q --disable-pip-version-check -r ci/requirements.txt; }
# shellcheck disable=SC2016 # The loader knows $ORIGIN.
cmake --preset fuzzer -D "FATHOM_SANITIZE=$sanitize" -D 'CMAKE_EXE_LINKER_FLAGS=-Wl,--disable-new-dtags,-rpath,$ORIGIN/lib' >/dev/null
ninja -C build/fuzzer fathom-libfuzzer

mkdir -p "$OUT/lib"
for target in build/fuzzer/bin/*-fuzz; do
  [ -L "$target" ] || continue # core-fuzz is the plain loop.
  name=$(basename "$target")
  cp -L "$target" "$OUT/$name"
  # MLIR's headers are instrumented and its library is not: they do not agree on what is poisoned, and how long containers are.
  printf '[libfuzzer]\nrss_limit_mb = 4096\n\n[asan]\ndetect_container_overflow = 0\nallow_user_poisoning = 0\n' >"$OUT/$name.options"
done
ldd build/fuzzer/bin/fathom-libfuzzer | awk '$3 ~ /^\// { print $3 }' | grep -Ev '/(libc|libm|libdl|librt|libresolv|libpthread)\.so' | xargs -I{} cp -L {} "$OUT/lib/"
for name in texts-fuzz compile-texts-fuzz; do
  find core/test corpus/regressions -name '*.mlir' -size -16k -print | zip -qj "$OUT/${name}_seed_corpus.zip" -@
done
