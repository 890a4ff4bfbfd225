#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How much of the core four ways of fuzzing reach in the same time of one core: fathom's targets under libFuzzer, under AFL++ and in the plain loop, and libFuzzer's mutations of bytes
on the text corpus. Prints a table: inputs and crashes, lines and regions of core/ by llvm-cov, and features (fathom features).
fathom has two targets on texts as well; the last rows are without them.

    ci/install.sh fuzzer && ninja -C build/fuzzer && ninja -C build/dev fathom && cmake --preset coverage && ninja -C build/coverage core-fuzz
    ci/bench/coverage.py [--time 3600] [--jobs 2] [--out coverage] [WAY...]

The time is CPU time of all processes of a way, so that a busy machine measures the same. A way has several targets, each with its share of the time, one after the other; --jobs ways run
at a time. Engines begin with 64 random inputs of a target, and all ways with the whole text corpus on texts; at a crash engines are started again. Fuzzing runs in the preset `fuzzer`. What was covered
is counted afterwards, in the preset `coverage`: there the inputs run again that an engine kept or crashed on, and all of the plain loop's.

What is done lies in --out and is not done again: a stopped measurement goes on with the target that it was at.
"""
import argparse
import concurrent.futures
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TICKS = os.sysconf("SC_CLK_TCK")
FOLDERS = ["ir", "layout", "analysis", "passes", "pipeline"]
TEXTS = ["core/test", "corpus/regressions"]
TARGETS = "cuda:80,cuda:90,hip:gfx942,hip:gfx1100"  # What fuzz targets compile for.
LONG = "100000"  # Seconds or more: engines' time limits are by the clock, and the machine may be busy.

TEXT_TARGETS = ("compile-texts", "texts")
FATHOM = {"pipelines": 0.35, "passes": 0.35, "meanings": 0.05, "layouts": 0.05, "compile-texts": 0.1, "texts": 0.1}
BYTES = {"compile-texts": 0.6, "texts": 0.4}
WAYS = {"plain": FATHOM, "libfuzzer": FATHOM, "bytes": BYTES, "afl": FATHOM}
TITLES = {"plain": "fathom, plain loop", "libfuzzer": "fathom, libFuzzer", "afl": "fathom, AFL++", "bytes": "bytes of texts, libFuzzer"}
# The targets whose inputs are programs that the core compiles, and the profile that `fathom features` reads their choices with.
COMPILED = {"pipelines": "default", "passes": "ttgir", "compile-texts": "default"}


def processor_seconds(root):
    """By process: of the root and of those below it, with what their children that have ended used."""
    parents, used = {}, {}
    for pid in map(int, filter(str.isdigit, os.listdir("/proc"))):
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            continue  # It ended while we looked.
        parents[pid] = int(fields[1])
        used[pid] = sum(map(int, fields[11:15])) / TICKS
    members = {root} & set(used)
    while more := {pid for pid, parent in parents.items() if parent in members} - members:
        members |= more
    return {pid: used[pid] for pid in members}


def end(process):
    """As a user would, so that engines save what they have; then for good."""
    members = processor_seconds(process.pid)
    for number in (signal.SIGINT, signal.SIGKILL):
        for pid in members:
            try:
                os.kill(pid, number)
            except OSError:
                pass  # It has ended.
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            pass


class Job:
    """A target of a way; what it does lies in its folder."""

    def __init__(self, options, way, target):
        self.options, self.way, self.target = options, way, target
        self.seconds = WAYS[way][target] * options.time
        self.folder = os.path.join(options.out, way, target)
        self.environment = dict(os.environ, FATHOM_FUZZ_TARGET=target)

    def path(self, name):
        return os.path.join(self.folder, name)

    def program(self, name):
        return os.path.join(self.options.build, "bin", name)

    def files(self, *names):
        """What lies in a folder of the job, if it is there."""
        folder = os.path.join(self.folder, *names)
        return sorted(entry.path for entry in os.scandir(folder) if entry.is_file()) if os.path.isdir(folder) else []

    def once(self, name, make):
        """What `make` returns, from the file where it was saved."""
        path = self.path(name + ".json")
        if not os.path.exists(path):
            result = make()
            with open(path + ".new", "w", encoding="utf-8") as file:
                json.dump(result, file)
            os.rename(path + ".new", path)
        with open(path, encoding="utf-8") as file:
            return json.load(file)

    def run(self):
        fuzzed = os.path.exists(self.path("fuzzed.json"))
        if not fuzzed:
            shutil.rmtree(self.folder, ignore_errors=True)
            os.makedirs(self.folder)
        fuzz = {"plain": self.plain, "libfuzzer": self.libfuzzer, "bytes": self.libfuzzer, "afl": self.afl}[self.way]
        self.fuzzed = self.once("fuzzed", fuzz)
        self.once("counted", self.count)
        self.features = self.once("features", self.read_features)

    #===--- Fuzzing ---===#

    def start(self, command):
        """Again and again, whatever it crashes of, until the CPU time is used. Returns how much was."""
        used = 0
        with open(self.path("log"), "ab") as log:
            while used < self.seconds:
                process = subprocess.Popen(command, stdout=log, stderr=log, env=self.environment, cwd=self.folder)
                before = used
                while process.poll() is None and used < self.seconds:
                    time.sleep(0.5)
                    used = max(used, before + sum(processor_seconds(process.pid).values()))
                end(process)
                used = max(used, before + 1)  # Of one that fails at once nothing was seen.
        return used

    def seeds(self):
        """A new folder of what is begun with."""
        folder = self.path("seeds")
        os.makedirs(folder)
        if self.target not in TEXT_TARGETS:
            subprocess.run([self.program("core-fuzz"), "--what", self.target, "--seed", str(self.options.seed), "--count", "64", "--write", folder], check=True)
            return folder
        for number, text in enumerate(self.options.texts):
            with open(os.path.join(folder, f"{number:04}.mlir"), "w", encoding="utf-8") as file:
                file.write(text)
        # A seed that crashes would end libFuzzer at each start. Findings are named by the input's number.
        subprocess.run([self.program("core-fuzz"), "--what", self.target, "--unchanged", folder, "--seconds", LONG, "--out", self.path("crashes-of-seeds")], stdout=subprocess.DEVNULL, check=False)
        for path in self.files("crashes-of-seeds"):
            if path.endswith(".mlir"):
                os.remove(os.path.join(folder, f"{int(path[:-5].rpartition('-')[2]):04}.mlir"))
        return folder

    def numbered(self, count):
        """What makes the plain loop's first inputs, for core-fuzz."""
        return ["--what", self.target, "--seed", str(self.options.seed), "--count", str(count)] + ([self.path("seeds")] if self.target in TEXT_TARGETS else [])

    def plain(self):
        if self.target in TEXT_TARGETS:
            self.seeds()
        used = self.start([self.program("core-fuzz"), "--seconds", LONG, "--out", self.path("crashes")] + self.numbered(10 ** 9))
        with open(self.path("log"), encoding="utf-8", errors="replace") as file:
            inputs, wrong = map(int, re.search(r"^core-fuzz: .* (\d+) inputs in .* (\d+) went wrong", file.read(), re.M).groups())
        return {"seconds": used, "inputs": inputs, "crashes": wrong}

    def libfuzzer(self):
        for name in ("corpus", "crashes"):
            os.makedirs(self.path(name))
        used = self.start(
            [self.program("fathom-libfuzzer"), f"-artifact_prefix={self.path('crashes')}/", "-timeout=" + LONG, "-rss_limit_mb=6000", "-len_control=0", "-max_len=65536",
             f"-seed={self.options.seed}", self.path("corpus"), self.seeds()])
        # One start after the other: "#4096 pulse", "#1234 NEW", ...; the last of each.
        inputs = last = 0
        with open(self.path("log"), encoding="utf-8", errors="replace") as file:
            for count in map(int, re.findall(r"^#(\d+)\s", file.read(), re.M)):
                if count < last:
                    inputs += last
                last = count
        return {"seconds": used, "inputs": inputs + last, "crashes": len(self.files("crashes"))}

    def afl(self):
        self.environment.update(
            AFL_NO_UI="1", AFL_SKIP_CPUFREQ="1", AFL_NO_AFFINITY="1", AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES="1", AFL_AUTORESUME="1",
            AFL_FORKSRV_INIT_TMOUT=LONG + "000", AFL_CUSTOM_MUTATOR_LIBRARY=self.program("libfathom-afl-mutator.so"), AFL_CUSTOM_MUTATOR_ONLY="1", AFL_DISABLE_TRIM="1",
            AFL_FAST_CAL="1")
        used = self.start(
            ["afl-fuzz", "-i", self.seeds(), "-o", self.path("afl"), "-t", LONG + "000", "-m", "none", "-s", str(self.options.seed), "--", self.program("fathom-afl")])
        with open(self.path("afl/default/fuzzer_stats"), encoding="utf-8") as file:
            inputs = int(re.search(r"^execs_done\s*:\s*(\d+)", file.read(), re.M)[1])
        return {"seconds": used, "inputs": inputs, "crashes": len(self.crashes())}

    def crashes(self):
        return [path for path in self.files("afl", "default", "crashes") if os.path.basename(path).startswith("id")] + self.files("crashes")

    def kept(self):
        return self.files("afl", "default", "queue") + self.files("corpus")

    #===--- What it reached ---===#

    def count(self):
        """Runs the inputs again where the core counts for llvm-cov."""
        if self.way == "plain":
            what = self.numbered(self.fuzzed["inputs"])
        else:
            os.makedirs(self.path("again"), exist_ok=True)
            for path in self.kept() + self.crashes():  # A folder, as there may be more than a command line takes.
                shutil.copyfile(path, self.path("again/" + re.sub(r"\W", "-", os.path.basename(path))))
            what = ["--what", self.target, "--unchanged", self.path("again")]
        with open(self.path("again.log"), "wb") as log:
            result = subprocess.run([os.path.join(self.options.counting, "bin", "core-fuzz"), "--seconds", LONG, "--out", self.path("again-crashes")] + what,
                                    stdout=log, stderr=log, env=dict(os.environ, LLVM_PROFILE_FILE=self.path("again%c.profraw")), check=False)
        if result.returncode not in (0, 1):  # 1: some went wrong.
            sys.exit(f"coverage.py: {self.path('again.log')} says why {self.target} of {self.way} cannot be run again")
        return {}

    def read_features(self):
        """The names of the features that a compile of the inputs meets. At most --features of them are asked, spread over what an engine kept."""
        most = self.options.features
        if self.target not in COMPILED:
            return []
        if self.way == "plain":
            os.makedirs(self.path("first"), exist_ok=True)
            subprocess.run([self.program("core-fuzz"), "--write", self.path("first")] + self.numbered(min(most, self.fuzzed["inputs"])), check=True)
            files = self.files("first")
        else:
            files = self.kept()
        if self.target in TEXT_TARGETS:  # `fathom features` takes what is no program for choices.
            files = [path for path in files if is_program(path)]
        if len(files) > most:
            files = [files[i * len(files) // most] for i in range(most)]
        if not files:
            return []
        subprocess.run([self.options.fathom, "features", "--profile", COMPILED[self.target], "--target", TARGETS, "--save", self.path("features.tsv")] + files,
                       stdout=subprocess.DEVNULL, check=True)
        with open(self.path("features.tsv"), encoding="utf-8") as file:
            return [line.rstrip("\n").split("\t", 1)[1] for line in file if "\t" in line]


def is_program(path):
    with open(path, "rb") as file:
        content = file.read()
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return b"tt.func" in content or b"module" in content


def row_of(options, title, jobs):
    """A row of the table, and how many lines and regions there are."""
    merged = os.path.join(options.out, "merged.profdata")
    subprocess.run(["llvm-profdata-22", "merge", "-sparse", "-o", merged] + [job.path("again.profraw") for job in jobs], check=True)
    # Of functions that no input can run, those of MLIR's type ids, it warns that they have no profile.
    exported = subprocess.run(["llvm-cov-22", "export", "-summary-only", "-instr-profile", merged, os.path.join(options.counting, "bin", "core-fuzz")],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    # Of each folder of core/ and of all: [covered, all] of lines and regions. Code that TableGen wrote is left out.
    coverage = {folder: {"lines": [0, 0], "regions": [0, 0]} for folder in FOLDERS + ["all"]}
    for file in json.loads(exported.stdout)["data"][0]["files"]:
        parts = os.path.relpath(os.path.join(options.counting, file["filename"]), ROOT).split(os.sep)
        if parts[0] != "core":
            continue
        for folder in {"all", parts[1]} & set(coverage):
            for kind, numbers in coverage[folder].items():
                numbers[0] += file["summary"][kind]["covered"]
                numbers[1] += file["summary"][kind]["count"]
    row = [title] + [f"{sum(job.fuzzed[what] for job in jobs):,}" for what in ("inputs", "crashes")]
    row += [percent(coverage["all"]["lines"]), percent(coverage["all"]["regions"])] + [percent(coverage[folder]["regions"]) for folder in FOLDERS]
    return row + [f"{len({feature for job in jobs for feature in job.features}):,}"], coverage["all"]


def percent(numbers):
    return f"{100 * numbers[0] / max(numbers[1], 1):.1f}%"


def print_table(options, ways):
    """`ways`: the jobs of each, by name."""
    print(f"{options.time:.0f} s of CPU time each, RNG seed {options.seed}\n")
    heads = ["", "inputs", "crashes", "lines", "regions"] + [f"`{folder}`" for folder in FOLDERS] + ["features"]
    print("| " + " | ".join(heads) + " |")
    print("| --- |" + " ---: |" * (len(heads) - 1))
    for without in (False, True):
        for name, jobs in ways.items():
            if without and name == "bytes":
                continue
            row, whole = row_of(options, TITLES[name] + ", without texts" * without, [job for job in jobs if not (without and job.target in TEXT_TARGETS)])
            print("| " + " | ".join(row) + " |")
    print(f"\ncore/ has {whole['lines'][1]:,} lines and {whole['regions'][1]:,} regions; the folders' columns are of their regions.")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--time", type=float, default=3600, help="CPU seconds of each way")
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count()), help="ways at a time")
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "fuzzer"), help="of the preset fuzzer")
    parser.add_argument("--counting", default=os.path.join(ROOT, "build", "coverage"), help="of the preset coverage")
    parser.add_argument("--fathom", default=os.path.join(ROOT, "build", "dev", "bin", "fathom"))
    parser.add_argument("--out", default="coverage")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--features", type=int, default=2000, help="inputs of each target that are asked for features")
    parser.add_argument("ways", nargs="*", metavar="WAY", help=f"of {', '.join(WAYS)}; all")
    options = parser.parse_args()
    for name in options.ways:
        if name not in WAYS:
            parser.error(f"there is no way '{name}'; there are {', '.join(WAYS)}")
    for name in ("build", "counting", "fathom", "out"):
        setattr(options, name, os.path.abspath(getattr(options, name)))
    options.texts = []
    for folder in TEXTS:
        for name in sorted(os.listdir(os.path.join(ROOT, folder))):
            if name.endswith(".mlir"):
                with open(os.path.join(ROOT, folder, name), encoding="utf-8") as file:
                    options.texts += [part for part in file.read().split("// -----") if part.strip()]
    ways = {name: [Job(options, name, target) for target in WAYS[name]] for name in options.ways or WAYS}

    def run(jobs):
        for job in jobs:
            job.run()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(run, ways.values()))
    print_table(options, ways)


if __name__ == "__main__":
    main()
