// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Abstracts programs to their normal forms.
#include "fuzz/campaign/NormalForm.h"

#include "core/ir/Triton.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

#include <set>

using namespace mlir;

namespace fathom {

namespace {
using Words = std::set<std::string>;
}

static void addWords(Region &region, Words &words);

static std::string inBraces(Operation *op) {
  std::string text;
  for (Region &region : op->getRegions()) {
    Words words;
    addWords(region, words);
    text += "{" + llvm::join(words, " ") + "}";
  }
  return text;
}

/// The optional operands that a memory access has.
static std::string operandsOf(Operation *op) {
  std::string text;
  if (auto load = dyn_cast<tt::LoadOp>(op))
    text = std::string(load.getMask() ? ".mask" : "") + (load.getOther() ? ".other" : "");
  else if (auto store = dyn_cast<tt::StoreOp>(op))
    text = store.getMask() ? ".mask" : "";
  return text;
}

/// Whether an operation computes an address, a bound or a mask, or makes a tensor of what it has: reduced programs are full of them, whatever is wrong.
static bool isGlue(Operation *op) {
  if (op->hasTrait<OpTrait::IsTerminator>() || op->hasTrait<OpTrait::ConstantLike>() ||
      isa<tt::SplatOp, tt::BroadcastOp, tt::ExpandDimsOp, tt::MakeRangeOp, tt::AddPtrOp,
          tt::GetProgramIdOp, tt::GetNumProgramsOp, arith::CmpIOp>(op))
    return true;
  return isa<arith::ArithDialect>(op->getDialect()) && op->getNumResults() == 1 &&
         getElementTypeOrSelf(op->getResult(0).getType()).isIntOrIndex() &&
         !isa<arith::SelectOp>(op);
}

/// A plain store, or a plain load outside of loops and branches: how a program is given values and shows what it did.
static bool isInputOrOutput(Operation *op) {
  if (auto load = dyn_cast<tt::LoadOp>(op))
    return !load.getMask() && !load.getOther() && isa<tt::FuncOp>(op->getParentOp());
  auto store = dyn_cast<tt::StoreOp>(op);
  return store && !store.getMask();
}

/// The word for an operation; empty if it says nothing.
static std::string wordOf(Operation *op) {
  if (isGlue(op) || isInputOrOutput(op))
    return "";
  if (isa<arith::SelectOp>(op))
    return "select";
  StringRef dialect = op->getName().getDialectNamespace();
  if (dialect == "arith" || dialect == "math")
    return "float";
  return op->getName().stripDialect().str() + operandsOf(op) + inBraces(op);
}

static void addWords(Region &region, Words &words) {
  for (Block &block : region)
    for (Operation &op : block)
      if (std::string word = wordOf(&op); !word.empty())
        words.insert(word);
}

std::string normalForm(ModuleOp program) {
  Words words;
  addWords(program.getBodyRegion(), words);
  return llvm::join(words, " ");
}

std::string formId(llvm::StringRef form) {
  return llvm::utohexstr(llvm::xxh3_64bits(form) & 0xffffffff, /*LowerCase=*/true, /*Width=*/8);
}

} // namespace fathom
