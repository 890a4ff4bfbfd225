#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the TTGIR that the core makes of real kernels with a release's: conversions, accesses, loads in loops, products.

    ci/quality.py FOLDER [--target cuda:80,cuda:90,hip:gfx942,hip:gfx1100] [--release 3.6.0] [--only NAME] [--build build/dev] [--keep DIR]

FOLDER holds kernels in TTIR (NAME.ttir) and index.jsonl, whose num_warps and num_stages are used; or programs (NAME.mlir), for 4 warps and 3 stages.
Prints, for each target, the sums over the kernels that both compile, as core : release, then each kernel where the core's is worse, in what, and after
`|` why, by ci/quality-reasons.jsonl. What is counted is what test-print-quality prints (core/passes/TestQuality.cpp), which looks at both outputs:

    converts, in loops     ttg.convert_layout; `moving` are those that move data between threads, with the sizes of their tensors
    loads in loops         invariant ones could be outside; of the others some are pipelined, the rest waited for
    N bits                 accesses of tensors by what a thread accesses at once. Copies of one access, as before a pipelined loop, count once
    wider                  accesses that are wider than the other's
    instructions           in how many pieces a thread does these accesses
    products               on matrix units or not, counted once as well

The core is worse at an access if it takes more pieces than the release at the same place of the program. Exit 1 if the core is worse in a total, or no better at
invariant loads, or in one of the kernels without a reason; 77 if there is nothing to look at.
"""
import argparse
import collections
import json
import os
import re
import subprocess
import sys
import tempfile

REMARK = re.compile(r"remark: (convert|load|store|atomic|copy|tma|descriptor|product)( .*)? at (loc\(.*)$", re.M)
# Where more is better; of the rest, less is.
MORE = {"wider", "on matrix units"}
# Only shown: a load that left its loop is no longer there to be pipelined.
NEUTRAL = {"loads in loops", "pipelined"}


def release_texts(target):
    """In a process of its own: lines of JSON in, each compiled to a file of TTGIR."""
    from triton._C.libtriton import ir
    from triton.backends import backends
    from triton.backends.compiler import GPUTarget

    vendor, arch = target.split(":")
    gpu = GPUTarget("cuda", int(arch), 32) if vendor == "cuda" else GPUTarget("hip", arch, 64 if arch.startswith("gfx9") else 32)
    backend = backends["nvidia" if vendor == "cuda" else "amd"].compiler(gpu)
    for line in sys.stdin:
        job = json.loads(line)
        # A compile that dies takes its process with it.
        child = os.fork()
        if child == 0:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            try:
                context = ir.context()
                ir.load_dialects(context)
                backend.load_dialects(context)
                options = backend.parse_options({"num_warps": job["warps"], "num_stages": job["stages"]})
                stages = {}
                try:
                    from triton.backends.compiler import Language
                    backend.add_stages(stages, options, Language.TRITON)
                except ImportError:
                    backend.add_stages(stages, options)
                module = ir.parse_mlir_module(job["source"], context)
                module.context = context
                metadata = {}
                for stage in ("ttir", "ttgir"):
                    module = stages[stage](module, metadata)
                with open(job["made"], "w") as out:
                    out.write(str(module))
            finally:
                os._exit(0)
        os.waitpid(child, 0)


class Kernel:
    """What is counted in one output, and the accesses by the place of the program that they come from."""

    def __init__(self, remarks):
        self.count = collections.Counter()
        self.places = {}
        products = {}
        for kind, rest, place in REMARK.findall(remarks):
            words = rest.split()
            facts = dict(word.split("=") for word in words if "=" in word)
            inside = int(facts["loops"]) > 0
            if kind == "convert":
                self.count["converts"] += 1
                self.count["converts in loops"] += inside
                moving = words[0].lower() not in ("alias", "registers")
                self.count["moving"] += moving
                self.count["moving in loops"] += moving and inside
                self.count["moved bytes"] += moving * int(facts["bytes"])
                self.count["moved in loops"] += (moving and inside) * int(facts["bytes"])
            elif kind == "product":
                products[place] = products.get(place, True) and words[0] != "none"
            else:
                if inside and kind in ("load", "copy", "tma", "descriptor"):
                    self.count["loads in loops"] += 1
                    state = next((word for word in ("invariant", "pipelined") if word in words), "waited for")
                    self.count[state] += 1
                if "bits" in facts:
                    new = (int(facts["accesses"]), int(facts["bits"]))
                    old = self.places.get(place, new)
                    self.places[place] = (max(new[0], old[0]), min(new[1], old[1]))
        self.count["on matrix units"] = sum(products.values())
        self.count["not on them"] = len(products) - self.count["on matrix units"]

    def add_accesses(self, other):
        """Of those places that both outputs have."""
        for place in self.places.keys() & other.places.keys():
            pieces, bits = self.places[place]
            self.count["instructions"] += pieces
            self.count["wider"] += bits > other.places[place][1]
            self.count[f"{bits} bits"] += 1


def kernels_of(folder):
    index_path = os.path.join(folder, "index.jsonl")
    if os.path.exists(index_path):
        with open(index_path) as index:
            return [json.loads(line) for line in index]
    files = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    return [{"name": file.removesuffix(".mlir"), "ttir": file} for file in files if file.endswith(".mlir")]


def read(options, source, pipelines):
    command = [os.path.join(options.build, "bin/fathom-opt"), source, *pipelines, "--test-print-quality=locations=true", "-o", os.devnull]
    done = subprocess.run(command, capture_output=True, text=True)
    return (Kernel(done.stderr), "") if done.returncode == 0 else (None, done.stderr.strip().split("\n")[0])


def compare(options, kernels, target, folder):
    """{name: (core's, release's)}, and what was not compiled."""
    jobs = []
    for kernel in kernels:
        jobs.append({"name": kernel["name"], "source": os.path.abspath(os.path.join(options.folder, kernel["ttir"])),
                     "made": os.path.join(folder, f"{kernel['name']}.{target.replace(':', '-')}.mlir"),
                     "warps": kernel.get("num_warps") or 4, "stages": kernel.get("num_stages") or 3})
    environment = dict(os.environ, PYTHONPATH=os.path.join(options.releases_at, options.release))
    subprocess.run([sys.executable, os.path.abspath(__file__), "--worker", target], env=environment, text=True, check=True,
                   input="".join(json.dumps(job) + "\n" for job in jobs))
    both, missing = {}, []
    for job in jobs:
        knobs = f"target={target} num-warps={job['warps']} num-stages={job['stages']}"
        core, error = read(options, job["source"], [f"--fathom-ttir={knobs}", f"--fathom-ttgir={knobs}"])
        if not core:
            missing.append(f"{job['name']} by the core: {error}")
            continue
        if not os.path.exists(job["made"]):
            missing.append(f"{job['name']} by {options.release}")
            continue
        release, error = read(options, job["made"], [])
        if not release:
            missing.append(f"{job['name']} by {options.release}, as read here: {error}")
            continue
        core.add_accesses(release)
        release.add_accesses(core)
        both[job["name"]] = (core, release)
    return both, missing


def worse_at(row, core, release):
    """How much worse the core is; 0: not."""
    if row in NEUTRAL or row.endswith(" bits"):
        return 0
    return max(0, release - core if row in MORE else core - release)


def short(place):
    found = re.findall(r'"([^"]+)":(\d+)', place)
    return ", called at ".join(f"{os.path.basename(file)}:{line}" for file, line in found) or place


def read_reasons():
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "quality-reasons.jsonl")) as file:
        return [json.loads(line) for line in file]


def reasons_for(reasons, name, target):
    """Why the kernel may be worse there. A row is for all targets that begin as its own."""
    return "; ".join(row["reason"] for row in reasons if name in row["kernels"] and target.startswith(row.get("targets", "")))


def report(options, target, both, missing):
    """Prints it all; whether the core is no worse in total, and why it is in kernels."""
    total = [sum((pair[side].count for pair in both.values()), collections.Counter()) for side in (0, 1)]
    bits = sorted({row for side in total for row in side if row.endswith(" bits")}, key=lambda row: -int(row.split()[0]))
    rows = ["converts", "converts in loops", "moving", "moving in loops", "moved bytes", "moved in loops", "loads in loops", "pipelined", "waited for", "invariant", *bits,
            "wider", "instructions", "on matrix units", "not on them"]
    print(f"{target}: {len(both)} kernels, core : {options.release}")
    bad = []
    for row in rows:
        core, release = total[0][row], total[1][row]
        worse = worse_at(row, core, release) > 0
        bad += [row] * worse
        print(f"    {row:18} {core:8} : {release:<8}" + (" worse" if worse else ""))
    print("worse in:")
    reasons, unexplained = read_reasons(), 0
    order = lambda item: -sum(worse_at(row, item[1][0].count[row], item[1][1].count[row]) for row in rows if "moved" not in row)
    for name, (core, release) in sorted(both.items(), key=order):
        notes = [f"{row} {core.count[row]} : {release.count[row]}" for row in rows
                 if worse_at(row, core.count[row], release.count[row])]
        for place in sorted(core.places.keys() & release.places.keys()):
            (pieces, width), (theirs, its_width) = core.places[place], release.places[place]
            if pieces > theirs:
                notes.append(f"{pieces} of {width} bits : {theirs} of {its_width} at {short(place)}")
        if notes:
            why = reasons_for(reasons, name, target)
            unexplained += not why
            print(f"    {name}: " + "; ".join(notes) + " | " + (why or "NO REASON KNOWN"))
    for line in missing:
        print("    not compiled: " + line)
    gained = total[0]["invariant"] < total[1]["invariant"] or total[1]["invariant"] == 0
    uncompiled = any(" by the core" in line for line in missing)
    generated = not os.path.exists(os.path.join(options.folder, "index.jsonl"))
    return not bad and gained and not uncompiled and (generated or not unexplained)


def main():
    if len(sys.argv) == 3 and sys.argv[1] == "--worker":
        return release_texts(sys.argv[2])
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("folder")
    arguments.add_argument("--target", default="cuda:80,cuda:90,hip:gfx942,hip:gfx1100")
    arguments.add_argument("--release", default="3.6.0", help="one that reads the kernels as NAME.ttir spells them")
    arguments.add_argument("--releases-at", default=os.path.expanduser("~/.cache/fathom/triton"))
    arguments.add_argument("--build", default="build/dev")
    arguments.add_argument("--only", default="", help="kernels whose name holds this")
    arguments.add_argument("--keep", help="where to leave the release's outputs")
    options = arguments.parse_args()
    kernels = [kernel for kernel in kernels_of(options.folder) if options.only in kernel["name"]]
    if not kernels or not os.path.isdir(os.path.join(options.releases_at, options.release)):
        print(f"skipped: no kernels in {options.folder}, or no {options.release} in {options.releases_at}")
        sys.exit(77)
    good = True
    with tempfile.TemporaryDirectory() as folder:
        if options.keep:
            folder = options.keep
            os.makedirs(folder, exist_ok=True)
        for target in options.target.split(","):
            both, missing = compare(options, kernels, target, folder)
            good = report(options, target, both, missing) and good
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
