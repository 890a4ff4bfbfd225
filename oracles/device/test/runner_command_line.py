# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""fathom-runner's command line, texts and exit codes, with bundles that are written by the format's description (ci/bench/bundle.py)."""

import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "ci", "bench"))
import bundle  # noqa: E402

RUNNER, FAKE_CUDA, FAKE_HIP = sys.argv[1:4]


def words(*values):
    return struct.pack(f"<{len(values)}i", *values)


def add(to, symbol, expected, name=None):
    to.add(name or symbol, "cuda:90", b"fake", symbol,
           [(bundle.POINTER, 0), (bundle.POINTER, 1), (bundle.SCALAR, words(4))],
           [{"name": "in", "size": 16, "initial": words(1, 2, 3, 4)},
            {"name": "out", "size": 16, "check": bundle.COMPARE, "expected": expected, "ranges": [(0, 4, "i32", 0.0)]}])


class CommandLine(unittest.TestCase):

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def write(self, name, *cases):
        made = bundle.Bundle()
        for case in cases:
            add(made, *case)
        return self.write_bytes(name, made.data())

    def write_bytes(self, name, data):
        path = os.path.join(self.folder.name, name)
        with open(path, "wb") as file:
            file.write(data)
        return path

    def run_runner(self, *arguments, **environment):
        environment = {**os.environ, "FATHOM_CUDA_LIBRARY": FAKE_CUDA, "FATHOM_HIP_LIBRARY": FAKE_HIP, **environment}
        return subprocess.run([RUNNER, *arguments], capture_output=True, text=True, env=environment, timeout=60)

    def test_all_pass(self):
        path = self.write("a.bundle", ("copy", words(1, 2, 3, 4)), ("add_one", words(2, 3, 4, 5)))
        done = self.run_runner(path)
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = done.stdout.splitlines()
        self.assertEqual(lines[:2], ["copy: pass", "add_one: pass"])
        self.assertRegex(lines[2], r"^2 of 2 cases pass; 2 launches in [\d.]+ s, \d+ a second; Fake GPU \(sm_90\), CUDA 13.0$")

    def test_something_differs(self):
        path = self.write("a.bundle", ("add_one", words(2, 3, 9, 5)))
        done = self.run_runner(path)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stdout.splitlines()[:3], [
            "add_one: differs: 1 element is off",
            "  buffer 1 (out), range at byte 0: 1 of 4 i32 is off",
            "    [2] got 4, expected 9",
        ])

    def test_many_bundles_and_a_concatenated_one(self):
        first = self.write("a.bundle", ("copy", words(1, 2, 3, 4), "one"))
        second = self.write("b.bundle", ("copy", words(1, 2, 3, 4), "two"))
        with open(first, "rb") as a, open(second, "rb") as b:
            both = self.write_bytes("c.bundle", a.read() + b.read())
        for arguments in ([first, second], [both]):
            done = self.run_runner(*arguments)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(done.stdout.splitlines()[:2], ["one: pass", "two: pass"])
        self.assertEqual(self.run_runner("--only", "tw", both).stdout.splitlines()[0], "two: pass")

    def test_json(self):
        path = self.write("a.bundle", ("add_one", words(2, 3, 9, 5), 'na"me\\'), ("copy", words(1, 2, 3, 4)))
        done = self.run_runner("--json", path)
        first, second, last = map(json.loads, done.stdout.splitlines())
        self.assertEqual((first["case"], first["verdict"]), ('na"me\\', "differs"))
        self.assertEqual(first["ranges"][0]["elements"], [{"index": 2, "got": "4", "expected": "9", "slack": 0}])
        self.assertEqual(second["verdict"], "pass")
        self.assertEqual((last["summary"]["cases"], last["summary"]["passed"]), (2, 1))
        self.assertEqual(last["summary"]["gpu"], "Fake GPU")

    def test_list(self):
        path = self.write("a.bundle", ("copy", words(1, 2, 3, 4)))
        done = self.run_runner("--list", path, FATHOM_CUDA_LIBRARY="/nonexistent")
        self.assertEqual(done.returncode, 0)
        self.assertEqual(done.stdout.splitlines(), [
            "copy: cuda:90 cubin copy, 4 bytes; grid 1x1x1, 128 threads, 0 bytes shared",
            "  buffer 0 (in), 16 bytes, unchanged",
            "  buffer 1 (out), 16 bytes, compare; 4 i32 at 0",
            "  parameters: buffer0+0 buffer1+0 0x00000004",
        ])

    def test_environment_errors(self):
        path = self.write("a.bundle", ("copy", words(1, 2, 3, 4)))
        with open(path, "rb") as file:
            good = file.read()
        cut = self.write_bytes("cut.bundle", good[:-20])
        damaged = self.write_bytes("damaged.bundle", good[:100] + bytes([good[100] ^ 1]) + good[101:])
        foreign = self.write_bytes("foreign.bundle", b"\x7fELF and the like")
        for arguments, environment, expected in [
            ([], {}, "no bundle is named"),
            (["--frobnicate", path], {}, "there is no option --frobnicate"),
            (["--repeat", "x", path], {}, "--repeat wants a number, not 'x'"),
            (["--repeat", "0", path], {}, "--repeat wants a number, not '0'"),
            ([path + "x"], {}, "cannot open"),
            ([self.folder.name], {}, "is not a regular file"),
            ([cut], {}, "the file ends too early; write or copy it again"),
            ([damaged], {}, "the bundle is damaged; write or copy it again"),
            ([foreign], {}, "this is no bundle"),
            ([path], {"FATHOM_CUDA_LIBRARY": "/nonexistent"}, "FATHOM_CUDA_LIBRARY names cannot be loaded: /nonexistent"),
            ([path], {"FATHOM_FAKE_GPUS": "0"}, "no GPU: cuInit"),
            (["--gpu", "1", path], {}, "no GPU number 1: the driver knows 1"),
            (["--sanitizer", path], {"PATH": "/nonexistent"}, "cannot start compute-sanitizer"),
        ]:
            done = self.run_runner(*arguments, **environment)
            self.assertEqual(done.returncode, 2, (arguments, done.stdout, done.stderr))
            self.assertTrue(done.stderr.startswith("fathom-runner: error: "), done.stderr)
            self.assertIn(expected, done.stderr)
            self.assertEqual(done.stdout, "")

    def test_separate_buffers(self):
        path = self.write("a.bundle", ("copy", words(1, 2, 3, 4)), ("add_one", words(1, 2, 3, 4)))
        done = self.run_runner("--separate", path)
        self.assertEqual(done.returncode, 1)
        self.assertEqual([line.split(":")[1] for line in done.stdout.splitlines()[:2]], [" pass", " differs"])

    def test_sanitizer(self):
        """It is started with the runner's own command line, and its exit code is the answer."""
        stand_in = self.write_bytes("compute-sanitizer", b'#!/bin/sh\necho "$@"\nexit 1\n')
        os.chmod(stand_in, 0o755)
        path = self.write("a.bundle", ("copy", words(1, 2, 3, 4)))
        done = self.run_runner("--sanitizer=racecheck", "--json", path, PATH=self.folder.name + ":/usr/bin:/bin")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, "^--tool racecheck --target-processes all .*fathom-runner --separate --json "
                         + re.escape(path) + " --limit-seconds 100")

    def test_what_it_needs(self):
        """A GPU's driver and a C library; where it is built on Debian 12, no newer one than that has."""
        with open(RUNNER, "rb") as file:
            if b"__asan" in file.read():
                self.skipTest("a sanitized build")
        needed = subprocess.run(["readelf", "-d", "-V", "-W", RUNNER], capture_output=True, text=True, check=True).stdout
        libraries = set(re.findall(r"Shared library: \[(.*)\]", needed))
        self.assertLessEqual(libraries, {"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2"})
        versions = {tuple(map(int, version.split("."))) for version in re.findall(r"GLIBC_([\d.]+)", needed)}
        here = tuple(map(int, os.confstr("CS_GNU_LIBC_VERSION").split()[1].split(".")))
        self.assertLessEqual(max(versions), max(here, (2, 36)))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
