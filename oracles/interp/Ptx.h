// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the PTX of inline assembly: what computes on registers, and touches neither memory nor threads.
//
// Kernels unpack and convert narrow numbers this way:
//
//   { .reg .b8 t<4>; mov.b32 {t0, t1, t2, t3}, $4; cvt.u32.u8 $0, t0; ... }
//
// Text is read once. A run works on many groups of elements at a time: a register is an array with a number for each group, its bits in the lower ones of 64.
// Instructions and their meanings are those of the PTX ISA, "Instruction Set".
#ifndef FATHOM_ORACLES_INTERP_PTX_H
#define FATHOM_ORACLES_INTERP_PTX_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fathom::interp {

class PtxProgram {
public:
  /// `$0` to `$(operands - 1)` are the first registers. An error says what is not understood.
  static llvm::Expected<PtxProgram> parse(llvm::StringRef text, unsigned operands);

  using Register = std::vector<uint64_t>;
  /// Sets registers 0 to operands - 1, which hold the inputs, each with `groups` numbers.
  void run(std::vector<Register> &registers, size_t groups) const;

  /// The name of the function, if the text is one instruction that computes one of f32: "ex2" of `ex2.approx.ftz.f32 $0, $1`, and other approximations;
  /// "tf32" of `cvt.rna.tf32.f32 $0, $1`.
  llvm::StringRef function() const { return functionName; }

  struct Operand {
    enum class Kind { Register, Immediate, Vector } kind = Kind::Immediate;
    uint64_t immediate = 0;
    unsigned reg = 0;
    llvm::SmallVector<unsigned, 4> vector; ///< Registers.
    bool negated = false;                  ///< !p
  };
  struct Instruction {
    std::string name;                            ///< "cvt"
    llvm::SmallVector<std::string, 4> modifiers; ///< "rn", "u32", "u8"
    llvm::SmallVector<Operand, 5> operands;      ///< The destination first.
    int predicate = -1;                          ///< A register, or none.
    bool unless = false;                         ///< @!p

    bool has(llvm::StringRef modifier) const { return llvm::is_contained(modifiers, modifier); }
  };

private:
  std::vector<Instruction> instructions;
  unsigned registerCount = 0;
  llvm::StringRef functionName;
  friend class PtxReader;
};

/// What one instruction computes from its operands' bits. None: it is not understood (asked once, with any operands, when a program is read).
std::optional<uint64_t> evaluatePtx(const PtxProgram::Instruction &instruction,
                                    llvm::ArrayRef<uint64_t> operands);
/// How many bits a type has: 32 of "b32", "f32", "f16x2"; 1 of "pred"; 0 if it is none.
unsigned ptxTypeBits(llvm::StringRef type);

} // namespace fathom::interp

#endif
