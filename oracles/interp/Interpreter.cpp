// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prepares modules, and runs kernels over a grid.
#include "oracles/interp/Interpreter.h"

#include "core/ir/Triton.h"
#include "oracles/interp/Machine.h"

using namespace llvm;

namespace fathom::interp {

StringRef stopKindName(Stop::Kind kind) {
  switch (kind) {
  case Stop::Kind::Unsupported:
    return "unsupported";
  case Stop::Kind::Budget:
    return "budget";
  case Stop::Kind::Undefined:
    return "undefined";
  case Stop::Kind::Unspecified:
    return "unspecified";
  case Stop::Kind::OutOfBounds:
    return "out of bounds";
  case Stop::Kind::Assert:
    return "assert";
  case Stop::Kind::Shared:
    return "shared memory";
  case Stop::Kind::Deadlock:
    return "deadlock";
  }
  llvm_unreachable("a kind of stop");
}

StringRef hazardKindName(Hazard::Kind kind) {
  switch (kind) {
  case Hazard::Kind::ProgramRace:
    return "race of programs";
  case Hazard::Kind::LaneRace:
    return "race of lanes";
  case Hazard::Kind::Order:
    return "open order";
  case Hazard::Kind::Poison:
    return "undefined value";
  }
  llvm_unreachable("a kind of hazard");
}

void addHazard(std::vector<Hazard> &hazards, Hazard hazard) {
  constexpr size_t most = 16;
  if (hazards.size() < most && none_of(hazards, [&](const Hazard &other) {
        return other.kind == hazard.kind && other.message == hazard.message;
      }))
    hazards.push_back(std::move(hazard));
}

static void runUnsupported(Frame &f, const Instr &i) {
  const auto *why = static_cast<const std::string *>(i.prepared);
  f.stop(Stop::Kind::Unsupported, i,
         i.op->getName().getStringRef() + (why ? ": " + *why : std::string(" is not interpreted")));
}

/// A module, prepared.
class Program : public Preparer {
public:
  Program(mlir::ModuleOp module, const InterpretOptions &options)
      : options(options), module(module) {
    semantics = options.semantics;
  }

  const Code *function(StringRef name) override {
    auto found = functions.find(name);
    if (found != functions.end())
      return found->second.get();
    auto func = module.lookupSymbol<tt::FuncOp>(name);
    if (!func || func.isExternal())
      return nullptr;
    // Entered first, so that a function that calls itself finds itself.
    Code *code = (functions[name] = std::make_unique<Code>()).get();
    code->op = func;
    DenseMap<mlir::Value, uint32_t> slots;
    prepareRegion(func.getBody(), code->body, *code, slots);
    return code;
  }

  InterpretOptions options;
  mlir::ModuleOp module;
  tt::FuncOp kernel;
  const Code *code = nullptr;
  std::vector<std::string> unsupportedOps;
  uint32_t blockCount = 0;

private:
  bool combines = false; ///< What is being prepared says how elements are combined.

  static uint32_t slotOf(mlir::Value value, Code &code, DenseMap<mlir::Value, uint32_t> &slots) {
    auto [entry, fresh] = slots.try_emplace(value, code.slots);
    if (fresh)
      ++code.slots;
    return entry->second;
  }

  void prepareRegion(mlir::Region &from, Region &to, Code &code,
                     DenseMap<mlir::Value, uint32_t> &slots) {
    to.blocks.resize(from.getBlocks().size());
    DenseMap<mlir::Block *, Block *> blocks;
    // How elements are combined is run in one of several ways, or known by sight: its blocks, and those of functions that only it calls, do not count.
    // Nor do those that no branch leads to.
    bool before = combines;
    combines |= isa_and_nonnull<tt::ReduceOp, tt::ScanOp, tt::MapElementwiseOp>(from.getParentOp());
    for (auto [block, prepared] : zip(from, to.blocks)) {
      blocks[&block] = &prepared;
      bool counts = !combines && (block.isEntryBlock() || !block.hasNoPredecessors());
      prepared.number = counts ? blockCount++ : 0;
    }
    to.elementwise = from.hasOneBlock();
    for (auto [block, prepared] : zip(from, to.blocks)) {
      for (mlir::BlockArgument argument : block.getArguments())
        prepared.arguments.push_back(slotOf(argument, code, slots));
      prepared.instrs.reserve(block.getOperations().size());
      for (mlir::Operation &op : block)
        prepareOp(op, prepared, to, code, slots, blocks);
      findDying(prepared);
    }
    combines = before;
  }

  static void findDying(Block &block) {
    DenseSet<uint32_t> usedLater;
    for (Instr &i : reverse(block.instrs)) {
      // Whoever runs a region reads what its terminator has for operands; regions run again.
      bool kills = !i.terminator && i.regions.empty();
      auto note = [&](mlir::Value value, uint32_t slot) {
        if (!usedLater.insert(slot).second || !kills || !isa<mlir::OpResult>(value))
          return;
        mlir::Block *home = i.op->getBlock();
        if (value.getParentBlock() == home && all_of(value.getUsers(), [&](mlir::Operation *user) {
              return user->getBlock() == home;
            }))
          i.dying.push_back(slot);
      };
      for (auto [value, slot] : zip(i.op->getOperands(), i.operands))
        note(value, slot);
      for (auto [value, slot] : zip(i.op->getResults(), i.results))
        if (value.use_empty())
          note(value, slot);
    }
  }

  void prepareOp(mlir::Operation &op, Block &block, Region &region, Code &code,
                 DenseMap<mlir::Value, uint32_t> &slots,
                 const DenseMap<mlir::Block *, Block *> &blocks) {
    Instr &i = block.instrs.emplace_back();
    i.op = &op;
    i.terminator = op.hasTrait<mlir::OpTrait::IsTerminator>();
    for (mlir::Value operand : op.getOperands())
      i.operands.push_back(slotOf(operand, code, slots));
    for (mlir::Value result : op.getResults())
      i.results.push_back(slotOf(result, code, slots));
    for (mlir::Block *successor : op.getSuccessors())
      i.successors.push_back(blocks.lookup(successor));
    for (mlir::Region &inner : op.getRegions()) {
      auto prepared = std::make_shared<Region>();
      prepareRegion(inner, *prepared, code, slots);
      i.regions.push_back(prepared.get());
      regions.push_back(std::move(prepared));
    }
    const Registry::Row *row = Registry::all().find(op.getName().getStringRef());
    if (!row) {
      noteUnsupported(op);
      i.run = runUnsupported;
      region.elementwise = false;
      return;
    }
    i.run = row->run;
    region.elementwise &= row->elementwise || (i.terminator && op.getSuccessors().empty());
    if (row->prepare) {
      problem.clear();
      i.prepared = row->prepare(&op, *this);
      if (!problem.empty()) {
        noteUnsupported(op);
        i.run = runUnsupported;
        i.prepared = make<std::string>(std::exchange(problem, {}));
        region.elementwise = false;
      }
    }
  }

  void noteUnsupported(mlir::Operation &op) {
    std::string name = op.getName().getStringRef().str();
    if (!is_contained(unsupportedOps, name))
      unsupportedOps.push_back(name);
  }

  StringMap<std::unique_ptr<Code>> functions;
  std::vector<std::shared_ptr<Region>> regions;
};

Interpreter::Interpreter(std::unique_ptr<Program> program) : program(std::move(program)) {}
Interpreter::Interpreter(Interpreter &&) = default;
Interpreter::~Interpreter() = default;

Expected<Interpreter> Interpreter::create(mlir::ModuleOp module, const InterpretOptions &options) {
  auto program = std::make_unique<Program>(module, options);
  for (auto func : module.getOps<tt::FuncOp>()) {
    if (!func.isPublic() || func.isExternal())
      continue;
    if (program->kernel)
      return createStringError("the module has two public functions, " + program->kernel.getName() +
                               " and " + func.getName() + "; a kernel must be the only one");
    program->kernel = func;
  }
  if (!program->kernel)
    return createStringError("the module has no public tt.func with a body; a kernel must be one");
  program->code = program->function(program->kernel.getName());
  return Interpreter(std::move(program));
}

mlir::Operation *Interpreter::kernel() const { return program->kernel; }
std::vector<std::string> Interpreter::unsupportedOps() const { return program->unsupportedOps; }

/// An integer attribute of the module by one of its names.
static unsigned moduleNumber(mlir::ModuleOp module, StringRef name, unsigned otherwise) {
  auto attribute = module->getAttrOfType<mlir::IntegerAttr>(name);
  return attribute ? attribute.getInt() : otherwise;
}

Outcome Interpreter::run(const uint32_t grid[3], const std::vector<Value> &arguments,
                         Memory &memory) const {
  Machine machine(memory, program->options);
  machine.numWarps = moduleNumber(program->module, "ttg.num-warps", 4);
  machine.threadsPerWarp = moduleNumber(program->module, "ttg.threads-per-warp", 32);
  std::copy_n(grid, 3, machine.grid);
  machine.entered.resize(program->blockCount);
  const Code &code = *program->code;
  assert(arguments.size() == code.body.blocks.front().arguments.size() &&
         "a value for each argument");
  Frame frame(machine, code);
  for (uint32_t z = 0; z < grid[2] && !machine.stop; ++z)
    for (uint32_t y = 0; y < grid[1] && !machine.stop; ++y)
      for (uint32_t x = 0; x < grid[0] && !machine.stop; ++x) {
        machine.program[0] = x, machine.program[1] = y, machine.program[2] = z;
        machine.newProgram();
        for (auto [slot, value] : zip(code.body.blocks.front().arguments, arguments))
          frame.slots[slot] = value;
        frame.run(code.body);
      }
  return {machine.stop, std::move(machine.hazards), std::move(machine.prints),
          machine.work, program->blockCount,        uint32_t(llvm::count(machine.entered, 1))};
}

} // namespace fathom::interp
