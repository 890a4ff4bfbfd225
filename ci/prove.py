#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Proves what the core's analyses claim of the values of real kernels, for all inputs (fathom prove --facts).

    ci/prove.py FOLDER [--subject core] [--only NAME] [--seconds 20] [--out FINDINGS] [--build build/dev]

FOLDER holds kernels in TTIR and index.jsonl. Prints how many claims there are, and how many are proved, true in the first trips of loops, undecided (by what
that is for) and refuted; then each refutation, which goes to the folder FINDINGS as a test case. Exit 1 if there is one; 77 if there is nothing to look at.
"""
import argparse
import collections
import os
import re
import subprocess
import sys

import kernel_index

FUNCTION = re.compile(r"^@\S+: (\d+) claims: (\d+) proved, (\d+) proved where no index is negative, (\d+) true in the first trips of loops, "
                      r"(\d+) undecided, (\d+) refuted$")
UNDECIDED = re.compile(r"^undecided: (\d+): (.*)$")
KINDS = ["claims", "proved", "where no index is negative", "in the first trips", "undecided", "refuted"]


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("folder")
    arguments.add_argument("--subject", default="core", help="core, or core:MUTANT")
    arguments.add_argument("--only", default="", help="kernels whose name holds this")
    arguments.add_argument("--seconds", type=int, default=20, help="of CPU time, for each kernel")
    arguments.add_argument("--out", help="a folder of findings")
    arguments.add_argument("--build", default="build/dev")
    options = arguments.parse_args()
    counts, reasons, refuted = collections.Counter(), collections.Counter(), []
    for kernel in kernel_index.kernels_in(options.folder):
        if options.only not in kernel["name"]:
            continue
        command = [os.path.join(options.build, "bin/fathom"), "prove", "--facts", "--subject", options.subject, "--limit-proof-seconds",
                   str(options.seconds), os.path.join(options.folder, kernel["ttir"])]
        done = subprocess.run(command + (["--out", options.out] if options.out else []), capture_output=True, text=True)
        if done.returncode not in (0, 1):
            sys.exit(f"{kernel['name']}: {done.stderr}")
        for line in done.stdout.splitlines():
            if match := FUNCTION.match(line):
                counts.update(dict(zip(KINDS, map(int, match.groups()))))
            elif match := UNDECIDED.match(line):
                reasons[match[2]] += int(match[1])
            else:
                refuted.append(f"{kernel['name']}: {line}")
    for kind in KINDS:
        print(f"{counts[kind]:8} {kind}")
    for reason, count in reasons.most_common():
        print(f"{count:8} undecided: {reason}")
    for line in refuted:
        print(line)
    sys.exit(1 if counts["refuted"] else 0)


if __name__ == "__main__":
    main()
