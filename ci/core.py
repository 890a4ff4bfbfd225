#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Judges what the core makes of real kernels: are they compiled, do all stages verify, does TTGIR mean what the kernel means?

    ci/core.py FOLDER [--target cuda:80,cuda:90,hip:gfx942,hip:gfx1100] [--subject core] [--each-pass] [--only NAME] [--build build/dev]

FOLDER holds kernels in TTIR (NAME.ttir) and index.jsonl, whose num_warps and num_stages are used. Prints a line for each target, then each failure
and the reasons of what was not judged. With --each-pass the IR after every pass is verified and judged too, each text once: the line then has a second
part, and a failure names its pass. Exit 1 if something failed; 77 if there is nothing to look at.
"""
import argparse
import collections
import json
import os
import subprocess
import sys

import kernel_index


def knobs(kernel):
    return kernel.get("num_warps") or 4, kernel.get("num_stages") or 3


def check(options, arguments):
    """The verdicts of fathom check, as it prints them."""
    command = [os.path.join(options.build, "bin/fathom"), "check", "--json", "--limit-seconds", "60", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    for line in process.stdout:
        yield json.loads(line)
    if process.wait() not in (0, 1):
        sys.exit(2)


def by_knobs(kernels):
    groups = collections.defaultdict(list)
    for kernel in kernels:
        groups[knobs(kernel)].append(kernel)
    return groups.items()


class Table:

    def __init__(self):
        self.rows = collections.defaultdict(collections.Counter)
        self.failures = []
        self.reasons = collections.defaultdict(list)

    def add(self, row, name, verdict):
        """Counts one verdict, under names that begin with its kind."""
        count = self.rows[row]
        count["kernels"] += 1
        oracle = verdict["signature"]["oracle"] if verdict["verdict"] == "fail" else ""
        if verdict["verdict"] == "fail":
            s = verdict["signature"]
            detail = verdict["detail"].split("\n")
            self.failures.append(f"{name} {row}: {s['oracle']}: {s['kind']} in {s['pass']}: {s['message']}: "
                                 + (detail[1] if len(detail) > 1 else ""))
        compiled = oracle != "no-crash" and not verdict["reason"].startswith("not compiled")
        count["compiled"] += compiled
        count["verified"] += compiled and oracle != "verifies"
        if verdict["verdict"] == "inconclusive":
            self.reasons[verdict["reason"]].append(f"{name} {row}: " + verdict["detail"].split("\n")[0])
        elif compiled and oracle != "verifies":
            count["judged"] += 1
            count["same"] += verdict["verdict"] == "pass"


def add_each_pass(table, row, name, verdict):
    """Counts the IRs that the verdict of same-meaning:each-pass tells of, a line for each; the verdict on the last of them."""
    if verdict["verdict"] == "fail" or ": " not in verdict["detail"]:
        return verdict
    last = verdict
    for line in verdict["detail"].splitlines():
        made_by, what = line.split(": ", 1)
        kind, reason = ("pass", "") if what == "same" else ("inconclusive", what)
        last = {"verdict": kind, "reason": reason, "detail": ""}
        table.add(row, f"{name} after {made_by}", last)
    return last


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("folder")
    arguments.add_argument("--target", default="cuda:80,cuda:90,hip:gfx942,hip:gfx1100")
    arguments.add_argument("--subject", default="core", help="core, or core:MUTANT")
    arguments.add_argument("--oracle", default="no-crash,verifies,same-meaning")
    arguments.add_argument("--each-pass", action="store_true")
    arguments.add_argument("--build", default="build/dev")
    arguments.add_argument("--only", default="", help="kernels whose name holds this")
    options = arguments.parse_args()
    kernels = [kernel for kernel in kernel_index.kernels_in(options.folder) if options.only in kernel["name"]]
    targets = options.target.split(",")
    oracles = options.oracle.replace("same-meaning", "same-meaning:each-pass") if options.each_pass else options.oracle
    whole, each = Table(), Table()
    for (warps, stages), group in by_knobs(kernels):
        files = [os.path.join(options.folder, kernel["ttir"]) for kernel in group]
        for verdict in check(options, ["--oracle", oracles, "--target", options.target, "--subject", options.subject,
                                       "--num-warps", str(warps), "--num-stages", str(stages), *files]):
            name = os.path.basename(verdict["file"]).removesuffix(".ttir")
            if options.each_pass:
                verdict |= add_each_pass(each, verdict["target"], name, verdict)
            whole.add(verdict["target"], name, verdict)
    columns = ["kernels", "compiled", "verified", "judged", "same"]
    print(f"{'target':12} " + " ".join(f"{column:>8}" for column in columns)
          + (f" {'IRs':>8} {'verified':>8} {'judged':>8} {'same':>8}" if options.each_pass else ""))
    for target in targets:
        print(f"{target:12} " + " ".join(f"{whole.rows[target][column]:8}" for column in columns)
              + ("".join(f" {each.rows[target][column]:8}" for column in ["kernels", "verified", "judged", "same"])
                 if options.each_pass else ""))
    for failure in whole.failures + each.failures:
        print("FAIL " + failure)
    for reason, cases in sorted(whole.reasons.items(), key=lambda item: -len(item[1])):
        print(f"{len(cases)} not judged: {reason}")
        for case in cases:
            print("    " + case)
    sys.exit(1 if whole.failures or each.failures else 0)


if __name__ == "__main__":
    main()
