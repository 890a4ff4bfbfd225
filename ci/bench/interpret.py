#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the reference interpreter with numpy and with plain C on the same work, in one run.

    ci/bench/interpret.py [--seconds 1] [--build build/dev]

Prints, for each kind of work, how many times as long the interpreter takes (ieee, and the algebra beside it), and how many programs of the generator's default
profile it interprets a second. Needs numpy and a C compiler; builds bench-interpret.
"""
import argparse
import os
import subprocess
import tempfile
import time

import numpy

ELEMENTWISE = """// LAUNCH: grid=1,1,1 rng-seed=1 args=f32[{n}];f32[{n}];out:f32[{n}]
tt.func public @k(%a: !tt.ptr<f32>, %b: !tt.ptr<f32>, %c: !tt.ptr<f32>) {{
  %i = tt.make_range {{end = {n} : i32, start = 0 : i32}} : tensor<{n}xi32>
  %pa = tt.splat %a : !tt.ptr<f32> -> tensor<{n}x!tt.ptr<f32>>
  %pb = tt.splat %b : !tt.ptr<f32> -> tensor<{n}x!tt.ptr<f32>>
  %pc = tt.splat %c : !tt.ptr<f32> -> tensor<{n}x!tt.ptr<f32>>
  %qa = tt.addptr %pa, %i : tensor<{n}x!tt.ptr<f32>>, tensor<{n}xi32>
  %qb = tt.addptr %pb, %i : tensor<{n}x!tt.ptr<f32>>, tensor<{n}xi32>
  %qc = tt.addptr %pc, %i : tensor<{n}x!tt.ptr<f32>>, tensor<{n}xi32>
  %x = tt.load %qa : tensor<{n}x!tt.ptr<f32>>
  %y = tt.load %qb : tensor<{n}x!tt.ptr<f32>>
  %v0 = arith.addf %x, %y : tensor<{n}xf32>
{body}
  tt.store %qc, %v{last} : tensor<{n}x!tt.ptr<f32>>
  tt.return
}}
"""

REDUCE = """// LAUNCH: grid=1,1,1 rng-seed=1 args=f32[{count}];out:f32[{m}]
tt.func public @k(%a: !tt.ptr<f32>, %c: !tt.ptr<f32>) {{
  %i = tt.make_range {{end = {m} : i32, start = 0 : i32}} : tensor<{m}xi32>
  %j = tt.make_range {{end = {n} : i32, start = 0 : i32}} : tensor<{n}xi32>
  %ie = tt.expand_dims %i {{axis = 1 : i32}} : tensor<{m}xi32> -> tensor<{m}x1xi32>
  %je = tt.expand_dims %j {{axis = 0 : i32}} : tensor<{n}xi32> -> tensor<1x{n}xi32>
  %stride = arith.constant dense<{n}> : tensor<{m}x1xi32>
  %row = arith.muli %ie, %stride : tensor<{m}x1xi32>
  %rb = tt.broadcast %row : tensor<{m}x1xi32> -> tensor<{m}x{n}xi32>
  %cb = tt.broadcast %je : tensor<1x{n}xi32> -> tensor<{m}x{n}xi32>
  %o = arith.addi %rb, %cb : tensor<{m}x{n}xi32>
  %pa = tt.splat %a : !tt.ptr<f32> -> tensor<{m}x{n}x!tt.ptr<f32>>
  %qa = tt.addptr %pa, %o : tensor<{m}x{n}x!tt.ptr<f32>>, tensor<{m}x{n}xi32>
  %x = tt.load %qa : tensor<{m}x{n}x!tt.ptr<f32>>
{body}
  %pc = tt.splat %c : !tt.ptr<f32> -> tensor<{m}x!tt.ptr<f32>>
  %qc = tt.addptr %pc, %i : tensor<{m}x!tt.ptr<f32>>, tensor<{m}xi32>
  tt.store %qc, %s{last} : tensor<{m}x!tt.ptr<f32>>
  tt.return
}}
"""

DOT_C = """
#include <stdio.h>
#include <time.h>
enum { N = %d };
static float a[N][N], b[N][N], c[N][N];
int main(void) {
  double best = 1e9;
  for (int run = 0; run < 20; ++run) {
    struct timespec s, e;
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j)
        a[i][j] = i + run, b[i][j] = j, c[i][j] = 0;
    clock_gettime(CLOCK_MONOTONIC, &s);
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j)
        for (int k = 0; k < N; ++k)
          c[i][j] += a[i][k] * b[k][j];
    clock_gettime(CLOCK_MONOTONIC, &e);
    double t = (e.tv_sec - s.tv_sec) * 1e9 + (e.tv_nsec - s.tv_nsec);
    if (t < best) best = t;
  }
  printf("%%f %%f\\n", best, c[3][5]);
}
"""


def elementwise(n):
    """Ten ops; the kernel and the same in numpy."""
    names = ["mulf", "subf", "addf", "maximumf", "minimumf"] * 2
    body = "\n".join(f"  %v{k + 1} = arith.{op} %v{k}, %{'xy'[k % 2]} : tensor<{n}xf32>" for k, op in enumerate(names))
    functions = [numpy.multiply, numpy.subtract, numpy.add, numpy.maximum, numpy.minimum] * 2

    def work(x, y):
        v = x + y
        for k, function in enumerate(functions):
            v = function(v, (x, y)[k % 2])
        return v

    x, y = (numpy.random.randint(-4, 4, n).astype(numpy.float32) for _ in range(2))
    return ELEMENTWISE.format(n=n, body=body, last=len(names)), lambda: work(x, y)


def reduce(m, n, times):
    """Sums along the last axis, several of them so that what is around them does not count."""
    lines = ["  %s0 = arith.constant dense<0.0> : tensor<{m}xf32>".replace("{m}", str(m))]
    for k in range(times):
        lines.append(f'  %r{k} = "tt.reduce"(%x) <{{axis = 1 : i32}}> ({{\n  ^bb0(%p: f32, %q: f32):\n    %t = arith.addf %p, %q : f32\n'
                     f"    tt.reduce.return %t : f32\n  }}) : (tensor<{m}x{n}xf32>) -> tensor<{m}xf32>")
        lines.append(f"  %s{k + 1} = arith.addf %s{k}, %r{k} : tensor<{m}xf32>")
    x = numpy.random.randint(-4, 4, (m, n)).astype(numpy.float32)

    def work():
        s = numpy.zeros(m, numpy.float32)
        for _ in range(times):
            s = s + x.sum(axis=1)
        return s

    return REDUCE.format(m=m, n=n, count=m * n, body="\n".join(lines), last=times), work


def dot(n, times):
    lines = [f"  %z = arith.constant dense<0.0> : tensor<{n}x{n}xf32>", f"  %d0 = tt.dot %x, %x, %z : tensor<{n}x{n}xf32> * tensor<{n}x{n}xf32> -> tensor<{n}x{n}xf32>"]
    for k in range(1, times):
        lines.append(f"  %d{k} = tt.dot %x, %x, %d{k - 1} : tensor<{n}x{n}xf32> * tensor<{n}x{n}xf32> -> tensor<{n}x{n}xf32>")
    lines.append(f'  %s0 = "tt.reduce"(%d{times - 1}) <{{axis = 1 : i32}}> ({{\n  ^bb0(%p: f32, %q: f32):\n    %t = arith.addf %p, %q : f32\n'
                 f"    tt.reduce.return %t : f32\n  }}) : (tensor<{n}x{n}xf32>) -> tensor<{n}xf32>")
    return REDUCE.format(m=n, n=n, count=n * n, body="\n".join(lines), last=0)


def best(work, seconds):
    """Nanoseconds."""
    result = 1e18
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        began = time.perf_counter_ns()
        work()
        result = min(result, time.perf_counter_ns() - began)
    return result


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--seconds", type=float, default=1)
    arguments.add_argument("--build", default="build/dev")
    arguments.add_argument("--programs", type=int, default=500)
    options = arguments.parse_args()
    subprocess.run(["ninja", "-C", options.build, "bench-interpret"], check=True, stdout=subprocess.DEVNULL)
    bench = os.path.join(options.build, "bin", "bench-interpret")
    with tempfile.TemporaryDirectory() as folder:
        def interpret(text):
            path = os.path.join(folder, "kernel.mlir")
            with open(path, "w") as file:
                file.write(text)
            output = subprocess.run([bench, path, str(options.seconds)], check=True, stdout=subprocess.PIPE, text=True).stdout
            return [float(line) for line in output.split()]

        print(f"{'work':38} {'other':>10} {'ieee':>12} {'algebra':>12}")

        def row(name, other, ours, times=1):
            print(f"{name:38} {other / 1e3:8.1f}us {ours[0] / times / 1e3:8.1f}us {ours[0] / times / other:4.2f}x"
                  f" {ours[1] / times / 1e3:8.1f}us {ours[1] / times / other:4.2f}x")

        for n in (1024, 16384, 65536):
            text, work = elementwise(n)
            row(f"11 ops on f32[{n}], numpy", best(work, options.seconds), interpret(text))
        for m, n in ((128, 64), (32, 1024)):
            text, work = reduce(m, n, 32)
            row(f"32 sums of f32[{m}x{n}], numpy", best(work, options.seconds), interpret(text))
        for n in (64, 128):
            source, program = os.path.join(folder, "dot.c"), os.path.join(folder, "dot")
            with open(source, "w") as file:
                file.write(DOT_C % n)
            subprocess.run(["cc", "-O2", "-o", program, source], check=True)
            plain = float(subprocess.run([program], check=True, stdout=subprocess.PIPE, text=True).stdout.split()[0])
            row(f"dot f32 {n}x{n}x{n}, plain C -O2", plain, interpret(dot(n, 16)), times=16)
        output = subprocess.run([bench, "--programs", str(options.programs)], check=True, stdout=subprocess.PIPE, text=True).stdout
        ieee, algebra = map(float, output.split())
        print(f"programs of the default profile: {ieee:.0f}/s in ieee, {algebra:.0f}/s in the algebra")


if __name__ == "__main__":
    main()
