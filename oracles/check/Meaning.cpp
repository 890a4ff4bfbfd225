// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Interprets modules and compares what they did.
#include "oracles/check/Meaning.h"
#include "oracles/interp/Combine.h"

#include "core/ir/Triton.h"
#include "oracles/interp/NewReads.h"

using namespace llvm;

namespace fathom {
using interp::Hazard;
using interp::Stop;

Meaning meaningOf(mlir::ModuleOp module, const interp::Launch &launch,
                  const interp::InterpretOptions &options) {
  Meaning meaning;
  Expected<interp::Interpreter> interpreter = interp::Interpreter::create(module, options);
  if (!interpreter) {
    meaning.error = toString(interpreter.takeError());
    return meaning;
  }
  meaning.memory = std::make_unique<interp::Memory>(options.semantics);
  Expected<std::vector<interp::Value>> arguments =
      interp::materialise(launch, interpreter->kernel(), *meaning.memory);
  if (!arguments) {
    meaning.error = toString(arguments.takeError());
    return meaning;
  }
  meaning.outcome = interpreter->run(launch.grid, *arguments, *meaning.memory);
  return meaning;
}

/// "out of bounds" as a word of a signature.
static std::string word(Stop::Kind kind) {
  std::string name = interp::stopKindName(kind).str();
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

static StringRef opName(const Stop &stop) {
  return stop.op ? stop.op->getName().getStringRef() : StringRef("the program");
}

Unfit unfitAsReference(const Meaning &meaning, bool withHoles) {
  if (!meaning.error.empty())
    return {"reference: not launched", meaning.error};
  if (const std::optional<Stop> &stop = meaning.outcome.stop) {
    std::string reason = ("reference: " + interp::stopKindName(stop->kind)).str();
    if (stop->kind == Stop::Kind::Unsupported)
      reason += (" " + opName(*stop)).str();
    return {reason, stop->message};
  }
  std::string poisoned =
      meaning.memory->poisoned(withHoles ? interp::Undefined : interp::Unspecified);
  if (!poisoned.empty())
    return {"reference: a stored value is undefined or left open", poisoned};
  for (const Hazard &hazard : meaning.outcome.hazards)
    if (hazard.kind == Hazard::Kind::Poison)
      return {"reference: a printed value is undefined or left open", hazard.message};
  return {};
}

/// What kind of mistake it is, so that two of one pass have two signatures. Not by the first element that differs, which changes while a program is reduced.
static std::string phraseOf(const interp::Difference &difference) {
  if (difference.missing && difference.added)
    return "stored in other places";
  if (difference.missing)
    return "a store is missing";
  if (difference.added)
    return "a store too many";
  return difference.poisoned ? "an undefined value is stored" : "stored values differ";
}

Agreement compareMeanings(const Meaning &reference, const Meaning &other, bool reordered) {
  using Kind = Agreement::Kind;
  if (!other.error.empty())
    return {Kind::Unknown, "", "not launched", other.error};
  // What depends on a race or an open order may legally differ.
  auto differs = [&](std::string word, std::string phrase, std::string detail) -> Agreement {
    if (!reference.outcome.hazards.empty()) {
      const Hazard &hazard = reference.outcome.hazards.front();
      return {Kind::Unknown, "", ("reference: " + interp::hazardKindName(hazard.kind)).str(),
              hazard.message + "\n" + detail};
    }
    return {Kind::Different, std::move(word), std::move(phrase), std::move(detail)};
  };
  if (const std::optional<Stop> &stop = other.outcome.stop) {
    switch (stop->kind) {
    case Stop::Kind::Unsupported:
      return {Kind::Unknown, "", ("not interpreted: " + opName(*stop)).str(), stop->message};
    case Stop::Kind::Unspecified:
      return {Kind::Unknown, "", "depends on what is left open", stop->message};
    case Stop::Kind::Budget:
      return differs("runs-on", "does not end where the reference does", stop->message);
    default:
      return differs(word(stop->kind), opName(*stop).str(), stop->message);
    }
  }
  if (std::optional<interp::Difference> difference =
          interp::compare(*reference.memory, *other.memory)) {
    if (reordered && !interp::compare(*reference.memory, *other.memory, /*loosely=*/true))
      return {Kind::Unknown, "", "differs as another order of a sum may", difference->message};
    return differs("difference", phraseOf(*difference),
                   (difference->message + "; " + Twine(difference->count) + " elements of " +
                    difference->buffer + " differ")
                       .str());
  }
  if (std::optional<std::string> place = interp::findNewRead(*reference.memory, *other.memory))
    return differs("new-read", "reads memory that the program does not", "reads from " + *place);
  if (reference.outcome.prints.size() != other.outcome.prints.size())
    return differs("prints", "not as many prints",
                   (Twine(other.outcome.prints.size()) + " prints, not " +
                    Twine(reference.outcome.prints.size()))
                       .str());
  return {};
}

bool mayReorder(mlir::ModuleOp module) {
  auto sums = [](mlir::Operation *op) {
    return isa<mlir::arith::AddFOp, mlir::arith::MulFOp, mlir::arith::SubFOp, mlir::arith::DivFOp>(
        op);
  };
  mlir::WalkResult result = module.walk([&](mlir::Operation *op) {
    bool reorders = isa<tt::DotOp, tt::DotScaledOp>(op);
    if (isa<tt::ReduceOp, tt::ScanOp>(op))
      reorders = interp::holds(op->getRegion(0), sums);
    return reorders ? mlir::WalkResult::interrupt() : mlir::WalkResult::advance();
  });
  return result.wasInterrupted();
}

} // namespace fathom
