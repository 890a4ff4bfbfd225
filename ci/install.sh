#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Installs what is missing of fathom's build and test needs on Debian, and configures the build. Quick when nothing is to be done.
#
#   ci/install.sh [PRESET [tests]]        PRESET as in CMakePresets.json; default dev. tests: also what only the tests need: a browser, linters
set -euo pipefail
cd "$(dirname "$0")/.."
preset=${1:-dev}
tests=${2:-}
say() { printf 'fathom: %s\n' "$*" >&2; }

packages=(llvm-22-dev llvm-22-tools libmlir-22-dev mlir-22-tools clang-22 g++ lld-22 libclang-rt-22-dev clang-format-22
  cmake ninja-build ccache mold libgtest-dev libcli11-dev libz3-dev
  python3 python3-pip python3-venv git)
[ -z "$tests" ] || packages+=(chromium fonts-dejavu-core shellcheck)
[ "$preset" != fuzzer ] || packages+=(afl++)
# A user whose PATH has an own Python and CMake needs Debian's no less: find_package looks beside them.
missing=()
for package in "${packages[@]}"; do
  [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then
  say "installing ${missing[*]}"
  sudo=
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || { say "error: ${missing[*]} are missing; install them, or run as root or with sudo"; exit 2; }
    sudo=sudo
  fi
  $sudo apt-get update -q >/dev/null
  $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}" >/dev/null
fi

# The project's scripts have a virtual environment of their own; what is in it is written down when it is whole.
wanted=(ci/requirements.txt)
[ -z "$tests" ] || wanted+=(ci/requirements-test.txt)
for file in "${wanted[@]}"; do
  installed=build/venv/$(basename "$file")
  cmp -s "$file" "$installed" && continue
  say "installing $file into build/venv"
  [ -x build/venv/bin/pip ] || python3 -m venv build/venv
  build/venv/bin/pip install -q --disable-pip-version-check -r "$file"
  cp "$file" "$installed"
done

if [ ! -f "build/$preset/build.ninja" ]; then
  say "configuring build/$preset"
  cmake --preset "$preset" >/dev/null
fi
