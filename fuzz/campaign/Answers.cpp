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

using Answers = StringMap<bool>;

static Answers readAnswers(StringRef path) {
  Answers answers;
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
  std::error_code code = sys::fs::create_directories(sys::path::parent_path(path));
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

static std::string keyOf(mlir::ModuleOp program, const CompileOptions &options) {
  std::string text;
  raw_string_ostream out(text);
  program.print(out);
  out << options.numWarps << " " << options.numStages << " " << options.numCtas;
  return utohexstr(xxh3_64bits(text), /*LowerCase=*/true, /*Width=*/16);
}

Interesting rememberAnswers(Interesting interesting, const std::string &path) {
  auto answers = std::make_shared<Answers>(readAnswers(path));
  return [=](mlir::ModuleOp program, const CompileOptions &options) -> Expected<bool> {
    std::string question = keyOf(program, options);
    if (auto known = answers->find(question); known != answers->end())
      return known->second;
    Expected<bool> answer = interesting(program, options);
    if (!answer)
      return answer;
    (*answers)[question] = *answer;
    if (Error error = appendLine(path, question + (*answer ? " yes\n" : " no\n")))
      return std::move(error);
    return answer;
  };
}

} // namespace fathom
