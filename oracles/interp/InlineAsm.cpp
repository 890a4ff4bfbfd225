// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tt.elementwise_inline_asm: runs the PTX that Ptx.h understands on the bits of the elements.
//
// How elements lie in registers: `packed_element` consecutive elements go into one call, each operand's after the one before. Elements of less than 32 bits share
// a register, as many as there are or as fit into 32 bits, the first in the lowest bits. The results' registers come first.
//
// Which elements go into a call together is not specified, so a result element can only depend on the operand elements at its place: poison follows that.
// In the algebra floats have no bits to compute on: assembly with a float operand is an opaque function, but for those few instructions that are functions
// of FloatFunctions.h (cvt.rna.tf32.f32, by which compilers split the operands of a tf32x3 product, is a cast). So is assembly that is not understood.
#include "core/ir/Triton.h"
#include "oracles/interp/FloatFunctions.h"
#include "oracles/interp/OpaqueFunctions.h"
#include "oracles/interp/Ptx.h"
#include "oracles/interp/numbers/Ring.h"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace mlir;

namespace fathom::interp {

namespace {

/// An operand or a result.
struct Packing {
  Element element;
  unsigned perRegister; ///< Elements.
  unsigned registers;   ///< In one call.
};

struct AsmPlan {
  std::optional<PtxProgram> program;
  std::optional<FloatPlan> function; ///< Instead of the program.
  bool opaque = false;               ///< Instead of both.
  unsigned pack = 1;
  SmallVector<Packing, 4> operands, results;
  SmallVector<Element, 4> operandElements;
  uint64_t key = 0;
};

std::optional<Packing> packingOf(Type type, unsigned pack, Preparer &p) {
  std::optional<Element> element = p.element(type);
  if (!element)
    return std::nullopt;
  unsigned fit = element->bits < 32 ? 32 / element->bits : 1;
  unsigned perRegister = std::min(fit, pack);
  return Packing{*element, perRegister, (pack + perRegister - 1) / perRegister};
}

/// The function of f32 that an instruction computes, with the error that the PTX ISA gives for it.
std::optional<FloatPlan> functionOf(StringRef instruction, const Element &element) {
  if (element.kind != FloatKind::F32 || !element.isFloat)
    return std::nullopt;
  StringRef name = llvm::StringSwitch<StringRef>(instruction)
                       .Case("ex2", "exp2")
                       .Case("lg2", "log2")
                       .Default(instruction);
  const FloatFunction *function = findFloatFunction(name);
  std::optional<FloatPlan> plan;
  if (function)
    plan = planFloat(*function, element);
  if (!plan)
    return std::nullopt;
  if (instruction == "tf32")
    for (SlackRule *rule : {&plan->exactly, &plan->approximately})
      rule->kind = FloatKind::TF32, rule->rounding = floats::tf32Convert;
  DeviceError &device = plan->approximately.device;
  if (instruction == "tanh")
    device.ulps32 = 0x1p13; // A relative error of 2^-11.
  else if (instruction == "lg2" || instruction == "sin" || instruction == "cos")
    // An absolute error, which is no bound on the relative one near a zero.
    device.bounded = false, device.ulps32 = std::numeric_limits<float>::infinity();
  return plan;
}

const void *prepareAsm(Operation *op, Preparer &p) {
  auto assembly = cast<tt::ElementwiseInlineAsmOp>(op);
  AsmPlan plan;
  plan.pack = assembly.getPackedElement();
  plan.key = keyOf((assembly.getAsmString() + "\n" + assembly.getConstraints()).str());
  unsigned registers = 0;
  auto add = [&](Type type, SmallVectorImpl<Packing> &to) {
    std::optional<Packing> packing = packingOf(type, plan.pack, p);
    if (!packing)
      return false;
    registers += packing->registers;
    to.push_back(*packing);
    return true;
  };
  for (Type type : op->getResultTypes())
    if (!add(type, plan.results))
      return p.unsupported("a type whose elements are not known"), nullptr;
  for (Type type : op->getOperandTypes()) {
    if (!add(type, plan.operands))
      return p.unsupported("a type whose elements are not known"), nullptr;
    plan.operandElements.push_back(plan.operands.back().element);
  }

  std::string problem;
  Expected<PtxProgram> program = PtxProgram::parse(assembly.getAsmString(), registers);
  if (!program)
    problem = toString(program.takeError());
  else
    plan.program = std::move(*program);
  SmallVector<StringRef, 8> constraints;
  assembly.getConstraints().split(constraints, ',');
  if (plan.program && constraints.size() != registers)
    problem = "inline assembly: constraints for " + std::to_string(constraints.size()) +
              " registers, not " + std::to_string(registers);
  if (plan.program && !plan.program->function().empty()) {
    if (op->getNumOperands() == 1 && op->getNumResults() == 1 && plan.pack == 1)
      plan.function = functionOf(plan.program->function(), plan.results.front().element);
    if (!plan.function)
      problem = "inline assembly: the instruction " + plan.program->function().str();
  }
  bool hasFloats = any_of(plan.operandElements, [](const Element &e) { return e.isFloat; });
  if (p.semantics == Semantics::Algebra && !plan.function && assembly.getPure())
    plan.opaque = hasFloats || !problem.empty();
  if (!problem.empty() && !plan.opaque)
    return p.unsupported(problem), nullptr;
  return p.make<AsmPlan>(std::move(plan));
}

//===--- Bits of elements ---===//

uint64_t bitsAt(const Value &value, const Element &element, int64_t at) {
  if (value.count == 1)
    at = 0;
  if (!element.isFloat)
    return value.integer(at);
  if (value.lane == Lane::F64)
    return bit_cast<uint64_t>(value.elements<double>()[at]);
  return floats::encode(element.kind, value.elements<float>()[at]);
}
void putBits(Value &value, const Element &element, int64_t at, uint64_t bits) {
  bits &= element.mask();
  switch (value.lane) {
  case Lane::U8:
    value.elements<uint8_t>()[at] = bits;
    return;
  case Lane::U16:
    value.elements<uint16_t>()[at] = bits;
    return;
  case Lane::U32:
    value.elements<uint32_t>()[at] = bits;
    return;
  case Lane::U64:
    value.elements<uint64_t>()[at] = bits;
    return;
  case Lane::F32:
    value.elements<float>()[at] = floats::decode(element.kind, uint32_t(bits));
    return;
  case Lane::F64:
    value.elements<double>()[at] = bit_cast<double>(bits);
    return;
  case Lane::Ring:
    value.elements<int32_t>()[at] = ring::fromDouble(
        element.kind == FloatKind::F64 ? bit_cast<double>(bits)
                                       : double(floats::decode(element.kind, uint32_t(bits))));
    return;
  }
}

void fillRegisters(const Packing &packing, unsigned pack, const Value &value, int64_t count,
                   MutableArrayRef<PtxProgram::Register> registers, size_t groups) {
  for (auto [k, reg] : enumerate(registers)) {
    reg.resize(groups);
    for (size_t group = 0; group < groups; ++group)
      for (unsigned part = 0; part < packing.perRegister; ++part) {
        // Short of a group there is nothing: the first element, say.
        int64_t at = group * pack + k * packing.perRegister + part;
        reg[group] |= bitsAt(value, packing.element, at < count ? at : 0)
                      << (part * packing.element.bits % 64);
      }
  }
}
void readRegisters(const Packing &packing, unsigned pack, Value &value,
                   ArrayRef<PtxProgram::Register> registers) {
  for (int64_t at = 0; at < value.count; ++at) {
    unsigned place = at % pack;
    uint64_t reg = registers[place / packing.perRegister][at / pack];
    putBits(value, packing.element, at,
            reg >> (place % packing.perRegister * packing.element.bits % 64));
  }
}

void runAsm(Frame &f, const Instr &i) {
  const auto &plan = i.get<AsmPlan>();
  Operands in = operandsOf(f, i);
  int64_t count = countOf(in);
  f.charge(i, count * std::max<size_t>(plan.results.size(), 1));
  if (plan.function) {
    f.result(i) = computeFloat(f, *plan.function, in);
    return;
  }
  if (plan.opaque) {
    SmallVector<Value, 2> results;
    for (auto [k, packing] : enumerate(plan.results))
      results.push_back(computeOpaque(f, plan.key + k, in, plan.operandElements, packing.element));
    for (auto [k, result] : enumerate(results))
      f.result(i, k) = std::move(result);
    return;
  }

  size_t groups = (count + plan.pack - 1) / plan.pack;
  std::vector<PtxProgram::Register> registers;
  for (const Packing &packing : plan.results)
    registers.resize(registers.size() + packing.registers);
  for (auto [packing, value] : zip(plan.operands, in)) {
    size_t first = registers.size();
    registers.resize(first + packing.registers);
    fillRegisters(packing, plan.pack, *value, count, MutableArrayRef(registers).drop_front(first),
                  groups);
  }
  plan.program->run(registers, groups);

  Array poison = Frame::mergePoison(in, count);
  Value open = Value::make(Lane::U8, count);
  if (anySlack(in))
    for (int64_t k = 0; k < count; ++k)
      open.elements<uint8_t>()[k] = any_of(in, [&](const Value *value) {
        return value->slack && value->slacks()[value->count == 1 ? 0 : k] != 0;
      });
  size_t first = 0;
  for (auto [k, packing] : enumerate(plan.results)) {
    Value out = Value::make(packing.element.lane, count);
    readRegisters(packing, plan.pack, out, ArrayRef(registers).slice(first, packing.registers));
    first += packing.registers;
    out.poison = poison;
    if (anySlack(in))
      poisonWhere(open, Unspecified, out);
    f.result(i, k) = std::move(out);
  }
}

} // namespace

void addInlineAsm(Registry &registry) {
  registry.addElementwise<tt::ElementwiseInlineAsmOp>(runAsm, prepareAsm);
}

} // namespace fathom::interp
