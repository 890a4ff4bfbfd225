#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a small campaign, makes its page and its SARIF, and looks at both: at the page in a browser.

    report.py FATHOM STAND_IN [SCREENSHOT]

STAND_IN is the stand-in for a released Triton. The page's picture is written to SCREENSHOT, for whoever wants to see it. Exit 77 when there is no browser, or no schema of SARIF.
"""
import base64
import copy
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from browser import Page, find_chromium

try:
    import pydantic
    from fluidattacks_core.sarif import SarifLog  # SARIF's schema as types.
except ImportError as missing:
    print(f"{missing}; ci/install.sh dev tests installs it")
    sys.exit(77)

fathom, stand_in = map(os.path.abspath, sys.argv[1:3])
screenshot_path = sys.argv[3] if len(sys.argv) > 3 else None
del sys.argv[1:]
scratch = None

# What a program or a compiler's last words may hold.
HOSTILE = "</pre></details><script>document.title = 'taken over'</script><img src=x onerror=\"document.title = 'taken over'\"><b>bold</b> {{ 7 * 7 }}"


def setUpModule():
    """A campaign over two releases that fail alike, beside a third that does not: all three are the stand-in."""
    global scratch
    scratch = tempfile.mkdtemp(prefix="fathom-report-")
    unittest.addModuleCleanup(shutil.rmtree, scratch)
    for release in ("3.1.0", "3.6.0", "3.9.0"):
        shutil.copytree(os.path.join(stand_in, "triton"), os.path.join(scratch, "cache", "triton", release, "triton"))
    with open(os.path.join(scratch, "cache", "triton", "3.9.0", "triton", "planted.py"), "a") as good:
        good.write("\n\ndef fail_as_asked(text):\n    pass\n")
    call("fuzz", "--subject", "triton:3.1.0,triton:3.6.0", "--target", "cuda:80,cuda:90", "--stage", "ttgir", "--profile", "small", "--programs", "60",
         "--time", "5m", "--seed", "3", "--known", "none", "--reduce-questions", "15", "--out", "found", code=1)
    call("report", "found", "--page", "report.html", "--sarif", "report.sarif")
    open(path("empty.html"), "w").close()


def call(*arguments, code=0):
    result = subprocess.run([fathom, *arguments], cwd=scratch, capture_output=True, text=True, timeout=400,
                            env={**os.environ, "FATHOM_CACHE": os.path.join(scratch, "cache")})
    if result.returncode != code:
        raise AssertionError(f"fathom {' '.join(arguments)}: exit {result.returncode}\n{result.stdout}{result.stderr}")
    return result.stdout


def path(name):
    return os.path.join(scratch, name)


def read(name):
    with open(path(name), encoding="utf-8") as file:
        return file.read()


class TheReportAsJson(unittest.TestCase):

    def test_findings_are_there_with_their_releases(self):
        report = json.loads(call("report", "found", "--json"))
        self.assertEqual(report["gaps"], [])
        self.assertGreaterEqual(len(report["findings"]), 3)
        for finding in report["findings"]:
            self.assertEqual((finding["first_bad"], finding["first_good"]), ("triton:3.1.0", "triton:3.9.0"), finding["name"])
            self.assertIn("// RUN: ", finding["reduced"])


class ThePage(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.page = cls.enterClassContext(Page(path("report.html"), 1280, 900))
        cls.findings = json.loads(call("report", "found", "--json"))["findings"]

    def ask(self, expression):
        return self.page.ask(expression)

    def texts(self, selector):
        return self.ask(f"[...document.querySelectorAll({json.dumps(selector)})].map(e => e.textContent.trim())")

    def tearDown(self):
        self.assertEqual(self.page.complaints, [])

    def test_each_finding_is_a_row_with_all_that_is_known(self):
        self.assertEqual(len(self.texts(".finding")), len(self.findings))
        for finding in self.findings:
            row = self.ask(f"document.getElementById({json.dumps(finding['name'])}).innerText")
            shut = self.ask(f"document.getElementById({json.dumps(finding['name'])}).querySelector('pre').checkVisibility()")
            self.assertFalse(shut, "the tests are folded")
            for what in (finding["signature"]["pass"], finding["signature"]["message"], finding["subject"], finding["target"], "triton:3.1.0", "good again 3.9.0"):
                self.assertIn(what, row)
        self.ask("document.querySelector('.finding').open = true")
        opened = self.ask("document.querySelector('.finding').innerText")
        for what in ("tt.func", "reduced test", "RNG seed 3", "3.6.0"):
            self.assertIn(what, opened)
        self.ask("document.querySelector('.finding').open = false")

    def test_all_of_the_report_is_there(self):
        campaign = json.loads(read("found/campaign.json"))
        text = self.ask("document.body.innerText")
        for what in ("Discovery", "Coverage", "Throughput", "pass x release", "pass x target", "op x pass", "programs a second", *campaign["inconclusive"]):
            self.assertIn(what, text)
        self.assertIn(f"{len(self.findings)}\nfindings", text)
        self.assertIn(f"{campaign['programs']}\nprograms", text)
        counts = dict(zip(self.texts(".bars td:last-child"), self.texts(".bars .count")))
        self.assertEqual(counts, {reason: f"{count:,}" for reason, count in campaign["inconclusive"].items()})
        cells = self.ask("[...document.querySelectorAll('#where .matrix:first-of-type td[title]')].map(e => e.title)")
        passes = {finding["signature"]["pass"] for finding in self.findings}
        for name in passes:
            count = sum(finding["signature"]["pass"] == name for finding in self.findings)
            for release in ("triton:3.1.0", "triton:3.6.0"):
                self.assertIn(f"{name}, {release}: {count}", cells)

    def test_the_plots_are_painted(self):
        picture = self.page.screenshot()
        if screenshot_path:
            with open(screenshot_path, "wb") as out:
                out.write(picture)
        self.assertEqual(self.texts(".plots figcaption b"), ["Discovery", "Coverage", "Throughput"])
        boxes = self.ask("[...document.querySelectorAll('.plots svg .series path.line')].map(e => { const b = e.getBoundingClientRect();"
                         " return [b.left + scrollX, b.top + scrollY, b.width, b.height, getComputedStyle(e).stroke]; })")
        self.assertGreaterEqual(len(boxes), 3)
        for left, top, width, height, colour in boxes:
            self.assertGreater(width, 100)
            self.assertGreater(self.painted(picture, left, top, width, height, colour), 50, "pixels of the line's colour")

    def painted(self, picture, left, top, width, height, colour):
        """How many pixels of a picture's part have a colour, which is "rgb(1, 2, 3)"."""
        with Page(path("empty.html"), 100, 100) as canvas:
            return canvas.ask(f"""(async () => {{
                const image = new Image();
                image.src = "data:image/png;base64,{base64.b64encode(picture).decode()}";
                await image.decode();
                const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
                context.drawImage(image, 0, 0);
                const pixels = context.getImageData({left} - 2, {top} - 2, {width} + 4, {height} + 4).data, colour = {re.findall(r"[0-9]+", colour)[:3]};
                let count = 0;
                for (let i = 0; i < pixels.length; i += 4)
                  count += colour.every((c, j) => Math.abs(pixels[i + j] - c) < 80);
                return count;
            }})()""")

    def test_rows_are_filtered_and_sorted(self):
        first = self.findings[0]["signature"]["message"]
        self.ask(f"const words = document.querySelector('[name=words]'); words.value = {json.dumps(first)}; words.dispatchEvent(new Event('input', {{bubbles: true}}))")
        seen = "[...document.querySelectorAll('.finding')].filter(e => e.checkVisibility()).map(e => e.id)"
        self.assertEqual(self.ask(seen), [self.findings[0]["name"]])
        self.assertEqual(self.ask("document.querySelector('.filter output').value"), f"1 of {len(self.findings)}")
        self.ask("document.querySelector('[name=words]').value = ''; document.querySelector('.filter').dispatchEvent(new Event('input'))")
        self.ask("document.querySelector('[data-sort=signature]').click()")
        lines = self.ask("[...document.querySelectorAll('.finding')].map(e => e.dataset.signature)")
        self.assertEqual(len(lines), len(self.findings))
        self.assertEqual(lines, sorted(lines, key=str.lower))

    def test_a_phone_and_the_night_are_fine(self):
        self.page.look(390, 800, dark=True)
        self.addCleanup(self.page.look, 1280, 900)
        self.assertLessEqual(self.ask("document.documentElement.scrollWidth"), 390, "nothing is wider than the window")
        background = self.ask("getComputedStyle(document.body).backgroundColor")
        self.assertLess(max(map(int, re.findall("[0-9]+", background)[:3])), 60, "dark")


class AHostilePage(unittest.TestCase):

    def test_what_compilers_say_is_text(self):
        shutil.copytree(path("found"), path("hostile"))
        self.addCleanup(shutil.rmtree, path("hostile"))
        name = next(each for each in os.listdir(path("hostile")) if os.path.isfile(path(f"hostile/{each}/reduced.mlir")))
        for file in ("reduced.mlir", "log.txt", "reproduce.py"):
            with open(path(f"hostile/{name}/{file}"), "w") as out:
                out.write(HOSTILE)
        with open(path(f"hostile/{name}/finding.json")) as file:
            details = json.load(file)
        for key in ("subject", "target", "form", "first_bad"):
            details[key] = HOSTILE
        with open(path(f"hostile/{name}/finding.json"), "w") as file:
            json.dump(details, file)
        call("report", "hostile", "--page", "hostile.html")
        with Page(path("hostile.html"), 1280, 900) as page:
            self.assertRegex(page.ask("document.title"), "^fathom: ")
            self.assertEqual(page.ask("document.querySelectorAll('img, script').length"), 1, "the page's own script")
            self.assertIn(HOSTILE, page.ask("[...document.querySelectorAll('pre')].map(e => e.textContent)"))
            self.assertEqual(page.complaints, [])

    def test_an_empty_campaign_has_a_page(self):
        os.makedirs(path("empty"))
        with open(path("empty/campaign.json"), "w") as out:
            out.write("{}")
        call("report", "empty")
        with Page(path("empty/report.html"), 1280, 900) as page:
            self.assertIn("None", page.ask("document.getElementById('findings').innerText"))
            self.assertEqual(page.complaints, [])


class TheSarif(unittest.TestCase):

    def test_it_keeps_to_the_schema(self):
        sarif = json.loads(read("report.sarif"))
        SarifLog.model_validate(sarif)
        findings = json.loads(call("report", "found", "--json"))["findings"]
        results = sarif["runs"][0]["results"]
        self.assertEqual([result["properties"]["finding"] for result in results], [finding["name"] for finding in findings])
        for result in results:
            self.assertTrue(os.path.isfile(path(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"])))
        hashes = [result["partialFingerprints"]["primaryLocationLineHash"] for result in results]
        self.assertEqual(len(set(hashes)), len(hashes))

    def test_the_schema_is_strict(self):
        sarif = json.loads(read("report.sarif"))
        breaks = {"no message": lambda run: run["results"][0].pop("message"), "a level of our own": lambda run: run["results"][0].update(level="dire"),
                  "an unknown key": lambda run: run["results"][0].update(finding="x"), "line 0": lambda run: run["results"][0]["locations"][0][
                      "physicalLocation"]["region"].update(startLine=0), "no tool": lambda run: run.pop("tool")}
        for what, change in breaks.items():
            with self.subTest(what):
                broken = copy.deepcopy(sarif)
                change(broken["runs"][0])
                with self.assertRaises(pydantic.ValidationError):
                    SarifLog.model_validate(broken)


if __name__ == "__main__":
    if not find_chromium():
        print("there is no Chromium; ci/install.sh dev tests installs it")
        sys.exit(77)
    unittest.main()
