// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compares claims with elements.
#include "oracles/check/facts/FactsObserver.h"

#include "core/analysis/AxisRules.h"
#include "core/layout/Encodings.h"
#include "oracles/interp/Machine.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

namespace fathom {

/// What is claimed of one result or operand of an op.
struct FactsObserver::Claim {
  mlir::Value value;
  unsigned at; ///< Which result, or which operand.
  const AxisInfo *axes;
  std::optional<ConstantIntRanges> range;
  SmallVector<int64_t, 4> shape;
  unsigned bits;    ///< 0: not a number.
  bool interesting; ///< Claims anything.
  bool promised;    ///< Somebody else's claim in part.
  mutable uint64_t seen = 0;
};

struct FactsObserver::Watched {
  SmallVector<Claim, 1> results;
  SmallVector<Claim, 0> arguments; ///< Operands that are arguments of blocks, at their first use.
};

FactsObserver::FactsObserver(ModuleOp module) : axes(module), ranges(module) {}
FactsObserver::~FactsObserver() = default;

bool FactsObserver::isControlFlow(Operation *op) {
  for (Operation *parent = op->getParentOp(); parent; parent = parent->getParentOp()) {
    if (isa<FunctionOpInterface>(parent))
      return true;
    if (!isa<scf::ForOp, scf::WhileOp, scf::IfOp, scf::ExecuteRegionOp, scf::IndexSwitchOp,
             ttg::MaskOp, ttg::WarpSpecializeOp, ttg::WarpSpecializePartitionsOp>(parent))
      return false;
  }
  return false;
}

FactsObserver::Claim FactsObserver::claimOf(mlir::Value value, unsigned at) {
  Claim claim;
  claim.value = value;
  claim.at = at;
  claim.axes = &axes.lookup(value);
  claim.range = ranges.lookup(value);
  claim.shape = axisShape(value.getType());
  claim.bits = axisWidth(value.getType());
  bool says = *claim.axes != AxisInfo::unknown(value.getType());
  if (claim.range && claim.range->smin().getBitWidth() == claim.bits)
    says |= *claim.range != ConstantIntRanges::maxRange(claim.bits);
  else
    claim.range.reset();
  // Elements that are held as one or several bytes of memory can be compared as numbers; tokens, descriptors and buffers
  // have no claims.
  claim.interesting = says && interp::elementOf(value.getType(), interp::Semantics::Ieee);
  auto argument = dyn_cast<BlockArgument>(value);
  auto function =
      argument ? dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp()) : nullptr;
  claim.promised = function != nullptr;
  if (Operation *op = value.getDefiningOp())
    for (StringRef name : {"tt.divisibility", "tt.contiguity", "tt.constancy"})
      claim.promised |= op->hasAttr(name);
  return claim;
}

const FactsObserver::Watched &FactsObserver::watched(Operation *op) {
  std::unique_ptr<Watched> &known = byOp[op];
  if (known)
    return *known;
  known = std::make_unique<Watched>();
  if (!isControlFlow(op))
    return *known;
  for (OpResult result : op->getResults())
    if (Claim claim = claimOf(result, result.getResultNumber()); claim.interesting)
      known->results.push_back(std::move(claim));
  for (OpOperand &operand : op->getOpOperands()) {
    auto argument = dyn_cast<BlockArgument>(operand.get());
    if (!argument)
      continue;
    // The first use in the text, of those in the argument's own block.
    bool first = op->getBlock() == argument.getOwner();
    for (OpOperand &other : argument.getUses()) {
      Operation *user = other.getOwner();
      if (user == op)
        first &= other.getOperandNumber() >= operand.getOperandNumber();
      else if (user->getBlock() == op->getBlock())
        first &= op->isBeforeInBlock(user);
    }
    if (!first)
      continue;
    if (Claim claim = claimOf(argument, operand.getOperandNumber()); claim.interesting)
      known->arguments.push_back(std::move(claim));
  }
  return *known;
}

void FactsObserver::before(interp::Frame &f, const interp::Instr &i) {
  if (found || broken)
    return;
  for (const Claim &claim : watched(i.op).arguments)
    check(claim, f.slots[i.operands[claim.at]]);
  if (auto copy = dyn_cast<ttg::AsyncCopyGlobalToLocalOp>(i.op); copy && copy.getContiguity() > 1)
    checkCopy(copy, f, i);
}

void FactsObserver::checkCopy(ttg::AsyncCopyGlobalToLocalOp copy, interp::Frame &f,
                              const interp::Instr &i) {
  auto type = cast<RankedTensorType>(copy.getSrc().getType());
  const interp::Value &pointers = f.slots[i.operands[0]];
  const interp::Value *mask = copy.getMask() ? &f.slots[i.operands[2]] : nullptr;
  int64_t all = type.getNumElements(), width = copy.getContiguity();
  if (!type.getEncoding() || pointers.count != all || pointers.lane != interp::Lane::U64)
    return;
  unsigned fastest = layoutOrder(type)[0];
  int64_t size = type.getDimSize(fastest);
  int64_t stride = llvm::product_of(type.getShape().drop_front(fastest + 1));
  uint64_t bytes = copy.getResult().getType().getElementTypeBitWidth() / 8;
  auto isOn = [&](int64_t at) {
    return !mask || mask->elements<uint8_t>()[mask->count == 1 ? 0 : at] != 0;
  };
  auto isPoisoned = [&](int64_t at) {
    return (pointers.poisons() && pointers.poisons()[at]) ||
           (mask && mask->poisons() && mask->poisons()[mask->count == 1 ? 0 : at]);
  };
  auto fails = [&](StringRef rule, int64_t at) {
    std::string text;
    llvm::raw_string_ostream os(text);
    os << "claimed: " << width << " elements at once\nfound: element " << at << "\nof: ";
    copy->print(os, OpPrintingFlags().skipRegions().useLocalScope());
    if (wrapped)
      excused = true;
    else
      found = FalseClaim{"copy-width", rule.str(), copy->getName().getStringRef().str(), text};
  };
  for (int64_t at = 0; at < all && !found; ++at) {
    int64_t place = at / stride % size, before = at - stride;
    if (place % width == 0 || isPoisoned(at) || isPoisoned(before))
      continue;
    if (isOn(at) != isOn(before))
      fails("mask", at);
    else if (isOn(at) &&
             pointers.elements<uint64_t>()[at] - pointers.elements<uint64_t>()[before] != bytes)
      fails("contiguity", at);
  }
}

void FactsObserver::after(interp::Frame &f, const interp::Instr &i) {
  if (found || broken)
    return;
  for (const Claim &claim : watched(i.op).results)
    check(claim, f.slots[i.results[claim.at]]);
}

void FactsObserver::report(const Claim &claim, StringRef analysis, StringRef rule,
                           const Twine &detail, bool assumed) {
  if (claim.promised) {
    broken = true;
    return;
  }
  if (assumed && wrapped) {
    excused = true;
    return;
  }
  if (found)
    return;
  std::string of, text;
  llvm::raw_string_ostream os(text);
  os << "claimed: ";
  if (analysis == "integer-range")
    os << *claim.range;
  else
    claim.axes->print(os);
  os << "\nfound: " << detail.str() << "\nof: ";
  if (Operation *op = claim.value.getDefiningOp()) {
    of = op->getName().getStringRef().str();
    op->print(os, OpPrintingFlags().skipRegions().useLocalScope());
  } else {
    Operation *parent = cast<BlockArgument>(claim.value).getOwner()->getParentOp();
    of = "an argument of " + parent->getName().getStringRef().str();
    os << "argument " << cast<BlockArgument>(claim.value).getArgNumber() << " of ";
    parent->print(os, OpPrintingFlags().skipRegions().useLocalScope());
  }
  found = FalseClaim{analysis.str(), rule.str(), of, text};
}

template <class T>
static void read(const interp::Value &value, unsigned bits, std::vector<int64_t> &numbers) {
  const T *elements = value.elements<T>();
  for (int64_t at = 0; at < value.count; ++at) {
    auto number = uint64_t(elements[at]);
    numbers[at] = bits > 1 && bits < 64 ? llvm::SignExtend64(number, bits) : int64_t(number);
  }
}

void FactsObserver::check(const Claim &claim, const interp::Value &value) {
  int64_t all = 1;
  for (int64_t size : claim.shape)
    all *= size;
  if (!value.data || value.object || value.slack || (value.count != 1 && value.count != all))
    return;
  // What is done often is looked at often, but not always.
  uint64_t seen = claim.seen++;
  if (all > 64 && seen >= 32 && seen % 16 && (seen & (seen + 1)))
    return;
  numbers.resize(value.count);
  switch (value.lane) {
  case interp::Lane::U8:
    read<uint8_t>(value, claim.bits, numbers);
    break;
  case interp::Lane::U16:
    read<uint16_t>(value, claim.bits, numbers);
    break;
  case interp::Lane::U32:
  case interp::Lane::F32: // Equal floats have equal bits.
  case interp::Lane::Ring:
    read<uint32_t>(value, claim.bits, numbers);
    break;
  case interp::Lane::U64:
  case interp::Lane::F64:
    read<uint64_t>(value, claim.bits, numbers);
    break;
  }
  poisons.clear();
  if (const uint8_t *poison = value.poisons())
    poisons.assign(poison, poison + value.count);
  ++count;
  if (claim.bits && claim.axes->below == AxisInfo::indexSign)
    for (int64_t at = 0; at < value.count; ++at)
      wrapped |= numbers[at] < 0 && (poisons.empty() || !poisons[at]);
  if (checkAxes(claim, all) && claim.range)
    checkRange(claim, all);
}

/// What checkAxes looks for along one dimension, of numbers without poison, in few instructions an element and without saying where.
bool FactsObserver::axisHolds(AxisInfo::Axis axis, uint64_t inExact, uint64_t wrapMask,
                              unsigned bits, unsigned log2Unit, int64_t stride,
                              int64_t size) const {
  uint64_t divisor = bits ? (uint64_t(1) << axis.divisibility) - 1 : 0;
  uint64_t inGroup = (uint64_t(1) << axis.contiguity) - 1;
  uint64_t inEqual = (uint64_t(1) << axis.constancy) - 1, unit = uint64_t(1) << log2Unit;
  uint64_t wrong = 0;
  for (size_t begin = 0; begin != numbers.size(); begin += stride * size)
    for (int64_t place = 0; place != size; ++place) {
      const int64_t *row = numbers.data() + begin + place * stride;
      if (divisor && !(place & inGroup))
        for (int64_t at = 0; at != stride; ++at)
          wrong |= uint64_t(row[at]) & divisor;
      if (place == 0)
        continue;
      const int64_t *before = row - stride;
      if (place & inEqual)
        for (int64_t at = 0; at != stride; ++at)
          wrong |= uint64_t(row[at]) ^ uint64_t(before[at]);
      uint64_t mask = !bits ? 0 : place & inExact ? ~uint64_t(0) : place & inGroup ? wrapMask : 0;
      if (mask)
        for (int64_t at = 0; at != stride; ++at)
          wrong |= (uint64_t(row[at]) - uint64_t(before[at]) - unit) & mask;
    }
  return !wrong;
}

bool FactsObserver::checkAxes(const Claim &claim, int64_t elements) {
  const AxisInfo &info = *claim.axes;
  auto poisoned = [&](int64_t at) { return !poisons.empty() && poisons[at]; };
  auto fails = [&](StringRef rule, const Twine &detail) {
    report(claim, "axis-info", rule, detail, info.assumed());
    return false;
  };
  bool single = int64_t(numbers.size()) == 1;
  for (int64_t at = 0; at < int64_t(numbers.size()); ++at) {
    if (poisoned(at))
      continue;
    if (info.constant() && numbers[at] != *info.constant())
      return fails("constant", "element " + Twine(at) + " is " + Twine(numbers[at]));
    if (claim.bits && info.isNotNegative() &&
        (numbers[at] < 0 || (info.below < 63 && numbers[at] >> info.below)))
      return fails("bound", "element " + Twine(at) + " is " + Twine(numbers[at]) +
                                ", not below 2^" + Twine(unsigned(info.below)));
  }
  int64_t stride = elements;
  for (unsigned dim = 0; dim < info.rank(); ++dim) {
    int64_t size = claim.shape[dim];
    stride /= size;
    AxisInfo::Axis axis = info.axes[dim];
    if (axis.contiguity == 0 && axis.constancy == 0 && axis.divisibility == 0)
      continue;
    uint64_t divisor = (uint64_t(1) << axis.divisibility) - 1;
    if (single) {
      // All elements are this one, poison included.
      if (poisoned(0))
        return true;
      if (claim.bits && (uint64_t(numbers[0]) & divisor))
        return fails("divisibility", "element 0 is " + Twine(numbers[0]));
      if (claim.bits > 1 && axis.contiguity && elements > 1)
        return fails("contiguity", "all elements are " + Twine(numbers[0]));
      continue;
    }
    uint64_t inGroup = (uint64_t(1) << axis.contiguity) - 1;
    uint64_t inEqual = (uint64_t(1) << axis.constancy) - 1;
    uint64_t inExact = (uint64_t(1) << info.exactLog(dim)) - 1;
    unsigned modulus = info.wrapBits() + info.unit;
    uint64_t wrapMask = modulus >= 64 ? ~uint64_t(0) : (uint64_t(1) << modulus) - 1;
    if (poisons.empty() && axisHolds(axis, inExact, wrapMask, claim.bits, info.unit, stride, size))
      continue;
    for (int64_t at = 0; at < elements; ++at) {
      if (poisoned(at))
        continue;
      uint64_t place = uint64_t(at / stride) % uint64_t(size);
      if (claim.bits && !(place & inGroup) && (uint64_t(numbers[at]) & divisor))
        return fails("divisibility", "element " + Twine(at) + " is " + Twine(numbers[at]));
      if (place == 0 || poisoned(at - stride))
        continue;
      uint64_t step = uint64_t(numbers[at]) - uint64_t(numbers[at - stride]);
      if ((place & inEqual) && step)
        return fails("constancy", "along dimension " + Twine(dim) + ", element " + Twine(at) +
                                      " is " + Twine(numbers[at]) + " after " +
                                      Twine(numbers[at - stride]));
      uint64_t unit = uint64_t(1) << info.unit;
      bool follows = ((step - unit) & wrapMask) == 0;
      if (claim.bits && (((place & inGroup) && !follows) || ((place & inExact) && step != unit)))
        return fails("contiguity", "along dimension " + Twine(dim) + ", element " + Twine(at) +
                                       " is " + Twine(numbers[at]) + " after " +
                                       Twine(numbers[at - stride]));
    }
  }
  return true;
}

bool FactsObserver::checkRange(const Claim &claim, int64_t) {
  const ConstantIntRanges &range = *claim.range;
  int64_t low = range.smin().getSExtValue(), high = range.smax().getSExtValue();
  uint64_t least = range.umin().getZExtValue(), most = range.umax().getZExtValue();
  uint64_t mask = claim.bits >= 64 ? ~uint64_t(0) : (uint64_t(1) << claim.bits) - 1;
  for (auto [at, raw] : llvm::enumerate(numbers)) {
    if (!poisons.empty() && poisons[at])
      continue;
    int64_t number = claim.bits == 1 ? -raw : raw; // True is -1 as a signed number.
    uint64_t bits = uint64_t(raw) & mask;
    if (number < low || number > high || bits < least || bits > most) {
      report(claim, "integer-range", "range",
             "element " + Twine(unsigned(at)) + " is " + Twine(number));
      return false;
    }
  }
  return true;
}

} // namespace fathom
