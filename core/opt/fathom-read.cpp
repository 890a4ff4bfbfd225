// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads files of many modules, each after a line `// -----// BEFORE pass`, and says for each whether it was read back:
// parsed, given today's names, verified, printed, and read again to the same text.
//
//   ok
//   bad<TAB>FILE:NUMBER before PASS<TAB>reason
#include "core/ir/Dialects.h"
#include "core/ir/ReadModule.h"

#include "mlir/IR/Diagnostics.h"

using namespace mlir;

namespace {

constexpr llvm::StringLiteral marker = "// -----// BEFORE ";

/// Parses and verifies; says why not through `reason`.
OwningOpRef<ModuleOp> read(llvm::StringRef text, MLIRContext &context, std::string &reason) {
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (reason.empty())
      reason = diagnostic.str();
    return success();
  });
  return fathom::readModule(text, ParserConfig(&context), "dump");
}

std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module.print(os);
  return text;
}

/// Why the text is not read back, or nothing.
std::string check(llvm::StringRef text) {
  std::unique_ptr<MLIRContext> context = fathom::makeContext();
  std::string reason;
  OwningOpRef<ModuleOp> module = read(text, *context, reason);
  if (!module)
    return reason.empty() ? "no diagnostic" : reason;
  std::string printed = print(*module);
  OwningOpRef<ModuleOp> again = read(printed, *context, reason);
  if (!again)
    return "printed text: " + (reason.empty() ? "no diagnostic" : reason);
  if (print(*again) != printed)
    return "printed text: another text when read and printed again";
  return "";
}

} // namespace

int main(int argc, char **argv) {
  bool good = true;
  for (int i = 1; i < argc; ++i) {
    auto file = llvm::MemoryBuffer::getFile(argv[i]);
    if (!file) {
      llvm::errs() << "fathom-read: cannot read '" << argv[i] << "': " << file.getError().message()
                   << "\n";
      return 2;
    }
    llvm::StringRef rest = (*file)->getBuffer();
    rest = rest.drop_front(std::min(rest.find(marker), rest.size()));
    for (unsigned number = 0; !rest.empty(); ++number) {
      auto [pass, body] = rest.drop_front(marker.size()).split('\n');
      size_t next = body.find(marker);
      llvm::StringRef text = body.take_front(next);
      rest = next == llvm::StringRef::npos ? llvm::StringRef() : body.drop_front(next);
      std::string reason = check(text);
      if (reason.empty()) {
        llvm::outs() << "ok\n";
        continue;
      }
      good = false;
      std::replace(reason.begin(), reason.end(), '\n', ' ');
      std::replace(reason.begin(), reason.end(), '\t', ' ');
      llvm::outs() << "bad\t" << argv[i] << ':' << number << " before " << pass << '\t' << reason
                   << '\n';
    }
    llvm::outs().flush();
  }
  return good ? 0 : 1;
}
