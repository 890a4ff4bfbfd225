// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes a report's findings as SARIF.
#include "fuzz/report/Sarif.h"

#include "fuzz/campaign/NormalForm.h"
#include "oracles/Oracle.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace fathom {

static json::Object textOf(const Twine &text) {
  return json::Object{{"text", json::fixUTF8(text.str())}};
}

static json::Object ruleObject(StringRef name) {
  const Oracle *oracle = findOracle(name);
  std::string promise = oracle ? oracle->promise.str() : "an oracle that this fathom does not have";
  return json::Object{
      {"id", json::fixUTF8(name)},
      {"shortDescription", textOf("Broken: " + promise)},
      {"fullDescription", textOf("fathom's oracle " + name + " checks that " + promise + ".")},
      {"help", textOf("Run `fathom check FILE --oracle " + name +
                      "` on the file of the result, or the reproduce.py beside it, which needs "
                      "nothing of fathom.")},
      {"defaultConfiguration", json::Object{{"level", "error"}}}};
}

/// The characters of a URI's path as they are, the others as %XX.
static std::string uriOf(StringRef path) {
  std::string uri;
  for (char c : path)
    if (isAlnum(c) || StringRef("-._~/").contains(c))
      uri += c;
    else
      uri += "%" + utohexstr(uint8_t(c), /*LowerCase=*/false, /*Width=*/2);
  return uri;
}

/// The line of the first function, where a reader begins; 1 if there is none.
static int64_t lineOfProgram(StringRef text) {
  size_t function = text.find("tt.func");
  return function == StringRef::npos ? 1 : 1 + text.take_front(function).count('\n');
}

static json::Object locationOf(const Report &report, const ReportedFinding &finding) {
  SmallString<256> path(report.folder);
  bool reduced = !finding.reduced.empty();
  sys::path::append(path, finding.filed.name,
                    reduced ? StringRef(reducedFile) : StringRef(originalFile));
  sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  std::string uri = uriOf(path);
  if (sys::path::is_absolute(path))
    uri = "file://" + uri;
  return json::Object{
      {"physicalLocation",
       json::Object{
           {"artifactLocation", json::Object{{"uri", uri}}},
           {"region", json::Object{{"startLine", lineOfProgram(reduced ? finding.reduced
                                                                       : finding.original)}}}}}};
}

/// The id of the signature; of a further finding of one, with another normal form, that of the form too.
static std::string fingerprintOf(const Finding &finding) {
  std::string id = finding.signature.id();
  return finding.name == findingName(finding.signature) ? id : id + "-" + formId(finding.form);
}

static json::Object resultObject(const Report &report, const ReportedFinding &finding,
                                 size_t rule) {
  const Finding &filed = finding.filed;
  std::string message =
      filed.signature.str() + "\nfails with " + filed.subject + " for " + filed.target;
  if (std::string bad = finding.firstBad(); !bad.empty())
    message += "; first bad " + bad;
  if (std::string good = finding.firstGood(); !good.empty())
    message += ", good again " + good;
  std::string fingerprint = fingerprintOf(filed);
  json::Object properties{{"subject", json::fixUTF8(filed.subject)},
                          {"target", json::fixUTF8(filed.target)},
                          {"pass", json::fixUTF8(filed.signature.pass)},
                          {"kind", json::fixUTF8(filed.signature.kind)},
                          {"finding", json::fixUTF8(filed.name)}};
  return json::Object{
      {"ruleId", json::fixUTF8(filed.signature.oracle)},
      {"ruleIndex", int64_t(rule)},
      {"level", "error"},
      {"message", textOf(message)},
      {"locations", json::Array{locationOf(report, finding)}},
      // GitHub tells alerts apart by the first of these, in the form HASH:OCCURRENCE.
      {"partialFingerprints", json::Object{{"primaryLocationLineHash", fingerprint + ":1"},
                                           {"fathomSignature/v1", filed.signature.id()}}},
      {"properties", std::move(properties)}};
}

json::Value sarifOf(const Report &report, StringRef fathomVersion) {
  std::vector<StringRef> rules;
  json::Array results;
  for (const ReportedFinding &finding : report.findings) {
    StringRef rule = finding.filed.signature.oracle;
    size_t index = llvm::find(rules, rule) - rules.begin();
    if (index == rules.size())
      rules.push_back(rule);
    results.push_back(resultObject(report, finding, index));
  }
  json::Array described;
  for (StringRef rule : rules)
    described.push_back(ruleObject(rule));
  json::Object driver{
      {"name", "fathom"}, {"version", fathomVersion}, {"rules", std::move(described)}};
  json::Object run{{"tool", json::Object{{"driver", std::move(driver)}}},
                   {"columnKind", "unicodeCodePoints"},
                   {"results", std::move(results)}};
  return json::Object{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                      {"version", "2.1.0"},
                      {"runs", json::Array{std::move(run)}}};
}

} // namespace fathom
