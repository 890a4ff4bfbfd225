// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a kernel once and measures what it stored.
#include "oracles/interp/LaunchTrial.h"

#include "oracles/interp/numbers/Ring.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <cmath>
#include <cstring>

using namespace llvm;

namespace fathom::interp {

uint64_t LaunchTrial::stored() const {
  uint64_t sum = 0;
  for (const BufferEffect &effect : effects)
    sum += effect.stored;
  return sum;
}

uint64_t LaunchTrial::undefined() const {
  uint64_t sum = 0;
  for (const BufferEffect &effect : effects)
    sum += effect.undefined;
  return sum;
}

uint64_t LaunchTrial::special() const {
  uint64_t sum = 0;
  for (const BufferEffect &effect : effects)
    sum += effect.special;
  return sum;
}

uint64_t LaunchTrial::distinct() const {
  uint64_t most = 0;
  for (const BufferEffect &effect : effects)
    most = std::max(most, effect.distinct);
  return most;
}

bool LaunchTrial::hasHazard(Hazard::Kind kind) const {
  return any_of(outcome.hazards, [&](const Hazard &hazard) { return hazard.kind == kind; });
}

/// Whether a float that was stored is infinite or NaN.
static bool isSpecial(const Buffer &buffer, uint64_t k, uint64_t bits) {
  auto kind = FloatKind(buffer.stored[k] - 1);
  if (!buffer.ring.empty())
    return !ring::isFinite(buffer.ring[k]);
  return !std::isfinite(kind == FloatKind::F64 ? bit_cast<double>(bits)
                                               : floats::decode(kind, uint32_t(bits)));
}

static BufferEffect effectOn(const Buffer &buffer) {
  BufferEffect effect;
  effect.name = buffer.name;
  effect.bytes = buffer.bytes.size();
  if (buffer.stored.empty())
    return effect;
  constexpr uint64_t most = 65536;
  uint64_t seen = 0;
  unsigned special = 0;
  DenseSet<uint64_t> values;
  for (uint64_t k = 0; k < buffer.stored.size(); ++k) {
    if (buffer.stored[k] == Buffer::Initial)
      continue;
    uint64_t offset = k * buffer.granule;
    uint64_t here = std::min<uint64_t>(buffer.granule, effect.bytes - offset);
    effect.stored += here;
    if (!buffer.poison.empty() && buffer.poison[k])
      effect.undefined += here;
    if (buffer.stored[k] == Buffer::Inside || ++seen > most)
      continue;
    uint64_t bits = 0;
    std::memcpy(&bits, buffer.bytes.data() + offset,
                std::min<uint64_t>({buffer.storedBytes[k], 8, effect.bytes - offset}));
    bool isFloat = buffer.stored[k] != Buffer::Integer;
    if (isFloat && isSpecial(buffer, k, bits))
      effect.special += buffer.storedBytes[k];
    if (isFloat && !buffer.ring.empty())
      bits = uint32_t(buffer.ring[k]);
    if (bits >= ~uint64_t(1)) // The two keys that a DenseSet keeps for itself.
      special |= 1 << (bits & 1);
    else
      values.insert(bits);
  }
  effect.distinct = values.size() + popcount(special);
  return effect;
}

Expected<LaunchTrial> tryLaunch(const Interpreter &interpreter, Semantics semantics,
                                const Launch &launch, uint64_t limit) {
  LaunchTrial trial;
  trial.memory = std::make_unique<Memory>(semantics);
  Expected<std::vector<Value>> arguments =
      materialise(launch, interpreter.kernel(), *trial.memory, limit);
  if (!arguments)
    return arguments.takeError();
  trial.outcome = interpreter.run(launch.grid, *arguments, *trial.memory);
  for (const auto &buffer : trial.memory->buffers)
    trial.effects.push_back(effectOn(*buffer));
  return trial;
}

} // namespace fathom::interp
