// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A variant: says a program, or how it is compiled, otherwise, so that it means the same under its launch. One file in oracles/check/variant, one row
// in Variants.def.
//
// A compiler may not know that the variant is the same program, and so compiles it on another way; what comes out must do the same. The rules:
//  1. It asks take() for each place that it can change, in an order that the program and the launch say alone, and changes those it is told to. metamorphic
//     changes every place: when a program is reduced, the places that are left stay changed. A mutation (fuzz/mutate) changes some.
//  2. The result verifies, and means the same under the launch in both semantics: it stores the same elements, and prints as often. It may rely on
//     what every launch promises: buffers are disjoint, a buffer that is only read is not stored to.
//  3. It says whether it changed anything. If not, the program and the request are as they were.
//
// Example: guard-stores. The launch says i32=48 for %n, and no compiler knows that.
//
//   tt.store %p, %v              %zero = arith.subi %n, %c48
//                                %true = arith.cmpi eq, %zero, %c0
//                                scf.if %true { tt.store %p, %v }
#ifndef FATHOM_ORACLES_CHECK_VARIANT_VARIANT_H
#define FATHOM_ORACLES_CHECK_VARIANT_VARIANT_H

#include "core/ir/Triton.h"
#include "oracles/Chunk.h"
#include "oracles/interp/Launch.h"
#include "oracles/subject/Subject.h"

#include "llvm/ADT/ArrayRef.h"

namespace fathom {

/// What a variant changes, and what it may look at.
struct VariantCase {
  mlir::ModuleOp program;
  tt::FuncOp kernel; ///< The one public function.
  CompileRequest &request;
  const interp::Launch &launch;
  Chunk &places;

  bool take() { return places.take(); }
};

struct Variant {
  llvm::StringRef name;     ///< "guard-stores", the name of its file.
  llvm::StringRef sentence; ///< What it does to what.
  bool (*apply)(VariantCase &variant);
};

/// The rows of Variants.def.
llvm::ArrayRef<Variant> allVariants();

/// Looks a row up by name; null if there is none.
const Variant *findVariant(llvm::StringRef name);

/// A program said otherwise, and the request that goes with it.
struct Varied {
  mlir::OwningOpRef<mlir::ModuleOp> program;
  CompileRequest request;
};

/// None if the variant finds nothing to change. `launch` fits the program. `places` says what to change, and counts what could be.
std::optional<Varied> vary(const Variant &variant, mlir::ModuleOp program,
                           const CompileRequest &request, const interp::Launch &launch,
                           Chunk &places);
/// The same with every place changed.
std::optional<Varied> vary(const Variant &variant, mlir::ModuleOp program,
                           const CompileRequest &request, const interp::Launch &launch);

} // namespace fathom

#endif
