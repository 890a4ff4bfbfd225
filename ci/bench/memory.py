#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Watches the memory of a campaign and of the workers that it drives.

    ci/bench/memory.py [--time 10m] -- --subject triton:3.6.0 --target cuda:80 ...      what follows -- goes to fathom fuzz

Samples the resident memory (RSS, MB) of fathom, of its largest worker (a child that lives on) and of the largest job (a child of a worker, one compile) four times a second, and prints
for each the median of the first and of the last tenth of the run and the peak. Flat memory has first and last close together.
"""
import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time

root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def processes():
    """Parent and resident megabytes of every process."""
    found = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/status") as status:
                    fields = dict(line.split(":", 1) for line in status if ":" in line)
                found[int(entry)] = (int(fields["PPid"]), int(fields.get("VmRSS", "0 kB").split()[0]) / 1024)
            except (OSError, KeyError, ValueError):
                pass  # It ended while we looked.
    return found


def sample(pid):
    """MB of the process, of its largest child and of its largest grandchild."""
    table = processes()
    children = {p for p, (parent, _) in table.items() if parent == pid}
    grandchildren = {p for p, (parent, _) in table.items() if parent in children}
    return [max((table[p][1] for p in group if p in table), default=0.0)
            for group in ({pid}, children, grandchildren)]


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--time", default="10m")
    arguments.add_argument("--fathom", default=os.path.join(root, "build/dev/bin/fathom"))
    options, rest = arguments.parse_known_args()
    rest = [word for word in rest if word != "--"]
    with tempfile.TemporaryDirectory() as folder:
        campaign = subprocess.Popen([options.fathom, "fuzz", "--time", options.time, "--out", os.path.join(folder, "out"), *rest],
                                    stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        samples = []
        while campaign.poll() is None:
            samples.append(sample(campaign.pid))
            time.sleep(0.25)
        print(campaign.stdout.read())
    tenth = max(1, len(samples) // 10)
    for name, values in zip(["fathom", "worker", "job"], zip(*samples)):
        print(f"{name}: first tenth {statistics.median(values[:tenth]):.0f} MB, last tenth "
              f"{statistics.median(values[-tenth:]):.0f} MB, peak {max(values):.0f} MB")
    sys.exit(0 if campaign.returncode in (0, 1) else 2)


if __name__ == "__main__":
    main()
