// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads, prints and reads again the real kernels that lie beside the project.
#include "SourceDir.h"
#include "core/ir/Dialects.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include "gtest/gtest.h"

using namespace mlir;

namespace {

/// The texts of all .ttir files in ../shared/kernels, by name; empty when the folder is not there.
std::vector<std::pair<std::string, std::string>> kernels() {
  std::vector<std::pair<std::string, std::string>> texts;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator file(FATHOM_SOURCE_DIR "/../shared/kernels", error), end;
       file != end && !error; file.increment(error))
    if (llvm::StringRef(file->path()).ends_with(".ttir"))
      if (auto buffer = llvm::MemoryBuffer::getFile(file->path()))
        texts.emplace_back(llvm::sys::path::filename(file->path()).str(),
                           (*buffer)->getBuffer().str());
  llvm::sort(texts);
  return texts;
}

/// Collects what a context's diagnostics say.
class Listener {
public:
  explicit Listener(MLIRContext &context)
      : handler(&context, [this](Diagnostic &diagnostic) {
          said += diagnostic.str() + "\n";
          return success();
        }) {}
  std::string said;

private:
  ScopedDiagnosticHandler handler;
};

std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream(text) << module;
  return text;
}

TEST(Kernels, AreReadAndPrintedAndReadAgain) {
  auto texts = kernels();
  if (texts.empty())
    GTEST_SKIP() << "no ../shared/kernels";
  auto context = fathom::makeContext();
  for (auto &[name, text] : texts) {
    Listener listener(*context);
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, context.get());
    ASSERT_TRUE(module) << name << ": " << listener.said;
    std::string once = print(*module);
    OwningOpRef<ModuleOp> again = parseSourceString<ModuleOp>(once, context.get());
    ASSERT_TRUE(again) << name << ": " << listener.said << once;
    EXPECT_EQ(once, print(*again)) << name;
  }
}

} // namespace
