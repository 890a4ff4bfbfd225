// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Watches the generator while it writes programs that are known already, and counts.
#include "fuzz/import/Experience.h"

#include "fuzz/import/ChoiceKind.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <cmath>

using namespace fathom;

static uint64_t mix(uint64_t a, uint64_t b) {
  uint64_t z = (a ^ (b + 0x9e3779b97f4a7c15 + (a << 6) + (a >> 2))) * 0xbf58476d1ce4e5b9;
  return z ^ (z >> 29);
}

// A type as rows think of it.
static uint64_t keyOf(mlir::Type type, const gen::Palette &palette, bool relative) {
  uint64_t key = 1;
  if (auto shaped = llvm::dyn_cast<mlir::RankedTensorType>(type)) {
    auto at = llvm::find(palette.shapes, gen::Shape(shaped.getShape()));
    key = mix(2, at == palette.shapes.end() ? 100 + shaped.getRank() : at - palette.shapes.begin());
    type = shaped.getElementType();
  }
  if (auto pointer = llvm::dyn_cast<tt::PointerType>(type)) {
    key = mix(key, 3);
    type = pointer.getPointeeType();
  }
  if (!relative)
    return mix(key, hash_value(type));
  return mix(key, (type == palette.wide) | (type == palette.narrow) << 1 |
                      (type == palette.data) << 2 | (type == palette.index) << 3 |
                      llvm::isa<mlir::FloatType>(type) << 4);
}

Moment::Moment(const Trail &trail, uint32_t kind, Follower &follower, gen::Writer *writer) {
  uint64_t step = mix(mix(kind, trail.last.kind), trail.last.alternative);
  contexts[2] = mix(1, kind);
  contexts[1] = mix(2, step);
  contexts[0] = mix(mix(3, mix(step, trail.rows.back())), trail.beforeLast.kind);
  if (!writer)
    return;
  const gen::Palette &palette = writer->palette;
  mlir::Operation *op = follower.upcoming(writer->b);
  auto add = [&](uint64_t value) { features.push_back(mix(features.size(), value)); };
  auto nameOf = [](mlir::Operation *op) -> uint64_t {
    return op ? uint64_t(hash_value(op->getName())) : 0;
  };
  add(nameOf(op));
  mlir::Operation *second = op ? op->getNextNode() : nullptr;
  mlir::Operation *third = second ? second->getNextNode() : nullptr;
  add(mix(nameOf(op), nameOf(second)));
  add(mix(nameOf(second), nameOf(third)));
  mlir::Type type;
  if (op)
    type = op->getNumResults()    ? op->getResult(0).getType()
           : op->getNumOperands() ? op->getOperand(0).getType()
                                  : mlir::Type();
  add(type ? keyOf(type, palette, true) : 0);
  add(type ? keyOf(type, palette, false) : 0);
  add(op ? mix(nameOf(op), hash_value(mlir::Attribute(op->getAttrDictionary()))) : 0);
  add(op ? follower.originOfOperands(op) : 0);
  if (mlir::Operation *next = follower.upcomingConstant()) {
    auto value = llvm::cast<mlir::arith::ConstantOp>(next).getValue();
    add(keyOf(value.getType(), palette, true));
    add(hash_value(mlir::Attribute(value)));
  } else {
    add(0);
    add(0);
  }
  mlir::Type argument = follower.upcomingArgument();
  add(argument ? keyOf(argument, palette, true) : 0);
}

uint64_t Moment::hash() const {
  uint64_t result = contexts[0];
  for (uint64_t feature : features)
    result = mix(result, feature);
  return result;
}

void Experience::observe(const Moment &moment, uint32_t alternative) {
  for (uint64_t context : moment.contexts) {
    uint64_t here = mix(context, alternative);
    ++counts[context];
    ++counts[here];
    for (uint64_t feature : moment.features)
      ++counts[mix(here, feature)];
  }
}

const std::vector<float> &Experience::expect(const Moment &moment, llvm::ArrayRef<float> natural) {
  auto [place, fresh] = known.try_emplace(mix(moment.hash(), natural.size()));
  std::vector<float> &result = place->second;
  if (!fresh)
    return result;
  auto count = [&](uint64_t key) {
    auto found = counts.find(key);
    return found == counts.end() ? 0u : found->second;
  };
  constexpr unsigned enough = 12;
  uint64_t context = moment.contexts[2];
  for (uint64_t candidate : moment.contexts)
    if (count(candidate) >= enough * natural.size()) {
      context = candidate;
      break;
    }
  // Features hang together: each counts as a part of one.
  constexpr float trust = 0.6f;
  std::vector<float> logs(natural.size(), -INFINITY);
  float most = -INFINITY;
  for (uint32_t i = 0; i != natural.size(); ++i) {
    if (natural[i] == 0)
      continue;
    uint64_t here = mix(context, i);
    float times = count(here);
    logs[i] = std::log(times + 4 * natural[i]);
    for (uint64_t feature : moment.features)
      logs[i] += trust * std::log((count(mix(here, feature)) + 0.02f) / (times + 1));
    most = std::max(most, logs[i]);
  }
  float sum = 0;
  for (float &value : logs)
    sum += value = std::exp(value - most);
  result.resize(natural.size());
  constexpr float doubt = 0.15f; // Of what is learned.
  for (uint32_t i = 0; i != natural.size(); ++i)
    result[i] = (1 - doubt) * logs[i] / sum + doubt * natural[i];
  return result;
}

namespace {
/// Tells the experience what is chosen.
class Learner : public ChoicesWatcher {
public:
  Learner(llvm::ArrayRef<uint8_t> bytes, Follower &follower, Experience &experience)
      : bytes(bytes), follower(follower), experience(experience) {}

  void length() override { isLength = true; }
  void weights(llvm::ArrayRef<unsigned> weights) override { pending = weights; }
  void beginStatement() override {
    trail.beginStatement();
    isRow = true;
  }
  void endStatement() override { trail.endStatement(); }
  void choice(size_t offset, unsigned count, uint64_t bound) override {
    llvm::ArrayRef<unsigned> weights = std::exchange(pending, {});
    bool length = std::exchange(isLength, false), row = std::exchange(isRow, false);
    if (offset + count > bytes.size())
      return; // The string is over: nothing is chosen any more.
    uint64_t value = 0;
    for (unsigned i = 0; i != count; ++i)
      value |= uint64_t(bytes[offset + i]) << (8 * i);
    value %= bound;
    uint32_t alternative = value, kind = choiceKind(length, weights, bound);
    if (!weights.empty())
      for (alternative = 0; value >= weights[alternative]; ++alternative)
        value -= weights[alternative];
    follower.poll();
    if (writer && !follower.failed())
      experience.observe(Moment(trail, kind, follower, writer), alternative);
    trail.add(kind, alternative, row);
  }

  gen::Writer *writer = nullptr;

private:
  llvm::ArrayRef<uint8_t> bytes;
  Follower &follower;
  Experience &experience;
  Trail trail;
  llvm::ArrayRef<unsigned> pending;
  bool isLength = false, isRow = false;
};
} // namespace

Experience::Experience(const Profile &profile, unsigned programs, mlir::MLIRContext &context) {
  for (unsigned i = 0; i != programs; ++i) {
    std::vector<uint8_t> bytes = randomBytes(/*seed=*/0x1ea4, i, profile.bytes);
    Choices first(bytes);
    drawOptions(first);
    mlir::OwningOpRef<mlir::ModuleOp> program =
        gen::Writer(first, profile, context, nullptr).program();
    Followed followed(*program);
    Follower follower(followed);
    Learner learner(bytes, follower, *this);
    Choices again(bytes, &learner);
    drawOptions(again);
    gen::Writer writer(again, profile, context, nullptr);
    writer.b.setListener(&follower);
    learner.writer = &writer;
    writer.program();
  }
}
