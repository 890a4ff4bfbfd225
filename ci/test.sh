#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Installs what is missing, builds everything, fetches the Triton releases that the tests drive, and runs all tests. The arguments go to ctest.
#
#   FATHOM_RELEASES="3.1.0 3.6.0"   the releases to fetch; "none" for none: their tests are then skipped
set -euo pipefail
cd "$(dirname "$0")/.."
ci/install.sh dev tests
releases=${FATHOM_RELEASES:-3.1.0 3.3.1 3.6.0 3.9.0}
if [ "$releases" != none ]; then
  # The network and the compiler do not wait for each other.
  # shellcheck disable=SC2086 # It is a list.
  ci/fetch-triton.sh $releases & fetching=$!
fi
printf 'fathom: building\n' >&2
ninja -C build/dev | sed -n '$p' >&2
[ "$releases" = none ] || wait "$fetching"
exec ctest --preset dev --parallel 2 "$@"
