// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads failing programs from files and folders.
#include "reducer/Inputs.h"

#include "oracles/Files.h"
#include "reducer/PassList.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <set>

using namespace llvm;

namespace fathom {

//===- Crash reproducers ---------------------------------------------------------------------===//

/// The value of a key that is a string in a reproducer's resources.
static std::string stringAfter(StringRef text, StringRef key) {
  size_t at = text.find(key);
  StringRef rest = at == StringRef::npos ? "" : text.drop_front(at + key.size()).ltrim();
  std::string value;
  if (!rest.consume_front("\""))
    return value;
  for (; !rest.empty() && rest[0] != '"'; rest = rest.drop_front()) {
    if (rest[0] == '\\')
      rest = rest.drop_front();
    value += rest.take_front();
  }
  return value;
}

namespace {
struct Reproducer {
  StringRef
      program; ///< What stands before the resources, from the first line of comments or IR on.
  std::string passes;
};
} // namespace

static bool beginsProgram(StringRef line) {
  for (StringRef start : {"//", "#", "!", "module", "\"builtin.module\""})
    if (line.starts_with(start))
      return true;
  return false;
}

/// MLIR's crash reproducer in a text, which may have other things around it.
static std::optional<Reproducer> findReproducer(StringRef text) {
  size_t resources = text.find("mlir_reproducer:");
  size_t opens = resources == StringRef::npos ? resources : text.take_front(resources).rfind("{-#");
  if (opens == StringRef::npos)
    return std::nullopt;
  StringRef before = text.take_front(opens);
  size_t at = 0;
  for (size_t end; at < before.size(); at = end + 1) {
    StringRef line = before.drop_front(at);
    if (beginsProgram(line))
      break;
    end = before.find('\n', at);
    if (end == StringRef::npos)
      return std::nullopt;
  }
  return Reproducer{before.drop_front(at),
                    withoutAnchor(stringAfter(text.drop_front(resources), "pipeline:"))};
}

//===- Texts ---------------------------------------------------------------------------------===//

/// The parts between lines `// -----`.
static std::vector<StringRef> splitParts(StringRef text) {
  std::vector<StringRef> parts;
  size_t begin = 0;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find('\n', at), text.size());
    if (text.slice(at, end).rtrim() == "// -----") {
      parts.push_back(text.slice(begin, at));
      begin = std::min(end + 1, text.size());
    }
    at = end + 1;
  }
  parts.push_back(text.drop_front(begin));
  return parts;
}

static bool holdsProgram(StringRef part) {
  while (!part.empty()) {
    auto [line, rest] = part.split('\n');
    if (StringRef code = line.trim(); !code.empty() && !code.starts_with("//"))
      return true;
    part = rest;
  }
  return false;
}

/// The test case of one part, in whose messages the lines are those of the file.
static Expected<TestCase> parsePart(StringRef text, StringRef part, StringRef name,
                                    mlir::MLIRContext &context) {
  std::string passes;
  StringRef program = part;
  if (std::optional<Reproducer> found = findReproducer(part)) {
    program = found->program;
    passes = found->passes;
  }
  size_t lines = StringRef(text.begin(), program.begin() - text.begin()).count('\n');
  Expected<TestCase> test = parseTestCase(std::string(lines, '\n') + program.str(), name, context);
  if (!test)
    return test;
  if (test->passes.empty())
    test->passes = passes;
  for (const std::string &line : test->otherLines)
    if (test->passes.empty() && StringRef(line).contains("RUN:"))
      test->passes = passesOfRunLine(line);
  return test;
}

Expected<std::vector<Input>> parseInputs(StringRef text, StringRef name,
                                         mlir::MLIRContext &context) {
  std::vector<StringRef> parts = splitParts(text);
  std::vector<Input> inputs;
  for (StringRef part : parts) {
    if (parts.size() > 1 && !holdsProgram(part))
      continue;
    Expected<TestCase> test = parsePart(text, part, name, context);
    if (!test)
      return test.takeError();
    // What the first part says at the head of the file holds for all.
    if (!inputs.empty()) {
      const TestCase &first = inputs.front().test;
      if (test->subjects.empty())
        test->subjects = first.subjects;
      if (test->targets.empty())
        test->targets = first.targets;
      if (test->passes.empty())
        test->passes = first.passes;
    }
    std::string number = parts.size() > 1 ? "#" + std::to_string(inputs.size() + 1) : "";
    inputs.push_back({std::move(*test), name.str() + number});
  }
  if (inputs.empty())
    return createStringError(name.str() + ": holds no module");
  return inputs;
}

//===- Triton's cache ------------------------------------------------------------------------===//

/// Of its files, those that are IR of ours: what the front end wrote, and the stages.
static constexpr StringLiteral endings[] = {".source", ".ttir", ".ttgir"};

/// Fills in what the metadata beside a cached file say of how it was compiled; nothing if there are none.
static Error readMetadata(StringRef path, TestCase &test) {
  SmallString<128> beside(path);
  sys::path::replace_extension(beside, "json");
  if (!is_contained(endings, sys::path::extension(path)) || !sys::fs::exists(beside))
    return Error::success();
  Expected<std::string> text = readFile(beside);
  if (!text)
    return text.takeError();
  Expected<json::Value> parsed = json::parse(*text);
  if (!parsed)
    return createStringError(beside.str().str() + ": " + toString(parsed.takeError()));
  const json::Object *metadata = parsed->getAsObject();
  const json::Object *gpu = metadata ? metadata->getObject("target") : nullptr;
  if (!gpu)
    return Error::success();
  std::string arch = gpu->getString("arch").value_or("").str();
  if (std::optional<int64_t> number = gpu->getInteger("arch"))
    arch = std::to_string(*number);
  Expected<Target> target =
      parseTarget((gpu->getString("backend").value_or("") + ":" + arch).str());
  if (!target)
    return createStringError(beside.str().str() + ": " + toString(target.takeError()));
  if (test.targets.empty())
    test.targets = {*target};
  for (auto [key, knob] : {std::pair{"num_warps", &test.options.numWarps},
                           {"num_stages", &test.options.numStages},
                           {"num_ctas", &test.options.numCtas}})
    *knob = metadata->getInteger(key).value_or(*knob);
  if (std::optional<StringRef> release = metadata->getString("triton_version");
      release && test.subjects.empty())
    test.subjects = {"triton:" + release->str()};
  return Error::success();
}

static Expected<std::string> readStandardInput() {
  ErrorOr<std::unique_ptr<MemoryBuffer>> input = MemoryBuffer::getSTDIN();
  if (!input)
    return createStringError(input.getError(),
                             "cannot read standard input: " + input.getError().message());
  return (*input)->getBuffer().str();
}

static Expected<std::vector<Input>> readFileOfAnyForm(StringRef path, mlir::MLIRContext &context) {
  Expected<std::string> text = path == "-" ? readStandardInput() : readFile(path);
  if (!text)
    return text.takeError();
  Expected<std::vector<Input>> inputs = parseInputs(*text, path, context);
  if (!inputs)
    return inputs;
  for (Input &input : *inputs)
    if (Error error = readMetadata(path, input.test))
      return std::move(error);
  return inputs;
}

/// The files of a cache folder in which a kernel is IR, each kernel's from the earliest to the latest.
static Expected<std::vector<std::string>> filesOfCache(StringRef folder) {
  std::set<std::string> kernels; // Paths without their endings.
  std::error_code code;
  for (sys::fs::recursive_directory_iterator at(folder, code), end; at != end && !code;
       at.increment(code)) {
    StringRef path = at->path();
    if (is_contained(endings, sys::path::extension(path)))
      kernels.insert(path.drop_back(sys::path::extension(path).size()).str());
  }
  if (code)
    return createStringError(code, "cannot read '" + folder.str() + "': " + code.message());
  std::vector<std::string> files;
  for (const std::string &kernel : kernels)
    for (StringRef ending : endings)
      if (sys::fs::exists(kernel + ending))
        files.push_back((kernel + ending).str());
  if (files.empty())
    return createStringError("'" + folder.str() +
                             "' has no kernel in it; a folder of Triton's cache has files that end "
                             "in .source, .ttir or .ttgir");
  return files;
}

Expected<std::vector<Input>> readInputs(StringRef path, mlir::MLIRContext &context) {
  if (!sys::fs::is_directory(path))
    return readFileOfAnyForm(path, context);
  Expected<std::vector<std::string>> files = filesOfCache(path);
  if (!files)
    return files.takeError();
  std::vector<Input> all;
  for (const std::string &file : *files) {
    Expected<std::vector<Input>> inputs = readFileOfAnyForm(file, context);
    if (!inputs)
      return inputs;
    std::move(inputs->begin(), inputs->end(), std::back_inserter(all));
  }
  return all;
}

} // namespace fathom
