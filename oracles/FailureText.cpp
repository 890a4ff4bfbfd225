// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads why a compile failed out of what the compiler said and how its process ended.
#include "oracles/FailureText.h"

#include "oracles/subject/DumpLog.h"
#include "oracles/subject/Process.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

#include <csignal>
#include <sys/wait.h>

using namespace fathom;
using namespace llvm;

using Kind = Failure::Kind;

namespace {

/// What one line of a log says.
struct Saying {
  std::string message;
  std::string sourceFile;
};

/// All that a log says about a failure.
struct Sayings {
  std::optional<Saying> assertion, unreachable, fatal;
  std::vector<std::string> diagnostics;  ///< Texts of "error:" lines, in order.
  std::vector<std::string> verifierSays; ///< The same, after verifierMarker.
  std::string pass;                      ///< That the crash recovery named.
  bool outOfMemory = false;
};

} // namespace

StringRef fathom::passName(StringRef text) {
  text.consume_front("(anonymous namespace)::");
  auto inName = [](char c) { return isAlnum(c) || c == '_'; };
  StringRef name = text.take_while(inName);
  while (text.substr(name.size()).starts_with("::")) {
    text = text.substr(name.size() + 2);
    name = text.take_while(inName);
  }
  name.consume_back("Pass");
  return name;
}

static std::string lastComponent(StringRef path) { return sys::path::filename(path.trim()).str(); }

/// "PROGRAM: FILE:LINE: FUNCTION: Assertion `TEXT' failed."
static std::optional<Saying> assertionIn(StringRef line) {
  size_t open = line.find(": Assertion `");
  size_t close = line.rfind("' failed.");
  if (open == StringRef::npos || close == StringRef::npos || close < open)
    return std::nullopt;
  Saying result;
  result.message = line.slice(open + strlen(": Assertion `"), close).trim().str();
  StringRef head = line.take_front(open);
  // The function may hold colons; the file is what stands before the first ":NUMBER: ".
  for (size_t at = head.find(':'); at != StringRef::npos; at = head.find(':', at + 1)) {
    StringRef digits = head.substr(at + 1).take_while(isDigit);
    if (digits.empty() || !head.substr(at + 1 + digits.size()).starts_with(":"))
      continue;
    StringRef file = head.take_front(at);
    if (size_t program = file.rfind(": "); program != StringRef::npos)
      file = file.substr(program + 2);
    result.sourceFile = lastComponent(file);
    break;
  }
  return result;
}

static std::optional<StringRef> after(StringRef line, StringRef marker) {
  size_t at = line.find(marker);
  if (at == StringRef::npos)
    return std::nullopt;
  return line.substr(at + marker.size());
}

/// The text of "LOCATION: error: TEXT", "error: TEXT" and "loc(...): error: TEXT".
static std::optional<StringRef> diagnosticIn(StringRef line) {
  if (line.starts_with(" ") || line.starts_with("//"))
    return std::nullopt;
  if (line.starts_with("error: "))
    return line.substr(7).trim();
  std::optional<StringRef> text = after(line, ": error: ");
  return text ? std::optional<StringRef>(text->trim()) : std::nullopt;
}

static Sayings readLog(StringRef log) {
  Sayings result;
  bool verifying = false;
  StringRef previous;
  SmallVector<StringRef, 64> lines;
  log.split(lines, '\n');
  for (StringRef line : lines) {
    line = line.rtrim();
    if (line == verifierMarker.trim())
      verifying = true;
    if (verifying) {
      if (std::optional<StringRef> text = diagnosticIn(line))
        result.verifierSays.push_back(text->str());
      continue;
    }
    if (std::optional<Saying> assertion = assertionIn(line)) {
      result.assertion = assertion;
    } else if (std::optional<StringRef> place = after(line, "UNREACHABLE executed at ")) {
      bool spoken = !previous.empty() && !diagnosticIn(previous) && !previous.starts_with(" ");
      result.unreachable = Saying{spoken ? previous.trim().str() : "unreachable code",
                                  lastComponent(place->rsplit(':').first)};
    } else if (std::optional<StringRef> fatal = after(line, "LLVM ERROR: ")) {
      result.fatal = Saying{fatal->str(), ""};
      result.outOfMemory |= fatal->contains_insensitive("out of memory");
    } else if (std::optional<StringRef> text = diagnosticIn(line)) {
      // Crash recovery's own summary is no reason.
      if (!text->starts_with(
              "Failures have been detected while processing an MLIR pass pipeline") &&
          !text->starts_with("A failure has been detected while processing the MLIR module"))
        result.diagnostics.push_back(text->str());
    }
    if (line.contains("std::bad_alloc") || line.contains("Allocation failed"))
      result.outOfMemory = true;
    if (result.pass.empty()) {
      if (std::optional<StringRef> running = after(line, "Pipeline failed while executing [`"))
        result.pass = passName(*running).str();
    }
    if (!line.empty())
      previous = line;
  }
  return result;
}

/// The line of a driver exception's text that says why; it may quote a whole log.
static std::string reasonIn(StringRef text) {
  SmallVector<StringRef, 16> lines;
  text.split(lines, '\n');
  for (StringRef line : lines)
    if (line.trim().starts_with("ptxas") && (line.contains("error") || line.contains("fatal")))
      return line.split(';').second.empty() ? line.trim().str()
                                            : line.split(';').second.trim().str();
  for (StringRef line : lines)
    if (!line.trim().empty())
      return line.trim().str();
  return "";
}

static Failure failure(Kind kind, Saying saying, const Sayings &sayings) {
  Failure result{};
  result.kind = kind;
  result.message = std::move(saying.message);
  result.sourceFile = std::move(saying.sourceFile);
  result.pass = sayings.pass;
  return result;
}

static std::optional<Failure> findReason(const Ending &ending) {
  if (ending.finished && ending.status == 0 && !ending.timedOut)
    return std::nullopt;
  Sayings says = readLog(ending.log);
  int signal = WIFSIGNALED(ending.status) ? WTERMSIG(ending.status) : 0;

  if (ending.timedOut || signal == SIGXCPU)
    return failure(Kind::Timeout, {"time ran out", ""}, says);
  bool killed = signal == SIGKILL; // Nobody but the kernel does that, for want of memory.
  if (killed || says.outOfMemory || ending.exception == "MemoryError")
    return failure(Kind::Memory, {"memory ran out", ""}, says);
  if (says.assertion)
    return failure(Kind::Assertion, *says.assertion, says);
  if (says.unreachable)
    return failure(Kind::Unreachable, *says.unreachable, says);
  if (says.fatal)
    return failure(Kind::Fatal, *says.fatal, says);
  // A death after the driver had reported its exception is one of asking the verifier, and no news.
  if (signal && ending.exception.empty())
    return failure(Kind::Signal, {signalName(signal), ""}, says);
  if (!says.diagnostics.empty()) {
    bool illFormed = is_contained(says.verifierSays, says.diagnostics.front());
    return failure(illFormed ? Kind::Verifier : Kind::Error, {says.diagnostics.front(), ""}, says);
  }
  if (!ending.exception.empty()) {
    std::string reason = reasonIn(ending.exceptionText);
    // Crash recovery swallows a signal without a word.
    if (reason == "PassManager::run failed" && !says.pass.empty())
      return failure(Kind::Signal, {caughtSignal.str(), ""}, says);
    if (ending.exception == "RuntimeError" && !reason.empty())
      return failure(Kind::Error, {reason, ""}, says);
    return failure(Kind::Error, {ending.exception + (reason.empty() ? "" : ": " + reason), ""},
                   says);
  }
  if (!says.pass.empty())
    return failure(Kind::Signal, {caughtSignal.str(), ""}, says);
  if (ending.status != 0)
    return failure(Kind::Error,
                   {formatv("exit code {0} without a word", WEXITSTATUS(ending.status)).str(), ""},
                   says);
  return failure(Kind::Garbage, {"it left without an answer", ""}, says);
}

std::optional<Failure> fathom::readFailure(const Ending &ending) {
  std::optional<Failure> result = findReason(ending);
  if (!result)
    return result;
  result->log = ending.log;
  if (!ending.exception.empty())
    result->log += (result->log.empty() || StringRef(result->log).ends_with("\n") ? "" : "\n") +
                   ending.exception + ": " + ending.exceptionText + "\n";
  return result;
}

std::string fathom::differenceFrom(const Failure &failure, const std::optional<Failure> &again) {
  if (!again)
    return "\nflaky: a second run of the same program went well\n";
  if (again->kind == failure.kind && again->message == failure.message &&
      again->sourceFile == failure.sourceFile)
    return "";
  return "\nflaky: a second run of the same program ended with " +
         failureKindName(again->kind).str() + ": " + again->message + "\n";
}

std::vector<PassDump> fathom::readDumps(StringRef log, std::string &rest) {
  std::vector<PassDump> dumps;
  for (Dump &dump : splitDumps(log, rest))
    if (dump.when == Dump::When::Before)
      dumps.push_back({std::move(dump.pass), std::move(dump.text)});
    else
      rest += dump.text;
  return dumps;
}
