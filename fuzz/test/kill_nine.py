#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kills campaigns with SIGKILL at random moments and looks at what they leave.

    kill_nine.py FATHOM STAND_IN [KILLS]

STAND_IN is the stand-in for a released Triton, which fails on one program in eight, in one of forty ways. After each kill: every finding that
was announced is on disk and whole, no file is half written, and the same command goes on.
"""
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time

fathom, stand_in = map(os.path.abspath, sys.argv[1:3])
kills = int(sys.argv[3]) if len(sys.argv) > 3 else 50


def campaign(out, **how):
    command = [fathom, "fuzz", "--subject", "triton:" + stand_in, "--target", "cuda:80", "--stage", "ttgir",
               "--time", "10m", "--seed", "7", "--profile", "small", "--reduce-time", "0", "--known", "none", "--out", out]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **how)


def announced(text):
    return set(re.findall(r"^finding (\S+) ", text, re.MULTILINE))


def check_folder(out, names):
    """Dies if an announced finding is not there, or if any file is not whole."""
    for name in names:
        path = os.path.join(out, name, "original.mlir")
        assert os.path.isfile(path), f"{name} was announced and is not on disk"
    for folder, _, files in os.walk(out):
        for file in files:
            path = os.path.join(folder, file)
            with open(path) as opened:
                text = opened.read()
            assert not file.endswith(".partial"), f"{path} was left behind"
            if file == "original.mlir":
                assert text.startswith("// SIGNATURE: ") and text.rstrip().endswith("}"), f"{path} is not whole"
            if file.endswith(".json"):
                json.loads(text)
            if file.endswith(".jsonl"):
                for line in text.splitlines():
                    json.loads(line)


def findings(out):
    return {name for name in os.listdir(out) if os.path.isfile(os.path.join(out, name, "original.mlir"))}


def pace():
    """How many times as slow as an optimised build on an idle machine this one is: under a sanitizer, moments are longer."""
    began = time.monotonic()
    subprocess.run([fathom, "generate", "--profile", "small", "--seed", "7", "--index", "0"], stdout=subprocess.DEVNULL, check=True)
    return max(1, (time.monotonic() - began) / 0.05)


def main():
    rng = random.Random(20)
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "killed")
        seen = set()
        moment = pace()
        for number in range(kills):
            process = campaign(out)
            time.sleep(rng.uniform(0.05, 0.9) * moment)
            process.send_signal(signal.SIGKILL)
            seen |= announced(process.communicate()[1])
            if os.path.isdir(out):
                check_folder(out, seen)
        left = findings(out)
        assert seen <= left
        assert len(left) >= 5, f"only {len(left)} findings: the test shows little"
        print(f"{kills} kills, {len(seen)} findings announced, {len(left)} on disk, none lost, nothing half written")
        # The campaign goes on, and says what it had.
        process = campaign(out)
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=60)[1]
        assert process.returncode in (0, 1), said
        assert "goes on after" in said, said
        assert left <= findings(out)


if __name__ == "__main__":
    main()
