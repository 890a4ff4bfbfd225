#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs campaign.sh and night.sh as CI does, on the stand-in for a released Triton.

    scripts_test.py FATHOM STAND_IN
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

fathom, stand_in = map(os.path.abspath, sys.argv[1:3])
here = os.path.dirname(os.path.abspath(__file__))
del sys.argv[1:]


class Scripts(unittest.TestCase):

    def setUp(self):
        self.scratch = tempfile.mkdtemp(prefix="fathom-ci-")
        self.addCleanup(shutil.rmtree, self.scratch)
        for name in ("bad", "good"):
            shutil.copytree(os.path.join(stand_in, "triton"), self.path(f"{name}/triton"))
        with open(self.path("good/triton/planted.py"), "a") as good:
            good.write("\n\ndef fail_as_asked(text):\n    pass\n")

    def path(self, name):
        return os.path.join(self.scratch, name)

    def call(self, code, script, *arguments):
        result = subprocess.run([os.path.join(here, script), *arguments], cwd=self.scratch, capture_output=True, text=True, timeout=400,
                                env={**os.environ, "FATHOM": fathom, "FATHOM_CACHE": self.path("cache"), "GITHUB_STEP_SUMMARY": self.path("summary.md")})
        self.assertEqual(result.returncode, code, result.stdout + result.stderr)
        return result.stdout

    def campaign(self, code, out, *arguments):
        return self.call(code, "campaign.sh", out, "--subject", "triton:" + self.path("bad"), "--target", "cuda:80", "--stage", "ttgir", "--profile", "small",
                         "--seed", "3", "--time", "5m", "--known", "none", "--reduce-questions", "5", *arguments)

    def results(self, out):
        """Of the SARIF in a folder."""
        with open(self.path(f"{out}/fathom.sarif")) as file:
            return json.load(file)["runs"][0]["results"]

    def test_a_pull_request_fails_for_what_the_base_has_not(self):
        self.campaign(1, "new", "--programs", "64", "--base", "triton:" + self.path("good"))
        self.assertTrue(self.results("new"))
        self.assertTrue(os.path.getsize(self.path("new/report.html")))
        with open(self.path("summary.md")) as summary:
            self.assertIn("finding(s)", summary.read())
        self.campaign(0, "old", "--programs", "64", "--base", "triton:" + self.path("bad"))
        self.assertEqual(self.results("old"), [])

    def test_a_campaign_that_cannot_run_is_told_from_one_that_finds(self):
        self.campaign(2, "none", "--programs", "1", "--base", "triton:/no/such")

    def test_a_night_keeps_what_is_new_and_drops_what_is_fixed(self):
        for shard in ("0", "1"):
            self.campaign(1, "shard-" + shard, "--programs", "64", "--shard", shard + "/2")
        bad, good = ("triton:" + self.path(name) for name in ("bad", "good"))
        said = self.call(1, "night.sh", bad, "kept", "shard-0", "shard-1")
        self.assertIn("new:", said)
        self.assertEqual(len(self.results("kept")), len(self.results("shard-0")) + len(self.results("shard-1")))
        self.assertNotIn("new:", self.call(0, "night.sh", bad, "kept", "shard-1"))
        said = self.call(0, "night.sh", good, "kept", "shard-1")
        self.assertIn("fixed:", said)
        self.assertEqual(self.results("kept"), [])


if __name__ == "__main__":
    unittest.main()
