# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests fetching releases: with pip itself, on wheels made here, and with a pip that fails in each of its ways."""

import contextlib
import hashlib
import io
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
import zipfile
from unittest import mock

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import triton_wheels as wheels  # noqa: E402

TAG = f"cp{sys.version_info[0]}{sys.version_info[1]}"


def make_wheel(folder, version, size):
    """A wheel that pip installs; the package in it has `size` bytes."""
    path = os.path.join(folder, f"triton-{version}-{TAG}-{TAG}-manylinux_2_17_x86_64.whl")
    info = f"triton-{version}.dist-info"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("triton/__init__.py", "#" * size)
        archive.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: triton\nVersion: {version}\n")
        archive.writestr(f"{info}/WHEEL",
                         f"Wheel-Version: 1.0\nRoot-Is-Purelib: false\nTag: {TAG}-{TAG}-manylinux_2_17_x86_64\n")
        archive.writestr(f"{info}/RECORD", "")
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


class WheelsTest(unittest.TestCase):

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="fathom-wheels-")
        self.addCleanup(shutil.rmtree, self.folder)
        served = os.path.join(self.folder, "served")
        os.mkdir(served)
        self.digest = make_wheel(served, "3.1.0", 100)
        self.big_digest = make_wheel(served, "3.2.0", 4 << 20)
        self.cache = os.path.join(self.folder, "cache")
        self.set_environment(FATHOM_CACHE=self.cache, PIP_NO_INDEX="1", PIP_FIND_LINKS=served)
        self.set_table({"3.1.0": {TAG: self.digest}, "3.2.0": {TAG: self.big_digest}})

    def set_environment(self, **values):
        patch = mock.patch.dict(os.environ, values)
        patch.start()
        self.addCleanup(patch.stop)
        if "FATHOM_PYTHON" not in values:
            os.environ.pop("FATHOM_PYTHON", None)

    def set_table(self, table):
        patch = mock.patch.object(wheels, "read_table", lambda: table)
        patch.start()
        self.addCleanup(patch.stop)

    def find(self, wanted):
        with contextlib.redirect_stderr(io.StringIO()):
            return wheels.find(wanted)

    def problem_of(self, wanted):
        with self.assertRaises(wheels.Problem) as caught:
            self.find(wanted)
        return str(caught.exception)

    def assert_nothing_left(self, version):
        left = [name for name in os.listdir(os.path.join(self.cache, "triton")) if not name.endswith(".lock")]
        self.assertEqual(left, [], f"of {version}")

    def test_fetches_once_and_is_offline_then(self):
        found = self.find("3.1.0")
        self.assertEqual(found["folder"], os.path.join(self.cache, "triton", "3.1.0"))
        self.assertEqual(found["python"], sys.executable)
        self.assertTrue(os.path.isfile(os.path.join(found["folder"], "triton", "__init__.py")))
        with mock.patch.object(subprocess, "run", side_effect=AssertionError("no pip is needed")):
            self.assertEqual(self.find("3.1.0"), found)

    def test_two_at_once(self):
        results = []
        threads = [threading.Thread(target=lambda: results.append(self.find("3.1.0"))) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(results), 4)
        self.assertEqual(os.listdir(os.path.join(self.cache, "triton", "3.1.0", "triton"))[:1], ["__init__.py"])

    def test_what_an_interrupted_fetch_left_does_no_harm(self):
        os.makedirs(os.path.join(self.cache, "triton", "3.1.0.new", "package", "triton"))
        self.find("3.1.0")
        self.assertFalse(os.path.exists(os.path.join(self.cache, "triton", "3.1.0.new")))

    def test_wrong_hash(self):
        self.set_table({"3.1.0": {TAG: "0" * 64}})
        text = self.problem_of("3.1.0")
        self.assertIn("SHA-256 differs", text)
        self.assert_nothing_left("3.1.0")

    def test_unknown_version_lists_what_there_is(self):
        self.assertIn("there is no Triton 3.1.7; there are 3.1.0, 3.2.0", self.problem_of("3.1.7"))

    def test_wheel_that_is_not_served(self):
        self.set_environment(PIP_FIND_LINKS=self.folder, FATHOM_CACHE=self.cache)
        text = self.problem_of("3.1.0")
        self.assertIn("check the network and pip's configuration", text)
        self.assert_nothing_left("3.1.0")

    def test_no_wheel_for_this_python(self):
        self.set_table({"3.1.0": {"cp38": self.digest}})
        self.set_environment(FATHOM_CACHE=self.cache, FATHOM_PYTHON=sys.executable)
        text = self.problem_of("3.1.0")
        self.assertIn("no wheel for Python", text)
        self.assertIn("set FATHOM_PYTHON", text)

    def test_disk_full_before(self):
        with mock.patch.object(shutil, "disk_usage", lambda path: mock.Mock(free=5 << 20)):
            self.assertIn("the disk is full", self.problem_of("3.1.0"))
        self.assert_nothing_left("3.1.0")

    def test_disk_full_during(self):
        """pip really runs out of room: no file may grow beyond a megabyte, and the wheel has one of four."""
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, limits[1]))
        self.addCleanup(resource.setrlimit, resource.RLIMIT_FSIZE, limits)
        text = self.problem_of("3.2.0")
        self.assertIn("the disk is full", text)
        self.assert_nothing_left("3.2.0")

    def test_cache_that_cannot_be_written(self):
        self.set_environment(FATHOM_CACHE="/dev/null/cache")
        self.assertIn("set FATHOM_CACHE", self.problem_of("3.1.0"))

    def test_no_pip(self):
        told = mock.Mock(returncode=1, stdout=f"{sys.executable}: No module named pip")
        with mock.patch.object(subprocess, "run", lambda *args, **kwargs: told):
            self.assertIn("has no pip: install it", self.problem_of("3.1.0"))

    def test_checkout(self):
        checkout = os.path.join(self.folder, "checkout")
        os.makedirs(os.path.join(checkout, "python", "triton"))
        open(os.path.join(checkout, "python", "triton", "__init__.py"), "w").close()
        self.assertEqual(self.find(checkout)["folder"], os.path.join(checkout, "python"))
        self.assertEqual(self.find(os.path.join(checkout, "python"))["folder"], os.path.join(checkout, "python"))

    def test_release_for_another_python(self):
        found = self.find("3.1.0")
        info = os.path.join(found["folder"], "triton-3.1.0.dist-info", "WHEEL")
        with open(info, "w") as file:
            file.write("Tag: cp38-cp38-manylinux_2_17_x86_64\n")
        self.set_environment(FATHOM_CACHE=self.cache, FATHOM_PYTHON=sys.executable)
        text = self.problem_of("3.1.0")
        self.assertIn("is for Python 3.8", text)
        self.assertIn("or remove", text)


class TableTest(unittest.TestCase):

    def test_rows(self):
        table = wheels.read_table()
        self.assertGreaterEqual(len(table), 13)
        for version, tags in table.items():
            self.assertRegex(version, r"^3\.\d+\.\d+$")
            self.assertTrue(any(wheels.fits(tag, (3, 11)) for tag in tags), f"{version} for Python 3.11")
            for digest in tags.values():
                self.assertRegex(digest, r"^[0-9a-f]{64}$")

    def test_tags(self):
        self.assertTrue(wheels.fits("cp311", (3, 11)))
        self.assertFalse(wheels.fits("cp311", (3, 12)))
        self.assertTrue(wheels.fits("cp312+", (3, 14)))
        self.assertFalse(wheels.fits("cp312+", (3, 11)))


if __name__ == "__main__":
    unittest.main()
