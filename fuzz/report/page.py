# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the page of `fathom report`: reads the report as JSON (Report.h, toJson) and writes HTML that needs no other file and no network.

    page.py < report.json > report.html

What is in the report was written by compilers and their crashes: the template escapes all of it, and the page's policy lets no script run but page.js.
"""
import base64
import bisect
import collections
import hashlib
import json
import math
import os
import re
import sys

import jinja2
import markupsafe
import pygal
from pygal.etree import etree
from pygal.style import Style

here = os.path.dirname(os.path.abspath(__file__))
MOST_RUNS = 6  # Lines in one plot.
MOST_POINTS = 300  # Of a line.
MOST_NAMES = 60  # Rows, or columns, of a matrix.
RATE = "programs a second"


# --- Numbers ---------------------------------------------------------------------------------------------------------


def number(value):
    """1234567 -> "1,234,567"; 3.14159 -> "3.1"."""
    if isinstance(value, float) and value < 100 and not value.is_integer():
        return f"{value:.1f}"
    return f"{round(value):,}"


def short(value):
    """1234567 -> "1.2M", for cells."""
    for unit, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= unit:
            scaled = value / unit
            return f"{scaled:.1f}{letter}" if scaled < 10 else f"{scaled:.0f}{letter}"
    return str(value)


def duration(seconds):
    """93.5 -> "1:33 min"."""
    seconds = int(seconds)
    if seconds < 60:
        return f"{seconds} s"
    if seconds < 3600:
        return f"{seconds // 60}:{seconds % 60:02} min"
    return f"{seconds // 3600}:{seconds % 3600 // 60:02} h"


def version_key(name):
    """Releases by number, before the other subjects."""
    found = re.fullmatch(r"triton:(\d+(?:\.\d+)*)", name)
    return (0, [int(part) for part in found[1].split(".")], name) if found else (1, [], name)


def shown(subject):
    """A subject in few letters: "triton:/home/me/triton/python" -> "triton:…/python"."""
    return re.sub(r"(?<=:)/.*(?=/[^/]+$)", "…", subject)


# --- Plots -----------------------------------------------------------------------------------------------------------


def thinned(points):
    """At most MOST_POINTS of them, the last one among them."""
    step = max(1, math.ceil(len(points) / MOST_POINTS))
    return points[::-1][::step][::-1]


def stairs(points):
    """A count stays what it was until it changes."""
    result = []
    for x, y in points:
        if result:
            result.append((x, result[-1][1]))
        result.append((x, y))
    return result


def ticks(most, whole=False):
    """About four round numbers from 0 to `most`, whole ones if it must be so: 0, 5, 10, 15 for 17."""
    rough = max((most or 1) / 4, 1 if whole else 0)
    magnitude = 10 ** math.floor(math.log10(rough))
    step = next(factor * magnitude for factor in (1, 2, 5, 10) if factor * magnitude >= rough)
    return [i * step for i in range(int((most or 1) / step) + 1)]


class Plot:
    """A line plot over time. Colours are the page's, so that it follows light and dark."""

    style = Style(background="transparent", plot_background="transparent", foreground="var(--muted)", foreground_strong="var(--text)",
                  foreground_subtle="var(--muted)", guide_stroke_color="var(--rule)", major_guide_stroke_color="var(--rule)",
                  guide_stroke_dasharray="none", major_guide_stroke_dasharray="none", opacity="1", opacity_hover="1", font_family="inherit", label_font_size=13, major_label_font_size=13,
                  legend_font_size=13, title_font_size=13, colors=tuple(f"var(--line{i})" for i in range(MOST_RUNS + 1)))

    def __init__(self, name, what, lines, of=""):
        """`lines`: (name, [(seconds, value)...]), ...; `of` says whose."""
        self.name, self.what, self.of = name, what, of
        lines = [(label, thinned(points)) for label, points in lines if points]
        self.empty = not any(len(points) > 1 for _, points in lines)
        if self.empty:
            return
        longest = max(points[-1][0] for _, points in lines)
        unit, self.unit = (3600, "hours") if longest > 2 * 3600 else (60, "minutes") if longest > 120 else (1, "seconds")
        most = max(max(y for _, y in points) for _, points in lines)
        chart = pygal.XY(style=self.style, js=[], show_dots=False, width=420, height=240, explicit_size=False, disable_xml_declaration=True, margin=6,
                         spacing=8, show_legend=len(lines) > 1, legend_at_bottom=True, legend_at_bottom_columns=3, legend_box_size=10, truncate_legend=24,
                         range=(0, most or 1), xrange=(0, longest / unit or 1), formatter=number,
                         y_labels=ticks(most, whole=what != RATE), x_labels=ticks(longest / unit), y_labels_major=[], x_labels_major=[])
        chart.uuid = "plot-" + re.sub(r"\W+", "-", name)
        for label, points in lines:
            chart.add(label, [(x / unit, y) for x, y in points])
        self.svg = self.lean(chart.render_tree())

    def lean(self, svg):
        """Without scripts, comments (they have the date in them), invisible texts and tooltips' descriptions."""
        svg.set("role", "img")
        svg.set("aria-label", f"{self.name}: {self.what}")
        for parent in list(svg.iter()):
            for child in list(parent):
                name = child.tag if isinstance(child.tag, str) else ""
                useless = not name or name.endswith("script") or name.endswith("desc") or "tooltip" in child.get("class", "") or (
                    "text-overlay" in child.get("class", ""))
                if useless:
                    parent.remove(child)
        return markupsafe.Markup(etree.tostring(svg, encoding="unicode"))


def of_all_runs(journals):
    """[(at, seconds, programs)...] in order of time: what all runs had taken and judged by then."""
    lines = sorted((line["at"], run, line["seconds"], line["programs"]) for run, journal in enumerate(journals) for line in journal["lines"])
    last = collections.defaultdict(lambda: (0, 0))
    result, all_seconds, all_programs = [], 0, 0
    for at, run, seconds, programs in lines:
        all_seconds += seconds - last[run][0]
        all_programs += programs - last[run][1]
        last[run] = (seconds, programs)
        result.append((at, all_seconds, all_programs))
    return result


def throughput(totals):
    """Programs a second between lines that are far enough apart to say."""
    result = []
    least = max(totals[-1][1] / 60, 1) if totals else 0
    last = totals[0] if totals else None
    for total in totals:
        if total[1] - last[1] > least:
            result.append((total[1], (total[2] - last[2]) / (total[1] - last[1])))
            last = total
    return result


def discovery(totals, findings):
    """Distinct findings over what all runs had taken when they met them."""
    if not totals:
        return []
    ats = [at for at, _, _ in totals]
    points = [(0, 0)]
    for found in sorted(finding["found"]["at"] for finding in findings):
        before = bisect.bisect_right(ats, found)
        points.append((totals[before - 1][1] if before else 0, len(points)))
    return points + [(totals[-1][1], len(findings))]


def plots(report):
    journals = report["journals"]
    totals = of_all_runs(journals)
    met = [(journal["run"], stairs([(line["seconds"], line["features"]) for line in journal["lines"] if "features" in line])) for journal in journals]
    longest = sorted(met, key=lambda run: -run[1][-1][0] if run[1] else 0)[:MOST_RUNS]
    many = len(journals) > 1
    all_runs = "of all runs" if many else ""
    return [
        Plot("Discovery", "findings", [("findings", stairs(discovery(totals, report["findings"])))], all_runs),
        Plot("Coverage", "features met", longest, f"of each run, the longest {MOST_RUNS} of {len(met)}" if len(met) > MOST_RUNS else "of each run" if many else ""),
        Plot("Throughput", RATE, [(RATE, throughput(totals))], all_runs),
    ]


# --- Tables ----------------------------------------------------------------------------------------------------------


class Matrix:
    """Counts of rows and columns; the busiest of them where there are many."""

    def __init__(self, name, rows, columns, cells):
        """`cells`: {(row, column): count}, of names."""
        self.name, self.met, self.possible = name, len(cells), len(rows) * len(columns)
        in_row, in_column = collections.Counter(), collections.Counter()
        for (row, column), count in cells.items():
            in_row[row] += count
            in_column[column] += count
        self.rows, self.hidden_rows = self.busiest(rows, in_row)
        self.columns, self.hidden_columns = self.busiest(columns, in_column)
        self.cells = cells
        self.most = max(cells.values(), default=1)
        self.numbers = len(self.columns) <= 24

    @staticmethod
    def busiest(names, counts):
        kept = set(sorted(names, key=lambda name: -counts[name])[:MOST_NAMES])
        return [name for name in names if name in kept], len(names) - len(kept)

    def count(self, row, column):
        return self.cells.get((row, column), 0)

    def shade(self, count):
        """From 0 to 1, by magnitude."""
        return f"{0.15 + 0.85 * math.log1p(count) / math.log1p(self.most):.2f}"


def feature_matrices(features):
    """The matrices of features.json: names once, cells as [row, column, count]."""
    for matrix in features.get("matrices", []):
        rows, columns = matrix["rows"], matrix["columns"]
        yield Matrix(matrix["name"], rows, columns, {(rows[row], columns[column]): count for row, column, count in matrix["cells"]})


def failing_subjects(finding):
    """The releases that fail so, the one that it was found with among them."""
    return {row["subject"] for row in finding["releases"] if row["standing"] == "fails so"} | {finding["subject"]}


def findings_matrices(findings):
    passes = [name for name, _ in collections.Counter(f["signature"]["pass"] or "(no pass)" for f in findings).most_common()]
    for name, names_of in (("pass x release", failing_subjects), ("pass x target", lambda f: {f["target"]})):
        cells = collections.Counter((f["signature"]["pass"] or "(no pass)", each) for f in findings for each in names_of(f))
        columns = sorted({column for _, column in cells}, key=version_key)
        yield Matrix(name, passes, columns, cells)


def tiles(report):
    campaign, findings = report["campaign"], report["findings"]
    yield "findings", number(len(findings)), f"{sum(bool(f['reduced']) for f in findings)} reduced" if findings else ""
    if not campaign.get("programs"):
        return
    programs, trials, seconds = campaign["programs"], campaign["trials"], campaign["seconds"]
    yield "programs", number(programs), f"in {duration(seconds)}"
    yield "programs a second", number(programs / max(seconds, 1)), "from beginning to end"
    yield "compiles judged", number(trials), ""
    inconclusive = sum(campaign["inconclusive"].values())
    yield "inconclusive", f"{100 * inconclusive / max(trials, 1):.1f}%", f"{number(inconclusive)} compiles"
    yield "valid", f"{100 * (programs - campaign['invalid']) / programs:.1f}%", "of the programs"
    if campaign["known"]:
        yield "known", number(sum(campaign["known"].values())), "failures, not filed"


def most_frequent(table):
    return sorted(table.items(), key=lambda row: (-row[1], row[0]))


def facts(report):
    """What was run, in a few words each."""
    campaign = report["campaign"]
    for key in ("subjects", "targets"):
        names = campaign.get(key) or sorted({f[key[:-1]] for f in report["findings"]}, key=version_key)
        if names:
            yield key, ", ".join(map(shown, names))
    seeds = collections.defaultdict(list)
    for source in campaign.get("sources", []):  # "profile small, RNG seed 7"
        name, _, seed = source.rpartition(", RNG seed ")
        seeds[name].append(seed)
    if seeds:
        yield "programs", "; ".join(f"{name}, RNG seed {', '.join(of)}" if len(of) < 4 else f"{name}, {len(of)} RNG seeds" for name, of in seeds.items())
    if len(campaign.get("runs", [])) > 1:
        yield "runs", str(len(campaign["runs"]))
    if report["state"]:
        yield "state of", report["state"]


# The page shows these keys of a finding elsewhere, or not at all.
SHOWN = {"signature", "subject", "target", "options", "origin", "found", "releases", "first_bad", "first_good", "knobs", "simplest", "name", "met", "original", "reduced",
         "not_reduced", "reproducer", "log"}


def words(value):
    """{"target": "cuda:80", "num-warps": 4} -> "target=cuda:80 num-warps=4"."""
    if isinstance(value, dict):
        return " ".join(f"{key}={words(each)}" for key, each in value.items())
    return value if isinstance(value, str) else json.dumps(value)


def prepared(finding):
    """A finding with what the template asks of it."""
    found = finding["found"]
    facts = [("options", words(finding["options"]))]
    if "simplest" in finding:
        facts.append(("reduced to", words(finding["simplest"])))
    facts.append(("found", f"at {duration(found['seconds'])} in program {number(found['program'])} of {found['source']}, RNG seed {found['seed']}"))
    facts += [(key.replace("_", " "), words(value)) for key, value in finding.items() if key not in SHOWN and value not in (None, "", [], {})]
    return {"releases": [], "first_bad": "", "first_good": "", "knobs": [], **finding, "facts": facts,
            "state": "reduced" if finding["reduced"] else "not reduced" if finding["not_reduced"] else "open"}


def page(report):
    def read(name):
        with open(os.path.join(here, name), encoding="utf-8") as file:
            return file.read()

    environment = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    environment.filters.update(number=number, short=short, shown=shown)
    script = read("page.js")
    findings = [prepared(finding) for finding in report["findings"]]
    inconclusive = most_frequent(report["campaign"].get("inconclusive", {}))
    return environment.from_string(read("page.html")).render(
        report=report, findings=findings, tiles=list(tiles(report)), facts=list(facts(report)), plots=plots(report), inconclusive=inconclusive,
        most_inconclusive=max((count for _, count in inconclusive), default=1), findings_matrices=list(findings_matrices(findings)) if findings else [],
        feature_matrices=list(feature_matrices(report["features"])), missing=report["features"].get("missing", []), feature_counts=most_frequent(report["features"].get("counts", {})),
        choices={key: sorted({choose(f) for f in findings}, key=version_key)
                 for key, choose in (("oracle", lambda f: f["signature"]["oracle"]), ("pass", lambda f: f["signature"]["pass"]),
                                     ("subject", lambda f: f["subject"]), ("target", lambda f: f["target"]), ("state", lambda f: f["state"]))},
        style=markupsafe.Markup(read("page.css")), script=markupsafe.Markup(script),
        script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode())


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")
    sys.stdout.write(page(json.load(sys.stdin)))
