#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shows that releases read real kernels as fathom prints them.

    ci/kernels.py FOLDER [--release 3.0.0,3.6.0,3.9.0] [--fathom build/dev/bin/fathom]

FOLDER holds kernels in TTIR and index.jsonl, whose "reparse" says which release can read which kernel. Every kernel that a release can
read must be read by it in the spelling that fathom prints for it. Prints a line for each release and the reasons of what was refused;
exit 1 if a release refused a kernel that it can read, 77 if there is nothing to look at. Releases that are not in the cache are fetched, or, with --cached, left out.
"""
import argparse
import json
import os
import subprocess
import sys

import kernel_index

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "oracles", "subject"))
import triton_wheels


def check(fathom, release, files):
    """The verdict of each file when the release compiles it to TTIR, which reads it first."""
    command = [fathom, "check", "--json", "--stage", "ttir", "--subject", "triton:" + release, *files]
    result = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if result.returncode == 2:
        sys.exit(2)
    return {v["file"]: v for v in map(json.loads, result.stdout.splitlines())}


def refused(verdict):
    """Why the release did not read the text, or nothing: a failure of a later pass is none of this script's business."""
    signature = verdict.get("signature", {})
    if signature.get("pass") == "parse":
        return signature["message"]
    if verdict["verdict"] == "inconclusive" and "spell" in verdict["reason"]:
        return verdict["reason"] + ": " + verdict["detail"].split("\n")[0]
    return ""


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("folder")
    arguments.add_argument("--release", default="3.0.0,3.6.0,3.9.0")
    arguments.add_argument("--fathom", default="build/dev/bin/fathom")
    arguments.add_argument("--cached", action="store_true")
    options = arguments.parse_args()
    releases = options.release.split(",")
    if options.cached:
        releases = [release for release in releases if triton_wheels.cached(release)]
    if not releases:
        print("skipped: no release in the cache")
        sys.exit(77)
    kernels = kernel_index.kernels_in(options.folder)
    bad = 0
    for release in releases:
        readable = [k for k in kernels if k["reparse"].get(release) == "ok"]
        files = [os.path.join(options.folder, k["ttir"]) for k in readable]
        reasons = {f: refused(v) for f, v in check(options.fathom, release, files).items()}
        wrong = {f: why for f, why in reasons.items() if why}
        print(f"{release}: {len(files)} of {len(kernels)} kernels can be read, "
              f"{len(reasons) - len(wrong)} were read as fathom prints them")
        for file, why in sorted(wrong.items()):
            print(f"  {os.path.basename(file)}: {why}")
        bad += len(files) - (len(reasons) - len(wrong))
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
