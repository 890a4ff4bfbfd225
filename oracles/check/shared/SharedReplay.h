// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replays what the threads of a block do to the bytes of shared memory, and finds accesses that nothing orders.
//
// The interpreter does a program op by op, as if a block were one thread. Its threads run on their own between barriers, so two accesses of one byte, one of
// them a write, by different threads, with no barrier in between, may happen in either order:
//
//   ttg.local_store %x, %m      thread t writes byte b
//   %y = ttg.local_load %m      another thread reads byte b, perhaps before: a race, unless a ttg.barrier stands in between
//
// and a byte that two buffers share (allocation.offset) may be written through one of them while the other's contents are still read:
//
//   ttg.local_store %x, %m;  ttg.local_store %z, %n;  ttg.local_load %m     the last one reads bytes of z if %n lies over %m
//
// When accesses happen:
//   cp.async                  writes from its issue to the wait that covers it, by the thread that issued it
//   TMA into a buffer         writes from its issue to the wait on its barrier, which orders it before all that follows, in all threads
//   wgmma, TMA out of one     read from their issue to the wait that covers them
//   an op with scratch        writes it, meets a barrier inside, reads it; a convert_layout within warps meets no barrier of the block
// An atomic that is not relaxed is taken for a barrier: compilers may rely on the one inside. From the first ttg.warp_specialize on, only places are judged:
// its partitions meet at barriers of their own.
#ifndef FATHOM_ORACLES_CHECK_SHARED_SHAREDREPLAY_H
#define FATHOM_ORACLES_CHECK_SHARED_SHAREDREPLAY_H

#include "oracles/check/shared/AccessRoles.h"
#include "oracles/check/shared/ScratchUse.h"
#include "oracles/check/shared/ThreadSets.h"
#include "oracles/interp/Observer.h"
#include "oracles/interp/SharedMemory.h"

namespace fathom {

/// What is wrong, in the words of a signature.
struct Disorder {
  enum class Kind {
    MissingBarrier, ///< Two accesses that nothing orders.
    Overlap,        ///< A buffer's contents were overwritten through another one.
    BeyondTheEnd,   ///< Bytes that the kernel has not asked for (ttg.shared).
    MissingFence, ///< The tensor cores or TMA read what threads wrote, and no fence lets them see it.
  };
  Kind kind;
  std::string
      phrase; ///< "ttg.local_load reads what ttg.local_store wrote, with no barrier in between"
  std::string detail; ///< The byte, and the ops.
};
llvm::StringRef disorderName(Disorder::Kind kind); // "missing-barrier", ...

class SharedReplay : public interp::Observer {
public:
  /// What there is to find: barriers and fences are judged only in IR in which they have been placed.
  struct Looks {
    bool barriers = true, fences = true;
  };
  SharedReplay(mlir::ModuleOp module, Looks looks);

  void before(interp::Frame &f, const interp::Instr &i) override;
  void after(interp::Frame &f, const interp::Instr &i) override;

  /// The first of each kind, in the order in which they were met.
  const std::vector<Disorder> &disorders() const { return found; }
  /// Why not everything was replayed: an op, or a buffer, whose accesses are not known. Empty: all of it was.
  const std::string &gap() const { return missing; }

private:
  using Id = ThreadSets::Id;
  /// Of a few bytes: granule of them.
  struct Cell {
    uint32_t written = 0, read = 0; ///< The epoch; 0 is long ago.
    Id writer = 0, reader = 0;
    mlir::Operation *writeOp = nullptr, *readOp = nullptr;
    uint32_t contents = 0; ///< Whose: the number of a buffer, or of the scratch of an op.
    uint32_t unfenced =
        0; ///< 1 + the fences that had been passed when a thread wrote it; 0: no thread did.
    uint32_t access = 0; ///< The number of the access that wrote it.
  };
  struct Buffer {
    uint32_t number = 0;
    std::vector<uint32_t> cells; ///< The first cell of each element, row-major.
    unsigned cellsOfElement = 1;
    std::vector<bool> filled; ///< By element: written since it was allocated.
  };
  /// What a view shows: `first` is an element of the buffer, `second` the element of the view that lies there.
  struct Elements {
    Buffer *buffer;
    std::vector<std::pair<uint32_t, uint32_t>> pairs;
  };
  /// Something asynchronous that was not done when it was last looked at.
  struct Started {
    interp::PendingRef pending;
    Elements elements;
    AccessRole role;
    mlir::Operation *op;
  };

  void access(interp::Frame &f, const interp::Instr &i, const AccessRole &role);
  std::optional<Elements> elementsOf(const interp::SharedView &view);
  void allocate(const interp::SharedView &view, ttg::LocalAllocOp op);
  void useScratch(mlir::Operation *op, uint32_t offset);
  void endThoseDone();
  void barrier() {
    endThoseDone();
    ++epoch;
  }
  void readCell(uint32_t at, Id who, mlir::Operation *op);
  void writeCell(uint32_t at, Id who, mlir::Operation *op, uint32_t contents);
  Cell &cellAt(uint32_t number) {
    if (number >= cells.size())
      cells.resize(number + 1);
    return cells[number];
  }
  /// "`later` does `earlier` did": "ttg.local_load reads what ttg.local_store wrote, ...".
  void report(Disorder::Kind kind, uint32_t at, mlir::Operation *later, llvm::StringRef does,
              mlir::Operation *earlier, llvm::StringRef did);
  /// What an op has in shared memory ends at `end`.
  void checkEnd(mlir::Operation *op, uint64_t end);
  void giveUp(const llvm::Twine &why) {
    if (missing.empty())
      missing = why.str();
  }
  void newProgram(uint32_t index);
  uint32_t numberOf(mlir::Operation *op) {
    return numbers.try_emplace(op, numbers.size() + 1).first->second;
  }

  Looks looks;
  unsigned granule;
  std::optional<uint64_t> size; ///< Of shared memory, where the module says it.
  ThreadSets threads;
  uint32_t program = ~0u;
  uint32_t epoch = 1, fences = 0;
  std::vector<Cell> cells;
  llvm::SmallVector<uint32_t, 4> frames; ///< Where the memory of each call begins.
  std::map<const interp::SharedBuffer *, std::unique_ptr<Buffer>> buffers;
  std::map<mlir::Operation *, std::vector<uint32_t>> places; ///< bytePlaces.
  std::map<mlir::Operation *, uint32_t> numbers;             ///< Of contents.
  std::map<mlir::Operation *, llvm::SmallVector<AccessRole, 2>> roles;
  std::map<mlir::Operation *, ScratchUse> scratchUses;
  uint32_t accesses = 0; ///< So far.
  std::vector<Started> started;
  std::vector<Disorder> found;
  std::string missing;
};

} // namespace fathom

#endif
