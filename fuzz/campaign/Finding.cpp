// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names findings, and reads and writes finding.json.
#include "fuzz/campaign/Finding.h"

#include "fuzz/campaign/NormalForm.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace fathom {

static auto howCompiled(const Finding &finding) {
  return std::tie(finding.subject, finding.target, finding.options.numWarps,
                  finding.options.numStages, finding.options.numCtas);
}

bool Finding::isMeetingOf(const Finding &other) const {
  return found.source == other.found.source && found.seed == other.found.seed &&
         found.program == other.found.program && howCompiled(*this) == howCompiled(other);
}

bool Finding::isBefore(const Finding &other) const {
  auto key = [](const Finding &f) {
    return std::tuple_cat(std::tie(f.found.program, f.found.seed, f.found.source), howCompiled(f));
  };
  return key(*this) < key(other);
}

Finding makeFinding(const TestCase &test, const Signature &signature, FoundBy found) {
  Finding finding{signature};
  finding.subject = join(test.subjects, ", ");
  finding.target = test.targets.empty() ? "" : test.targets.front().str();
  finding.options = test.options;
  finding.stage = test.stage;
  finding.origin = test.origin;
  finding.found = std::move(found);
  finding.name = findingName(signature);
  return finding;
}

std::string findingName(const Signature &signature, StringRef form) {
  std::string name = signature.pass.empty() ? signature.kind : signature.pass;
  for (char &c : name)
    if (!isAlnum(c) && c != '-' && c != '.')
      c = '_';
  name = name.substr(0, 60) + "-" + signature.id();
  return form.empty() ? name : name + "-" + formId(form);
}

std::string printFinding(const Finding &finding) {
  json::Object object = finding.more;
  object["signature"] = json::fixUTF8(finding.signature.str());
  if (!finding.form.empty())
    object["form"] = finding.form;
  object["subject"] = finding.subject;
  object["target"] = finding.target;
  object["options"] = json::Object{{"num-warps", finding.options.numWarps},
                                   {"num-stages", finding.options.numStages},
                                   {"num-ctas", finding.options.numCtas}};
  object["stage"] = stageName(finding.stage);
  object["origin"] = json::fixUTF8(finding.origin);
  object["found"] = json::Object{{"source", finding.found.source},
                                 {"seed", std::to_string(finding.found.seed)},
                                 {"program", int64_t(finding.found.program)},
                                 {"seconds", finding.found.seconds},
                                 {"at", finding.found.at}};
  return formatv("{0:2}\n", json::Value(std::move(object))).str();
}

Expected<Finding> parseFinding(StringRef text, StringRef path) {
  auto wrong = [&](const std::string &what) {
    return createStringError("'" + path.str() + "' describes no finding: " + what);
  };
  Expected<json::Value> value = json::parse(text);
  if (!value)
    return wrong(toString(value.takeError()));
  json::Object *object = value->getAsObject();
  if (!object)
    return wrong("it is no object");
  auto word = [](const json::Object &from, StringRef key) {
    return from.getString(key).value_or("").str();
  };
  Expected<Signature> signature = parseSignature(word(*object, "signature"));
  if (!signature)
    return wrong(toString(signature.takeError()));
  Finding finding{*signature};
  finding.form = word(*object, "form");
  finding.subject = word(*object, "subject");
  finding.target = word(*object, "target");
  finding.origin = word(*object, "origin");
  Expected<Stage> stage = parseStage(word(*object, "stage"));
  if (!stage)
    return wrong(toString(stage.takeError()));
  finding.stage = *stage;
  if (const json::Object *options = object->getObject("options")) {
    auto knob = [&](StringRef key, int usual) {
      return int(options->getInteger(key).value_or(usual));
    };
    CompileOptions &own = finding.options;
    own = {knob("num-warps", own.numWarps), knob("num-stages", own.numStages),
           knob("num-ctas", own.numCtas)};
  }
  if (const json::Object *found = object->getObject("found")) {
    finding.found.source = word(*found, "source");
    if (StringRef(word(*found, "seed")).getAsInteger(10, finding.found.seed))
      return wrong("it names no RNG seed");
    finding.found.program = uint64_t(found->getInteger("program").value_or(0));
    finding.found.seconds = found->getNumber("seconds").value_or(0);
    finding.found.at = found->getInteger("at").value_or(0);
  }
  for (StringRef key :
       {"signature", "form", "subject", "target", "origin", "stage", "options", "found"})
    object->erase(key);
  finding.more = std::move(*object);
  return finding;
}

} // namespace fathom
