#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Installs what is missing, builds fathom and runs the main job: a campaign of a minute on the in-tree core. The arguments go to `fathom fuzz`:
#
#   ci/fuzz.sh --subject triton:3.6.0 --target cuda:80 --time 10m
set -euo pipefail
cd "$(dirname "$0")/.."
ci/install.sh dev
printf 'fathom: building\n' >&2
ninja -C build/dev fathom | sed -n '$p' >&2
exec build/dev/bin/fathom fuzz "$@"
