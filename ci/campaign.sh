#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Runs a campaign and leaves in its findings folder what CI shows of it: report.html and fathom.sarif. Exits as `fathom fuzz` does: 0 nothing new, 1 something new,
# 2 it could not run.
#
#   ci/campaign.sh OUT ARGUMENT...        the arguments go to `fathom fuzz`; FATHOM names another fathom than the one in build/dev
set -euo pipefail
fathom=${FATHOM:-$(dirname "$0")/../build/dev/bin/fathom}
out=$1
shift
code=0
"$fathom" fuzz --out "$out" "$@" || code=$?
[ "$code" -le 1 ] || exit "$code"
"$fathom" report "$out" --page "$out/report.html" --sarif "$out/fathom.sarif"
[ -z "${GITHUB_STEP_SUMMARY:-}" ] || { echo '```'; cat "$out/summary.txt"; echo '```'; } >>"$GITHUB_STEP_SUMMARY"
exit "$code"
