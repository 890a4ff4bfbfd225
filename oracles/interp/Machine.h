// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What an op's meaning is written against: instructions, frames, and the registry of handlers.
//
// A module is prepared once: each block becomes a list of instructions, each value a slot number. To interpret an op is one call through a
// function pointer, which works on whole arrays. A family of ops has one file with handlers and a function that adds them:
//
//   static void runSplat(Frame &f, const Instr &i) { f.result(i) = f.operand(i, 0); }  // one element stands for all
//   void addShapeOps(Registry &registry) { registry.add<tt::SplatOp>(runSplat); }
//
// What depends on attributes and types alone is computed once, by a `prepare` function whose result the handler finds in Instr::prepared:
//
//   struct Range { int32_t start; };
//   static const void *prepareRange(mlir::Operation *op, Preparer &p) { return p.make<Range>(...); }
//   static void runRange(Frame &f, const Instr &i) { const auto &range = i.get<Range>(); ... }
//
// Rules for handlers:
//  - operand(i, k) may have count 1 where the type has more (see Value.h); full(i, k) has all elements. A result may be held as one element.
//  - Ops that work element by element must take ANY count, and operands of count 1 beside operands of count n, whatever their types say: the
//    region of a tt.reduce is run once on arrays of many elements.
//  - Poison: a result element is poisoned by each poisoned operand element that it depends on, unless the op says otherwise (select).
//  - What may not happen in a program that means anything (a branch or an address on poison, an access out of bounds) ends the run: f.stop(...), then return.
//    Other undefined results are poisoned elements (Undefined), not stops: in a masked-off lane they do no harm.
#ifndef FATHOM_ORACLES_INTERP_MACHINE_H
#define FATHOM_ORACLES_INTERP_MACHINE_H

#include "oracles/interp/Interpreter.h"
#include "oracles/interp/Memory.h"
#include "oracles/interp/Value.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <deque>
#include <functional>
#include <memory>
#include <vector>

namespace fathom::interp {

class Frame;
class Machine;
struct Instr;
struct Block;

using Handler = void (*)(Frame &, const Instr &);

/// A block as a list of instructions; the last one is its terminator.
struct Block {
  llvm::SmallVector<uint32_t, 4> arguments; ///< Slots.
  uint32_t number = 0;                      ///< Among all blocks of the program.
  std::vector<Instr> instrs;
};
/// A region; control enters at the first block.
struct Region {
  std::vector<Block> blocks;
  bool elementwise =
      false; ///< One block of ops that all work element by element: may be run on arrays.
};

struct Instr {
  Handler run = nullptr;
  mlir::Operation *op = nullptr;
  const void *prepared = nullptr;
  llvm::SmallVector<uint32_t, 4> operands; ///< Slots, as op->getOperands().
  llvm::SmallVector<uint32_t, 2> results;
  llvm::SmallVector<const Region *, 2> regions;
  llvm::SmallVector<const Block *, 2> successors;
  /// Slots of values of this block that nothing uses after the instruction: their memory is the next result's.
  llvm::SmallVector<uint32_t, 2> dying;
  bool terminator = false;

  template <class T> const T &get() const { return *static_cast<const T *>(prepared); }
};

/// A function, prepared.
struct Code {
  Region body;
  uint32_t slots = 0;
  mlir::Operation *op = nullptr;
};

/// What is there while instructions are made.
class Preparer {
public:
  virtual ~Preparer();
  Semantics semantics = Semantics::Ieee;
  /// An object that lives as long as the code.
  template <class T, class... Args> T *make(Args &&...args) {
    auto owned = std::make_shared<T>(T{std::forward<Args>(args)...});
    kept.push_back(owned);
    return owned.get();
  }
  /// The op cannot be interpreted; why, in a few words. The run ends with Stop::Unsupported when it is reached.
  void unsupported(const llvm::Twine &why) { problem = why.str(); }
  std::optional<Element> element(mlir::Type type) const { return elementOf(type, semantics); }
  /// The function of that name, prepared or to be; null if there is none.
  virtual const Code *function(llvm::StringRef name) = 0;

  std::string problem;

private:
  std::deque<std::shared_ptr<void>> kept;
};
using Prepare = const void *(*)(mlir::Operation *, Preparer &);

/// Handlers by op name.
class Registry {
public:
  struct Row {
    Handler run;
    Prepare prepare;
    bool elementwise;
  };
  template <class Op> void add(Handler run, Prepare prepare = nullptr) {
    rows[Op::getOperationName()] = {run, prepare, false};
  }
  /// An op that works element by element on any count.
  template <class Op> void addElementwise(Handler run, Prepare prepare = nullptr) {
    rows[Op::getOperationName()] = {run, prepare, true};
  }
  const Row *find(llvm::StringRef name) const;
  /// All rows of all families.
  static const Registry &all();

private:
  llvm::StringMap<Row> rows;
};

// The families, a file each.
void addControlFlow(
    Registry &registry); ///< scf, cf, tt.func, tt.call, tt.return, ub, llvm.intr.assume
void addIntegerOps(Registry &registry); ///< arith on integers, and casts from integers to integers
void addFloatOps(Registry &registry);   ///< arith and math on floats
void addCasts(Registry &registry); ///< between integers and floats, between float types, bitcasts
void addElementwiseOps(
    Registry &
        registry); ///< tt: clampf, mulhiui, addptr, extern_elementwise, map_elementwise, inline asm, ...
void addShapeOps(
    Registry &
        registry); ///< tt: splat, expand_dims, broadcast, reshape, trans, cat, join, split, make_range; ttg.convert_layout
void addComputeOps(Registry &registry); ///< tt: dot, dot_scaled, reduce, scan, histogram, gather
void addMemoryOps(
    Registry &registry); ///< tt: load, store, atomics, block pointers; program ids, print, assert
void addDescriptorOps(Registry &registry); ///< tt: descriptors
void addSharedMemoryOps(
    Registry &registry); ///< ttg: buffers, views, async copies, barriers, warp specialization
void addNvidiaOps(Registry &registry); ///< ttng, nvvm, nvgpu
void addAmdOps(Registry &registry);    ///< amdg, rocdl

/// One activation of a function (or a partition of a warp_specialize): its values, and where it runs.
class Frame {
public:
  Frame(Machine &machine, const Code &code) : machine(machine), code(code), slots(code.slots) {}

  Machine &machine;
  const Code &code;
  std::vector<Value> slots;
  std::vector<Value> returned; ///< Of tt.return, ttg.warp_yield.

  // --- Operands and results ---
  const Value &operand(const Instr &i, unsigned k) const {
    const Value &value = slots[i.operands[k]];
    // Elements that are still being computed: a use may end the run.
    if (value.object && value.count) [[unlikely]]
      value.object->used(*this, i);
    return value;
  }
  /// With all elements that the operand's type has.
  Value full(const Instr &i, unsigned k) const;
  Value &result(const Instr &i, unsigned k = 0) { return slots[i.results[k]]; }
  /// Operand k as one scalar, sign-extended; stops the run and returns none if it is poisoned.
  std::optional<int64_t> scalar(const Instr &i, unsigned k);

  /// The value with `count` elements (from 1 or from `count`).
  static Value spread(const Value &value, int64_t count);
  /// In the algebra: the value as ring elements (from F32, F64 or Ring). In ieee: as it is.
  Value inRing(const Value &value) const;
  /// The poison of a result that depends element by element on these operands, each of count 1 or `count`; null if none is poisoned.
  static Array mergePoison(llvm::ArrayRef<const Value *> operands, int64_t count);

  // --- Running ---
  /// Runs a region from its first block until a terminator that leaves it, and returns that terminator (null: the run is over). Arguments are set by
  /// the caller; what the terminator yields is in its operands' slots.
  const Instr *run(const Region &region);
  bool stopped() const;
  /// Ends the run; the first call wins.
  void stop(Stop::Kind kind, const Instr &i, const llvm::Twine &message);
  /// An op on one element takes as long as one on so many more.
  static constexpr uint64_t opWork = 16;
  /// Counts work, in elements; stops the run when the budget is spent.
  void charge(const Instr &i, uint64_t elements);

  /// Where control goes next inside run(): set by cf.br and cf.cond_br.
  const Block *next = nullptr;
  unsigned depth = 0; ///< Of calls.
};

/// The state that all frames of a run share.
class Machine {
public:
  Machine(Memory &memory, const InterpretOptions &options) : memory(memory), options(options) {}

  Memory &memory;
  const InterpretOptions &options;
  Observer *observer = options.observer; ///< Null while what is done may not be.
  Semantics semantics() const { return options.semantics; }
  uint32_t grid[3] = {1, 1, 1};
  uint32_t program[3] = {0, 0, 0}; ///< The program that runs.
  uint32_t programIndex() const {
    return program[0] + grid[0] * (program[1] + grid[1] * program[2]);
  }
  unsigned numWarps = 4, threadsPerWarp = 32;

  std::optional<Stop> stop;
  uint64_t work = 0;
  std::vector<std::string> prints; ///< What tt.print said, in order.
  std::vector<Hazard> hazards;     ///< Deduplicated by op and message.
  std::vector<uint8_t> entered;    ///< By the number of a block: 1 if it was.
  void hazard(const Instr &i, Hazard::Kind kind, const llvm::Twine &message);

  /// State of one program that a family keeps (buffers in shared memory, copies under way): made when first asked for, gone with the program.
  template <class T> T &state() {
    std::shared_ptr<void> &slot = states[&key<T>];
    if (!slot)
      slot = std::make_shared<T>();
    return *static_cast<T *>(slot.get());
  }
  void newProgram() { states.clear(); }

  /// Lets other frames of the program run until `ready` holds (ttg.warp_specialize, barriers in memory). False: nobody can make it hold, and the run was stopped as a deadlock.
  std::function<bool(Frame &, const Instr &, llvm::function_ref<bool()> ready)> waitUntil;

private:
  template <class T> static constexpr char key = 0;
  llvm::DenseMap<const void *, std::shared_ptr<void>> states;
};

} // namespace fathom::interp

#endif
