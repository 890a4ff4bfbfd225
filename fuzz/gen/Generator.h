// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The generator: makes a TTIR program and its test case from a byte string.
//
// The programs verify, terminate, have no undefined behaviour when they are launched as the test
// case's LAUNCH line says, use only what Triton's front end (with its clean-up passes) can print,
// and store what they compute. The empty byte string gives the simplest program, one store of a
// constant; a small change of the bytes is a small change of the program.
//
//   std::vector<uint8_t> bytes = randomBytes(/*seed=*/1, /*index=*/0, profile.bytes);
//   TestCase test = generateTestCase(bytes, *findProfile("default"), context);
//   test.origin == "choices:default:9f3a..."       // only the bytes that were read
//   regenerate(test.origin, context)               // the same test case again
//
// What a program is made of stands in Ops.def, one row an op or idea; each family of rows has its
// file.
//
// LAUNCH lines are as oracles/interp/Launch.h says: inputs (f16[4096], or i64[64]{-8..7} for addresses
// and loop bounds), out: and atomic: buffers, scalars (i32=48, f32=0.5).
#ifndef FATHOM_FUZZ_GEN_GENERATOR_H
#define FATHOM_FUZZ_GEN_GENERATOR_H

#include "fuzz/Choices.h"
#include "oracles/TestCase.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

#include <cstdint>
#include <vector>

namespace fathom {

/// How big programs are and what they are made of. The rows are in Profiles.def.
struct Profile {
  llvm::StringRef name;
  unsigned statements; ///< Top-level statements, at most.
  unsigned budget;     ///< Statements in all, those in regions and templates included, at most.
  unsigned depth;      ///< Nesting of regions, at most.
  unsigned maxDim;     ///< Longest tile dimension.
  unsigned bytes;      ///< A seeded run gives a program so many bytes.
  bool swarm; ///< Each program takes a random subset of the families, and weighs them at random.
  unsigned recent;      ///< So many programs of 100 use what releases before 3.3 do not read.
  bool layouts = false; ///< Tensors have layouts: TTGIR, for single passes (gpu/GpuProgram.h).
  llvm::StringRef favourites =
      ""; ///< Rows that are written far more often, by name, with a space between.
};

llvm::ArrayRef<Profile> allProfiles();
const Profile *findProfile(llvm::StringRef name);

/// Counts what generation met, by row; add up over many programs.
struct RowCounts {
  std::vector<uint64_t> programs; ///< In how many programs the row was met.
  std::vector<uint64_t> times;    ///< How often it was met.
};
llvm::ArrayRef<llvm::StringLiteral> rowNames();
/// The rows that programs of the profile are made of: those of Ops.def, or those of GpuOps.def too.
llvm::ArrayRef<llvm::StringLiteral> rowNames(const Profile &profile);

/// Makes a program. The context must have the dialects loaded (core/ir/Dialects.h). `launch` and
/// `counts` may be null.
mlir::OwningOpRef<mlir::ModuleOp> generateProgram(Choices &choices, const Profile &profile,
                                                  mlir::MLIRContext &context,
                                                  std::string *launch = nullptr,
                                                  RowCounts *counts = nullptr);

/// Makes program, options (num_warps, num_stages), launch and origin; targets are left to the
/// caller, but for profiles with layouts: these programs name their target and passes.
TestCase generateTestCase(llvm::ArrayRef<uint8_t> bytes, const Profile &profile,
                          mlir::MLIRContext &context);
TestCase generateTestCase(Choices &choices, const Profile &profile, mlir::MLIRContext &context);

/// The line of a test case that says how `fathom generate` makes it again.
inline constexpr llvm::StringLiteral generateKey = "// GENERATE: ";
std::string generateLine(const Profile &profile, uint64_t seed, uint64_t index);

/// The profile and bytes of an ORIGIN line "choices:PROFILE:HEX".
struct Origin {
  const Profile *profile;
  std::vector<uint8_t> bytes;
};
llvm::Expected<Origin> parseOrigin(llvm::StringRef origin);

/// Makes the test case of an ORIGIN line again.
llvm::Expected<TestCase> regenerate(llvm::StringRef origin, mlir::MLIRContext &context);

} // namespace fathom

#endif
