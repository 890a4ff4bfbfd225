// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads a findings folder into a report.
#include "fuzz/report/Report.h"

#include "fuzz/campaign/FindingsFolder.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Chrono.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <optional>

using namespace llvm;

namespace fathom {

static constexpr size_t mostOfALog = 16 << 10;

//===- Files ---------------------------------------------------------------------------------===//

static std::optional<std::string> readText(const Twine &path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> file = MemoryBuffer::getFile(path);
  if (!file)
    return std::nullopt;
  return json::fixUTF8((*file)->getBuffer());
}

static std::string textOr(const Twine &path) { return readText(path).value_or(""); }

/// Reads an object of the folder. What cannot be read is a gap: `lacks` says of what.
static json::Object readObject(Report &report, StringRef name, StringRef lacks) {
  auto gap = [&](const std::string &why) {
    report.gaps.push_back((name + " " + why + ": " + lacks).str());
    return json::Object();
  };
  std::optional<std::string> text = readText(pathBelow(report.folder, name));
  if (!text)
    return gap("is not there");
  Expected<json::Value> value = json::parse(*text);
  if (!value)
    return gap("cannot be read (" + toString(value.takeError()) + ")");
  json::Object *object = value->getAsObject();
  return object ? std::move(*object) : gap("holds no JSON object");
}

static std::string withoutMiddle(std::string text, size_t most) {
  if (text.size() <= most)
    return text;
  std::string cut = text.substr(0, most / 2) + "\n[... " + std::to_string(text.size() - most) +
                    " bytes are left out ...]\n" + text.substr(text.size() - most / 2);
  return json::fixUTF8(cut);
}

//===- The report ----------------------------------------------------------------------------===//

static ReportedFinding readFinding(const Report &report, Finding filed) {
  auto text = [&](StringRef file) { return textOr(pathBelow(report.folder, filed.name, file)); };
  ReportedFinding finding;
  if (const json::Object *failures = report.campaign.getObject("failures"))
    finding.met = uint64_t(failures->getInteger(filed.signature.str()).value_or(0));
  finding.reduced = text(reducedFile);
  finding.notReduced = text(notReducedFile);
  finding.reproducer = text("reproduce.py");
  finding.log = withoutMiddle(text("log.txt"), mostOfALog);
  if (finding.reduced.empty())
    finding.original = text(originalFile);
  finding.filed = std::move(filed);
  return finding;
}

/// The lines of each journal. One that is no JSON is left out: the last one may just be written.
static void readJournals(Report &report) {
  static constexpr StringRef extension = ".journal.jsonl";
  std::vector<std::string> paths;
  std::error_code code;
  for (sys::fs::directory_iterator entry(pathBelow(report.folder, runsFolder), code), end;
       !code && entry != end; entry.increment(code))
    if (StringRef(entry->path()).ends_with(extension))
      paths.push_back(entry->path());
  llvm::sort(paths);
  for (const std::string &path : paths) {
    std::string text = textOr(path);
    StringRef run = sys::path::filename(path).drop_back(extension.size());
    json::Array lines;
    size_t number = 0;
    for (StringRef line : split(text, '\n')) {
      ++number;
      if (line.trim().empty())
        continue;
      Expected<json::Value> value = json::parse(line);
      if (value && value->getAsObject()) {
        lines.push_back(std::move(*value));
        continue;
      }
      if (!value)
        consumeError(value.takeError());
      report.gaps.push_back(
          formatv("line {0} of the journal of {1} cannot be read and is left out", number, run)
              .str());
    }
    if (!lines.empty())
      report.journals.push_back(
          json::Object{{"run", json::fixUTF8(run)}, {"lines", std::move(lines)}});
  }
  if (report.journals.empty())
    report.gaps.push_back("no journal is there: nothing is plotted over time");
}

Expected<Report> readReport(StringRef folder) {
  if (!sys::fs::is_directory(folder))
    return createStringError("there is no folder '" + folder.str() +
                             "'; name the one that fathom fuzz was given with --out");
  Expected<std::vector<Finding>> filed = readFindings(folder);
  if (!filed)
    return filed.takeError();
  sys::fs::file_status status;
  bool hasCampaign = !sys::fs::status(pathBelow(folder, "campaign.json"), status);
  if (filed->empty() && !hasCampaign)
    return createStringError("'" + folder.str() +
                             "' is no findings folder: it holds neither campaign.json nor a "
                             "finding; name the one that fathom fuzz was given with --out");
  Report report;
  report.folder = folder.str();
  if (hasCampaign)
    report.state = formatv("{0:%Y-%m-%d %H:%M} UTC",
                           sys::toUtcTime(sys::toTimeT(status.getLastModificationTime())));
  if (sys::fs::exists(pathBelow(folder, stagingFolder)))
    report.gaps.push_back("a merge into the folder goes on, or was interrupted: findings may lack");
  report.campaign = readObject(report, "campaign.json",
                               "how many programs were judged, how fast, and how often each "
                               "finding was met is not known");
  report.features = readObject(report, "features.json", "there are no feature matrices");
  readJournals(report);
  for (Finding &finding : *filed)
    report.findings.push_back(readFinding(report, std::move(finding)));
  llvm::sort(report.findings, [](const ReportedFinding &a, const ReportedFinding &b) {
    return std::tie(b.met, a.filed.name) < std::tie(a.met, b.filed.name);
  });
  return report;
}

//===- JSON ----------------------------------------------------------------------------------===//

static json::Object toJson(const ReportedFinding &finding) {
  const Signature &signature = finding.filed.signature;
  json::Object object = *cantFail(json::parse(printFinding(finding.filed))).getAsObject();
  object["signature"] = json::Object{
      {"line", json::fixUTF8(signature.str())},    {"id", signature.id()},
      {"oracle", json::fixUTF8(signature.oracle)}, {"kind", json::fixUTF8(signature.kind)},
      {"pass", json::fixUTF8(signature.pass)},     {"message", json::fixUTF8(signature.message)}};
  object["name"] = json::fixUTF8(finding.filed.name);
  object["met"] = int64_t(finding.met);
  object["original"] = finding.original;
  object["reduced"] = finding.reduced;
  object["not_reduced"] = finding.notReduced;
  object["reproducer"] = finding.reproducer;
  object["log"] = finding.log;
  return object;
}

json::Value toJson(const Report &report) {
  json::Array findings, gaps;
  for (const ReportedFinding &finding : report.findings)
    findings.push_back(toJson(finding));
  for (const std::string &gap : report.gaps)
    gaps.push_back(json::fixUTF8(gap));
  return json::Object{{"folder", json::fixUTF8(report.folder)},
                      {"state", report.state},
                      {"campaign", json::Object(report.campaign)},
                      {"journals", json::Array(report.journals)},
                      {"features", json::Object(report.features)},
                      {"findings", std::move(findings)},
                      {"gaps", std::move(gaps)}};
}

} // namespace fathom
