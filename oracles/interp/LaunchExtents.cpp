// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sizes and kinds of buffers, from what was accessed.
#include "oracles/interp/LaunchExtents.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace fathom::interp {

namespace {
/// What was done to a buffer, or to several that are launched alike.
struct Accesses {
  bool loaded = false, stored = false, updated = false;
  uint64_t highest = 0;

  void add(const Accesses &other) {
    loaded |= other.loaded, stored |= other.stored, updated |= other.updated;
    highest = std::max(highest, other.highest);
  }
};
} // namespace

/// A buffer as long as what is accessed, of the kind that the accesses make it.
static void setAccess(LaunchArg &arg, const Accesses &accesses, unsigned elementBytes) {
  arg.kind = accesses.updated                     ? LaunchArg::Kind::Atomic
             : accesses.stored && accesses.loaded ? LaunchArg::Kind::InOut
             : accesses.stored                    ? LaunchArg::Kind::Output
                                                  : LaunchArg::Kind::Input;
  bool startsWithZeros = arg.kind == LaunchArg::Kind::Output || arg.kind == LaunchArg::Kind::Atomic;
  if (arg.kind == LaunchArg::Kind::Output) {
    arg.contents = {};
    arg.contents.kind = Contents::Kind::Zeros;
  } else if (arg.contents.kind == Contents::Kind::Zeros && !startsWithZeros) {
    arg.contents.kind = Contents::Kind::List;
    arg.contents.list = {0};
  } else if (arg.contents.kind == Contents::Kind::Rng && startsWithZeros) {
    arg.contents = Contents::bounds(-8, 7);
  }
  if (arg.shape.empty())
    arg.count = std::max<uint64_t>(16, alignTo(accesses.highest, 16)) / elementBytes;
}

void fitBuffers(Launch &launch, const LaunchQuestions &questions,
                ArrayRef<const Memory *> memories) {
  StringMap<Accesses> accesses; // By the buffer's name.
  for (const Memory *memory : memories)
    for (const auto &buffer : memory->buffers)
      accesses[buffer->name].add(
          {buffer->wasLoaded, buffer->wasStored, buffer->wasUpdated, buffer->highest});
  for (auto [k, arg] : enumerate(launch.args)) {
    if (!arg.isBuffer())
      continue;
    std::string name = "arg" + std::to_string(k);
    unsigned bytes = elementOf(questions.elementType(k), Semantics::Ieee)->bytes;
    if (arg.contents.kind != Contents::Kind::Addresses) {
      setAccess(arg, accesses[name], bytes);
      continue;
    }
    arg.kind = LaunchArg::Kind::Input;
    arg.count = std::max<uint64_t>(1, (accesses[name].highest + 7) / 8);
    Accesses inner;
    for (uint64_t i = 0; i < arg.count; ++i)
      inner.add(accesses[name + "[" + std::to_string(i) + "]"]);
    mlir::Type pointee = questions.arguments()[k].pointeeOfElements;
    setAccess(arg.contents.pointee.front(), inner, elementOf(pointee, Semantics::Ieee)->bytes);
  }
}

} // namespace fathom::interp
