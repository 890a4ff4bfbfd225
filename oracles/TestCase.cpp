// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads and writes test cases.
#include "oracles/TestCase.h"

#include "core/ir/Dialects.h"
#include "core/ir/ReadModule.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "oracles/subject/DumpLog.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;

namespace fathom {

static constexpr StringRef stageNames[] = {"ttir", "ttgir", "llir", "asm", "binary"};

StringRef stageName(Stage stage) { return stageNames[size_t(stage)]; }

Expected<Stage> parseStage(StringRef text) {
  for (size_t i = 0; i < std::size(stageNames); ++i)
    if (stageNames[i] == text)
      return Stage(i);
  return createStringError("no stage '" + text.str() + "'; there are " +
                           join(ArrayRef(stageNames), ", "));
}

TestCase TestCase::clone() const {
  TestCase copy;
  if (program)
    copy.program = mlir::OwningOpRef<mlir::ModuleOp>(program.get().clone());
  copy.subjects = subjects;
  copy.targets = targets;
  copy.options = options;
  copy.stage = stage;
  copy.passes = passes;
  copy.launch = launch;
  copy.origin = origin;
  copy.otherLines = otherLines;
  return copy;
}

//===- Reading -------------------------------------------------------------------------------===//

static Error readOptions(StringRef value, CompileOptions &options) {
  SmallVector<StringRef> words;
  value.split(words, ' ', -1, /*KeepEmpty=*/false);
  for (StringRef word : words) {
    auto [key, number] = word.split('=');
    int *knob = key == "num-warps"    ? &options.numWarps
                : key == "num-stages" ? &options.numStages
                : key == "num-ctas"   ? &options.numCtas
                                      : nullptr;
    if (!knob)
      return createStringError("no option '" + key.str() +
                               "'; there are num-warps, num-stages, num-ctas");
    if (number.getAsInteger(10, *knob) || *knob < 0)
      return createStringError("option '" + key.str() + "' needs a number, not '" + number.str() +
                               "'");
  }
  return Error::success();
}

/// Reads one "KEY: value" line into the test. Lines with other keys are kept as they are.
static Error readHeaderLine(StringRef line, TestCase &test) {
  StringRef body = line.drop_while([](char c) { return c == '/'; }).trim();
  auto [key, value] = body.split(':');
  value = value.trim();
  SmallVector<StringRef> items;
  value.split(items, ',', -1, /*KeepEmpty=*/false);
  if (key == "SUBJECT") {
    for (StringRef item : items)
      test.subjects.push_back(item.trim().str());
  } else if (key == "TARGET") {
    for (StringRef item : items) {
      Expected<Target> target = parseTarget(item.trim());
      if (!target)
        return target.takeError();
      test.targets.push_back(*target);
    }
  } else if (key == "OPTIONS") {
    return readOptions(value, test.options);
  } else if (key == "STAGE") {
    Expected<Stage> stage = parseStage(value);
    if (!stage)
      return stage.takeError();
    test.stage = *stage;
  } else if (key == "PIPELINE" || key == "LAUNCH" || key == "ORIGIN") {
    std::string &text = key == "PIPELINE" ? test.passes
                        : key == "LAUNCH" ? test.launch
                                          : test.origin;
    text += (text.empty() ? "" : key == "PIPELINE" ? "," : " ") + value.str();
  } else {
    test.otherLines.push_back(line.str());
  }
  return Error::success();
}

/// The header lines, and what comes behind them.
static Expected<TestCase> readHeader(StringRef text, StringRef name, StringRef &rest) {
  TestCase test;
  unsigned number = 0;
  rest = text;
  while (!rest.empty()) {
    auto [line, after] = rest.split('\n');
    line = line.rtrim();
    ++number;
    // The first line that is neither blank nor a comment belongs to the program.
    if ((!line.empty() && !line.starts_with("//")) || beginsDump(line))
      break;
    if (!line.empty())
      if (Error error = readHeaderLine(line, test))
        return createStringError(name.str() + ":" + std::to_string(number) + ": " +
                                 toString(std::move(error)));
    rest = after;
  }
  // MLIR takes an empty text for an empty module.
  if (rest.empty())
    return createStringError(name.str() + ": holds no module");
  return test;
}

/// Reads a program whose text begins in the given line of a file.
static Error readProgram(StringRef text, unsigned line, StringRef name, mlir::MLIRContext &context,
                         TestCase &test) {
  std::string diagnostics;
  mlir::ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diagnostic) {
    raw_string_ostream out(diagnostics);
    if (auto at = diagnostic.getLocation()->findInstanceOf<mlir::FileLineColLoc>())
      out << at.getFilename().getValue() << ":" << at.getLine() << ":" << at.getColumn() << ": ";
    out << diagnostic << "\n";
    return mlir::success();
  });
  // A location's line is the file's.
  mlir::ParserConfig config(&context);
  test.program = line == 1 ? readModule(text, config, name)
                           : readModule(std::string(line - 1, '\n') + text.str(), config, name);
  if (!test.program)
    return createStringError(diagnostics.empty() ? name.str() + ": holds no module"
                                                 : StringRef(diagnostics).rtrim().str());
  return Error::success();
}

/// The test cases of a text, `most` of them at most.
static Expected<std::vector<TestCase>> parseAll(StringRef text, StringRef name,
                                                mlir::MLIRContext &context, size_t most) {
  StringRef rest;
  Expected<TestCase> header = readHeader(text, name, rest);
  if (!header)
    return header.takeError();
  std::vector<TestCase> tests;
  if (!holdsDumps(rest)) {
    // The whole text is parsed, comments too.
    if (Error error = readProgram(text, 1, name, context, *header))
      return std::move(error);
    tests.push_back(std::move(*header));
    return tests;
  }
  Expected<std::vector<RecordedCompile>> log = readDumpLog(text, name);
  if (!log)
    return log.takeError();
  for (const RecordedCompile &compile : ArrayRef(*log).take_front(most)) {
    TestCase test = header->clone();
    if (test.subjects.empty())
      test.subjects.push_back("dumps:" + name.str() +
                              (log->size() > 1 ? "#" + std::to_string(tests.size() + 1) : ""));
    if (Error error = readProgram(compile.first(), compile.line, name, context, test))
      return std::move(error);
    tests.push_back(std::move(test));
  }
  return tests;
}

Expected<TestCase> parseTestCase(StringRef text, StringRef name, mlir::MLIRContext &context) {
  Expected<std::vector<TestCase>> tests = parseAll(text, name, context, 1);
  if (!tests)
    return tests.takeError();
  return std::move(tests->front());
}

static Expected<std::unique_ptr<MemoryBuffer>> readFile(StringRef path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> file = MemoryBuffer::getFileOrSTDIN(path, /*IsText=*/true);
  if (!file)
    return createStringError(file.getError(),
                             "cannot read '" + path.str() + "': " + file.getError().message());
  return std::move(*file);
}

Expected<TestCase> readTestCase(StringRef path, mlir::MLIRContext &context) {
  Expected<std::unique_ptr<MemoryBuffer>> file = readFile(path);
  if (!file)
    return file.takeError();
  return parseTestCase((*file)->getBuffer(), path, context);
}

Expected<std::vector<TestCase>> readTestCases(StringRef path, mlir::MLIRContext &context) {
  Expected<std::unique_ptr<MemoryBuffer>> file = readFile(path);
  if (!file)
    return file.takeError();
  return parseAll((*file)->getBuffer(), path, context, SIZE_MAX);
}

//===- Writing -------------------------------------------------------------------------------===//

std::string printTestCase(const TestCase &test) {
  std::string text;
  raw_string_ostream out(text);
  auto header = [&](StringRef key, StringRef value) {
    if (!value.empty())
      out << "// " << key << ": " << value << "\n";
  };
  for (const std::string &line : test.otherLines)
    out << line << "\n";
  header("SUBJECT", join(test.subjects, ", "));
  header("TARGET", join(map_range(test.targets, [](const Target &t) { return t.str(); }), ", "));
  header("OPTIONS", formatv("num-warps={0} num-stages={1} num-ctas={2}", test.options.numWarps,
                            test.options.numStages, test.options.numCtas)
                        .str());
  if (test.passes.empty())
    header("STAGE", stageName(test.stage));
  header("PIPELINE", test.passes);
  header("LAUNCH", test.launch);
  header("ORIGIN", test.origin);
  if (test.program)
    test.program.get().print(out);
  out << "\n";
  return text;
}

/// Opens a file that has no name yet, or, where the file system has none such, one with a temporary name in `temporary`.
static int openUnnamed(StringRef path, SmallString<256> &temporary, std::error_code &code) {
  StringRef folder = sys::path::parent_path(path);
  int descriptor =
      ::open(folder.empty() ? "." : folder.str().c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0644);
  if (descriptor < 0)
    code = sys::fs::createUniqueFile(path + ".%%%%%%.partial", descriptor, temporary);
  return descriptor;
}

/// Gives a file of openUnnamed a temporary name that is free.
static std::error_code nameUnnamed(int descriptor, StringRef path, SmallString<256> &temporary) {
  std::string source = "/proc/self/fd/" + std::to_string(descriptor);
  for (int attempt = 0; attempt < 100; ++attempt) {
    sys::fs::createUniquePath(path + ".%%%%%%.partial", temporary, /*MakeAbsolute=*/false);
    if (::linkat(AT_FDCWD, source.c_str(), AT_FDCWD, temporary.c_str(), AT_SYMLINK_FOLLOW) == 0)
      return {};
    if (errno != EEXIST)
      break;
  }
  std::error_code code(errno, std::generic_category());
  temporary.clear();
  return code;
}

Error writeFileAtomically(StringRef path, StringRef text) {
  SmallString<256> temporary;
  std::error_code code;
  int descriptor = openUnnamed(path, temporary, code);
  auto failed = [&](std::error_code code, StringRef doing) {
    if (descriptor >= 0)
      ::close(descriptor);
    if (!temporary.empty())
      sys::fs::remove(temporary);
    return createStringError(code,
                             "cannot " + doing.str() + " '" + path.str() + "': " + code.message());
  };
  auto lastError = [] { return std::error_code(errno, std::generic_category()); };

  if (descriptor < 0)
    return failed(code, "create a file beside");
  while (!text.empty()) {
    ssize_t wrote = ::write(descriptor, text.data(), text.size());
    if (wrote < 0 && errno == EINTR)
      continue;
    if (wrote < 0)
      return failed(lastError(), "write");
    text = text.drop_front(size_t(wrote));
  }
  if (::fchmod(descriptor, 0644) != 0 || ::fsync(descriptor) != 0)
    return failed(lastError(), "sync");
  if (temporary.empty())
    if ((code = nameUnnamed(descriptor, path, temporary)))
      return failed(code, "name");
  if (::close(std::exchange(descriptor, -1)) != 0)
    return failed(lastError(), "close");
  if ((code = sys::fs::rename(temporary, path)))
    return failed(code, "rename to");
  return Error::success();
}

} // namespace fathom
