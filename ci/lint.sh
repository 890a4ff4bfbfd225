#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Checks the files that CI systems read and the scripts that they run, by the linters that ci/install.sh dev tests installs. Exit 77 when those are not there.
set -uo pipefail
cd "$(dirname "$0")/.." || exit
venv=build/venv/bin
if ! command -v shellcheck >/dev/null || [ ! -x $venv/zizmor ]; then
  echo "the linters are not there; ci/install.sh dev tests installs them"
  exit 77
fi
failed=0
lint() { "$@" || { failed=1; echo "failed: $*"; }; }
lint shellcheck ci/*.sh ci/*/*.sh
for file in ci/Dockerfile ci/*/Dockerfile; do lint $venv/hadolint "$file"; done
lint $venv/yamllint --strict -c ci/yamllint.yml ci
lint $venv/check-jsonschema -q --builtin-schema vendor.github-workflows ci/github/fathom.yml
lint $venv/check-jsonschema -q --builtin-schema custom.github-workflows-require-timeout ci/github/fathom.yml
lint $venv/check-jsonschema -q --builtin-schema vendor.gitlab-ci --data-transform gitlab-ci ci/gitlab/fathom.yml
lint $venv/zizmor -q --offline --no-progress --config ci/zizmor.yml ci/github/fathom.yml
exit $failed
