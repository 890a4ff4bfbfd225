#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares how long the core and a Triton release take from TTIR to TTGIR, in one run, in process and warm.

    ci/bench/core.py [--target cuda:80]... [--release 3.6.0] [--kernels FOLDER] [--programs 100] [--repeats 5] [--build build/dev] [--passes] [--length] [--no-build]

Prints, for each target, the geometric mean of the ratio of the times (the release's ttgir stage over the core's, and both stages over both), the kernels where the
core is least ahead, and the most memory that a compile takes; with --passes which passes the core's time goes to, with --length how time grows with the length of a
program. Both run on one thread and verify the IR after every pass, as they do by default; each time is that on the processor, the fastest of `repeats` runs, once before and once after the other's runs.
"""
import argparse
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "oracles", "subject"))


def release_times(release, target, repeats):
    """In a process of its own: lines of `FILE NUM_WARPS NUM_STAGES` in, a line of JSON for each out."""
    import triton_release

    triton = triton_release.Release()
    backend = triton.backend_of(target)
    for line in sys.stdin:
        path, warps, stages = line.split()
        row = {"file": path}
        # A compile that dies takes its process with it.
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            best = {}
            try:
                for _ in range(repeats):
                    made = triton.stages_of(backend, backend.parse_options({"num_warps": int(warps), "num_stages": int(stages)}))
                    module = triton.read(backend, path)
                    metadata = {}
                    for stage in ("ttir", "ttgir"):
                        began = time.process_time()
                        module = made[stage](module, metadata)
                        best[stage] = min(best.get(stage, 1e9), time.process_time() - began)
                os.write(writer, json.dumps(best).encode())
            except BaseException as error:
                os.write(writer, json.dumps({"error": str(error)[:200]}).encode())
            os._exit(0)
        os.close(writer)
        with os.fdopen(reader) as answer:
            text = answer.read()
        os.waitpid(child, 0)
        row.update(json.loads(text) if text else {"error": "died"})
        print(json.dumps(row), flush=True)


def chain(ops, loop):
    """A program of about so many ops: loads, arithmetic, reductions, transpositions and stores in turn, in a loop or not."""
    lines = [
        "module {",
        "  tt.func public @chain(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %q: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {",
        "    %c0 = arith.constant 0 : i32",
        "    %c1 = arith.constant 1 : i32",
        "    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>",
        "    %re = tt.expand_dims %r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>",
        "    %ce = tt.expand_dims %r {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>",
        "    %sixtyfour = arith.constant dense<64> : tensor<64x1xi32>",
        "    %rm = arith.muli %re, %sixtyfour : tensor<64x1xi32>",
        "    %rb = tt.broadcast %rm : tensor<64x1xi32> -> tensor<64x64xi32>",
        "    %cb = tt.broadcast %ce : tensor<1x64xi32> -> tensor<64x64xi32>",
        "    %o = arith.addi %rb, %cb : tensor<64x64xi32>",
        "    %ps = tt.splat %p : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>",
        "    %pa = tt.addptr %ps, %o : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>",
        "    %qs = tt.splat %q : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>",
        "    %qa = tt.addptr %qs, %o : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>",
        "    %zero = arith.constant dense<0.0> : tensor<64x64xf32>",
    ]
    big = "tensor<64x64xf32>"
    if loop:
        lines.append(f"    %end = scf.for %i = %c0 to %n step %c1 iter_args(%v0 = %zero) -> ({big}) : i32 {{")
    else:
        lines.append(f"    %v0 = tt.load %pa : tensor<64x64x!tt.ptr<f32>>")
    last = "%v0"
    # Fourteen ops each, the region's among them.
    for k in range(max(1, ops // 14)):
        lines += [
            f"    %k{k} = arith.constant dense<{4096 * (k + 1)}> : tensor<64x64xi32>",
            f"    %a{k} = tt.addptr %pa, %k{k} : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>",
            f"    %l{k} = tt.load %a{k} : tensor<64x64x!tt.ptr<f32>>",
            f"    %m{k} = arith.mulf %l{k}, {last} : {big}",
            f"    %t{k} = tt.trans %m{k} {{order = array<i32: 1, 0>}} : {big} -> {big}",
            f'    %d{k} = "tt.reduce"(%t{k}) <{{axis = 1 : i32}}> ({{',
            "    ^bb0(%x: f32, %y: f32):",
            "      %z = arith.addf %x, %y : f32",
            "      tt.reduce.return %z : f32",
            f"    }}) : ({big}) -> tensor<64xf32>",
            f"    %e{k} = tt.expand_dims %d{k} {{axis = 1 : i32}} : tensor<64xf32> -> tensor<64x1xf32>",
            f"    %b{k} = tt.broadcast %e{k} : tensor<64x1xf32> -> {big}",
            f"    %u{k} = arith.addf %b{k}, {last} : {big}",
            f"    %w{k} = arith.subf %u{k}, %t{k} : {big}",
            f"    %s{k} = tt.addptr %qa, %k{k} : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>",
            f"    tt.store %s{k}, %w{k} : tensor<64x64x!tt.ptr<f32>>",
        ]
        last = f"%w{k}"
    if loop:
        lines += [f"      scf.yield {last} : {big}", "    }", "    tt.store %qa, %end : tensor<64x64x!tt.ptr<f32>>"]
    else:
        lines.append(f"    tt.store %qa, {last} : tensor<64x64x!tt.ptr<f32>>")
    return "\n".join(lines + ["    tt.return", "  }", "}", ""])


class Bench:

    def __init__(self, args):
        self.args = args
        self.home = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
        self.program = os.path.join(self.home, args.build, "bin", "bench-core")

    def rows(self, command, lines, env=None):
        answer = subprocess.run(command, input="\n".join(lines) + "\n", stdout=subprocess.PIPE, text=True, env=env)
        rows = [json.loads(line) for line in answer.stdout.splitlines() if line.startswith("{")]
        if answer.returncode or not rows:
            sys.exit(f"{command[0]} ended with {answer.returncode} after {len(rows)} of {len(lines)} programs")
        return rows

    def core(self, target, lines, passes=False):
        return self.rows([self.program, target, str(self.args.repeats)] + (["--passes"] if passes else []), lines)

    def release(self, target, lines):
        env = dict(os.environ, PYTHONPATH=os.path.join(self.args.releases_at, self.args.release))
        return self.rows(
            [sys.executable, os.path.abspath(__file__), "--worker", self.args.release, target, str(self.args.repeats)],
            lines, env)

    def lines(self, folder):
        """The kernels, as the release spells them, and the generator's programs."""
        lines = []
        index = os.path.join(self.args.kernels, "index.jsonl")
        if os.path.exists(index):
            for row in map(json.loads, open(index)):
                if re.search(self.args.only, row["name"]):
                    lines.append(f"{os.path.join(self.args.kernels, row['ttir'])} {row['num_warps']} {row['num_stages']}")
        kernels = len(lines)
        if self.args.programs:
            subprocess.run([self.program, "--programs", str(self.args.programs), folder], check=True)
            lines += [f"{folder}/{k}.mlir 4 3" for k in range(self.args.programs)]
        return lines, kernels

    def compare(self, target, folder):
        lines, kernels = self.lines(folder)
        first = self.core(target, lines)
        theirs = {row["file"]: row for row in self.release(target, lines)}
        second = {row["file"]: row for row in self.core(target, lines)}
        groups = {"kernels": [], "programs": []}
        failed = []
        for number, row in enumerate(first):
            name = os.path.basename(row["file"])
            other = theirs.get(row["file"], {})
            if "ttgir" not in row or "ttgir" not in second.get(row["file"], {}):
                failed.append(f"{name}: {row.get('error', '?')}")
                continue
            if "ttgir" not in other:
                continue
            again = second[row["file"]]
            mine = min(row["ttgir"], again["ttgir"])
            both = min(row["ttgir"] + row["ttir"], again["ttgir"] + again["ttir"])
            groups["kernels" if number < kernels else "programs"].append(
                (other["ttgir"] / mine, (other["ttgir"] + other["ttir"]) / both, mine, other["ttgir"], name, row))
        for group, rows in groups.items():
            if not rows:
                continue
            mean = lambda k: math.exp(sum(math.log(row[k]) for row in rows) / len(rows))
            print(f"{target} {group}: {len(rows)} compiled by both; {self.args.release} takes {mean(0):.2f} times as long for TTGIR,"
                  f" {mean(1):.2f} for TTIR and TTGIR; {1e3 * sum(r[2] for r in rows) / len(rows):.2f} ms and"
                  f" {1e3 * sum(r[3] for r in rows) / len(rows):.2f} ms on average")
            for row in sorted(rows)[:self.args.worst]:
                print(f"    {row[0]:6.2f}  {1e3 * row[2]:7.2f} ms  {1e3 * row[3]:7.2f} ms  {row[5]['ops']:5} ops  {row[4]}")
        rows = [row for row in first if "peak_kb" in row]
        if rows:
            most, added = max(row["peak_kb"] for row in rows), max(row["added_kb"] for row in rows)
            print(f"{target} memory: a compile has at most {most / 1024:.0f} MB, of which it adds {added / 1024:.0f} MB")
        for line in failed:
            print(f"    not compiled by the core: {line}")

    def passes(self, target, folder):
        lines, kernels = self.lines(folder)
        rows = self.core(target, lines[:kernels] or lines, passes=True)
        table = sorted(rows[-1]["passes"].items(), key=lambda item: -item[1])
        total = sum(seconds for _, seconds in table)
        runs = max(1, self.args.repeats - 1) * max(1, len(rows) - 1)
        print(f"{target}: {1e3 * total / runs:.3f} ms a kernel, with the verifier")
        for name, seconds in table[:20]:
            print(f"    {100 * seconds / total:5.1f}%  {1e3 * seconds / runs:8.3f} ms  {name}")

    def length(self, target, folder):
        for loop in (False, True):
            lines = []
            for ops in (300, 600, 1200, 2500, 5000):
                path = os.path.join(folder, f"chain{ops}{'l' if loop else ''}.mlir")
                with open(path, "w") as file:
                    file.write(chain(ops, loop))
                lines.append(f"{path} 4 3")
            rows = self.core(target, lines)
            print(f"{target}, {'in a loop' if loop else 'in a row'}: " + ", ".join(
                f"{row['ops']} ops {1e3 * (row['ttgir'] + row['ttir']):.1f} ms ({1e6 * (row['ttgir'] + row['ttir']) / row['ops']:.1f} us each)"
                if "ttgir" in row else f"{row.get('ops')} ops {row.get('error')}" for row in rows))


def main():
    if len(sys.argv) > 1 and sys.argv[1] == "--worker":
        return release_times(sys.argv[2], sys.argv[3], int(sys.argv[4]))
    home = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--target", action="append")
    parser.add_argument("--release", default="3.6.0")
    parser.add_argument("--releases-at", default=os.path.expanduser("~/.cache/fathom/triton"))
    parser.add_argument("--kernels", default=os.path.join(os.path.dirname(home), "shared", "kernels"))
    parser.add_argument("--only", default="", help="kernels whose name matches this")
    parser.add_argument("--programs", type=int, default=100, help="of the generator's default profile")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--worst", type=int, default=8)
    parser.add_argument("--build", default="build/dev")
    parser.add_argument("--passes", action="store_true")
    parser.add_argument("--length", action="store_true")
    parser.add_argument("--no-build", action="store_true")
    args = parser.parse_args()
    bench = Bench(args)
    if not args.no_build:
        subprocess.run(["ninja", "-C", os.path.join(home, args.build), "bench-core"], check=True, stdout=subprocess.DEVNULL)
    with tempfile.TemporaryDirectory() as folder:
        for target in args.target or ["cuda:80", "cuda:90", "hip:gfx942", "hip:gfx1100"]:
            if args.passes:
                bench.passes(target, folder)
            if args.length:
                bench.length(target, folder)
            if not args.passes and not args.length:
                bench.compare(target, folder)


if __name__ == "__main__":
    sys.exit(main())
