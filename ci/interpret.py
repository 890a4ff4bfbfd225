#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs real kernels in the reference interpreter, with launches that are deduced.

    ci/interpret.py [FOLDER] [--least N] [--fathom build/dev/bin/fathom] [--launches OUT.jsonl] [NAME...]

FOLDER holds kernels in TTIR and index.jsonl; default is ../shared/kernels. Prints a line for each kernel: whether it ended well in both semantics,
the share of its blocks that were entered, the share of the bytes of its output buffers that were stored to, how many different
values were stored and how many bytes are infinite or NaN (in ieee and in the algebra), the processor time it took, its hazards, and its launch. Then how many ran, and the reasons of the others. NAMEs choose kernels. Exit 1 if fewer than
N ran (default: all), 77 if there are no kernels.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile

import kernel_index

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")


def kernels(folder):
    """The kernels of index.jsonl, each in its first spelling."""
    return [os.path.join(folder, kernel["ttir"]) for kernel in kernel_index.kernels_in(folder)]


def run(fathom, file):
    """What `fathom run --json` says of the file, with the processor time that it took; deducing and running both count."""
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        process = subprocess.Popen([fathom, "run", "--json", file], stdout=out, stderr=err)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        lines = out.read().splitlines()
        said = json.loads(lines[-1]) if lines else {"file": file, "error": f"exit {process.returncode}: {err.read()}"}
    said["took"] = usage.ru_utime + usage.ru_stime
    return said


def verdict(said):
    """"ran", or why not."""
    if "error" in said:
        return said["error"]
    for one in said["runs"]:
        if not one["ended"]:
            return f"{one['semantics']}: {one['stop']}: {one['message']}"
        if not any(buffer["stored"] for buffer in one["buffers"]):
            return f"{one['semantics']}: stores nothing"
    return "ran"


def coverage(one):
    """Stored bytes of the buffers that were stored to, and the size of those."""
    written = [buffer for buffer in one["buffers"] if buffer["stored"]]
    return sum(b["stored"] for b in written), sum(b["bytes"] for b in written)


def hazards(said):
    """"race of programs (ieee), ..." and undefined bytes."""
    kinds = collections.defaultdict(list)
    for one in said["runs"]:
        for kind in {hazard["kind"] for hazard in one["hazards"]}:
            kinds[kind].append(one["semantics"])
    return ", ".join(kind + ("" if len(where) == 2 else f" ({where[0]})") for kind, where in sorted(kinds.items()))


def row(name, said):
    """One line of the table."""
    why = verdict(said)
    if why != "ran":
        return f"{name:40} FAILED {said['took']:5.1f} s  " + why.replace("\n", "\n" + " " * 50)
    ieee, algebra = said["runs"]
    stored, size = coverage(ieee)
    undefined = sum(buffer["undefined"] for buffer in ieee["buffers"])
    special = [sum(buffer["special"] for buffer in one["buffers"]) for one in (ieee, algebra)]
    distinct = [max(buffer["distinct"] for buffer in one["buffers"]) for one in (ieee, algebra)]
    return (f"{name:40} ran {said['took']:5.1f} s  work {ieee['work']:>9}  blocks {ieee['blocks_entered']:>3}/{ieee['blocks']:<3} "
            f"stored {stored:>7}/{size:<7} undefined {undefined:>6}  special {special[0]:>6} {special[1]:>6}  distinct {distinct[0]:>5} {distinct[1]:>5}  "
            f"{hazards(said) or '-'}\n{'':44}{said['launch']}")


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("folder", nargs="?", default=os.path.join(ROOT, "..", "shared", "kernels"))
    arguments.add_argument("names", nargs="*")
    arguments.add_argument("--fathom", default=os.path.join(ROOT, "build", "dev", "bin", "fathom"))
    arguments.add_argument("--least", type=int)
    arguments.add_argument("--jobs", type=int, default=os.cpu_count())
    arguments.add_argument("--launches", help="write what fathom said of each kernel to this file, an object a line")
    options = arguments.parse_args()
    files = [f for f in kernels(options.folder)
             if not options.names or os.path.basename(f).removesuffix(".ttir") in options.names]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        said = list(pool.map(lambda file: run(options.fathom, file), files))
    reasons = collections.Counter()
    for file, one in zip(files, said):
        print(row(os.path.basename(file).removesuffix(".ttir"), one))
        reasons[verdict(one).split("\n")[0]] += 1
    if options.launches:
        with open(options.launches, "w") as out:
            out.writelines(json.dumps(one) + "\n" for one in said)
    ran = [one for one in said if verdict(one) == "ran"]
    whole = sum(all(r["blocks"] == r["blocks_entered"] for r in one["runs"]) for one in ran)
    clean = sum(not any(r["hazards"] for r in one["runs"]) for one in ran)
    print(f"{len(ran)} of {len(files)} kernels ran in both semantics and stored something; {whole} entered all their blocks, "
          f"{clean} have no hazards; the longest took {max((one['took'] for one in said), default=0):.1f} s")
    for reason, times in reasons.most_common():
        if reason != "ran":
            print(f"  {times} times: {reason}")
    sys.exit(0 if len(ran) >= (len(files) if options.least is None else options.least) else 1)


if __name__ == "__main__":
    main()
