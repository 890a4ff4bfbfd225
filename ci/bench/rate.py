#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares a campaign's rate with what the bare worker does on the same programs, in one run and on one core.

    ci/bench/rate.py [--release 3.6.0] [--target cuda:80] [--programs 300] [--seed 1] [--rounds 3]

Prints the ratio campaign : worker, in programs a second, round by round and its median. The bare worker is this script: it forks for each program,
parses it, runs the stages up to TTGIR and does nothing else. The campaign generates, verifies, prints, compiles and judges.
"""
import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(root, "oracles", "subject"))


def generate(fathom, options, folder):
    """Writes the campaign's programs into the folder; the options of each, by file."""
    files = []
    for index in range(options.programs):
        path = os.path.join(folder, f"{index}.mlir")
        text = subprocess.run([fathom, "generate", "--seed", str(options.seed), "--index", str(index)],
                              stdout=subprocess.PIPE, check=True, text=True).stdout
        with open(path, "w") as file:
            file.write(text)
        knobs = dict(re.findall(r"(num-\w+)=(\d+)", text.split("module")[0]))
        files.append((path, {k.replace("-", "_"): int(v) for k, v in knobs.items()}))
    return files


def compile_in_fork(release, target, path, knobs):
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1]
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)
    try:
        release.compile(path, target, knobs)
    except BaseException:
        os._exit(1)
    os._exit(0)


class BareRelease:
    """The shortest way through a release's stages."""

    def __init__(self, folder):
        sys.path.insert(0, folder)
        import inspect
        from triton._C.libtriton import ir
        from triton.backends.compiler import GPUTarget
        from triton.compiler import compiler
        self.ir, self.target_of, self.compiler, self.inspect = ir, GPUTarget, compiler, inspect

    def compile(self, path, target, knobs):
        kind, arch = target.split(":")
        gpu = (self.target_of("cuda", int(arch), 32) if kind == "cuda" else
               self.target_of("hip", arch, 64 if arch.startswith("gfx9") else 32))
        backend = self.compiler.make_backend(gpu)
        context = self.ir.context()
        self.ir.load_dialects(context)
        backend.load_dialects(context)
        module = self.ir.parse_mlir_module(path, context)
        module.context = context
        stages = {}
        arguments = [stages, backend.parse_options(knobs)]
        if len(self.inspect.signature(backend.add_stages).parameters) > 2:
            arguments.append(self.compiler.Language.TRITON)
        backend.add_stages(*arguments)
        metadata = {}
        for name in ["ttir", "ttgir"]:
            module = stages[name](module, metadata)
        str(module)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--release", default="3.6.0")
    arguments.add_argument("--target", default="cuda:80")
    arguments.add_argument("--programs", type=int, default=300)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--rounds", type=int, default=3)
    arguments.add_argument("--fathom", default=os.path.join(root, "build/dev/bin/fathom"))
    options = arguments.parse_args()
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

    import triton_wheels
    release = BareRelease(triton_wheels.find(options.release)["folder"])
    with tempfile.TemporaryDirectory() as folder:
        files = generate(options.fathom, options, folder)
        ratios = []
        for number in range(options.rounds):
            start = time.monotonic()
            for path, knobs in files:
                compile_in_fork(release, options.target, path, knobs)
            bare = time.monotonic() - start
            start = time.monotonic()
            subprocess.run([options.fathom, "fuzz", "--subject", "triton:" + options.release, "--target", options.target,
                            "--stage", "ttgir", "--programs", str(options.programs), "--seed", str(options.seed),
                            "--time", "1h", "--reduce-time", "0", "--known", "none",
                            "--out", os.path.join(folder, f"out{number}")],
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            campaign = time.monotonic() - start
            ratios.append(bare / campaign)
            print(f"round {number + 1}: worker {options.programs / bare:.1f} programs/s, "
                  f"campaign {options.programs / campaign:.1f} programs/s, ratio {bare / campaign:.2f}", flush=True)
        print(f"median ratio campaign : worker {statistics.median(ratios):.2f}")


if __name__ == "__main__":
    main()
