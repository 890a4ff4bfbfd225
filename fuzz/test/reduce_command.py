#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls fathom reduce as a user would: with inputs of many forms, with scripts, wrongly, and with interruptions.

    reduce_command.py FATHOM STAND_IN        STAND_IN is the stand-in for a released Triton
"""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

fathom, stand_in = map(os.path.abspath, sys.argv[1:3])
del sys.argv[1:3]
SUBJECT = "triton:" + stand_in

NEST = """module {
  tt.func public @nest(%p: !tt.ptr<f32>, %x: f32, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %a = arith.addf %x, %x : f32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a) -> (f32) : i32 {
      %m = arith.mulf %s, %x : f32
      %q = math.sqrt %m : f32
      tt.store %p, %q : !tt.ptr<f32>
      %b = arith.addf %q, %a : f32
      scf.yield %b : f32
    }
    tt.store %p, %r : !tt.ptr<f32>
    tt.return
  }
}
"""


def program(name):
    """A program for which the stand-in fails as the function's name says."""
    return f"module {{\n  tt.func public @{name}() {{\n    tt.return\n  }}\n}}\n"


class Reduce(unittest.TestCase):

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def write(self, name, text, mode=0o644):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(mode)
        return str(path)

    def script(self, body, name="interesting.sh"):
        return self.write(name, "#!/bin/sh\n" + body + "\n", 0o755)

    def reduce(self, *arguments):
        return subprocess.run([fathom, "reduce", *arguments], cwd=self.folder, capture_output=True, text=True, timeout=600)

    def expect(self, code, pattern, *arguments):
        result = self.reduce(*arguments)
        said = result.stdout + result.stderr
        self.assertEqual(result.returncode, code, said)
        self.assertRegex(said, pattern)
        return result

    # Inputs.

    def test_a_crash_reproducer(self):
        text = program("fine") + '{-#\n  external_resources: {\n    mlir_reproducer: {\n      pipeline: "builtin.module(planted)"\n    }\n  }\n#-}\n'
        fake_opt = os.path.join(os.path.dirname(stand_in), "fake-opt")
        file = self.write("crash.mlir", text.replace("fine", "assertion"))
        self.expect(0, "small.mlir", file, "--subject", "opt:" + fake_opt, "-o", "small.mlir")
        self.assertIn("PIPELINE: planted", (self.folder / "small.mlir").read_text())
        self.expect(2, "does not fail.*\n.*passes planted", self.write("fine.mlir", text), "--subject", "opt:" + fake_opt, "--oracle", "no-crash")

    def test_the_part_that_fails(self):
        file = self.write("parts.mlir", program("fine") + "// -----\n" + program("assertion"))
        self.expect(0, "reducing .*parts.mlir#2", file, "--subject", SUBJECT, "-o", "small.mlir")
        self.assertIn("@assertion", (self.folder / "small.mlir").read_text())

    def test_a_folder_of_the_cache(self):
        self.write("cache/HASH/k.ttir", program("assertion"))
        self.write("cache/HASH/k.json", json.dumps({
            "target": {"backend": "cuda", "arch": 90, "warp_size": 32}, "num_warps": 4, "num_stages": 3, "num_ctas": 1}))
        self.expect(0, "reducing .*k.ttir.*cuda:90", "cache", "--subject", SUBJECT)
        self.assertIn("TARGET: cuda:90", (self.folder / "cache.reduced.mlir").read_text())
        self.expect(2, "no kernel in it", os.path.dirname(self.write("none/readme", "")), "--subject", SUBJECT)

    # Scripts.

    def test_a_script(self):
        file = self.write("nest.mlir", NEST)
        # It finds the program as its argument and under its name where it runs.
        script = self.script('cmp -s "$1" nest.mlir && grep -q math.sqrt "$1" && grep -q scf.for nest.mlir')
        before = set(os.listdir(tempfile.gettempdir()))
        self.expect(0, "ops to [1-5] in", file, "--script", script, "-o", "small.mlir")
        text = (self.folder / "small.mlir").read_text()
        self.assertIn("scf.for", text)
        self.assertIn("math.sqrt", text)
        self.assertNotIn("arith.mulf", text)
        self.assertFalse([left for left in set(os.listdir(tempfile.gettempdir())) - before if "fathom-reduce" in left])
        inverse = self.script('! { grep -q math.sqrt "$1" && grep -q scf.for "$1"; }', "boring.sh")
        self.expect(0, "ops to [1-5] in", file, "--script", inverse, "--invert", "-o", "again.mlir")
        self.assertEqual((self.folder / "again.mlir").read_text(), text)

    def test_a_script_of_an_older_release(self):
        file = self.write("layout.mlir", """#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func public @f() {
    %c = arith.constant dense<1.0> : tensor<128xf32, #blocked>
    tt.return
  }
}
""")
        self.expect(0, "spelled as in 3.1.0", file, "--script", self.script('grep -q triton_gpu.blocked "$1"'), "-o", "small.mlir")
        self.assertIn("triton_gpu.blocked", (self.folder / "small.mlir").read_text())

    def test_scripts_that_cannot_be_used(self):
        file = self.write("nest.mlir", NEST)
        began = time.monotonic()
        for pattern, arguments in [
            ("does not like .*nest.mlir.*exit code 0 is yes", ["--script", self.script("exit 1", "no.sh")]),
            ("does not like .*any exit code but 0 is yes", ["--script", self.script("exit 0", "yes.sh"), "--invert"]),
            ("there is no script './nothing.sh'", ["--script", "./nothing.sh"]),
            ("is not executable; chmod", ["--script", self.write("plain.sh", "#!/bin/sh\n")]),
            ("cannot be run: it ended with exit code 127", ["--script", self.write("bad.sh", "#!/no/such/shell\n", 0o755)]),
            ("--invert requires --script", ["--invert"]),
        ]:
            with self.subTest(pattern):
                self.expect(2, pattern, file, *arguments)
        self.assertLess(time.monotonic() - began, 60)

    def test_a_flaky_script_is_measured(self):
        file = self.write("nest.mlir", NEST)
        script = self.script(f'n=$(cat {self.folder}/n 2>/dev/null || echo 0); echo $((n + 1)) > {self.folder}/n; '
                             'grep -q math.sqrt "$1" && [ $((n % 3)) != 1 ]')
        self.expect(2, "flaky: the script says yes in 1[34] of 20 tries; --repeat [45] asks", file, "--script", script)
        self.expect(0, "ops to [1-4] in", file, "--script", script, "--repeat", "3", "--threads", "1", "-o", "small.mlir")
        self.assertIn("math.sqrt", (self.folder / "small.mlir").read_text())

    # What fails now and then, or not at all.

    def test_bad_input(self):
        for pattern, arguments in [
            ("cannot read 'nowhere.mlir'", ["nowhere.mlir"]),
            ("holds no module", [self.write("empty.mlir", "")]),
            (r"torn.mlir:3:\d+", [self.write("torn.mlir", NEST[:80])]),
            ("does not fail", [self.write("fine.mlir", program("fine")), "--subject", SUBJECT]),
            ("there is no folder /no/such/folder", [self.write("fine.mlir", program("fine")), "--subject", "triton:/no/such/folder"]),
        ]:
            with self.subTest(pattern):
                self.expect(2, pattern, *arguments)

    def test_later_stages_are_looked_at(self):
        file = self.write("late.mlir", program("llir_assertion"))
        self.expect(2, "up to ttgir.*(\n.*)*up to binary", file, "--subject", SUBJECT)
        self.assertNotIn("binary", self.expect(2, "up to ttgir", file, "--subject", SUBJECT, "--stage", "ttgir").stderr)

    # Interruptions.

    def slow_script(self):
        return self.script('echo >> ' + str(self.folder / "asked") + '; sleep 0.2; grep -q math.sqrt "$1" && grep -q scf.for "$1"')

    def asked(self):
        path = self.folder / "asked"
        return len(path.read_text().splitlines()) if path.exists() else 0

    def test_what_was_killed_goes_on(self):
        file = self.write("nest.mlir", NEST)
        arguments = [file, "--script", self.slow_script(), "--threads", "2"]
        self.expect(0, "ops to", *arguments, "-o", "whole.mlir")
        whole = self.asked()
        for how, code in ((signal.SIGKILL, -signal.SIGKILL), (signal.SIGINT, 0)):
            with self.subTest(how):
                out = self.folder / f"{how.name}.mlir"
                began = self.asked()
                process = subprocess.Popen([fathom, "reduce", *arguments, "-o", str(out)], cwd=self.folder,
                                           stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                while not out.exists() and process.poll() is None:
                    time.sleep(0.02)
                process.send_signal(how)
                output, _ = process.communicate(timeout=60)
                self.assertEqual(process.returncode, code)
                best = out.read_text()
                self.assertIn("math.sqrt", best)
                self.assertLess(best.count("\n    "), NEST.count("\n    "))
                self.assertIn("Not finished" if how == signal.SIGKILL else "interrupted", best + output.decode())
                self.expect(0, "ops to", *arguments, "-o", str(out))
                self.assertEqual(out.read_text(), (self.folder / "whole.mlir").read_text())
                self.assertFalse(list(self.folder.glob("*.answers")))
                # Asked again is the input, which is measured, and what was on when it ended.
                self.assertLess(self.asked() - began, whole + 18)


if __name__ == "__main__":
    unittest.main(verbosity=1)
