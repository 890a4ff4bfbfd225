// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Buffers in shared and tensor memory, views of them, and what goes on in them while the program does something else.
//
// A buffer holds the elements of one ttg.local_alloc, row-major, whatever its layout is. A view says which of them it shows, and as what:
//
//   %m = ttg.local_alloc : () -> <3x4x8xf16>      shape 3 4 8, strides 32 8 1, offset 0
//   %s = ttg.memdesc_index %m[%i]                 shape 4 8,   strides 8 1,    offset 32 * i
//   %t = ttg.memdesc_trans %s {order = [1, 0]}    shape 8 4,   strides 1 8,    offset 32 * i
//
// What is asynchronous (ThreadGroups.h) is done when it is issued, but is pending:
//
//   pending copy into elements      they may be neither read nor written
//   pending read of elements        they may not be written
//
// so a program whose waits are too weak ends with Stop::Shared, on every run, and one whose waits are right never does. What the issue does early cannot be
// seen: it writes what nobody may read, and reads what nobody may write. What another partition does to the elements must be known to have happened.
#ifndef FATHOM_ORACLES_INTERP_SHAREDMEMORY_H
#define FATHOM_ORACLES_INTERP_SHAREDMEMORY_H

#include "oracles/interp/ThreadGroups.h"

#include "core/ir/TritonGPU.h"

#include <map>
#include <memory>
#include <vector>

namespace fathom::interp {

struct SharedView;
struct MemoryBarrier;

/// Asynchronous accesses that are in order among each other, though nobody waits.
enum class Among : uint8_t {
  None,
  Products, ///< Of the fifth generation (PTX ISA, "tcgen05 pipelined instructions").
  EmptyCopies, ///< A copy all of whose lanes are off, before another copy: it writes zeros that it has at hand.
};

/// The last time that a group read, or wrote, a region of a buffer: a view that does not keep the buffer.
struct Touch {
  llvm::IntrusiveRefCntPtr<SharedView> region;
  unsigned group;
  uint64_t time;
  bool writes;
  Among among;
  PendingRef pending; ///< Null: it was done at once.
};

/// What an asynchronous op does to a region.
struct PendingAccess {
  llvm::IntrusiveRefCntPtr<SharedView> region;
  PendingRef pending;
  bool writes = false;
  Among among = Among::None;
};

/// The memory of one ttg.local_alloc or ttng.tmem_alloc: the same one each time that it is executed.
struct SharedBuffer : llvm::ThreadSafeRefCountedBase<SharedBuffer> {
  ~SharedBuffer();
  Element element;
  int64_t count = 0; ///< Elements.
  /// Row-major; one element while all are equal. In the algebra floats are always ring elements.
  Value contents;
  bool freed = false;
  std::vector<PendingAccess> accesses; ///< Those that are not done, and perhaps some that are.
  std::vector<Touch> touches;          ///< While there are several groups.
  std::map<int64_t, std::shared_ptr<MemoryBarrier>> barriers; ///< By the element that they lie at.
};

/// Sees the bytes of other elements: ttg.memdesc_reinterpret.
struct Reinterpretation {
  llvm::IntrusiveRefCntPtr<SharedView>
      from;        ///< All elements that lie there, in the order of their addresses; shape {n}.
  Element element; ///< Of those.
};

struct SharedView : Object {
  llvm::IntrusiveRefCntPtr<SharedBuffer> buffer;
  Element element; ///< The buffer's, unless reinterpreted.
  llvm::SmallVector<int64_t, 4> shape, strides;
  int64_t offset =
      0; ///< Of the first element; in elements of the buffer, or of the reinterpreted memory.
  /// Where strides cannot say it: the places of the elements, row-major, relative to `offset`.
  std::shared_ptr<const std::vector<int32_t>> table;
  std::shared_ptr<const Reinterpretation> reinterpreted;
  /// Not empty: why the view may not be used (an index that was out of range). No harm is done if it is not.
  std::string broken;
  Stop::Kind brokenAs = Stop::Kind::OutOfBounds;

  int64_t count() const;
  /// Elements [offset, offset + count) in row-major order.
  bool isContiguous() const;
  /// The first and the last place that it shows, in elements of the buffer.
  std::pair<int64_t, int64_t> range() const;
  /// The place of each element, row-major.
  std::vector<int32_t> places() const;
};
using ViewRef = llvm::IntrusiveRefCntPtr<SharedView>;

inline BlockState &blockOf(Frame &f) { return f.machine.state<BlockState>(); }
inline ThreadGroup &groupOf(Frame &f) { return *blockOf(f).current; }

/// The buffer of an allocating op, whose result is of the type: its elements undefined, and free no more. What is pending in it stays pending.
llvm::IntrusiveRefCntPtr<SharedBuffer> allocate(Frame &f, const Instr &i, ttg::MemDescType type);
/// A view of the whole buffer.
ViewRef wholeView(llvm::IntrusiveRefCntPtr<SharedBuffer> buffer, llvm::ArrayRef<int64_t> shape);

/// The view that operand k is; null, and the run is stopped, if it is none (ub.poison).
ViewRef viewOperand(Frame &f, const Instr &i, unsigned k);

/// Whether the elements may be read or written now; the run is stopped if not. `among`: after which pending ones this access comes anyway.
bool mayRead(Frame &f, const Instr &i, const SharedView &view, Among among = Among::None);
bool mayWrite(Frame &f, const Instr &i, const SharedView &view, Among among = Among::None);

/// The elements, row-major; no questions asked. None: the run was stopped, as their bits are not known (a float of the algebra as an integer).
std::optional<Value> readView(Frame &f, const Instr &i, const SharedView &view);
/// `value`: 1 element or as many as the view. False: the run was stopped.
bool writeView(Frame &f, const Instr &i, const SharedView &view, const Value &value);

/// Both at once: mayRead, readView.
std::optional<Value> loadView(Frame &f, const Instr &i, const SharedView &view);
bool storeView(Frame &f, const Instr &i, const SharedView &view, const Value &value);

/// One element, 0.
Value zeroOf(const Element &element);
/// One element that is undefined; nothing for a type without elements.
Value undefinedOf(Frame &f, mlir::Type type);

/// An i32 that differs between the threads of a program: harmless until something depends on it (Unspecified).
Value differsByThread();

/// Notes that `pending` reads or writes the view, after mayRead or mayWrite said so.
void startAccess(Frame &f, const ViewRef &view, PendingRef pending, bool writes,
                 Among among = Among::None);
/// Whether the views show an element in common.
bool overlap(const SharedView &a, const SharedView &b);

// Parts of the families, a file each.
void addLocalIndexing(Registry &registry);  ///< ttg.local_gather and such
void addViews(Registry &registry);          ///< ttg.memdesc_*
void addAsyncCopies(Registry &registry);    ///< ttg.async_*
void addWarpSpecialize(Registry &registry); ///< ttg.warp_specialize and what is in it
void addBarriers(Registry &registry);       ///< barriers in memory, and fences
void addTma(Registry &registry);            ///< ttng.async_tma_*, tensor maps
void addWarpGroupDot(Registry &registry);
void addTensorMemory(Registry &registry); ///< ttng.tmem_*, ttng.tc_gen5_*
void addAmdNumbers(Registry &registry);   ///< amdg: block-scaled numbers

} // namespace fathom::interp

#endif
