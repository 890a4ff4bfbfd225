// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints verdicts for people and as JSON.
#include "oracles/device/CaseVerdict.h"

#include <cmath>
#include <cstdio>

using namespace fathom;

const char *fathom::verdictName(CaseVerdict::Kind kind) {
  switch (kind) {
  case CaseVerdict::Kind::Pass:
    return "pass";
  case CaseVerdict::Kind::Differs:
    return "differs";
  case CaseVerdict::Kind::Race:
    return "race";
  case CaseVerdict::Kind::Fault:
    return "fault";
  case CaseVerdict::Kind::Hang:
    return "hang";
  case CaseVerdict::Kind::Refused:
    return "refused";
  }
  return "";
}

static std::string printNumber(double value, const char *format = "%.9g") {
  char text[40];
  std::snprintf(text, sizeof(text), format, value);
  return text;
}

static double rateOf(const RunSummary &summary) {
  return summary.seconds > 0 ? double(summary.launches) / summary.seconds : 0;
}

//===- For people ----------------------------------------------------------------------------------------------------------------===//

std::string fathom::describe(const CaseVerdict &verdict) {
  std::string result = verdict.name + ": " + verdictName(verdict.kind);
  if (!verdict.message.empty())
    result += ": " + verdict.message;
  result += "\n";
  for (const RangeReport &range : verdict.ranges) {
    result += "  buffer " + std::to_string(range.buffer);
    if (!range.bufferName.empty())
      result += " (" + range.bufferName + ")";
    result += ", " + range.where + " at byte " + std::to_string(range.offset) + ": " +
              std::to_string(range.differing) + " of " + std::to_string(range.count) + " " +
              range.what + (range.differing == 1 ? " is off\n" : " are off\n");
    for (const ElementDifference &each : range.first) {
      result += "    [" + std::to_string(each.index) + "] got " + each.got + ", expected " +
                each.expected;
      if (each.slack > 0)
        result += " +- " + printNumber(each.slack, "%.3g");
      result += "\n";
    }
  }
  return result;
}

std::string fathom::describe(const RunSummary &summary) {
  std::string result = std::to_string(summary.passed) + " of " + std::to_string(summary.cases) +
                       " cases pass; " + std::to_string(summary.launches) + " launches in " +
                       printNumber(summary.seconds, "%.3f") + " s, " +
                       printNumber(rateOf(summary), "%.0f") + " a second";
  if (!summary.gpu.empty())
    result += "; " + summary.gpu + " (" + summary.arch + "), " + summary.driver;
  if (summary.processes > 1)
    result += "; " + std::to_string(summary.processes) + " processes";
  return result + "\n";
}

//===- JSON ----------------------------------------------------------------------------------------------------------------------===//

static std::string quote(const std::string &text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char code[8];
      std::snprintf(code, sizeof(code), "\\u%04x", c);
      result += code;
    } else {
      result += c;
    }
  }
  return result + "\"";
}

namespace {

/// Writes {"key": value, ...}.
class JsonObject {
public:
  JsonObject &raw(const char *key, const std::string &value) {
    text += text.empty() ? "{" : ", ";
    text += "\"" + std::string(key) + "\": " + value;
    return *this;
  }
  JsonObject &string(const char *key, const std::string &value) { return raw(key, quote(value)); }
  JsonObject &integer(const char *key, uint64_t value) { return raw(key, std::to_string(value)); }
  /// JSON has no word for infinity.
  JsonObject &real(const char *key, double value) {
    return raw(key, std::isfinite(value) ? printNumber(value) : "\"inf\"");
  }
  template <typename List, typename Print>
  JsonObject &list(const char *key, const List &items, Print print) {
    std::string value = "[";
    for (const auto &item : items)
      value += (value.size() > 1 ? ", " : "") + print(item);
    return raw(key, value + "]");
  }
  std::string take() { return text.empty() ? "{}" : text + "}"; }

private:
  std::string text;
};

} // namespace

static std::string toJson(const ElementDifference &each) {
  return JsonObject()
      .integer("index", each.index)
      .string("got", each.got)
      .string("expected", each.expected)
      .real("slack", each.slack)
      .take();
}

static std::string toJson(const RangeReport &range) {
  return JsonObject()
      .integer("buffer", range.buffer)
      .string("name", range.bufferName)
      .string("where", range.where)
      .string("kind", range.what)
      .integer("offset", range.offset)
      .integer("count", range.count)
      .integer("differing", range.differing)
      .list("elements", range.first, [](const ElementDifference &each) { return ::toJson(each); })
      .take();
}

std::string fathom::toJson(const CaseVerdict &verdict) {
  JsonObject result;
  result.string("case", verdict.name).string("verdict", verdictName(verdict.kind));
  if (!verdict.message.empty())
    result.string("message", verdict.message);
  result.real("milliseconds", verdict.milliseconds);
  if (!verdict.ranges.empty())
    result.list("ranges", verdict.ranges, [](const RangeReport &range) { return ::toJson(range); });
  return result.take();
}

std::string fathom::toJson(const RunSummary &summary) {
  std::string fields = JsonObject()
                           .string("gpu", summary.gpu)
                           .string("arch", summary.arch)
                           .string("driver", summary.driver)
                           .integer("cases", summary.cases)
                           .integer("passed", summary.passed)
                           .integer("launches", summary.launches)
                           .integer("processes", summary.processes)
                           .real("seconds", summary.seconds)
                           .real("rate", rateOf(summary))
                           .take();
  return JsonObject().raw("summary", fields).take();
}
