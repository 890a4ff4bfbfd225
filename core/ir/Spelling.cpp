// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints a module in a given spelling.
#include "core/ir/Spelling.h"

#include "core/ir/Triton.h"

#include "mlir/IR/AttrTypeSubElements.h"

using namespace mlir;
using namespace fathom;

namespace {

/// Sets the context's spelling for as long as it lives.
class SpellingScope {
public:
  SpellingScope(MLIRContext *context, const Spelling &spelling)
      : dialect(context->getLoadedDialect<tt::TritonDialect>()) {
    if (!dialect)
      return;
    before = dialect->getSpelling();
    dialect->setSpelling(spelling);
  }
  ~SpellingScope() {
    if (dialect)
      dialect->setSpelling(before);
  }

private:
  tt::TritonDialect *dialect;
  Spelling before;
};

std::string printAsIs(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  // A module that does not verify is printed too, in its own syntax.
  module.print(stream, OpPrintingFlags().assumeVerified());
  return text;
}

} // namespace

std::string fathom::printWithSpelling(ModuleOp module, const Spelling &spelling) {
  SpellingScope scope(module.getContext(), spelling);
  if (!spelling.fp8FnuzForFn)
    return printAsIs(module);
  // f8E4M3FN is MLIR's own type and prints itself, so it is replaced in a copy.
  OwningOpRef<ModuleOp> copy = module.clone();
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [](Float8E4M3FNType type) -> Type { return Float8E4M3FNUZType::get(type.getContext()); });
  replacer.recursivelyReplaceElementsIn(*copy, /*replaceAttrs=*/true, /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  return printAsIs(*copy);
}
