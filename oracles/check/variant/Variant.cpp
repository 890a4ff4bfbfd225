// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of variants, and how one is applied.
#include "oracles/check/variant/Variant.h"

namespace fathom {

#define FATHOM_VARIANT(name, function, sentence) bool function(VariantCase &variant);
#include "oracles/check/variant/Variants.def"

static const Variant variants[] = {
#define FATHOM_VARIANT(name, function, sentence) {name, sentence, function},
#include "oracles/check/variant/Variants.def"
};

llvm::ArrayRef<Variant> allVariants() { return variants; }

const Variant *findVariant(llvm::StringRef name) {
  for (const Variant &variant : variants)
    if (variant.name == name)
      return &variant;
  return nullptr;
}

std::optional<Varied> vary(const Variant &variant, mlir::ModuleOp program,
                           const CompileRequest &request, const interp::Launch &launch,
                           Chunk &places) {
  Varied varied{program.clone(), request};
  tt::FuncOp kernel;
  for (auto function : varied.program->getOps<tt::FuncOp>())
    if (function.isPublic() && !function.isExternal())
      kernel = function;
  if (!kernel || kernel.getNumArguments() != launch.args.size())
    return std::nullopt;
  VariantCase changed{*varied.program, kernel, varied.request, launch, places};
  if (!variant.apply(changed))
    return std::nullopt;
  return varied;
}

std::optional<Varied> vary(const Variant &variant, mlir::ModuleOp program,
                           const CompileRequest &request, const interp::Launch &launch) {
  Chunk all = Chunk::all();
  return vary(variant, program, request, launch, all);
}

} // namespace fathom
