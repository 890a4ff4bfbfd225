// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The elementwise ops of tt that are no arithmetic: addresses, functions of device libraries, regions that are run for each element.
#include "core/ir/Triton.h"
#include "oracles/interp/FloatFunctions.h"
#include "oracles/interp/OpaqueFunctions.h"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace mlir;

namespace fathom::interp {

namespace {

//===--- tt.addptr ---===//

/// The offset is signed, and counts elements; an i1 has a byte. `Span::key`: log2 of the bytes of an element, as vectors have no product of 64 bits.
template <class I> void moveKernel(const Span &s) {
  mapLanes<uint64_t, uint64_t, typename I::U>(
      s, [shift = s.key](uint64_t address, typename I::U offset)
             FATHOM_INLINE { return address + (uint64_t(int64_t(I::sign(offset))) << shift); });
}

struct MovePlan {
  Kernel compute;
  unsigned shift;
};
const void *prepareMove(Operation *op, Preparer &p) {
  auto pointer = cast<tt::PointerType>(getElementTypeOrSelf(op->getOperand(0).getType()));
  std::optional<Element> pointee = p.element(pointer.getPointeeType());
  std::optional<Element> offset = p.element(op->getOperand(1).getType());
  MovePlan plan{};
  if (pointee && offset && !isa<RankedTensorType>(pointer.getPointeeType())) {
    plan.shift = Log2_32(pointee->bytes);
    plan.compute =
        forBits(offset->bits, [](auto type) -> Kernel { return moveKernel<decltype(type)>; });
  }
  if (!plan.compute) {
    p.unsupported("a pointer to something whose size is not known");
    return nullptr;
  }
  return p.make<MovePlan>(plan);
}
void runMove(Frame &f, const Instr &i) {
  const auto &plan = i.get<MovePlan>();
  const Value *in[] = {&f.operand(i, 0), &f.operand(i, 1)};
  int64_t count = countOf(in);
  Value out = Value::make(Lane::U64, count);
  runKernel(plan.compute, in, out, plan.shift);
  out.poison = Frame::mergePoison(in, count);
  f.charge(i, count);
  f.result(i) = std::move(out);
}

//===--- tt.extern_elementwise ---===//

/// A function of a device library: the name that FloatFunctions.h has for it, whether it is rounded as IEEE says, and whether it is a rough version.
struct LibraryFunction {
  StringRef name;
  bool precise = false, rough = false;
};

/// Libdevice: __nv_expf and __nv_exp, __nv_fast_expf, __nv_fadd_rn. OCML: __ocml_exp_f32.
LibraryFunction libraryFunction(StringRef symbol, FloatKind kind) {
  LibraryFunction function;
  StringRef name = symbol;
  if (name.consume_front("__nv_")) {
    function.rough = name.consume_front("fast_");
    if (name.ends_with("_rn")) {
      function.precise = true;
      function.name = llvm::StringSwitch<StringRef>(name.drop_back(3))
                          .Cases({"fadd", "dadd"}, "addf")
                          .Cases({"fsub", "dsub"}, "subf")
                          .Cases({"fmul", "dmul"}, "mulf")
                          .Cases({"fdiv", "ddiv"}, "divf")
                          .Cases({"fsqrt", "dsqrt"}, "sqrt")
                          .Cases({"frcp", "drcp"}, "rcp")
                          .Cases({"fmaf", "fma"}, "fma")
                          .Default("");
      return function;
    }
    if (kind == FloatKind::F32 && !name.consume_back("f"))
      return {};
  } else if (name.consume_front("__ocml_")) {
    function.rough = name.consume_front("native_");
    if (!name.consume_back(kind == FloatKind::F64   ? "_f64"
                           : kind == FloatKind::F32 ? "_f32"
                                                    : "_f16"))
      return {};
  } else {
    return {};
  }
  function.name = llvm::StringSwitch<StringRef>(name)
                      .Case("fabs", "absf")
                      .Case("fmax", "maxnumf")
                      .Case("fmin", "minnumf")
                      .Case("fmod", "remf")
                      .Case("pow", "powf")
                      .Cases({"rint", "nearbyint"}, "roundeven")
                      .Default(name);
  return function;
}

struct ExternPlan {
  std::optional<FloatPlan> known;
  uint64_t key;
  SmallVector<Element, 3> elements;
  Element result;
};

const void *prepareExtern(Operation *op, Preparer &p) {
  auto call = cast<tt::ExternElementwiseOp>(op);
  ExternPlan plan;
  plan.key = keyOf(call.getSymbol());
  std::optional<Element> result = p.element(call.getType());
  for (Type type : op->getOperandTypes()) {
    std::optional<Element> element = p.element(type);
    if (!element || !result) {
      p.unsupported("a type whose elements are not known");
      return nullptr;
    }
    plan.elements.push_back(*element);
  }
  plan.result = *result;
  bool alike = all_of(op->getOperandTypes(), [&](Type type) { return type == call.getType(); });
  if (alike && result->isFloat) {
    LibraryFunction function = libraryFunction(call.getSymbol(), result->kind);
    const FloatFunction *known = findFloatFunction(function.name);
    // How rough a rough version is depends on its operands: it cannot be compared with, but it is the same function.
    bool usable = !function.rough || p.semantics == Semantics::Algebra;
    if (known && usable && known->arity == op->getNumOperands())
      plan.known = planFloat(*known, *result, function.precise);
    if (plan.known && function.precise)
      plan.known->approximately.fuses = false;
  }
  if (!plan.known && (p.semantics == Semantics::Ieee || !call.getPure())) {
    p.unsupported("the function " + call.getSymbol());
    return nullptr;
  }
  return p.make<ExternPlan>(std::move(plan));
}
void runExtern(Frame &f, const Instr &i) {
  const auto &plan = i.get<ExternPlan>();
  Operands in = operandsOf(f, i);
  Value out = plan.known ? computeFloat(f, *plan.known, in)
                         : computeOpaque(f, plan.key, in, plan.elements, plan.result);
  f.charge(i, out.count);
  f.result(i) = std::move(out);
}

//===--- tt.map_elementwise ---===//

/// Elements `first`, first + step, ... of a value; all of them if they are equal.
Value everyNth(const Value &value, int64_t first, int64_t step) {
  if (value.count == 1 || step == 1)
    return value;
  Value out = Value::make(value.lane, value.count / step);
  auto copy = [&](char *to, const char *from, unsigned bytes) {
    for (int64_t k = 0; k < out.count; ++k)
      std::copy_n(from + (first + k * step) * bytes, bytes, to + k * bytes);
  };
  copy(out.data.as<char>(), value.data.as<char>(), laneBytes(value.lane));
  if (value.poison) {
    out.poison = Array::make(out.count);
    copy(out.poison.as<char>(), value.poison.as<char>(), 1);
  }
  if (value.slack) {
    out.slack = Array::make(out.count * sizeof(float));
    copy(out.slack.as<char>(), value.slack.as<char>(), sizeof(float));
  }
  return out;
}

/// The elements of several values of one length in turn: part 0's first, part 1's first, ...
Value interleave(const Frame &f, ArrayRef<Value> parts) {
  if (parts.size() == 1)
    return parts[0];
  int64_t count = 1, step = parts.size();
  bool sameLane = true;
  for (const Value &part : parts) {
    count = std::max(count, part.count);
    sameLane &= part.lane == parts[0].lane;
  }
  Value out = Value::make(sameLane ? parts[0].lane : Lane::Ring, count * step);
  unsigned bytes = laneBytes(out.lane);
  auto scatter = [&](Array &to, const Array &from, int64_t part, unsigned bytes) {
    if (!from)
      return;
    if (!to)
      to = Array::zeros(out.count * bytes);
    for (int64_t k = 0; k < count; ++k)
      std::copy_n(from.as<char>() + k * bytes, bytes, to.as<char>() + (part + k * step) * bytes);
  };
  for (auto [at, part] : enumerate(parts)) {
    Value all = Frame::spread(sameLane ? part : f.inRing(part), count);
    scatter(out.data, all.data, at, bytes);
    scatter(out.poison, all.poison, at, 1);
    scatter(out.slack, all.slack, at, sizeof(float));
  }
  return out;
}

struct MapPlan {
  int64_t pack;
  int64_t count; ///< Elements of the operands' type.
  SmallVector<Element, 2> results;
};
const void *prepareMap(Operation *op, Preparer &p) {
  MapPlan plan;
  plan.pack = cast<tt::MapElementwiseOp>(op).getPack();
  plan.count = elementCount(op->getOperand(0).getType());
  for (Type type : op->getResultTypes()) {
    std::optional<Element> element = p.element(type);
    if (!element) {
      p.unsupported("a type whose elements are not known");
      return nullptr;
    }
    plan.results.push_back(*element);
  }
  if (plan.count % plan.pack) {
    p.unsupported("a pack of " + Twine(plan.pack) + " for " + Twine(plan.count) + " elements");
    return nullptr;
  }
  return p.make<MapPlan>(std::move(plan));
}

/// The region once, on arrays.
void mapAtOnce(Frame &f, const Instr &i, const MapPlan &plan) {
  const Region &region = *i.regions[0];
  ArrayRef<uint32_t> arguments = region.blocks.front().arguments;
  for (unsigned k = 0; k < i.operands.size(); ++k)
    for (int64_t at = 0; at < plan.pack; ++at)
      f.slots[arguments[k * plan.pack + at]] = everyNth(f.operand(i, k), at, plan.pack);
  const Instr *end = f.run(region);
  if (!end)
    return;
  for (unsigned k = 0; k < i.results.size(); ++k) {
    SmallVector<Value, 4> parts;
    for (int64_t at = 0; at < plan.pack; ++at)
      parts.push_back(f.operand(*end, k * plan.pack + at));
    Value all = interleave(f, parts);
    // Groups that are all equal, but differ inside.
    if (all.count != 1 && all.count != plan.count) {
      Value repeated = Value::make(all.lane, plan.count);
      SmallVector<Value, 1> groups(plan.count / all.count, all);
      Array poison = all.poison ? Array::make(plan.count) : Array();
      Array slack = all.slack ? Array::make(plan.count * sizeof(float)) : Array();
      for (int64_t at = 0; at < plan.count; at += all.count) {
        std::copy_n(all.data.as<char>(), all.count * laneBytes(all.lane),
                    repeated.data.as<char>() + at * laneBytes(all.lane));
        if (poison)
          std::copy_n(all.poisons(), all.count, poison.as<uint8_t>() + at);
        if (slack)
          std::copy_n(all.slacks(), all.count, slack.as<float>() + at);
      }
      repeated.poison = std::move(poison);
      repeated.slack = std::move(slack);
      all = std::move(repeated);
    }
    f.result(i, k) = std::move(all);
  }
}

/// The region for each group of `pack` elements. A group with a poisoned operand is not run, since it may branch on it: all its results are poisoned.
void mapOneByOne(Frame &f, const Instr &i, const MapPlan &plan) {
  const Region &region = *i.regions[0];
  ArrayRef<uint32_t> arguments = region.blocks.front().arguments;
  SmallVector<Value, 4> in;
  for (unsigned k = 0; k < i.operands.size(); ++k)
    in.push_back(f.operand(i, k));
  SmallVector<SmallVector<Value, 0>, 2> elements(i.results.size());
  for (int64_t group = 0; group < plan.count; group += plan.pack) {
    uint8_t poison = Defined;
    for (unsigned k = 0; k < in.size(); ++k)
      for (int64_t at = 0; at < plan.pack; ++at) {
        Value one = everyNth(in[k], group + at, in[k].count);
        if (one.poison)
          poison = std::max(poison, one.poisons()[0]);
        f.slots[arguments[k * plan.pack + at]] = std::move(one);
      }
    const Instr *end = poison ? nullptr : f.run(region);
    if (!end && !poison)
      return;
    for (unsigned k = 0; k < i.results.size(); ++k)
      for (int64_t at = 0; at < plan.pack; ++at) {
        if (end) {
          elements[k].push_back(f.operand(*end, k * plan.pack + at));
          continue;
        }
        Value nothing = Value::make(plan.results[k].lane, 1);
        std::fill_n(nothing.data.as<char>(), laneBytes(nothing.lane), 0);
        nothing.poison = Array::make(1);
        nothing.poisons()[0] = poison;
        elements[k].push_back(std::move(nothing));
      }
  }
  for (unsigned k = 0; k < i.results.size(); ++k)
    f.result(i, k) = interleave(f, elements[k]);
}

/// The end of the region; its operands are read where they are.
void runMapReturn(Frame &, const Instr &) {}

void runMap(Frame &f, const Instr &i) {
  const auto &plan = i.get<MapPlan>();
  if (i.regions[0]->elementwise)
    mapAtOnce(f, i, plan);
  else
    mapOneByOne(f, i, plan);
}

} // namespace

void addElementwiseOps(Registry &registry) {
  addInlineAsm(registry);
  registry.addElementwise<tt::AddPtrOp>(runMove, prepareMove);
  registry.addElementwise<tt::ExternElementwiseOp>(runExtern, prepareExtern);
  registry.add<tt::MapElementwiseOp>(runMap, prepareMap);
  registry.add<tt::MapElementwiseReturnOp>(runMapReturn);
}

} // namespace fathom::interp
