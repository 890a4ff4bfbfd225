#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a large nest of scf.for and scf.while with one math.sqrt in a while in a for, to measure the reducer on:

    ci/bench/nest.py --lines 2000 > nest.mlir
    fathom-reduce-step --nested=math.sqrt,scf.while,scf.for --statistics nest.mlir
"""
import argparse
import random

parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
parser.add_argument("--lines", type=int, default=2000)
parser.add_argument("--seed", type=int, default=1)
options = parser.parse_args()
rng = random.Random(options.seed)
lines = []
names = 0


def emit(depth, text):
    lines.append("  " * (depth + 2) + text)


def fresh():
    global names
    names += 1
    return f"%v{names}"


def arithmetic(depth, floats, integers):
    """A few ops on what is visible."""
    for _ in range(rng.randint(1, 5)):
        if rng.random() < 0.6:
            name = fresh()
            op = rng.choice(["addf", "mulf", "subf", "maximumf"])
            emit(depth, f"{name} = arith.{op} {rng.choice(floats)}, {rng.choice(floats)} : f32")
            floats.append(name)
        else:
            name = fresh()
            op = rng.choice(["addi", "muli", "xori", "ori"])
            emit(depth, f"{name} = arith.{op} {rng.choice(integers)}, {rng.choice(integers)} : i32")
            integers.append(name)


def pick(values, count):
    return [rng.choice(values[-8:]) for _ in range(count)]


def loop(depth, floats, integers, budget):
    """A loop with carried values, and what is nested in it; its results become visible."""
    float_count, integer_count = rng.randint(1, 3), rng.randint(1, 2)
    types = ["f32"] * float_count + ["i32"] * integer_count
    starts = pick(floats, float_count) + pick(integers, integer_count)
    arguments = [fresh() for _ in types]
    result = fresh()
    carried = ", ".join(f"{a} = {s}" for a, s in zip(arguments, starts))
    is_for = rng.random() < 0.5
    if is_for:
        iv = fresh()
        emit(depth, f"{result}:{len(types)} = scf.for {iv} = %c0 to {rng.choice(integers)} step %c1 "
                    f"iter_args({carried}) -> ({', '.join(types)}) : i32 {{")
        inner_floats, inner_integers = floats + arguments[:float_count], integers + [iv] + arguments[float_count:]
    else:
        joined = ", ".join(types)
        emit(depth, f"{result}:{len(types)} = scf.while ({carried}) : ({joined}) -> ({joined}) {{")
        condition = fresh()
        emit(depth + 1, f"{condition} = arith.cmpi slt, {arguments[float_count]}, {rng.choice(integers)} : i32")
        emit(depth + 1, f"scf.condition({condition}) {', '.join(arguments)} : {joined}")
        emit(depth, "} do {")
        arguments = [fresh() for _ in types]
        emit(depth, "^bb0(" + ", ".join(f"{a}: {t}" for a, t in zip(arguments, types)) + "):")
        inner_floats, inner_integers = floats + arguments[:float_count], integers + arguments[float_count:]
    body(depth + 1, inner_floats, inner_integers, budget)
    yielded = pick(inner_floats, float_count) + pick(inner_integers, integer_count)
    emit(depth + 1, f"scf.yield {', '.join(yielded)} : {', '.join(types)}")
    emit(depth, "}")
    floats += [f"{result}#{i}" for i in range(float_count)]
    integers += [f"{result}#{i}" for i in range(float_count, len(types))]


def body(depth, floats, integers, budget):
    arithmetic(depth, floats, integers)
    while budget > 12 and depth < 7:
        share = rng.randint(8, max(8, budget // 2))
        loop(depth, floats, integers, share)
        arithmetic(depth, floats, integers)
        budget -= share + 6
        if depth > 0 and rng.random() < 0.3:
            break
    if rng.random() < 0.2:
        emit(depth, f"tt.store %p, {rng.choice(floats)} : !tt.ptr<f32>")


floats, integers = ["%x", "%y"], ["%n", "%m"]
while len(lines) < options.lines:
    loop(0, floats, integers, 120)

# The marked op: in the middle of the text, in a while that is in a for.
inside, places = [], []
for number, line in enumerate(lines):
    word = line.strip()
    if word.startswith("} do"):
        inside[-1] = "while"
    elif word.startswith("}"):
        inside.pop()
    elif word.endswith("{"):
        inside.append("for" if "scf.for" in word else "before")
    if "arith." in word and word.endswith("f32") and "while" in inside and "for" in inside[:inside.index("while")]:
        places.append(number)
at = min(places, key=lambda number: abs(number - len(lines) // 2))
value = lines[at].split("=")[0].strip()
indent = lines[at][:len(lines[at]) - len(lines[at].lstrip())]
lines.insert(at + 1, f"{indent}%marked = math.sqrt {value} : f32")
lines.insert(at + 2, f"{indent}tt.store %p, %marked : !tt.ptr<f32>")

print("module {\n  tt.func public @nest(%p: !tt.ptr<f32>, %x: f32, %y: f32, %n: i32, %m: i32) {")
print("    %c0 = arith.constant 0 : i32\n    %c1 = arith.constant 1 : i32")
print("\n".join(lines))
print(f"    tt.store %p, {floats[-1]} : !tt.ptr<f32>\n    tt.return\n  }}\n}}")
