// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The reference interpreter: what a program in tt, or in ttg before it is lowered to LLVM, does to memory.
//
// It works on logical tensors: layouts do not matter to it, so that IR before and after a layout pass must mean the same. Two semantics:
//
//   ieee     Bit-accurate element types. Beside a value lies its slack: how far a legal result may be from this one, since the order of a sum
//            is left open (or, with `approximate`, since a device computes a division or an exponential with an error).
//   algebra  Floats are elements of Z/p, other functions than + - * / are keyed hashes, casts keep the element: re-associated sums are equal, and a wrong
//            dataflow is not. Any difference is a bug.
//
// A run changes the memory it is given. It ends well, or stops with a reason: undefined behaviour, a spent budget, an op that is not interpreted.
// Programs of the grid run one after the other, in order, so that a run is deterministic; what would depend on their order is seen and reported as a Hazard.
#ifndef FATHOM_ORACLES_INTERP_INTERPRETER_H
#define FATHOM_ORACLES_INTERP_INTERPRETER_H

#include "oracles/interp/Element.h"

#include "mlir/IR/BuiltinOps.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fathom::interp {

class Memory;
class Observer;
struct Value;
class Program;

struct InterpretOptions {
  Semantics semantics = Semantics::Ieee;
  uint64_t budget = 400'000'000; ///< Elements computed, at most; see Frame::opWork.
  /// Slack of what devices compute approximately (division, exp, rsqrt, ...), and of what they may fuse.
  bool approximate = false;
  Observer *observer = nullptr; ///< Who looks on (Observer.h).
};

/// Why a run ended before its end.
struct Stop {
  enum class Kind {
    Unsupported, ///< An op or type that is not interpreted.
    Budget,      ///< Too much work, or too much memory.
    Undefined,   ///< Undefined behaviour: a branch or an address on poison, a false assumption.
    Unspecified, ///< A branch or an address that depends on what the language leaves open (an order, a rounding).
    OutOfBounds, ///< A load or store outside all buffers.
    Assert,      ///< A tt.assert failed, or the program trapped.
    Shared, ///< A read of shared memory that can see the wrong data; a write to what is still being read.
    Deadlock, ///< A wait that nothing ends.
  };
  Kind kind;
  std::string message; ///< "tt.load reads arg2 at byte 4096 of 4096".
  mlir::Operation *op = nullptr;
};
llvm::StringRef stopKindName(Stop::Kind kind); // "unsupported", "budget", ...

/// The result may depend on what the language leaves open, though the run went on.
struct Hazard {
  enum class Kind {
    ProgramRace, ///< Two programs of the grid access an element, one of them writes, and not by atomics.
    LaneRace, ///< One op writes two different values to an element, or reads what the program wrote without a barrier in between.
    Order, ///< The result of an atomic whose value depends on the order of programs or lanes was used, or floats were added by atomics.
    Poison, ///< A poisoned value was stored or printed.
  };
  Kind kind;
  std::string message;
};
llvm::StringRef hazardKindName(Hazard::Kind kind);
/// Appends it unless it is there, or there are many.
void addHazard(std::vector<Hazard> &hazards, Hazard hazard);

struct Outcome {
  std::optional<Stop> stop;
  std::vector<Hazard> hazards;
  std::vector<std::string> prints;
  uint64_t work = 0; ///< Elements computed.
  /// Basic blocks of the kernel and of what it calls (but for how reductions and scans combine elements, and what no branch leads to), and how many of them were entered: a loop
  /// that ran no time and a branch that was not taken are missing.
  uint32_t blocks = 0, blocksEntered = 0;
};

/// A module prepared for one semantics. Keeps references into the module.
class Interpreter {
public:
  /// An error if the module has no kernel, or several.
  static llvm::Expected<Interpreter> create(mlir::ModuleOp module, const InterpretOptions &options);
  Interpreter(Interpreter &&);
  ~Interpreter();

  /// The kernel: the one public function.
  mlir::Operation *kernel() const;
  /// Ops of the kernel that are not interpreted, by name; running into one stops.
  std::vector<std::string> unsupportedOps() const;

  /// Runs the whole grid, x fastest. `arguments` has a value for each argument of the kernel (a pointer is its address).
  Outcome run(const uint32_t grid[3], const std::vector<Value> &arguments, Memory &memory) const;

private:
  explicit Interpreter(std::unique_ptr<Program> program);
  std::unique_ptr<Program> program;
};

} // namespace fathom::interp

#endif
