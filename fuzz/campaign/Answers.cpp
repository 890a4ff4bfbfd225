// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads and appends the answers of a reduction.
#include "fuzz/campaign/Answers.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace fathom {

static StringMap<bool> readAnswers(StringRef path) {
  StringMap<bool> answers;
  ErrorOr<std::unique_ptr<MemoryBuffer>> file = MemoryBuffer::getFile(path);
  StringRef text = file ? (*file)->getBuffer() : "";
  for (size_t end; (end = text.find('\n')) != StringRef::npos; text = text.drop_front(end + 1)) {
    auto [question, answer] = text.take_front(end).split(' ');
    if (answer == "yes" || answer == "no")
      answers[question] = answer == "yes";
  }
  return answers;
}

static Error appendLine(StringRef path, const Twine &line) {
  StringRef folder = sys::path::parent_path(path);
  std::error_code code = folder.empty() ? std::error_code() : sys::fs::create_directories(folder);
  if (!code) {
    raw_fd_ostream out(path, code, sys::fs::CD_OpenAlways, sys::fs::FA_Write, sys::fs::OF_Append);
    if (!code) {
      out << line.str();
      out.close();
      code = out.error();
      out.clear_error();
    }
  }
  return code ? createStringError(code, "cannot write '" + path.str() + "': " + code.message())
              : Error::success();
}

class Answers {
public:
  explicit Answers(const std::string &path) : path(path), known(readAnswers(path)) {}

  std::optional<bool> find(StringRef question) {
    std::lock_guard lock(mutex);
    auto entry = known.find(question);
    return entry == known.end() ? std::nullopt : std::optional(entry->second);
  }
  Error add(const std::string &question, bool answer) {
    std::lock_guard lock(mutex);
    known[question] = answer;
    return appendLine(path, question + (answer ? " yes\n" : " no\n"));
  }

private:
  std::mutex mutex;
  std::string path;
  StringMap<bool> known;
};

std::shared_ptr<Answers> openAnswers(const std::string &path) {
  return std::make_shared<Answers>(path);
}

static std::string keyOf(mlir::ModuleOp program, const CompileOptions &options) {
  std::string text;
  raw_string_ostream out(text);
  program.print(out);
  out << options.numWarps << " " << options.numStages << " " << options.numCtas;
  return utohexstr(xxh3_64bits(text), /*LowerCase=*/true, /*Width=*/16);
}

Interesting rememberAnswers(Interesting interesting, std::shared_ptr<Answers> answers) {
  return [=](mlir::ModuleOp program, const CompileOptions &options) -> Expected<bool> {
    std::string question = keyOf(program, options);
    if (std::optional<bool> known = answers->find(question))
      return *known;
    Expected<bool> answer = interesting(program, options);
    if (!answer)
      return answer;
    if (Error error = answers->add(question, *answer))
      return std::move(error);
    return answer;
  };
}

} // namespace fathom
