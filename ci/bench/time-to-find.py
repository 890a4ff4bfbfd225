# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How long a campaign from random bytes alone takes until it meets a failure, for some RNG seeds: nothing is known to it, it has no seeds of a corpus, nothing is
shrunk. A failure is named by a part of its signature; several may be asked for in one run. Prints a row for each seed and the median of each failure; exit 1 if a
median is above what is asked for: 60 s and 120 s for the default ones, else --limit, after which a seed is given up.

    time-to-find.py [--subject triton:3.1.0] [--target cuda:80] [--seeds 1,2,3,4,5] [--profile default] [--limit 300] ["part of a signature"...]

The default parts are issue 4178's assertion and the gather-matmul failure of 3.1.0. One core: the campaign has one thread; its compiles are in a child that it waits
for. Two times are printed: by the clock, from the start of the process to the line of the finding, and the processor time of the campaign and all its children until then. On an idle
machine they are nearly the same; the second is what counts (for --limit too), as it hardly depends on what else runs.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BASELINE = {"RemoveLayoutConversions: rewrittenValue": 60, "byteWidth": 120}  # Seconds at most, by a part of the signature.
TICKS = os.sysconf("SC_CLK_TCK")


def processor_seconds(campaign):
    """Of a process, of the descendants that live, and of those that they have waited for."""
    parents, ticks = {}, {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/stat", encoding="utf-8") as stat:
                    fields = stat.read().rsplit(")", 1)[1].split()
            except OSError:
                continue  # It ended while we looked.
            parents[int(entry)], ticks[int(entry)] = int(fields[1]), sum(map(int, fields[11:15]))

    def is_of_it(process):
        while process in parents and process != campaign:
            process = parents[process]
        return process == campaign
    return sum(used for process, used in ticks.items() if is_of_it(process)) / TICKS


def hunt(options, seed):
    """Seconds by the clock and of the processor until each part was met; None for what was not within the limit."""
    met = dict.fromkeys(options.parts)
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="time-to-find-") as folder:
        campaign = subprocess.Popen([options.fathom, "fuzz", "--subject", options.subject, "--target", options.target, "--profile", options.profile, "--seed", seed,
                                     "--time", "10h", "--out", os.path.join(folder, "findings"), "--reduce-time", "0", "--known", "none"],
                                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            for line in campaign.stdout:
                used = processor_seconds(campaign.pid)
                for part in options.parts:
                    if met[part] is None and line.startswith("finding ") and part in line:
                        met[part] = time.monotonic() - began, used
                if None not in met.values() or used > options.limit:
                    break
        finally:
            campaign.kill()
            campaign.wait()
    return met


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", default=list(BASELINE), metavar="PART", help="of a signature, as fathom prints it")
    parser.add_argument("--subject", default="triton:3.1.0")
    parser.add_argument("--target", default="cuda:80")
    parser.add_argument("--profile", default="default")
    parser.add_argument("--seeds", default="1,2,3,4,5")
    parser.add_argument("--limit", type=float, default=300, help="seconds a seed")
    parser.add_argument("--fathom", default=os.path.join(ROOT, "build", "dev", "bin", "fathom"))
    options = parser.parse_args()
    seconds = {part: [] for part in options.parts}
    for seed in options.seeds.split(","):
        for part, took in hunt(options, seed).items():
            print(f"seed {seed:>3}  " + ("{:7.1f} s by the clock, {:6.1f} s of the processor".format(*took) if took else f"not in {options.limit:.0f} s") + f"  {part}", flush=True)
            seconds[part].append(took[1] if took else float("inf"))
    medians = {part: statistics.median(each) for part, each in seconds.items()}
    for part, median in medians.items():
        print(f"median    {median:7.1f} s of the processor  {part}")
    return int(any(median > BASELINE.get(part, options.limit) for part, median in medians.items()))


if __name__ == "__main__":
    sys.exit(main())
