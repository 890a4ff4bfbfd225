// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps for each few bytes of shared memory who read and wrote them last, and since which barrier.
#include "oracles/check/shared/SharedReplay.h"

#include "core/ir/TritonNvidiaGPU.h"
#include "oracles/check/shared/BufferPlaces.h"

#include <numeric>

using namespace llvm;

namespace fathom {
using interp::Frame;
using interp::Instr;
using interp::SharedView;
using Engine = AccessRole::Engine;

static constexpr StringLiteral offsetName = "allocation.offset";

StringRef disorderName(Disorder::Kind kind) {
  switch (kind) {
  case Disorder::Kind::MissingBarrier:
    return "missing-barrier";
  case Disorder::Kind::Overlap:
    return "overlap";
  case Disorder::Kind::BeyondTheEnd:
    return "beyond-the-end";
  case Disorder::Kind::MissingFence:
    return "missing-fence";
  }
  llvm_unreachable("a kind of disorder");
}

static std::optional<uint64_t> numberAttribute(mlir::Operation *op, StringRef name) {
  auto attribute = op->getAttrOfType<mlir::IntegerAttr>(name);
  return attribute ? std::optional<uint64_t>(attribute.getInt()) : std::nullopt;
}

/// The largest size that all elements and offsets are multiples of.
static unsigned granuleOf(mlir::ModuleOp module) {
  uint64_t granule = 0;
  module.walk([&](mlir::Operation *op) {
    granule = std::gcd(granule, numberAttribute(op, offsetName).value_or(0));
    if (auto alloc = dyn_cast<ttg::LocalAllocOp>(op)) {
      if (alloc.getType().isInSharedMemory())
        granule = std::gcd(granule, elementBytes(alloc.getType().getElementType()));
    } else if (hasScratch(op)) {
      granule = std::gcd(granule, scratchUse(op).bytes);
    }
  });
  return granule ? granule : 1;
}

static bool wavesInStep(mlir::ModuleOp module) {
  auto target = module->getAttrOfType<mlir::StringAttr>(ttg::targetName);
  return target && target.getValue().starts_with("hip");
}

SharedReplay::SharedReplay(mlir::ModuleOp module, Looks looks)
    : looks(looks), granule(granuleOf(module)), size(numberAttribute(module, "ttg.shared")),
      threads(wavesInStep(module)) {
  if (numberAttribute(module, ttg::numCtasName).value_or(1) != 1)
    giveUp("several blocks share memory");
}

void SharedReplay::newProgram(uint32_t index) {
  program = index;
  epoch = 1;
  cells.clear();
  frames = {0};
  buffers.clear();
  started.clear();
}

//===--- What is told ---===//

void SharedReplay::before(Frame &f, const Instr &i) {
  if (!missing.empty())
    return;
  if (f.machine.programIndex() != program)
    newProgram(f.machine.programIndex());
  if (isa<ttg::WarpSpecializeOp>(i.op))
    looks = {.barriers = false, .fences = false};
  else if (isa<tt::CallOp>(i.op) && i.op->getParentOfType<ttg::WarpSpecializeOp>())
    giveUp("a call in specialised warps");
  else if (isa<tt::CallOp>(i.op))
    frames.push_back(frames.back() + numberAttribute(i.op, offsetName).value_or(0));
  if (beginsWithBarrier(i.op))
    barrier();
}

void SharedReplay::after(Frame &f, const Instr &i) {
  if (!missing.empty())
    return;
  mlir::Operation *op = i.op;
  if (isa<tt::CallOp>(op)) {
    frames.pop_back();
    return;
  }
  if (isBlockBarrier(op) || mayHoldBarrier(op))
    barrier();
  if (isa<ttng::FenceAsyncSharedOp>(op))
    ++fences;
  if (auto alloc = dyn_cast<ttg::LocalAllocOp>(op))
    allocate(static_cast<const SharedView &>(*f.result(i).object), alloc);
  auto [known, fresh] = roles.try_emplace(op);
  if (fresh)
    known->second = accessRoles(op);
  for (const AccessRole &role : known->second)
    access(f, i, role);
  if (hasScratch(op)) {
    if (std::optional<uint64_t> offset = numberAttribute(op, offsetName))
      useScratch(op, frames.back() + *offset);
    else
      giveUp(op->getName().getStringRef() + " has scratch in several places");
  }
}

//===--- Buffers ---===//

void SharedReplay::allocate(const SharedView &view, ttg::LocalAllocOp op) {
  if (!op.getType().isInSharedMemory())
    return;
  std::optional<uint64_t> offset = numberAttribute(op, offsetName);
  if (!offset)
    return giveUp("a buffer has no place");
  auto [known, fresh] = places.try_emplace(op);
  if (fresh) {
    Expected<std::vector<uint32_t>> bytes = bytePlaces(op);
    if (!bytes)
      return giveUp(toString(bytes.takeError()));
    known->second = std::move(*bytes);
  }
  if (!known->second.empty())
    checkEnd(op, frames.back() + *offset + *llvm::max_element(known->second) +
                     elementBytes(op.getType().getElementType()));
  std::unique_ptr<Buffer> &buffer = buffers[view.buffer.get()];
  if (!buffer)
    buffer = std::make_unique<Buffer>();
  buffer->number = numberOf(op);
  buffer->cellsOfElement = elementBytes(op.getType().getElementType()) / granule;
  buffer->cells.clear();
  for (uint32_t byte : known->second)
    buffer->cells.push_back((frames.back() + *offset + byte) / granule);
  // What was there is undefined now.
  buffer->filled.assign(buffer->cells.size(), false);
}

std::optional<SharedReplay::Elements> SharedReplay::elementsOf(const SharedView &view) {
  std::vector<int32_t> shown = view.places();
  if (!view.reinterpreted) {
    auto buffer = buffers.find(view.buffer.get());
    if (buffer == buffers.end()) {
      giveUp("a buffer has no place");
      return std::nullopt;
    }
    Elements elements{buffer->second.get(), {}};
    for (auto [number, place] : enumerate(shown))
      elements.pairs.emplace_back(place, number);
    return elements;
  }
  // Places are addresses here, in elements; `from` lists what lies there in the order of addresses.
  std::optional<Elements> from = elementsOf(*view.reinterpreted->from);
  if (!from)
    return std::nullopt;
  uint64_t size = view.element.bytes, fromSize = view.reinterpreted->element.bytes;
  Elements elements{from->buffer, {}};
  for (auto [number, place] : enumerate(shown))
    for (uint64_t at = place * size / fromSize; at * fromSize < (place + 1) * size; ++at)
      elements.pairs.emplace_back(from->pairs[at].first, number);
  return elements;
}

//===--- Accesses ---===//

void SharedReplay::access(Frame &f, const Instr &i, const AccessRole &role) {
  const interp::Value &value = role.operand < 0 ? f.result(i) : f.operand(i, role.operand);
  if (!value.object)
    return;
  const auto &view = static_cast<const SharedView &>(*value.object);
  interp::PendingRef pending;
  if (role.engine != Engine::Thread) {
    for (const interp::PendingAccess &one : reverse(view.buffer->accesses))
      if (one.pending->op == i.op && !one.pending->done && one.writes == role.writes &&
          overlap(*one.region, view) && none_of(started, [&](const Started &other) {
            return other.pending == one.pending && other.role.operand == role.operand;
          })) {
        pending = one.pending;
        break;
      }
    // Its predicate is false, or its lowering waits for it at once.
    if (!pending && (role.engine == Engine::Tma || role.engine == Engine::Gen5))
      return;
  }
  std::optional<Elements> elements = elementsOf(view);
  if (!elements)
    return;
  endThoseDone();
  const std::vector<Id> *owners =
      role.who == AccessRole::Who::Threads ? threads.of(role.threads) : nullptr;
  Id everywhere = role.who == AccessRole::Who::Elected ? ThreadSets::elected : ThreadSets::many;
  Buffer &buffer = *elements->buffer;
  ++accesses;
  for (auto [place, number] : elements->pairs) {
    Id who = owners ? (*owners)[number] : everywhere;
    for (unsigned k = 0; k < buffer.cellsOfElement; ++k) {
      uint32_t at = buffer.cells[place] + k;
      if (role.writes) {
        writeCell(at, who, i.op, buffer.number);
        cellAt(at).unfenced = role.engine == Engine::Thread && owners ? fences + 1 : 0;
        continue;
      }
      Cell &cell = cellAt(at);
      if (buffer.filled[place] && cell.contents != buffer.number)
        report(Disorder::Kind::Overlap, at, i.op, " reads a buffer that ", cell.writeOp,
               " has overwritten");
      if (role.engine > Engine::Copy && cell.unfenced == fences + 1)
        report(Disorder::Kind::MissingFence, at, i.op, " reads what ", cell.writeOp,
               " wrote, with no fence in between");
      readCell(at, who, i.op);
    }
    if (role.writes)
      buffer.filled[place] = true;
  }
  if (pending)
    started.push_back({std::move(pending), std::move(*elements), role, i.op});
}

void SharedReplay::endThoseDone() {
  llvm::erase_if(started, [&](const Started &one) {
    if (!one.pending->done)
      return false;
    const Buffer &buffer = *one.elements.buffer;
    for (auto [place, number] : one.elements.pairs)
      for (unsigned k = 0; k < buffer.cellsOfElement; ++k) {
        Cell &cell = cellAt(buffer.cells[place] + k);
        if (one.role.engine == Engine::Gen5) {
          // All threads wait for the barrier that tells.
          if (cell.readOp == one.op)
            cell.read = 0;
        } else if (!one.role.writes) {
          // The threads that waited know; the others do not.
          cell.reader = cell.read == epoch || one.role.engine == Engine::TensorCore
                            ? ThreadSets::many
                            : ThreadSets::elected;
          cell.read = epoch;
          cell.readOp = one.op;
        } else if (cell.writeOp == one.op && cell.contents == buffer.number) {
          // All threads wait for TMA; of other copies each one waits for its own.
          cell.written = one.role.engine == Engine::Tma ? 0 : epoch;
        }
      }
    return true;
  });
}

void SharedReplay::useScratch(mlir::Operation *op, uint32_t offset) {
  auto [use, fresh] = scratchUses.try_emplace(op);
  if (fresh)
    use->second = scratchUse(op);
  checkEnd(op, offset + use->second.bytes);
  uint32_t first = offset / granule;
  uint32_t last = (offset + use->second.bytes + granule - 1) / granule;
  Id who = use->second.who == AccessRole::Who::Elected ? ThreadSets::elected : ThreadSets::many;
  endThoseDone();
  ++accesses;
  for (uint32_t at = first; at < last; ++at)
    writeCell(at, who, op, numberOf(op));
  if (use->second.barrier)
    barrier();
  for (uint32_t at = first; at < last; ++at) {
    // Its own writes it has ordered.
    cells[at].reader = cells[at].read == epoch && cells[at].reader != who ? ThreadSets::many : who;
    cells[at].read = epoch;
    cells[at].readOp = op;
  }
}

void SharedReplay::readCell(uint32_t at, Id who, mlir::Operation *op) {
  Cell &cell = cellAt(at);
  if (cell.written == epoch && !threads.covers(cell.writer, who))
    report(Disorder::Kind::MissingBarrier, at, op, " reads what ", cell.writeOp,
           " wrote, with no barrier in between");
  cell.reader = cell.read == epoch && cell.reader != who ? ThreadSets::many : who;
  cell.read = epoch;
  cell.readOp = op;
}

void SharedReplay::writeCell(uint32_t at, Id who, mlir::Operation *op, uint32_t contents) {
  Cell &cell = cellAt(at);
  // Of one op, several elements may lie in one cell.
  if (cell.access != accesses) {
    if (cell.read == epoch && !threads.isOneThread(cell.reader, who))
      report(Disorder::Kind::MissingBarrier, at, op, " writes where ", cell.readOp,
             " reads, with no barrier in between");
    if (cell.written == epoch && !threads.isOneThread(cell.writer, who))
      report(Disorder::Kind::MissingBarrier, at, op, " overwrites what ", cell.writeOp,
             " wrote, with no barrier in between");
  }
  cell = {.written = epoch, .writer = who, .writeOp = op, .contents = contents, .access = accesses};
}

//===--- Findings ---===//

void SharedReplay::checkEnd(mlir::Operation *op, uint64_t end) {
  if (!size || end <= *size || any_of(found, [](const Disorder &other) {
        return other.kind == Disorder::Kind::BeyondTheEnd;
      }))
    return;
  std::string detail;
  raw_string_ostream out(detail);
  out << "program " << program << ", byte " << end - 1 << " of " << *size << "\n  ";
  op->print(out, mlir::OpPrintingFlags().skipRegions().useLocalScope());
  found.push_back(
      {Disorder::Kind::BeyondTheEnd,
       (op->getName().getStringRef() + " has bytes beyond the end of shared memory").str(),
       std::move(detail)});
}

void SharedReplay::report(Disorder::Kind kind, uint32_t at, mlir::Operation *later, StringRef does,
                          mlir::Operation *earlier, StringRef did) {
  if ((kind == Disorder::Kind::MissingBarrier && !looks.barriers) ||
      (kind == Disorder::Kind::MissingFence && !looks.fences))
    return;
  if (any_of(found, [&](const Disorder &other) { return other.kind == kind; }))
    return;
  std::string detail;
  raw_string_ostream out(detail);
  out << "program " << program << ", byte " << uint64_t(at) * granule << " of shared memory\n";
  for (mlir::Operation *op : {earlier, later})
    op->print(out << "  ", mlir::OpPrintingFlags().skipRegions().useLocalScope()), out << "\n";
  found.push_back(
      {kind,
       (later->getName().getStringRef() + does + earlier->getName().getStringRef() + did).str(),
       std::move(detail)});
}

} // namespace fathom
