#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls the commands as a user would, wrongly and rightly, and looks at exit codes and messages.

    command_line.py FATHOM STAND_IN        STAND_IN is the stand-in for a released Triton
"""
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import time
import unittest

fathom, stand_in = map(os.path.abspath, sys.argv[1:3])
del sys.argv[1:3]


def program(name):
    """A program for which the stand-in fails as the function's name says."""
    return f"module {{\n  tt.func public @{name}() {{\n    tt.return\n  }}\n}}\n"


class CommandLine(unittest.TestCase):

    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)

    def write(self, text, name="t.mlir"):
        path = os.path.join(self.scratch.name, name)
        with open(path, "w") as file:
            file.write(text)
        return path

    def call(self, *arguments, before=None, environment=None):
        return subprocess.run([fathom, *arguments], cwd=self.scratch.name, capture_output=True, text=True, timeout=600,
                              preexec_fn=before, env={**os.environ, **(environment or {})})

    def expect(self, code, pattern, *arguments, **how):
        result = self.call(*arguments, **how)
        said = result.stdout + result.stderr
        self.assertEqual(result.returncode, code, said)
        self.assertRegex(said, pattern)
        return result

    def test_usage_errors_are_exit_code_2(self):
        for pattern, arguments in [
            ("subcommand is required", []),
            ("FILE is required", ["check"]),
            ("no target 'cuda:81'; there are .*cuda:80", ["check", "x", "--target", "cuda:81"]),
            ("no oracle 'magic'; there are no-crash", ["check", "x", "--oracle", "magic"]),
            ("no stage 'ptx'", ["check", "x", "--stage", "ptx"]),
            ("--time takes a duration", ["fuzz", "--time", "soon"]),
            ("--shard takes I/N", ["fuzz", "--shard", "4/4"]),
            ("no findings folder 'nowhere'", ["merge", "out", "nowhere"]),
            ("no profile 'huge'; there are .*default", ["fuzz", "--profile", "huge"]),
            ("no profile 'huge'; there are .*default", ["generate", "--profile", "huge"]),
            ("cannot read the folder of known bugs 'nowhere'", ["fuzz", "--known", "nowhere"]),
            ("cannot read the folder of known bugs 'nowhere'", ["known", "--known", "nowhere"]),
            ("no/such.mlir", ["known", "no/such.mlir", "--subject", "core"]),
        ]:
            with self.subTest(arguments=arguments):
                if "x" in arguments:
                    arguments = [self.write(program("fine")) if word == "x" else word for word in arguments]
                self.expect(2, pattern, *arguments)

    def test_subjects_that_are_not_there(self):
        file = self.write(program("fine"))
        self.expect(2, "there is no subject 'gcc'", "check", file, "--subject", "gcc")
        self.expect(2, r"there is no Triton 9\.9\.9; there are 3\.0\.0", "check", file, "--subject", "triton:9.9.9")
        self.expect(2, "there is no folder", "check", file, "--subject", "triton:/no/such/folder")
        self.expect(2, "no/such/opt", "check", file, "--subject", "opt:/no/such/opt")

    def test_a_release_that_cannot_be_fetched(self):
        file = self.write(program("fine"))
        nowhere = {"FATHOM_CACHE": os.path.join(self.scratch.name, "cache"), "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": self.scratch.name}
        self.expect(2, r"cannot fetch Triton 3\.6\.0: ", "check", file, "--subject", "triton:3.6.0", environment=nowhere)

    def test_files_that_cannot_be_read(self):
        self.expect(2, "cannot read 'no/such.mlir': No such file", "check", "no/such.mlir")
        self.expect(2, r"bad.mlir:2:3: custom op 'tt.nonsense' is unknown", "check", self.write("module {\n  tt.nonsense\n}\n", "bad.mlir"))
        self.expect(2, "num-wraps", "check", self.write("// OPTIONS: num-wraps=4\nmodule {}\n"))
        self.expect(2, "holds no module|expected", "check", self.write(""))

    def test_how_a_compiler_dies_is_a_verdict(self):
        for name, pattern in [("assertion", "FAIL: no-crash: assertion in .*: planted"), ("segfault", "FAIL: no-crash: signal in .*SIGSEGV"),
                              ("fatal", "FAIL: no-crash: fatal in .*: planted error N"), ("fine", "pass")]:
            with self.subTest(name=name):
                file = self.write(program(name))
                self.expect(0 if name == "fine" else 1, pattern, "check", file, "--subject", "triton:" + stand_in)

    def test_a_compiler_that_hangs_or_eats_memory_is_a_verdict(self):
        for name, pattern, limit in [("hang", "FAIL: no-crash: timeout", ["--limit-seconds", "1"]),
                                     ("memory", "FAIL: no-crash: memory", ["--limit-megabytes", "200"])]:
            with self.subTest(name=name):
                self.expect(1, pattern, "check", self.write(program(name)), "--subject", "triton:" + stand_in, *limit)

    def test_json_is_an_object_a_line(self):
        file = self.write(program("assertion"))
        result = self.call("check", "--json", file, "--subject", "triton:" + stand_in, "--num-warps", "4,8")
        rows = [json.loads(line) for line in result.stdout.splitlines()]
        self.assertEqual([row["num_warps"] for row in rows], [4, 8])
        self.assertEqual({row["verdict"] for row in rows}, {"fail"})
        self.assertEqual(rows[0]["signature"]["kind"], "assertion")

    def test_options_may_stand_before_the_file(self):
        file = self.write(program("fine"))
        subject = "triton:" + stand_in
        result = self.expect(0, "pass", "check", "--subject", subject, "--target", "cuda:80", "--target", "cuda:90", file)
        self.assertEqual(len(result.stdout.splitlines()), 2)

    def test_nothing_to_reduce(self):
        file = self.write(program("fine"))
        self.expect(2, "nothing to reduce: the test case does not fail", "reduce", file, "--subject", "triton:" + stand_in)

    def test_reduce_writes_a_lit_test(self):
        file = self.write(program("assertion"))
        self.expect(0, "small.mlir", "reduce", file, "--subject", "triton:" + stand_in, "-o", "small.mlir")
        with open(os.path.join(self.scratch.name, "small.mlir")) as opened:
            text = opened.read()
        self.assertIn("RUN:", text)
        self.assertIn("@assertion", text)

    def test_generate_is_the_same_every_time_and_can_be_checked(self):
        once, again = (self.call("generate", "--seed", "5").stdout for _ in range(2))
        self.assertEqual(once, again)
        self.assertNotEqual(once, self.call("generate", "--seed", "6").stdout)
        origin = re.search(r"ORIGIN: (\S+)", once)[1]
        self.assertEqual(once, self.call("generate", "--origin", origin).stdout)
        self.expect(0, "pass", "check", self.write(once), "--subject", "core", "--stage", "ttir")

    def test_a_campaign_that_finds_nothing_is_exit_code_0(self):
        self.expect(0, r"0 finding\(s\)", "fuzz", "--programs", "20", "--time", "60s", "--out", "f")

    def test_a_campaign_that_finds_something_is_exit_code_1(self):
        arguments = ["fuzz", "--subject", "triton:" + stand_in, "--profile", "small", "--programs", "60", "--time", "60s",
                     "--reduce-time", "0", "--out", "f"]
        self.expect(1, r"no-crash: assertion in .*planted_", *arguments)
        with open(os.path.join(self.scratch.name, "f", "summary.txt")) as page:
            self.assertIn("no-crash: assertion", page.read())
        # Sixty more programs find other ones, and the folder keeps the first.
        arguments[arguments.index("60")] = "120"
        self.expect(1, "goes on after 60 programs", *arguments)
        self.expect(0, "programs 120 ", *arguments)

    def test_shards_are_merged(self):
        arguments = ["fuzz", "--subject", "triton:" + stand_in, "--profile", "small", "--programs", "128", "--time", "10m", "--reduce-time", "0"]
        self.expect(1, "judged     128 programs", *arguments, "--out", "whole")
        for shard in "01":
            self.expect(1, "judged     64 programs", *arguments, "--shard", shard + "/2", "--out", "shard" + shard)
        self.expect(0, r"2 run\(s\), 2 of them taken", "merge", "all", "shard1", "shard0")
        self.expect(0, r"0 of them taken; 2 run\(s\), 0 of them taken", "merge", "all", "shard0")

        def findings(folder):
            texts = {}
            for path in pathlib.Path(self.scratch.name, folder).glob("*/original.mlir"):
                texts[path.parent.name] = path.read_text()
            return texts
        self.assertEqual(findings("whole"), findings("all"))
        self.assertTrue(findings("all"))
        with open(os.path.join(self.scratch.name, "all", "campaign.json")) as file:
            self.assertEqual(json.load(file)["programs"], 128)

    def test_a_folder_is_for_one_process(self):
        arguments = ["fuzz", "--time", "60s", "--profile", "small", "--known", "none", "--out", "f"]
        first = subprocess.Popen([fathom, *arguments], cwd=self.scratch.name, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            state = os.path.join(self.scratch.name, "f", "summary.txt")
            while not os.path.exists(state):
                time.sleep(0.05)
            self.expect(2, "another process works in the findings folder 'f'", *arguments)
        finally:
            first.kill()
            first.wait()

    def test_what_the_base_has_too_is_old(self):
        subject = "triton:" + stand_in
        self.expect(0, r"0 finding\(s\)(.|\n)* failure\(s\) that the base has too", "fuzz", "--subject", subject, "--base", subject, "--profile", "small",
                    "--programs", "60", "--time", "60s", "--reduce-time", "0", "--out", "f")

    def test_known_bugs_are_learned_and_checked(self):
        case, subject = self.write(program("assertion"), "a.mlir"), "triton:" + stand_in
        os.mkdir(os.path.join(self.scratch.name, "known"))
        arguments = ["known", "--known", "known", "--subject", subject]
        self.expect(0, "^0 known bug.*: 0 difference", *arguments)
        self.expect(1, r"a.mlir: .* has it, and it is not listed: no-crash: assertion(.|\n)*: 1 difference", *arguments, case)
        self.expect(0, r"a.mlir: .* has it too: no-crash: assertion(.|\n)*: 1 difference.*, written", *arguments, case, "--learn")
        self.expect(0, "^1 known bug.*: 0 difference", *arguments)
        # The compiler is mended.
        self.write(program("fine"), "a.mlir")
        result = self.expect(1, '"difference":"gone"', *arguments, "--json")
        self.assertTrue(json.loads(result.stdout)["file"].endswith("learned.txt"))
        self.expect(0, "has it no more", *arguments, "--learn")
        self.expect(0, "^0 known bug.*: 0 difference", *arguments)

    def test_a_full_disk_ends_a_campaign_with_a_message(self):
        def full():
            resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))
        self.expect(2, "cannot write '.*f/", "fuzz", "--programs", "20", "--time", "60s", "--out", "f", before=full)

    def test_a_findings_folder_that_cannot_be_made(self):
        self.expect(2, "cannot make the findings folder", "fuzz", "--programs", "1", "--out", "/proc/no/such")


if __name__ == "__main__":
    unittest.main()
