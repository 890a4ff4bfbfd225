// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A mutation: one small change that makes another valid program of a valid one. One file in fuzz/mutate, one row in Mutations.def; the variants of the
// metamorphic oracle (oracles/check/variant), which keep the meaning, are rows too, at single places instead of all.
//
// The rules:
//  1. What it changes, and how, is read from Choices: the same bytes change the same program alike. The simplest choice comes first.
//  2. It changes something and says so, or declines and leaves behind what nobody looks at: it is given a copy.
//  3. The result should verify; mutate() checks it, and drops what does not.
//  4. It says what it keeps. A row that keeps the meaning is right by itself under the launch, which its contract test shows. A row that keeps
//     validity alone may do anything to values, but no undefined behaviour may come in, and that cannot be seen from the text where addresses,
//     masks, bounds and divisors are concerned: mutate() interprets the result under the launch, and drops it if it stops, races, stores undefined
//     values or works much longer where the program did not.
//
//   bool exchangeOperands(MutationCase &mutation) {
//     std::vector<OpOperand *> operands = ...;                   // all that have another operand of their type beside them
//     if (operands.empty())
//       return false;                                            // declines
//     OpOperand *operand = mutation.choices.pick(ArrayRef(operands));
//     ...
//     return true;
//   }
#ifndef FATHOM_FUZZ_MUTATE_MUTATION_H
#define FATHOM_FUZZ_MUTATE_MUTATION_H

#include "core/ir/Triton.h"
#include "fuzz/Choices.h"
#include "oracles/TestCase.h"
#include "oracles/check/variant/Variant.h"
#include "oracles/interp/Launch.h"

#include <map>
#include <optional>

namespace fathom {

/// What a mutation changes, and what it may look at.
struct MutationCase {
  mlir::ModuleOp program;
  tt::FuncOp kernel; ///< The one public function.
  CompileOptions &options;
  interp::Launch &launch; ///< Fits the kernel, before and after.
  Choices &choices;
  mlir::ModuleOp
      donor; ///< Where code may be taken from: another program, or this one. Not changed.
  const interp::Launch &donorLaunch; ///< Of the donor.
};

/// What is the same after a mutation as it was before.
enum class Keeps {
  Validity, ///< It verifies and has no undefined behaviour.
  Algebra,  ///< It means the same in the algebra: sums of floats may be in another order.
  Meaning,  ///< It means the same in both semantics, under the launch.
};

struct Mutation {
  llvm::StringRef name; ///< "splice", the name of its file.
  unsigned weight;      ///< How often it is chosen, in proportion.
  Keeps keeps;
  llvm::StringRef sentence; ///< What it does to what.
  bool (*apply)(MutationCase &mutation);
  const Variant *variant = nullptr; ///< Instead of apply.
};

/// The rows of Mutations.def, then those of Variants.def.
llvm::ArrayRef<Mutation> allMutations();
const Mutation *findMutation(llvm::StringRef name);

/// A program to mutate, and what is known of it.
struct Stock {
  TestCase test;
  interp::Launch launch; ///< Its LAUNCH line's, or deduced.
  std::string
      error; ///< Why it does not run; empty: it does. What does not run takes only mutations that keep the meaning.
  uint64_t work = 0;                     ///< Elements that a run computes.
  bool undefined = false, races = false; ///< Whether it stores undefined values, or races.

  Stock clone() const;
};
/// Runs the test case's program.
Stock stockOf(TestCase test);
/// The same without running it: what an earlier stockOf knew of the program.
Stock stockOf(TestCase test, const Stock &known);

/// How programs are mutated.
struct MutateOptions {
  bool keepMeaning = false; ///< Only rows that keep it.
  unsigned most = 4;        ///< Mutations of one program.
};

struct Mutated {
  Stock stock;
  std::vector<llvm::StringRef> rows; ///< What was done, in order.
  Keeps keeps = Keeps::Meaning;      ///< The least that they keep.
};

/// Applies one row. None: it declined, or the result was dropped (`why`, if not null, says which).
std::optional<Mutated> applyMutation(const Mutation &row, const Stock &stock, const Stock &donor,
                                     Choices &choices, std::string *why = nullptr);

/// Applies up to options.most rows that the choices name. None: all declined. The result's launch is written in its test case; its origin is the caller's.
std::optional<Mutated> mutate(const Stock &stock, const Stock &donor, Choices &choices,
                              const MutateOptions &options);

} // namespace fathom

#endif
