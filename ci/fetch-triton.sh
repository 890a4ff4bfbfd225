#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Fetches Triton releases into the cache, so that they can be compiled with offline: ci/fetch-triton.sh 3.1.0 3.6.0
set -euo pipefail
exec "${FATHOM_PYTHON:-python3}" "$(dirname "$0")/../oracles/subject/triton_wheels.py" fetch "$@"
