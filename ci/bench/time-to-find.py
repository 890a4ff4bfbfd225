# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How long a campaign from random bytes alone takes until it meets a failure, for some RNG seeds: nothing is known to it, it has no seeds of a corpus, nothing is
shrunk. A failure is named by a part of its signature; several may be asked for in one run. Prints a row for each seed and the median of each failure; exit 1 if a
median is above --limit, or none of it.

    time-to-find.py [--subject triton:3.1.0] [--target cuda:80] [--seeds 1,2,3,4,5] [--profile default] [--limit 300] ["part of a signature"...]

The default parts are issue 4178's assertion and the gather-matmul failure of 3.1.0. One core: the campaign has one thread; its compiles are in a child that it waits
for. Times are wall time from the start of the process to the line of the finding, so the machine should be idle.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BASELINE = ["RemoveLayoutConversions: rewrittenValue", "byteWidth"]


def hunt(options, seed):
    """Seconds until each part was met; None for what was not within the limit."""
    met = dict.fromkeys(options.parts)
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="time-to-find-") as folder:
        campaign = subprocess.Popen([options.fathom, "fuzz", "--subject", options.subject, "--target", options.target, "--profile", options.profile, "--seed", str(seed),
                                     "--time", f"{options.limit}s", "--out", os.path.join(folder, "findings"), "--reduce-time", "0", "--known", "none"],
                                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            for line in campaign.stdout:
                for part in options.parts:
                    if met[part] is None and line.startswith("finding ") and part in line:
                        met[part] = time.monotonic() - began
                if None not in met.values():
                    break
        finally:
            campaign.kill()
            campaign.wait()
    return met


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", default=BASELINE, metavar="PART", help="of a signature, as fathom prints it")
    parser.add_argument("--subject", default="triton:3.1.0")
    parser.add_argument("--target", default="cuda:80")
    parser.add_argument("--profile", default="default")
    parser.add_argument("--seeds", default="1,2,3,4,5")
    parser.add_argument("--limit", type=float, default=300, help="seconds a seed")
    parser.add_argument("--fathom", default=os.path.join(ROOT, "build", "dev", "bin", "fathom"))
    options = parser.parse_args()
    seeds = options.seeds.split(",")
    seconds = {part: [] for part in options.parts}
    for seed in seeds:
        for part, took in hunt(options, seed).items():
            print(f"seed {seed:>3}  {f'{took:7.1f} s' if took is not None else '  never  '}  {part}", flush=True)
            seconds[part].append(float("inf") if took is None else took)
    medians = {part: statistics.median(each) for part, each in seconds.items()}
    for part, median in medians.items():
        print(f"median    {median:7.1f} s  {part}")
    return int(any(median > options.limit for median in medians.values()))


if __name__ == "__main__":
    sys.exit(main())
