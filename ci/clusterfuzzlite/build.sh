#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Builds what OSS-Fuzz builds, of the checkout that is there.
exec "$SRC/fathom/ci/oss-fuzz/build.sh"
