#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Ends a night of several machines: merges their findings folders into the one that is kept from night to night, drops what SUBJECT has fixed since, and leaves
# report.html and fathom.sarif in it. Exits with 1 when there is a finding that was not there before.
#
#   ci/night.sh SUBJECT OUT DIR...        FATHOM names another fathom than the one in build/dev
set -euo pipefail
fathom=${FATHOM:-$(dirname "$0")/../build/dev/bin/fathom}
subject=$1 out=$2
shift 2
findings() { find "$out" -mindepth 2 -maxdepth 2 -name finding.json -printf '%h\n' | sort; }
mkdir -p "$out"
before=$(findings)
"$fathom" merge "$out" "$@"
for test in "$out"/*/reduced.mlir; do
  [ -e "$test" ] || continue
  oracle=$(sed -n 's/^ *"signature": "\([^:"]*\).*/\1/p' "$(dirname "$test")/finding.json")
  # Only what surely passes is dropped: not what could not be judged tonight.
  if "$fathom" check "$test" --oracle "$oracle" --subject "$subject" | grep -q ': pass$'; then
    printf 'fathom: fixed: %s\n' "$(dirname "$test")"
    rm -r "$(dirname "$test")"
  fi
done
"$fathom" report "$out" --page "$out/report.html" --sarif "$out/fathom.sarif"
new=$(comm -13 <(echo "$before") <(findings))
[ -z "$new" ] || { echo "fathom: new:"; echo "$new"; exit 1; }
