#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Judges what releases make of real kernels: does the compiled kernel mean what the kernel means?

    ci/meaning.py FOLDER [--release 3.1.0,3.6.0,3.9.0] [--target cuda:80,cuda:90,hip:gfx942] [--fathom build/dev/bin/fathom] [--oracle same-meaning]

FOLDER holds kernels in TTIR (NAME.ttir) and index.jsonl. Prints a line for each release and target (compiled, judged, of those the failures), then each failure and the
reasons of what was not judged. Exit 1 if something failed, or less than 95% of what compiled was judged; 77 if there is nothing to look at.
"""
import argparse
import collections
import json
import os
import subprocess
import sys

import kernel_index


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("folder")
    arguments.add_argument("--release", default="3.1.0,3.6.0,3.9.0")
    arguments.add_argument("--target", default="cuda:80,cuda:90,hip:gfx942")
    arguments.add_argument("--fathom", default="build/dev/bin/fathom")
    arguments.add_argument("--oracle", default="same-meaning")
    arguments.add_argument("--only", default="", help="kernels whose name holds this")
    options = arguments.parse_args()
    kernels = kernel_index.kernels_in(options.folder)
    files = [os.path.join(options.folder, k["ttir"]) for k in kernels if options.only in k["ttir"]]
    command = [options.fathom, "check", "--json", "--oracle", options.oracle, "--target", options.target,
               "--subject", ",".join("triton:" + r for r in options.release.split(",")), *files]
    table = collections.defaultdict(collections.Counter)
    reasons = collections.defaultdict(list)
    failures = []
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    for line in process.stdout:
        verdict = json.loads(line)
        row = (verdict["subject"], verdict["target"])
        name = os.path.basename(verdict["file"]).removesuffix(".ttir")
        if verdict["verdict"] == "inconclusive" and (
                verdict["reason"].startswith(("not compiled", "the subject does not know")) or "spell" in verdict["reason"]):
            table[row]["not compiled"] += 1
            continue
        table[row]["compiled"] += 1
        if verdict["verdict"] == "inconclusive":
            reasons[verdict["reason"]].append(f"{name} {row[0]} {row[1]}: " + verdict["detail"].split("\n")[0])
            continue
        table[row]["judged"] += 1
        if verdict["verdict"] == "fail":
            table[row]["fail"] += 1
            s = verdict["signature"]
            detail = verdict["detail"].split("\n")
            failures.append(f"{name} {row[0]} {row[1]}: {s['oracle']}: {s['kind']} in {s['pass']}: {s['message']}: "
                            + (detail[1] if len(detail) > 1 else ""))
    if process.wait() == 2:
        sys.exit(2)
    print(f"{'subject':14} {'target':12} {'compiled':>8} {'judged':>7} {'share':>7} {'fail':>5}")
    enough = True
    for (subject, target), row in table.items():
        share = row["judged"] / max(1, row["compiled"])
        enough = enough and share >= 0.95
        print(f"{subject:14} {target:12} {row['compiled']:8} {row['judged']:7} {share:7.1%} {row['fail']:5}")
    for failure in failures:
        print("FAIL " + failure)
    for reason, cases in sorted(reasons.items(), key=lambda item: -len(item[1])):
        print(f"{len(cases)} not judged: {reason}")
        for case in cases:
            print("    " + case)
    sys.exit(1 if failures or not enough else 0)


if __name__ == "__main__":
    main()
