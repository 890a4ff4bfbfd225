# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes two bundles of kernels that a Triton release compiles, for fathom-runner on a machine with a GPU:

    rate.bundle      many launches of small kernels that all pass: what the runner does in a second
    features.bundle  what a launch can ask for (shared memory, clusters, scratch, PTX) and what can go wrong (a fault, a hang, a write
                     beyond a buffer, a race); the cases' names say which verdict is right

    runner.py make FOLDER [--release 3.6.0] [--arch 90] [--cases 4000]
    runner.py check FOLDER [--runner fathom-runner]     on the machine with the GPU: runs both, prints the rate, exit 1 if a verdict is not right
"""

import argparse
import json
import os
import pickle
import random
import struct
import subprocess
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import bundle  # noqa: E402

ADD = """
tt.func public @add(%x: !tt.ptr<f32> {{tt.divisibility = 16 : i32}}, %y: !tt.ptr<f32> {{tt.divisibility = 16 : i32}}, %out: !tt.ptr<f32> {{tt.divisibility = 16 : i32}}, %n: i32) {{
  %pid = tt.get_program_id x : i32
  %size = arith.constant {size} : i32
  %start = arith.muli %pid, %size : i32
  %r = tt.make_range {{end = {size} : i32, start = 0 : i32}} : tensor<{size}xi32>
  %s = tt.splat %start : i32 -> tensor<{size}xi32>
  %at = arith.addi %s, %r : tensor<{size}xi32>
  %ns = tt.splat %n : i32 -> tensor<{size}xi32>
  %mask = arith.cmpi slt, %at, %ns : tensor<{size}xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<{size}x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %at : tensor<{size}x!tt.ptr<f32>>, tensor<{size}xi32>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<{size}x!tt.ptr<f32>>
  %yp = tt.addptr %ys, %at : tensor<{size}x!tt.ptr<f32>>, tensor<{size}xi32>
  %a = tt.load %xp, %mask : tensor<{size}x!tt.ptr<f32>>
  %b = tt.load %yp, %mask : tensor<{size}x!tt.ptr<f32>>
  %c = arith.addf %a, %b : tensor<{size}xf32>
  %os = tt.splat %out : !tt.ptr<f32> -> tensor<{size}x!tt.ptr<f32>>
  %op = tt.addptr %os, %at : tensor<{size}x!tt.ptr<f32>>, tensor<{size}xi32>
  tt.store %op, %c, %mask : tensor<{size}x!tt.ptr<f32>>
  tt.return
}}
"""

MATRIX = """
  %rm = tt.make_range {{end = {m} : i32, start = 0 : i32}} : tensor<{m}xi32>
  %rn = tt.make_range {{end = {n} : i32, start = 0 : i32}} : tensor<{n}xi32>
  %rk = tt.make_range {{end = {k} : i32, start = 0 : i32}} : tensor<{k}xi32>
  %m1 = tt.expand_dims %rm {{axis = 1 : i32}} : tensor<{m}xi32> -> tensor<{m}x1xi32>
  %k0 = tt.expand_dims %rk {{axis = 0 : i32}} : tensor<{k}xi32> -> tensor<1x{k}xi32>
  %k1 = tt.expand_dims %rk {{axis = 1 : i32}} : tensor<{k}xi32> -> tensor<{k}x1xi32>
  %n0 = tt.expand_dims %rn {{axis = 0 : i32}} : tensor<{n}xi32> -> tensor<1x{n}xi32>
  %ck = arith.constant dense<{k}> : tensor<{m}x1xi32>
  %cn = arith.constant dense<{n}> : tensor<{m}x1xi32>
  %cnk = arith.constant dense<{n}> : tensor<{k}x1xi32>
  %mk = arith.muli %m1, %ck : tensor<{m}x1xi32>
  %mn = arith.muli %m1, %cn : tensor<{m}x1xi32>
  %kn = arith.muli %k1, %cnk : tensor<{k}x1xi32>
  %mkb = tt.broadcast %mk : tensor<{m}x1xi32> -> tensor<{m}x{k}xi32>
  %k0b = tt.broadcast %k0 : tensor<1x{k}xi32> -> tensor<{m}x{k}xi32>
  %ao = arith.addi %mkb, %k0b : tensor<{m}x{k}xi32>
  %knb = tt.broadcast %kn : tensor<{k}x1xi32> -> tensor<{k}x{n}xi32>
  %n0b = tt.broadcast %n0 : tensor<1x{n}xi32> -> tensor<{k}x{n}xi32>
  %bo = arith.addi %knb, %n0b : tensor<{k}x{n}xi32>
  %mnb = tt.broadcast %mn : tensor<{m}x1xi32> -> tensor<{m}x{n}xi32>
  %n0c = tt.broadcast %n0 : tensor<1x{n}xi32> -> tensor<{m}x{n}xi32>
  %co = arith.addi %mnb, %n0c : tensor<{m}x{n}xi32>
  %ap0 = tt.splat %a : !tt.ptr<f16> -> tensor<{m}x{k}x!tt.ptr<f16>>
  %ap = tt.addptr %ap0, %ao : tensor<{m}x{k}x!tt.ptr<f16>>, tensor<{m}x{k}xi32>
  %bp0 = tt.splat %b : !tt.ptr<f16> -> tensor<{k}x{n}x!tt.ptr<f16>>
  %bp = tt.addptr %bp0, %bo : tensor<{k}x{n}x!tt.ptr<f16>>, tensor<{k}x{n}xi32>
  %cp0 = tt.splat %c : !tt.ptr<f32> -> tensor<{m}x{n}x!tt.ptr<f32>>
  %cp = tt.addptr %cp0, %co : tensor<{m}x{n}x!tt.ptr<f32>>, tensor<{m}x{n}xi32>
  %zero = arith.constant dense<0.000000e+00> : tensor<{m}x{n}xf32>
"""

MATMUL = """
tt.func public @matmul(%a: !tt.ptr<f16> {{tt.divisibility = 16 : i32}}, %b: !tt.ptr<f16> {{tt.divisibility = 16 : i32}}, %c: !tt.ptr<f32> {{tt.divisibility = 16 : i32}}) {{
""" + MATRIX + """
  %av = tt.load %ap : tensor<{m}x{k}x!tt.ptr<f16>>
  %bv = tt.load %bp : tensor<{k}x{n}x!tt.ptr<f16>>
  %d = tt.dot %av, %bv, %zero : tensor<{m}x{k}xf16> * tensor<{k}x{n}xf16> -> tensor<{m}x{n}xf32>
  tt.store %cp, %d : tensor<{m}x{n}x!tt.ptr<f32>>
  tt.return
}}
"""

ROWS = """
tt.func public @rows(%x: !tt.ptr<f32> {{tt.divisibility = 16 : i32}}, %out: !tt.ptr<f32> {{tt.divisibility = 16 : i32}}) {{
  %rm = tt.make_range {{end = {m} : i32, start = 0 : i32}} : tensor<{m}xi32>
  %rn = tt.make_range {{end = {n} : i32, start = 0 : i32}} : tensor<{n}xi32>
  %m1 = tt.expand_dims %rm {{axis = 1 : i32}} : tensor<{m}xi32> -> tensor<{m}x1xi32>
  %n0 = tt.expand_dims %rn {{axis = 0 : i32}} : tensor<{n}xi32> -> tensor<1x{n}xi32>
  %cn = arith.constant dense<{n}> : tensor<{m}x1xi32>
  %mn = arith.muli %m1, %cn : tensor<{m}x1xi32>
  %mb = tt.broadcast %mn : tensor<{m}x1xi32> -> tensor<{m}x{n}xi32>
  %nb = tt.broadcast %n0 : tensor<1x{n}xi32> -> tensor<{m}x{n}xi32>
  %at = arith.addi %mb, %nb : tensor<{m}x{n}xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<{m}x{n}x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %at : tensor<{m}x{n}x!tt.ptr<f32>>, tensor<{m}x{n}xi32>
  %v = tt.load %xp : tensor<{m}x{n}x!tt.ptr<f32>>
  %s = "tt.reduce"(%v) <{{axis = 1 : i32}}> ({{
  ^bb0(%p: f32, %q: f32):
    %t = arith.addf %p, %q : f32
    tt.reduce.return %t : f32
  }}) : (tensor<{m}x{n}xf32>) -> tensor<{m}xf32>
  %os = tt.splat %out : !tt.ptr<f32> -> tensor<{m}x!tt.ptr<f32>>
  %op = tt.addptr %os, %rm : tensor<{m}x!tt.ptr<f32>>, tensor<{m}xi32>
  tt.store %op, %s : tensor<{m}x!tt.ptr<f32>>
  tt.return
}}
"""

# Copies a tile by a descriptor that it makes itself, in global scratch memory.
DESCRIPTOR = """
tt.func public @descriptor(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %c32 = arith.constant 32 : i32
  %s0 = arith.constant 32 : i64
  %s1 = arith.constant 1 : i64
  %zero = arith.constant 0 : i32
  %from = tt.make_tensor_descriptor %x, [%c32, %c32], [%s0, %s1] : !tt.ptr<f32>, !tt.tensordesc<tensor<32x32xf32>>
  %to = tt.make_tensor_descriptor %out, [%c32, %c32], [%s0, %s1] : !tt.ptr<f32>, !tt.tensordesc<tensor<32x32xf32>>
  %v = tt.descriptor_load %from[%zero, %zero] : !tt.tensordesc<tensor<32x32xf32>> -> tensor<32x32xf32>
  tt.descriptor_store %to[%zero, %zero], %v : !tt.tensordesc<tensor<32x32xf32>>, tensor<32x32xf32>
  tt.return
}
"""

# Reads through a descriptor that the launcher makes.
ARGUMENT = """
tt.func public @desc(%d: !tt.tensordesc<tensor<32x64xf16>>, %m: i32, %n: i32, %sm: i64, %sn: i64, %out: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
  %zero = arith.constant 0 : i32
  %v = tt.descriptor_load %d[%zero, %zero] : !tt.tensordesc<tensor<32x64xf16>> -> tensor<32x64xf16>
  %rm = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %rn = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %m1 = tt.expand_dims %rm {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %n0 = tt.expand_dims %rn {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %c = arith.constant dense<64> : tensor<32x1xi32>
  %mn = arith.muli %m1, %c : tensor<32x1xi32>
  %mb = tt.broadcast %mn : tensor<32x1xi32> -> tensor<32x64xi32>
  %nb = tt.broadcast %n0 : tensor<1x64xi32> -> tensor<32x64xi32>
  %at = arith.addi %mb, %nb : tensor<32x64xi32>
  %os = tt.splat %out : !tt.ptr<f16> -> tensor<32x64x!tt.ptr<f16>>
  %op = tt.addptr %os, %at : tensor<32x64x!tt.ptr<f16>>, tensor<32x64xi32>
  tt.store %op, %v : tensor<32x64x!tt.ptr<f16>>
  tt.return
}
"""

STORE_FAR = """
tt.func public @store_far(%out: !tt.ptr<i32>, %far: i64) {
  %c = arith.constant 77 : i32
  %p = tt.addptr %out, %far : !tt.ptr<i32>, i64
  tt.store %p, %c : !tt.ptr<i32>
  tt.return
}
"""

SPIN = """
tt.func public @spin(%out: !tt.ptr<i32>) {
  %zero = arith.constant 0 : i32
  scf.while : () -> () {
    %v = tt.load %out {isVolatile = true} : !tt.ptr<i32>
    %go = arith.cmpi eq, %v, %zero : i32
    scf.condition(%go)
  } do {
    scf.yield
  }
  tt.return
}
"""

# out[pid] = in which place it came.
ORDER = """
tt.func public @order(%count: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
  %pid = tt.get_program_id x : i32
  %one = arith.constant 1 : i32
  %yes = arith.constant true
  %place = tt.atomic_rmw add, relaxed, gpu, %count, %one, %yes : (!tt.ptr<i32>, i32, i1) -> i32
  %p = tt.addptr %out, %pid : !tt.ptr<i32>, i32
  tt.store %p, %place : !tt.ptr<i32>
  tt.return
}
"""


def compile_kernel(release, text, arch, options):
    """The kernel's facts, its PTX and its cubin; in a fork, as the compiler may leave anything behind."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            program = os.memfd_create("program")
            os.write(program, b"module {\n" + text.encode() + b"}\n")
            os.dup2(program, 9)
            made = {}

            def record(entry, payload=b""):
                if "made" in entry:
                    made[entry["made"]] = payload
                made.update({key: entry[key] for key in ("kernel",) if key in entry})

            job = {"target": ["cuda", arch, 32], "options": {"num_warps": 4, "num_stages": 3, "num_ctas": 1, **options},
                   "stage": "binary", "passes": "", "step": False, "dump": False}
            release.compile(job, text.encode(), record)
            with os.fdopen(writer, "wb") as pipe:
                pickle.dump((made["kernel"], made["asm"] + b"\n", made["binary"]), pipe)
            os._exit(0)
        finally:
            os._exit(1)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        data = pipe.read()
    os.waitpid(child, 0)
    if not data:
        sys.exit(f"{release.version} does not compile this:\n{text}")
    return pickle.loads(data)


def floats(values):
    return struct.pack(f"<{len(values)}f", *values)


def halves(values):
    return struct.pack(f"<{len(values)}e", *values)


def ints(*values):
    return struct.pack(f"<{len(values)}i", *values)


class Maker:
    """Makes cases. Values are small whole numbers, so that all sums and products are exact."""

    def __init__(self, release, arch):
        self.release, self.arch = release, arch
        self.compiled = {}
        self.random = random.Random(1)

    def numbers(self, count):
        return [self.random.randint(-8, 8) for _ in range(count)]

    def kernel(self, text, **options):
        key = (text, tuple(sorted(options.items())))
        if key not in self.compiled:
            self.compiled[key] = compile_kernel(self.release, text, self.arch, options)
        return self.compiled[key]

    def add(self, to, name, kernel, arguments, buffers, grid=(1, 1, 1), group="", ptx=False):
        facts, asm, binary = kernel
        scratch = [(bundle.GLOBAL_SCRATCH,), (bundle.PROFILE_SCRATCH,)][:facts["scratch_parameters"]]
        to.add(name, f"cuda:{self.arch}", asm if ptx else binary, facts["name"], arguments + scratch, buffers,
               kind=bundle.PTX if ptx else bundle.CUBIN, group=group, grid=grid,
               threads=facts["num_warps"] * facts["threads_per_warp"], shared=facts["shared"], cluster=facts["cluster"],
               global_scratch=facts["global_scratch"], profile_scratch=facts["profile_scratch"])

    @staticmethod
    def input(name, data):
        return {"name": name, "size": len(data), "initial": data}

    @staticmethod
    def output(name, data, kind, count, check=bundle.COMPARE, initial=b"\xcc"):
        return {"name": name, "size": len(data), "initial": initial, "check": check, "expected": data,
                "ranges": [(0, count, kind, 0.0)]}

    def vector_add(self, to, name, size, programs, n, wrong=False, **how):
        kernel = self.kernel(ADD.format(size=size), **how.pop("options", {}))
        x, y = self.numbers(n), self.numbers(n)
        total = [a + b for a, b in zip(x, y)]
        if wrong:
            total[n // 2] += 1
        arguments = [(bundle.POINTER, 0), (bundle.POINTER, 1), (bundle.POINTER, 2), (bundle.SCALAR, ints(n))]
        buffers = [self.input("x", floats(x)), self.input("y", floats(y)), self.output("out", floats(total), "f32", n)]
        self.add(to, name, kernel, arguments, buffers, grid=(programs, 1, 1), **how)

    def matmul(self, to, name, m, n, k, check=bundle.COMPARE, **how):
        kernel = self.kernel(MATMUL.format(m=m, n=n, k=k), **how.pop("options", {}))
        a, b = self.numbers(m * k), self.numbers(k * n)
        columns = [b[j::n] for j in range(n)]
        c = [sum(p * q for p, q in zip(a[i * k:i * k + k], column)) for i in range(m) for column in columns]
        arguments = [(bundle.POINTER, 0), (bundle.POINTER, 1), (bundle.POINTER, 2)]
        buffers = [self.input("a", halves(a)), self.input("b", halves(b)), self.output("c", floats(c), "f32", m * n, check)]
        self.add(to, name, kernel, arguments, buffers, **how)

    def rows(self, to, name, m, n, **how):
        kernel = self.kernel(ROWS.format(m=m, n=n), **how.pop("options", {}))
        x = self.numbers(m * n)
        sums = [sum(x[i * n:i * n + n]) for i in range(m)]
        self.add(to, name, kernel, [(bundle.POINTER, 0), (bundle.POINTER, 1)],
                 [self.input("x", floats(x)), self.output("out", floats(sums), "f32", m)], **how)


    def descriptor_argument(self, to, name):
        """Tiles of 32 rows of a matrix with 20: the missing ones read as zeros."""
        kernel = self.kernel(ARGUMENT)
        how = kernel[0]["descriptors"][0]
        data = halves(self.numbers(20 * 64))
        recipe = {"data_type": how["element_type"], "dims": [64, 20], "strides": [128], "box": how["block"][::-1],
                  "swizzle": how["swizzle"]}
        sizes = [ints(20), ints(64), struct.pack("<q", 64), struct.pack("<q", 1)]
        self.add(to, name, kernel,
                 [(bundle.TENSOR_MAP, 0, recipe), *[(bundle.SCALAR, size) for size in sizes], (bundle.POINTER, 1)],
                 [self.input("in", data), self.output("out", data + bytes(12 * 128), "f16", 32 * 64)])


def rate_bundle(maker, cases):
    made = bundle.Bundle()
    sizes = []
    for warps in (1, 2, 4, 8):
        options = {"num_warps": warps}
        for size in (64, 256, 1024):
            sizes.append(lambda i, s=size, o=options: maker.vector_add(made, f"add-{i}", s, 4, 4 * s - 7, options=o))
        for side in (16, 32):
            sizes.append(lambda i, s=side, o=options: maker.matmul(made, f"matmul-{i}", s, s, s, options=o))
        sizes.append(lambda i, o=options: maker.rows(made, f"rows-{i}", 32, 64, options=o))
    # Inputs are made anew for some hundred cases; the others repeat them.
    state = maker.random.getstate()
    for i in range(cases):
        if i % 240 == 0:
            maker.random.setstate(state)
        sizes[i % len(sizes)](i)
    return made


def features_bundle(maker):
    made = bundle.Bundle()
    maker.vector_add(made, "good: pass", 256, 4, 1000)
    maker.vector_add(made, "ptx: pass", 256, 4, 1000, ptx=True)
    maker.vector_add(made, "wrong: differs", 256, 4, 1000, wrong=True)
    maker.matmul(made, "shared-memory: pass", 128, 128, 128)
    maker.matmul(made, "cluster: pass", 128, 128, 64, options={"num_ctas": 2})
    data = floats(maker.numbers(1024))
    maker.add(made, "global-scratch: pass", maker.kernel(DESCRIPTOR), [(bundle.POINTER, 0), (bundle.POINTER, 1)],
              [maker.input("x", data), maker.output("out", data, "f32", 1024)])
    maker.descriptor_argument(made, "tensor-map: pass")
    state = maker.random.getstate()
    for warps in (1, 2, 4, 8):
        maker.random.setstate(state)
        maker.matmul(made, f"agree-{warps}: pass", 64, 64, 32, check=bundle.AGREE, group="warps",
                     options={"num_warps": warps})
    maker.matmul(made, "disagree: differs", 64, 64, 32, check=bundle.AGREE, group="warps")
    far = maker.kernel(STORE_FAR)

    def store(name, offset):
        maker.add(made, name, far, [(bundle.POINTER, 0), (bundle.SCALAR, struct.pack("<q", offset))],
                  [maker.output("out", ints(0, 0, 0, 0), "i32", 4, initial=b"")])

    store("red-zone: differs", 5)
    store("fault: fault", 1 << 40)
    maker.vector_add(made, "good-after-fault: pass", 256, 4, 1000)
    maker.add(made, "hang: hang", maker.kernel(SPIN), [(bundle.POINTER, 0)], [maker.input("out", ints(0))])
    maker.vector_add(made, "good-after-hang: pass", 256, 4, 1000)
    programs = 4096
    maker.add(made, "order: race", maker.kernel(ORDER), [(bundle.POINTER, 0), (bundle.POINTER, 1)],
              [{"name": "count", "size": 4, "check": bundle.IGNORE},
               {"name": "out", "size": 4 * programs, "check": bundle.AGREE, "ranges": [(0, programs, "i32", 0.0)]}],
              grid=(programs, 1, 1), group="order")
    return made


def make(arguments):
    cache = os.environ.get("FATHOM_CACHE") or os.path.join(
        os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "fathom")
    sys.path.insert(0, os.path.join(cache, "triton", arguments.release))
    sys.path.insert(1, os.path.join(HERE, "..", "..", "oracles", "subject"))
    import triton_release
    maker = Maker(triton_release.Release(), arguments.arch)
    os.makedirs(arguments.folder, exist_ok=True)
    for name, made in (("features", features_bundle(maker)), ("rate", rate_bundle(maker, arguments.cases))):
        path = os.path.join(arguments.folder, name + ".bundle")
        with open(path, "wb") as file:
            file.write(made.data())
        print(f"{path}: {made.cases} cases, {os.path.getsize(path)} bytes")
    return 0


def run(arguments, name, *options):
    path = os.path.join(arguments.folder, name + ".bundle")
    done = subprocess.run([arguments.runner, "--json", *options, path], capture_output=True, text=True)
    if done.returncode == 2:
        sys.exit(done.stderr)
    *verdicts, summary = map(json.loads, done.stdout.splitlines())
    return verdicts, summary["summary"]


def check(arguments):
    wrong = []
    verdicts, summary = run(arguments, "features", "--repeat", "5", "--limit-seconds", "2")
    for verdict in verdicts:
        name, _, right = verdict["case"].rpartition(": ")
        print(f"{name}: {verdict['verdict']} ({verdict['milliseconds']:.2f} ms) {verdict.get('message', '')}")
        if verdict["verdict"] != right:
            wrong.append(verdict)
    for _ in range(arguments.times):
        verdicts, summary = run(arguments, "rate")
        wrong += [verdict for verdict in verdicts if verdict["verdict"] != "pass"]
        print(f"{summary['gpu']}, {summary['driver']}: {summary['launches']} kernels in {summary['seconds']:.2f} s, "
              f"{summary['rate']:.0f} a second")
    for verdict in wrong[:20]:
        print("not as it should be:", json.dumps(verdict))
    return 1 if wrong else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    maker = commands.add_parser("make")
    maker.add_argument("folder")
    maker.add_argument("--release", default="3.6.0")
    maker.add_argument("--arch", default="90")
    maker.add_argument("--cases", type=int, default=4000)
    maker.set_defaults(command=make)
    checker = commands.add_parser("check")
    checker.add_argument("folder")
    checker.add_argument("--runner", default="fathom-runner")
    checker.add_argument("--times", type=int, default=3)
    checker.set_defaults(command=check)
    arguments = parser.parse_args()
    return arguments.command(arguments)


if __name__ == "__main__":
    sys.exit(main())
