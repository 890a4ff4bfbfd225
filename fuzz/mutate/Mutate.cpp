// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Applies rows of the table of mutations, and drops what is not valid.
#include "fuzz/mutate/Mutation.h"

#include "oracles/check/Meaning.h"
#include "oracles/check/StageIr.h"

using namespace llvm;

namespace fathom {

//===- The table ----------------------------------------------------------------------------===//

#define FATHOM_MUTATION(name, weight, keeps, function, sentence)                                   \
  bool function(MutationCase &mutation);
#include "fuzz/mutate/Mutations.def"

static std::vector<Mutation> makeTable() {
  std::vector<Mutation> rows = {
#define FATHOM_MUTATION(name, weight, keeps, function, sentence)                                   \
  {name, weight, Keeps::keeps, sentence, function},
#include "fuzz/mutate/Mutations.def"
  };
  for (const Variant &variant : allVariants())
    rows.push_back({variant.name, 2, Keeps::Meaning, variant.sentence, nullptr, &variant});
  return rows;
}

ArrayRef<Mutation> allMutations() {
  static const std::vector<Mutation> rows = makeTable();
  return rows;
}

const Mutation *findMutation(StringRef name) {
  for (const Mutation &row : allMutations())
    if (row.name == name)
      return &row;
  return nullptr;
}

//===- What is mutated ----------------------------------------------------------------------===//

static tt::FuncOp kernelOf(mlir::ModuleOp program) {
  for (auto function : program.getOps<tt::FuncOp>())
    if (function.isPublic() && !function.isExternal())
      return function;
  return {};
}

/// What a run of a program shows. The error is that of a stop, too.
static void observe(Stock &stock, uint64_t budget) {
  Meaning meaning = meaningOf(*stock.test.program, stock.launch,
                              {.semantics = interp::Semantics::Ieee, .budget = budget});
  stock.error = meaning.error;
  if (meaning.outcome.stop)
    stock.error =
        (interp::stopKindName(meaning.outcome.stop->kind) + ": " + meaning.outcome.stop->message)
            .str();
  if (!stock.error.empty())
    return;
  stock.work = meaning.outcome.work;
  stock.undefined = !meaning.memory->poisoned(interp::Undefined).empty();
  for (const interp::Hazard &hazard : meaning.outcome.hazards) {
    stock.undefined |= hazard.kind == interp::Hazard::Kind::Poison;
    stock.races |= hazard.kind == interp::Hazard::Kind::ProgramRace ||
                   hazard.kind == interp::Hazard::Kind::LaneRace;
  }
}

Stock stockOf(TestCase test) {
  Stock stock;
  stock.test = std::move(test);
  Expected<interp::Launch> launch = stock.test.launch.empty()
                                        ? interp::deduceLaunch(*stock.test.program)
                                        : interp::parseLaunch(stock.test.launch);
  if (!launch) {
    stock.error = toString(launch.takeError());
    return stock;
  }
  stock.launch = std::move(*launch);
  stock.test.launch = interp::printLaunch(stock.launch);
  constexpr uint64_t budget = 150'000'000; // A second or two.
  observe(stock, budget);
  return stock;
}

Stock stockOf(TestCase test, const Stock &known) {
  Stock stock{std::move(test), known.launch, known.error, known.work, known.undefined, known.races};
  if (!stock.launch.args.empty() || known.error.empty())
    stock.test.launch = interp::printLaunch(stock.launch);
  return stock;
}

Stock Stock::clone() const { return stockOf(test.clone(), *this); }

//===- Mutating -----------------------------------------------------------------------------===//

/// The variant at one place, most often; at all places, or some neighbours.
static bool applyVariant(const Variant &variant, MutationCase &mutation, Stock &stock) {
  CompileRequest request{.target = {}, .options = stock.test.options, .passes = stock.test.passes};
  Chunk none = Chunk::none();
  vary(variant, mutation.program, request, mutation.launch, none);
  size_t offered = none.offered();
  if (offered == 0)
    return false;
  size_t first = mutation.choices.below(offered);
  size_t count = mutation.choices.pick<size_t>({1, 1, 2, offered});
  if (count == offered)
    first = 0;
  Chunk places(first, first + count);
  std::optional<Varied> varied = vary(variant, mutation.program, request, mutation.launch, places);
  if (!varied)
    return false;
  stock.test.program = std::move(varied->program);
  stock.test.options = varied->request.options;
  return true;
}

std::optional<Mutated> applyMutation(const Mutation &row, const Stock &stock, const Stock &donor,
                                     Choices &choices, std::string *why) {
  auto drop = [&](const Twine &reason) {
    if (why)
      *why = reason.str();
    return std::nullopt;
  };
  if (row.keeps == Keeps::Validity && !stock.error.empty())
    return drop("the program does not run: " + stock.error);
  Mutated result{stock.clone(), {row.name}, row.keeps};
  Stock &changed = result.stock;
  mlir::ModuleOp program = *changed.test.program;
  tt::FuncOp kernel = kernelOf(program);
  if (!kernel || kernel.getNumArguments() != changed.launch.args.size())
    return drop("no kernel that the launch fits");
  MutationCase mutation{program,        kernel,  changed.test.options,
                        changed.launch, choices, *donor.test.program,
                        donor.launch};
  mlir::MLIRContext &context = *program->getContext();
  bool did;
  {
    // What a row builds may be refused by an op's inference.
    mlir::ScopedDiagnosticHandler silence(&context,
                                          [](mlir::Diagnostic &) { return mlir::success(); });
    did = row.variant ? applyVariant(*row.variant, mutation, changed) : row.apply(mutation);
  }
  if (!did)
    return drop("declined");
  std::string errors = verifyErrors(*changed.test.program);
  if (!errors.empty())
    return drop("does not verify: " + errors);
  changed.test.launch = interp::printLaunch(changed.launch);
  if (row.keeps != Keeps::Validity)
    return result;
  changed.undefined = changed.races = false;
  observe(changed, 16 * stock.work + 2'000'000);
  if (!changed.error.empty())
    return drop(changed.error);
  if (changed.undefined && !stock.undefined)
    return drop("stores undefined values");
  if (changed.races && !stock.races)
    return drop("races");
  return result;
}

std::optional<Mutated> mutate(const Stock &stock, const Stock &donor, Choices &choices,
                              const MutateOptions &options) {
  std::vector<unsigned> weights;
  for (const Mutation &row : allMutations())
    weights.push_back(options.keepMeaning && row.keeps != Keeps::Meaning ? 0 : row.weight);
  std::optional<Mutated> result;
  constexpr unsigned tries = 6; // Of each.
  for (unsigned left = (1 + choices.below(options.most)) * tries; left > 0; --left) {
    const Mutation &row = allMutations()[choices.weighted(weights)];
    std::optional<Mutated> next =
        applyMutation(row, result ? result->stock : stock, donor, choices);
    if (next) {
      if (result) {
        next->rows.insert(next->rows.begin(), result->rows.begin(), result->rows.end());
        next->keeps = std::min(next->keeps, result->keeps);
      }
      result = std::move(next);
      left -= (left - 1) % tries; // On to the next one.
    } else if (choices.atEnd()) {
      break;
    }
  }
  return result;
}

} // namespace fathom
