# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How long fathom takes to find each historical bug that the core can have (core/Mutants.def): a campaign with the bug injected, until the first finding that the
core without the bug does not have. Prints a row for each mutant (the oracle, the signature, seconds, programs), and the median and the worst; exit 1 if one survives.

    mutants.py [--limit 600] [--seed 1] [--target cuda:80,cuda:90,hip:gfx942] [--fathom build/dev/bin/fathom] [MUTANT...]

One core: the campaign has one thread, and a finding is not shrunk. Times are wall time, so nothing else should run on the machine's other cores if they are compared.
"""

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FINDING = re.compile(r"^finding (\S+) \([^,]*, (\S+)\): (.*)$")
PROGRAMS = re.compile(r"^programs (\d+) ")


def rows():
    """(ID, pass, story) of each mutant."""
    with open(os.path.join(ROOT, "core", "Mutants.def"), encoding="utf-8") as table:
        return re.findall(r'^FATHOM_MUTANT\((\w+), "([^"]*)", "([^"]*)"\)', table.read(), re.M)


def passes_without(options, finding, target):
    """Whether the core without the mutant has no failure on the finding's program."""
    check = subprocess.run([options.fathom, "check", finding, "--subject", "core", "--target", target], stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL, check=False)
    return check.returncode == 0


def hunt(options, mutant, folder):
    """(signature, seconds, programs) of the first finding that is the mutant's; signature None if there is none within the limit."""
    began = time.monotonic()
    campaign = subprocess.Popen([options.fathom, "fuzz", "--subject", "core:" + mutant, "--target", options.target, "--seed", str(options.seed),
                                 "--time", f"{options.limit}s", "--out", folder, "--reduce-time", "0", "--known", "none"],
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    programs = 0
    try:
        for line in campaign.stdout:
            if progress := PROGRAMS.match(line):
                programs = int(progress[1])
            if not (found := FINDING.match(line)):
                continue
            name, target, signature = found.groups()
            met = time.monotonic() - began
            if passes_without(options, os.path.join(folder, name, "original.mlir"), target):
                return signature, met, programs
        return None, time.monotonic() - began, programs
    finally:
        campaign.kill()
        campaign.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mutants", nargs="*", metavar="MUTANT", help="default: all")
    parser.add_argument("--limit", type=int, default=600, help="seconds a mutant")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--target", default="cuda:80,cuda:90,hip:gfx942")
    parser.add_argument("--fathom", default=os.path.join(ROOT, "build", "dev", "bin", "fathom"))
    options = parser.parse_args()
    table = rows()
    if unknown := set(options.mutants) - {row[0] for row in table}:
        sys.exit(f"mutants.py: no such mutant: {', '.join(sorted(unknown))}; core/Mutants.def lists them")
    seconds, survivors = [], []
    for mutant, which, _ in table:
        if options.mutants and mutant not in options.mutants:
            continue
        folder = tempfile.mkdtemp(prefix="mutant-")
        try:
            signature, took, programs = hunt(options, mutant, os.path.join(folder, "findings"))
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        seconds.append(took)
        if signature is None:
            survivors.append(mutant)
        print(f"{mutant:5} {took:6.1f} s {programs:6} programs  {which}: {signature or 'SURVIVES'}", flush=True)
    if seconds:
        print(f"{len(seconds) - len(survivors)} of {len(seconds)} killed; median {statistics.median(seconds):.1f} s, worst {max(seconds):.1f} s"
              + (f"; alive: {', '.join(survivors)}" if survivors else ""))
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
