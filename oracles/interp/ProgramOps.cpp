// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tt ops of a program as a whole: its place in the grid, prints and assertions.
//
// A print is one line: the program, the prefix, and for each operand its elements in row-major order.
//
//   tt.print " x: " {hex = false, isSigned = array<i32: 1>} : %x : tensor<4xi32>   ->   pid (0, 0, 0) x: -1 2 3 4
//
// Devices print an element a line, in no order; who compares lines compares these. A float whose value is not known to the last bit is "~".
#include "oracles/interp/MemoryOps.h"

#include "core/ir/Triton.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace fathom::interp {

//===--- The grid ---===//

static void runProgramId(Frame &f, const Instr &i) {
  auto axis = unsigned(cast<tt::GetProgramIdOp>(i.op).getAxis());
  f.result(i) = Value::scalar<uint32_t>(Lane::U32, f.machine.program[axis]);
}

static void runNumPrograms(Frame &f, const Instr &i) {
  auto axis = unsigned(cast<tt::GetNumProgramsOp>(i.op).getAxis());
  f.result(i) = Value::scalar<uint32_t>(Lane::U32, f.machine.grid[axis]);
}

/// There are no other grids.
static void runNothing(Frame &, const Instr &) {}

//===--- Prints ---===//

namespace {
struct PrintPlan {
  struct Operand {
    Element element;
    int64_t count;
    bool isSigned;
  };
  std::string prefix;
  bool hex = false;
  std::vector<Operand> operands;
};
} // namespace

static const void *preparePrint(mlir::Operation *op, Preparer &p) {
  auto print = cast<tt::PrintOp>(op);
  auto *plan = p.make<PrintPlan>();
  plan->prefix = print.getPrefix().trim().str();
  plan->hex = print.getHex();
  for (auto [operand, isSigned] : zip(print.getArgs(), print.getIsSigned())) {
    std::optional<Element> element = p.element(operand.getType());
    if (!element || tt::isBlockPointer(operand.getType())) {
      p.unsupported("an operand of a type that cannot be printed");
      return nullptr;
    }
    plan->operands.push_back({*element, elementCount(operand.getType()), isSigned != 0});
  }
  return plan;
}

static void printElement(raw_ostream &out, const Value &value, int64_t k,
                         const PrintPlan::Operand &operand, bool hex) {
  const Element &element = operand.element;
  switch (value.lane) {
  case Lane::F32:
  case Lane::F64: {
    double number =
        value.lane == Lane::F32 ? double(value.elements<float>()[k]) : value.elements<double>()[k];
    if (value.slack && value.slacks()[k] != 0)
      out << "~";
    else if (hex && element.kind == FloatKind::F64)
      out << format_hex(bit_cast<uint64_t>(number), 18);
    else if (hex)
      out << format_hex(floats::encode(element.kind, float(number)), 2 + 2 * element.bytes);
    else
      out << format("%.17g", number);
    return;
  }
  case Lane::Ring:
    out << "#" << value.elements<int32_t>()[k];
    return;
  default:
    if (hex)
      out << format_hex(value.integer(k), 2 + 2 * element.bytes);
    else if (operand.isSigned && !element.isPointer)
      out << value.signedInteger(element.bits, k);
    else
      out << value.integer(k);
  }
}

static void runPrint(Frame &f, const Instr &i) {
  const auto &plan = i.get<PrintPlan>();
  std::string line;
  raw_string_ostream out(line);
  const uint32_t *program = f.machine.program;
  out << "pid (" << program[0] << ", " << program[1] << ", " << program[2] << ") " << plan.prefix;
  for (auto [number, operand] : enumerate(plan.operands)) {
    Value value = f.inRing(f.operand(i, number));
    f.charge(i, operand.count);
    if (f.stopped())
      return;
    for (int64_t k = 0; k < operand.count; ++k) {
      int64_t at = value.count == 1 ? 0 : k;
      out << ' ';
      if (value.poison && value.poisons()[at]) {
        out << "?";
        f.machine.hazard(i, Hazard::Kind::Poison,
                         value.poisons()[at] == Undefined
                             ? "shows an undefined value"
                             : "shows a value that the language leaves open");
        continue;
      }
      printElement(out, value, at, operand, plan.hex);
    }
    if (number + 1 < plan.operands.size())
      out << ';';
  }
  f.machine.prints.push_back(std::move(line));
}

//===--- Assertions ---===//

static void runAssert(Frame &f, const Instr &i) {
  const Value &condition = f.operand(i, 0);
  for (int64_t k = 0; k < condition.count; ++k) {
    if (uint8_t poison = condition.poison ? condition.poisons()[k] : Defined)
      return f.stop(poison == Undefined ? Stop::Kind::Undefined : Stop::Kind::Unspecified, i,
                    "tt.assert of an undefined value");
    if (!condition.elements<uint8_t>()[k])
      return f.stop(Stop::Kind::Assert, i, "tt.assert: " + cast<tt::AssertOp>(i.op).getMessage());
  }
}

void addProgramOps(Registry &registry) {
  registry.addElementwise<tt::GetProgramIdOp>(runProgramId);
  registry.addElementwise<tt::GetNumProgramsOp>(runNumPrograms);
  registry.add<tt::GridDependencyWaitOp>(runNothing);
  registry.add<tt::GridDependencyLaunchDependentsOp>(runNothing);
  registry.add<tt::PrintOp>(runPrint, preparePrint);
  registry.add<tt::AssertOp>(runAssert);
}

} // namespace fathom::interp
