// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads PTX, and runs it on arrays of registers.
#include "oracles/interp/Ptx.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace fathom::interp {

using Operand = PtxProgram::Operand;
using Instruction = PtxProgram::Instruction;

class PtxReader {
public:
  PtxReader(StringRef text, unsigned operands) : text(text) {
    for (unsigned k = 0; k < operands; ++k)
      registers["$" + std::to_string(k)] = k;
    program.registerCount = operands;
  }

  Expected<PtxProgram> read() {
    for (skip(); !text.empty(); skip()) {
      // Scopes: names are looked for from the inside, and no program here uses one for two registers.
      if (text.consume_front("{") || text.consume_front("}") || text.consume_front(";"))
        continue;
      if (!(text.starts_with(".reg") ? readRegisters() : readInstruction()))
        return createStringError("inline assembly: " + problem);
    }
    if (program.instructions.size() == 1) {
      const Instruction &only = program.instructions[0];
      if (only.has("approx") && only.has("f32") && only.operands.size() == 2 && only.predicate < 0)
        program.functionName = StringSwitch<StringRef>(only.name)
                                   .Case("ex2", "ex2")
                                   .Case("lg2", "lg2")
                                   .Case("sqrt", "sqrt")
                                   .Case("rsqrt", "rsqrt")
                                   .Case("rcp", "rcp")
                                   .Case("sin", "sin")
                                   .Case("cos", "cos")
                                   .Case("tanh", "tanh")
                                   .Default("");
      if (spelled(only) == "cvt.rna.tf32.f32" && only.operands.size() == 2 && only.predicate < 0)
        program.functionName = "tf32";
    }
    for (const Instruction &instruction : program.instructions)
      if (program.functionName.empty() && !isUnderstood(instruction))
        return createStringError("inline assembly: the instruction " + spelled(instruction));
    return std::move(program);
  }

private:
  static std::string spelled(const Instruction &instruction) {
    std::string name = instruction.name;
    for (const std::string &modifier : instruction.modifiers)
      name += "." + modifier;
    return name;
  }
  static bool isUnderstood(const Instruction &instruction) {
    for (auto [k, operand] : enumerate(instruction.operands))
      if (operand.kind == Operand::Kind::Vector)
        return instruction.name == "mov" && instruction.operands.size() == 2 &&
               instruction.operands[1 - k].kind == Operand::Kind::Register &&
               ptxTypeBits(instruction.modifiers.back()) % operand.vector.size() == 0;
    if (instruction.operands.empty() || instruction.operands[0].kind != Operand::Kind::Register)
      return false;
    SmallVector<uint64_t, 4> any(instruction.operands.size() - 1, 1);
    return evaluatePtx(instruction, any).has_value();
  }

  void skip() {
    for (;;) {
      text = text.ltrim();
      if (text.consume_front("//"))
        text = text.drop_until([](char c) { return c == '\n'; });
      else if (text.consume_front("/*"))
        text = text.substr(text.find("*/")).drop_front(text.contains("*/") ? 2 : 0);
      else
        return;
    }
  }
  bool fail(const Twine &why) {
    problem = why.str();
    return false;
  }
  StringRef word() {
    skip();
    StringRef found = text.take_while([](char c) {
      return isAlnum(c) || c == '_' || c == '.' || c == '$' || c == '%' || c == '-';
    });
    text = text.drop_front(found.size());
    return found;
  }
  bool take(StringRef token) {
    skip();
    return text.consume_front(token);
  }

  /// .reg .b8 a, t<4>;
  bool readRegisters() {
    word();
    word(); // The type: what is in a register is the instructions' affair.
    do {
      std::string name = word().str();
      if (name.empty())
        return fail("a register without a name");
      unsigned count = 0;
      if (take("<")) {
        if (word().getAsInteger(10, count) || !take(">") || count > 1024)
          return fail("the number of registers of " + name);
        for (unsigned k = 0; k < count; ++k)
          registers[name + std::to_string(k)] = program.registerCount++;
      } else {
        registers[name] = program.registerCount++;
      }
    } while (take(","));
    return take(";") || fail("a declaration of registers without an end");
  }

  bool readOperand(Operand &operand) {
    operand.negated = take("!");
    if (take("{")) {
      operand.kind = Operand::Kind::Vector;
      do {
        StringRef name = word();
        auto found = registers.find(name);
        if (found == registers.end())
          return fail("the register " + name);
        operand.vector.push_back(found->second);
      } while (take(","));
      return take("}") || fail("a vector without an end");
    }
    StringRef name = word();
    if (auto found = registers.find(name); found != registers.end()) {
      operand.kind = Operand::Kind::Register;
      operand.reg = found->second;
      return true;
    }
    operand.kind = Operand::Kind::Immediate;
    if (name.starts_with_insensitive("0f") || name.starts_with_insensitive("0d"))
      return !name.drop_front(2).getAsInteger(16, operand.immediate) || fail("the number " + name);
    StringRef digits = name;
    digits.consume_back("U");
    int64_t negative;
    if (!digits.getAsInteger(0, operand.immediate))
      return true;
    if (!digits.getAsInteger(0, negative)) {
      operand.immediate = uint64_t(negative);
      return true;
    }
    return fail("the operand " + name);
  }

  bool readInstruction() {
    Instruction instruction;
    if (take("@")) {
      instruction.unless = take("!");
      auto found = registers.find(word());
      if (found == registers.end())
        return fail("a predicate that is no register");
      instruction.predicate = int(found->second);
    }
    SmallVector<StringRef, 5> parts;
    word().split(parts, '.');
    if (parts[0].empty())
      return fail("the text \"" + text.take_front(20) + "\"");
    instruction.name = parts[0].str();
    for (StringRef part : ArrayRef(parts).drop_front())
      instruction.modifiers.push_back(part.str());
    if (instruction.modifiers.empty())
      return fail("the instruction " + instruction.name);
    do {
      if (!readOperand(instruction.operands.emplace_back()))
        return false;
    } while (take(","));
    program.instructions.push_back(std::move(instruction));
    return take(";") || text.empty() || fail("the text \"" + text.take_front(20) + "\"");
  }

  StringRef text;
  StringMap<unsigned> registers;
  PtxProgram program;
  std::string problem;
};

Expected<PtxProgram> PtxProgram::parse(StringRef text, unsigned operands) {
  return PtxReader(text, operands).read();
}

//===--- Running ---===//

static uint64_t ones(unsigned bits) {
  return bits >= 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1;
}

/// mov between a register and a vector of parts of it, the lowest first.
static void moveParts(const Instruction &instruction, std::vector<PtxProgram::Register> &registers,
                      size_t group) {
  unsigned bits = ptxTypeBits(instruction.modifiers.back());
  const Operand &to = instruction.operands[0], &from = instruction.operands[1];
  if (to.kind == Operand::Kind::Vector) {
    unsigned part = bits / to.vector.size();
    for (auto [k, reg] : enumerate(to.vector))
      registers[reg][group] = registers[from.reg][group] >> (k * part) & ones(part);
    return;
  }
  unsigned part = bits / from.vector.size();
  uint64_t whole = 0;
  for (auto [k, reg] : enumerate(from.vector))
    whole |= (registers[reg][group] & ones(part)) << (k * part);
  registers[to.reg][group] = whole;
}

void PtxProgram::run(std::vector<Register> &registers, size_t groups) const {
  registers.resize(registerCount);
  for (Register &reg : registers)
    reg.resize(groups);
  for (const Instruction &instruction : instructions) {
    bool moves = any_of(instruction.operands,
                        [](const Operand &op) { return op.kind == Operand::Kind::Vector; });
    SmallVector<uint64_t, 4> operands(instruction.operands.size() - 1);
    for (size_t group = 0; group < groups; ++group) {
      if (instruction.predicate >= 0 &&
          (registers[instruction.predicate][group] & 1) == uint64_t(instruction.unless))
        continue;
      if (moves) {
        moveParts(instruction, registers, group);
        continue;
      }
      for (unsigned k = 0; k < operands.size(); ++k) {
        const Operand &operand = instruction.operands[k + 1];
        operands[k] = operand.kind == Operand::Kind::Register ? registers[operand.reg][group]
                                                              : operand.immediate;
        if (operand.negated)
          operands[k] = ~operands[k] & 1;
      }
      registers[instruction.operands[0].reg][group] = *evaluatePtx(instruction, operands);
    }
  }
}

} // namespace fathom::interp
