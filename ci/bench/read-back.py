#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Dumps the IR before every pass up to TTGIR from Triton releases and prints which share of it fathom reads back.

  ci/bench/read-back.py --dumps DIR [--release 3.6.0]... [--target cuda:80]... [--kernels DIR]
                        [--releases-at DIR] [--reader build/dev/bin/fathom-read] [--reasons N]

A release is a folder RELEASES_AT/VERSION that `pip install --no-deps --target` filled. Dumps are made once and kept
in DIR/VERSION/TARGET/KERNEL.mlir: the distinct modules of one compile, each after a line `// -----// BEFORE pass`.
The reader prints one line a module: `ok` or `bad<TAB>file:module<TAB>reason`.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import resource
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "oracles", "subject"))

MARKER = "// -----// BEFORE "
# The IR before a pass, and within the pipeliner.
HEADER = re.compile(r"^// -----// (?:IR Dump Before (\S+?):? .*//----- //|.* internal IR Dump After: (.*))$", re.M)


def kernelTexts(kernels, release):
    """The kernels as the release spells them: {name: path}."""
    old = tuple(int(x) for x in release.split(".")) < (3, 2)
    suffix = ".3.0.0.sm80" if old else ".3.9.0.sm80" if release == "3.9.0" else None
    texts = {}
    for path in sorted(pathlib.Path(kernels).glob("*.ttir")):
        name = path.name[: -len(".ttir")]
        if re.search(r"\.\d+\.\d+\.\d+\.", name):
            continue
        spelled = path.with_name(name + suffix + ".ttir") if suffix else path
        texts[name] = spelled if spelled.exists() else path
    return texts


def compileOne(release, path, target, options):
    """In a forked child of the worker: the stages up to TTGIR, with the IR before every pass on stderr."""
    backend = release.backend_of(target)
    stages = release.stages_of(backend, backend.parse_options(options))
    module = release.read(backend, path)
    metadata = {}
    for stage in ("ttir", "ttgir"):
        module = stages[stage](module, metadata)
    sys.stderr.write(f"\n// -----// IR Dump Before End () //----- //\n{module}\n")


def modulesOf(text):
    """The distinct modules of a stderr text: [(pass, module)]."""
    heads = list(HEADER.finditer(text))
    seen, out = set(), []
    for at, head in enumerate(heads):
        end = heads[at + 1].start() if at + 1 < len(heads) else len(text)
        body = text[head.end() : end]
        # A diagnostic that follows the module may print another; the first brace in column 0 ends the first.
        last = re.search(r"^\}( loc\(.*\))?$", body, re.M)
        if not last:
            continue
        locations = re.match(r"(?:\n#loc\d* = [^\n]*)*", body[last.end() :])
        body = body[: last.end() + locations.end()].strip() + "\n"
        if body not in seen:
            seen.add(body)
            out.append((head.group(1) or "what follows " + head.group(2), body))
    return out


def worker(release, target, kernels, out):
    """Imports a release once and compiles each kernel in a fork of itself."""
    os.environ["MLIR_ENABLE_DUMP"] = "1"
    import triton_release

    compiler = triton_release.Release()  # Before the forks.

    index = {}
    for line in open(os.path.join(kernels, "index.jsonl")):
        row = json.loads(line)
        index[row["name"]] = row
    out.mkdir(parents=True, exist_ok=True)
    for name, path in kernelTexts(kernels, release).items():
        row = index.get(name) or index.get(re.sub(r"_(sm90|raw)$", "", name)) or {}
        options = {"num_warps": row.get("num_warps", 4), "num_stages": row.get("num_stages", 3)}
        log = out / (name + ".log")
        child = os.fork()
        if child == 0:
            fd = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(fd, 2)
            os.dup2(fd, 1)
            # Some releases do not end on some of these kernels.
            resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
            resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
            try:
                compileOne(compiler, path, target, options)
            except BaseException as error:
                sys.stderr.write(f"\nfailed: {error}\n")
            sys.stderr.flush()
            os._exit(0)
        os.waitpid(child, 0)
        modules = modulesOf(log.read_text(errors="replace"))
        log.unlink()
        with open(out / (name + ".mlir"), "w") as file:
            for before, body in modules:
                file.write(f"{MARKER}{before}\n{body}")
    (out / "complete").touch()


def dump(args, release, target):
    out = pathlib.Path(args.dumps) / release / target.replace(":", "-")
    if not (out / "complete").exists():
        env = dict(os.environ, PYTHONPATH=str(pathlib.Path(args.releases_at) / release), TRITON_CACHE_DIR=str(out))
        command = [sys.executable, __file__, "--worker", release, target, args.kernels, str(out)]
        subprocess.run(command, env=env, check=True)
    return sorted(out.glob("*.mlir"))


def normalised(reason):
    reason = re.sub(r"'(?!op|[a-z_]+\.)[^']*'", "'..'", reason)
    return re.sub(r"\d+", "N", reason)


def main():
    if len(sys.argv) > 1 and sys.argv[1] == "--worker":
        worker(sys.argv[2], sys.argv[3], sys.argv[4], pathlib.Path(sys.argv[5]))
        return 0
    home = pathlib.Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--release", action="append")
    parser.add_argument("--target", action="append")
    parser.add_argument("--dumps", required=True)
    parser.add_argument("--kernels", default=str(home.parent / "shared" / "kernels"))
    parser.add_argument("--releases-at", default=os.path.expanduser("~/.cache/fathom/triton"))
    parser.add_argument("--reader", default=str(home / "build/dev/bin/fathom-read"))
    parser.add_argument("--reasons", type=int, default=12)
    parser.add_argument("--dump-only", action="store_true")
    args = parser.parse_args()
    total = good = 0
    for release in args.release or ["3.1.0", "3.6.0", "3.9.0"]:
        for target in args.target or ["cuda:80", "cuda:90", "hip:gfx942"]:
            files = dump(args, release, target)
            if args.dump_only:
                continue
            answer = subprocess.run([args.reader, *map(str, files)], stdout=subprocess.PIPE, text=True)
            lines = answer.stdout.splitlines()
            bad = [line.split("\t") for line in lines if line.startswith("bad\t")]
            ok = sum(line == "ok" for line in lines)
            total, good = total + ok + len(bad), good + ok
            share = 100.0 * ok / max(1, ok + len(bad))
            print(f"{release} {target}: {ok} of {ok + len(bad)} dumps of {len(files)} kernels read back, {share:.2f}%")
            if answer.returncode not in (0, 1):
                print(f"  the reader ended with {answer.returncode}")
            reasons = collections.Counter(normalised(row[2]) for row in bad)
            example = {normalised(row[2]): row[1] for row in reversed(bad)}
            for reason, count in reasons.most_common(args.reasons):
                print(f"  {count:5} {reason}   ({example[reason]})")
    if not args.dump_only:
        print(f"all: {good} of {total}, {100.0 * good / max(1, total):.2f}%")
    return 0


if __name__ == "__main__":
    sys.exit(main())
