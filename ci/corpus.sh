#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Makes corpus/choices anew: libFuzzer runs each target on choices for a while, from the corpus and from what the plain loop begins with, and of all that it has then the few inputs are
# kept that cover most of the core.
#
#   ci/corpus.sh [SECONDS [TARGET...]]        SECONDS for each target, default 600
#
# An input is a line of corpus/choices/TARGET.hex, the one that covers most first. ctest replays them (replay-TARGET): any bytes are an input, so when the generator changes they are other
# programs, that must compile and mean the same as well; they cover less then, until this is run again.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-600}
targets=("${@:2}")
[ ${#targets[@]} -gt 0 ] || targets=(pipelines passes meanings layouts)
most=100 # Inputs of a target: what a replay costs is some seconds.
bin=build/fuzzer/bin
ci/install.sh fuzzer
ninja -C build/fuzzer fathom-libfuzzer core-fuzz >&2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for target in "${targets[@]}"; do
  kept=corpus/choices/$target.hex
  mkdir -p "$work/$target"/{before,found,best} corpus/choices
  $bin/core-fuzz --what "$target" --count 64 --write "$work/$target/before"
  [ ! -f "$kept" ] || $bin/core-fuzz --what "$target" --unchanged "$kept" --write "$work/$target/before"
  printf 'fathom: fuzzing %s for %s s\n' "$target" "$seconds" >&2
  # A crash ends it early; the input is a finding, left in the folder that the script is called in, and the corpus is made of what was found before it.
  "$bin/$target-fuzz" -max_total_time="$seconds" -seed=1 -len_control=0 -timeout=600 -artifact_prefix="$target-" "$work/$target/found" "$work/$target/before" >"$work/log" 2>&1 ||
    tail -n 5 "$work/log" >&2
  "$bin/$target-fuzz" -set_cover_merge=1 "$work/$target/best" "$work/$target/found" "$work/$target/before" >"$work/log" 2>&1
  # They were written in the order of what they add.
  find "$work/$target/best" -type f -printf '%T@ %p\n' | sort -n | awk -v most=$most 'NR <= most { print $2 }' |
    while read -r file; do od -An -v -tx1 "$file" | tr -d ' \n'; echo; done >"$work/$target.hex"
  mv "$work/$target.hex" "$kept"
  printf 'fathom: %s has %s inputs\n' "$kept" "$(wc -l <"$kept")" >&2
done
