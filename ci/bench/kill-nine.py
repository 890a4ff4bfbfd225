#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Does a campaign that is killed again and again end as one that is left alone, and does the latter's memory stay flat?

    ci/bench/kill-nine.py (--programs 5000 | --minutes 60) [--kills 40] [--every 30] [--out FOLDER] -- --seed 7 --subject core:M25,triton:3.6.0 --target cuda:80 ...

What follows -- goes to fathom fuzz. Two campaigns judge the same programs side by side, one of them killed with SIGKILL up to --kills times, at random moments --every seconds apart on average,
and started again. With --minutes, both are stopped then (one by Ctrl-C, one by SIGKILL) and go on to the program that the further of them has reached.

Then their folders are compared: the same findings, byte for byte but for the logs (addresses) and the times in finding.json, and the same counts in runs/ and campaign.json. Sizes of reductions
depend on time if --reduce-time is met, and verdicts if --limit-seconds is: both are generous here, so that --reduce-questions decides.

Prints what differs, the counts, and the resident memory of the one that is left alone: the median of each tenth of its time. Exit 1 if anything differs, or if the last tenth has a seventh more
than the second.
"""
import argparse
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from memory import sample

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
GENEROUS = ["--time", "1000h", "--reduce-time", "100000", "--limit-seconds", "300"]
TIMES = {"seconds", "at"}


class Campaign:
    """One findings folder and the processes that work in it, one after the other."""

    def __init__(self, options, rest, out, kills):
        self.out = out
        self.command = [options.fathom, "fuzz", *GENEROUS, "--out", out, *rest]
        self.every, self.kills_left, self.kills = options.every, kills, 0
        self.rng = random.Random(options.rng_seed)
        self.seconds = 0.0
        self.memory = []  # MB of the campaign's process, one a second.
        self.code = None

    def work(self, programs, seconds):
        """Goes on until so many programs are judged, or so many seconds are over."""
        began = time.monotonic()
        ends = began + seconds
        self.code = None
        while self.code is None and time.monotonic() < ends:
            limit = ["--programs", str(programs)] if programs else []
            with open(self.out + ".log", "a", encoding="utf-8") as log:
                process = subprocess.Popen(self.command + limit, stdout=subprocess.DEVNULL, stderr=log)
            killed = self.kills_left > 0
            until = min(ends, time.monotonic() + self.rng.uniform(0, 2 * self.every) if killed else ends)
            while process.poll() is None and time.monotonic() < until:
                self.memory.append(sample(process.pid)[0])
                time.sleep(min(1, max(0.01, until - time.monotonic())))
            if process.poll() is None:
                process.send_signal(signal.SIGKILL if killed else signal.SIGINT)
                self.kills += killed
                self.kills_left -= killed
            else:
                self.code = process.returncode
            process.wait()
        self.seconds += time.monotonic() - began

    def reached(self):
        """The first program that is not judged."""
        runs = os.path.join(self.out, "runs")
        for name in os.listdir(runs):
            if name.endswith(".json"):
                with open(os.path.join(runs, name), encoding="utf-8") as file:
                    return json.load(file)["next"]
        return 0


def both(campaigns, programs, seconds):
    threads = [threading.Thread(target=campaign.work, args=(programs, seconds)) for campaign in campaigns]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def without_times(value):
    if isinstance(value, dict):
        return {key: without_times(each) for key, each in value.items() if key not in TIMES}
    if isinstance(value, list):
        return [without_times(each) for each in value]
    return value


def contents(out):
    """What must be the same, by path."""
    files = {}
    for folder, _, names in os.walk(out):
        for name in names:
            path = os.path.join(folder, name)
            key = os.path.relpath(path, out)
            if name in ("log.txt", "summary.txt", ".lock") or name.endswith(".journal.jsonl"):
                continue
            with open(path, encoding="utf-8", errors="replace") as file:
                text = file.read()
            files[key] = json.dumps(without_times(json.loads(text)), sort_keys=True, indent=1) if name.endswith(".json") else text
    return files


def differences(left, right):
    for key in sorted(left.keys() | right.keys()):
        if key not in right:
            yield f"{key}: lost by the kills"
        elif key not in left:
            yield f"{key}: there after kills only"
        elif left[key] != right[key]:
            pairs = zip(left[key].splitlines() + [""], right[key].splitlines() + [""])
            first = next(((a, b) for a, b in pairs if a != b), ("", ""))
            yield f"{key}: differs: {first[0].strip()[:100]!r}, killed {first[1].strip()[:100]!r}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=0)
    parser.add_argument("--kills", type=int, default=40)
    parser.add_argument("--every", type=float, default=30, help="seconds between kills, on average")
    parser.add_argument("--rng-seed", type=int, default=1, help="of the moments of the kills")
    parser.add_argument("--out", help="where the two findings folders are kept")
    parser.add_argument("--fathom", default=os.path.join(ROOT, "build", "dev", "bin", "fathom"))
    words = sys.argv[1:]
    cut = words.index("--") if "--" in words else len(words)
    options, rest = parser.parse_args(words[:cut]), words[cut + 1:]
    if bool(options.programs) == bool(options.minutes):
        parser.error("either --programs or --minutes")
    with tempfile.TemporaryDirectory(prefix="kill-nine-") as scratch:
        out = options.out or scratch
        os.makedirs(out, exist_ok=True)
        campaigns = [Campaign(options, rest, os.path.join(out, name), kills) for name, kills in (("whole", 0), ("killed", options.kills))]
        programs = options.programs
        if not programs:
            both(campaigns, 0, 60 * options.minutes)
            programs = max(campaign.reached() for campaign in campaigns) + 1
        both(campaigns, programs, float("inf"))
        whole, killed = campaigns
        left, right = contents(whole.out), contents(killed.out)
    found = [sum(path.endswith("original.mlir") for path in files) for files in (left, right)]
    different = list(differences(left, right))
    for line in different:
        print(line)
    print(f"{programs} programs; left alone: {found[0]} findings in {whole.seconds:.0f} s, exit {whole.code}; killed {killed.kills} times: {found[1]} in {killed.seconds:.0f} s, exit {killed.code}; "
          f"{len(left)} files compared, {len(different)} differ")
    size = max(1, len(whole.memory) // 10)
    tenths = [statistics.median(whole.memory[i:i + size]) for i in range(0, size * 10, size) if whole.memory[i:i + size]]
    print("memory by tenths, MB:", " ".join(f"{mb:.0f}" for mb in tenths), f"peak {max(whole.memory):.0f}")
    flat = len(tenths) < 10 or tenths[-1] <= tenths[1] * 8 / 7
    sys.exit(int(bool(different) or not flat or not found[0]))


if __name__ == "__main__":
    main()
