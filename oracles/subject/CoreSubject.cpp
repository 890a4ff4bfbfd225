// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiles with the passes of this tree, in a fork, and says how that failed.
#include "oracles/subject/CoreSubject.h"

#include "core/ir/Dialects.h"
#include "core/ir/ReadModule.h"
#include "core/passes/Passes.h"
#include "core/pipeline/Pipelines.h"
#include "oracles/FailureText.h"
#include "oracles/subject/Process.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/FormatVariadic.h"

#include <sys/wait.h>

using namespace fathom;
using namespace llvm;

static constexpr size_t LogBytes = 64 << 10, ProductBytes = 256 << 20;

Expected<std::unique_ptr<Subject>> CoreSubject::open(StringRef argument) {
  static const bool registered = [] {
    mlir::registerTransformsPasses();
    registerPasses();
    registerPipelines();
    return true;
  }();
  (void)registered;
  if (argument.empty())
    return std::make_unique<CoreSubject>(argument, Mutant::None);
  Expected<Mutant> mutant = parseMutant(argument);
  if (!mutant)
    return mutant.takeError();
  return std::make_unique<CoreSubject>(argument, *mutant);
}

std::optional<Mutant> fathom::mutantOfCore(StringRef subject) {
  if (subject == "core")
    return Mutant::None;
  if (!subject.consume_front("core:"))
    return std::nullopt;
  Expected<Mutant> named = parseMutant(subject);
  if (named)
    return *named;
  consumeError(named.takeError());
  return std::nullopt;
}

std::string CoreSubject::passesToSharedMemory(const CompileRequest &request) const {
  std::string options =
      formatv("{{target={0} num-warps={1} num-stages={2} num-ctas={3}}", request.target.str(),
              request.options.numWarps, request.options.numStages, request.options.numCtas);
  return "fathom-ttir" + options + ",fathom-ttgir" + options +
         ",allocate-shared-memory,test-print-membar";
}

namespace {

/// Writes down which pass is on, in the words of MLIR's dumps, so that a death has a name, and what it is given if dumps are asked for; calls who watches.
class Announcer : public mlir::PassInstrumentation {
public:
  Announcer(int fd, const CompileRequest &request)
      : out(fd, /*shouldClose=*/false, /*unbuffered=*/false), request(request) {}
  void runBeforePass(mlir::Pass *pass, mlir::Operation *op) override {
    if (isAdaptor(pass))
      return;
    out << "// -----// IR Dump Before " << pass->getName() << " //----- //\n";
    if (request.dumps) {
      moduleOf(op).print(out);
      out << "\n";
    }
    out.flush();
  }
  void runAfterPass(mlir::Pass *pass, mlir::Operation *op) override {
    if (request.watch && !isAdaptor(pass))
      request.watch(passName(pass->getName()), moduleOf(op));
  }

private:
  /// MLIR's own, to nested operations.
  static bool isAdaptor(mlir::Pass *pass) { return pass->getName().contains("::detail::"); }
  static mlir::ModuleOp moduleOf(mlir::Operation *op) {
    while (op->getParentOp())
      op = op->getParentOp();
    return cast<mlir::ModuleOp>(op);
  }

  raw_fd_ostream out;
  const CompileRequest &request;
};

struct Files {
  std::array<Descriptor, 2> products; ///< A stage's seconds in a line, then its text.
  Descriptor passes, log;
};

/// A pass list, and the stage that it makes.
struct Step {
  Stage stage;
  std::function<mlir::LogicalResult(mlir::OpPassManager &)> addPasses;
};

} // namespace

static std::vector<Step> stepsOf(const CompileRequest &request) {
  if (!request.passes.empty())
    return {{request.stage, [passes = request.passes](mlir::OpPassManager &manager) {
               return mlir::parsePassPipeline(passes, manager, errs());
             }}};
  PipelineOptions options{request.target, request.options.numWarps, request.options.numStages,
                          request.options.numCtas};
  std::vector<Step> steps = {{Stage::Ttir, [options](mlir::OpPassManager &manager) {
                                addTtirPasses(manager, options);
                                return mlir::success();
                              }}};
  if (request.stage != Stage::Ttir)
    steps.push_back({Stage::Ttgir, [options](mlir::OpPassManager &manager) {
                       addTtgirPasses(manager, options);
                       return mlir::success();
                     }});
  return steps;
}

/// In the fork: compiles, and leaves with 0 if that went well.
static int compileHere(mlir::ModuleOp program, ArrayRef<Step> steps, const CompileRequest &request,
                       const Files &files) {
  if (request.watch)
    request.watch("", program);
  for (auto [step, file] : zip(steps, files.products)) {
    auto began = std::chrono::steady_clock::now();
    mlir::PassManager manager(program.getContext(), mlir::ModuleOp::getOperationName(),
                              mlir::OpPassManager::Nesting::Implicit);
    if (failed(step.addPasses(manager)))
      return 1;
    manager.addInstrumentation(std::make_unique<Announcer>(files.passes.get(), request));
    if (failed(manager.run(program))) {
      errs() << verifierMarker;
      (void)mlir::verify(program);
      return 1;
    }
    std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - began;
    raw_fd_ostream product(file.get(), /*shouldClose=*/false);
    product << seconds.count() << "\n";
    program.print(product);
  }
  return 0;
}

static Expected<Files> makeFiles() {
  Files files;
  for (auto [file, name] : {std::pair{&files.products[0], "product"},
                            {&files.products[1], "last product"},
                            {&files.passes, "passes"},
                            {&files.log, "log"}}) {
    Expected<Descriptor> made = makeMemoryFile(name);
    if (!made)
      return made.takeError();
    *file = std::move(*made);
  }
  return files;
}

static Expected<Artifact> runInFork(mlir::ModuleOp program, Mutant mutant,
                                    const CompileRequest &request) {
  Expected<Files> files = makeFiles();
  if (!files)
    return files.takeError();
  std::vector<Step> steps = stepsOf(request);
  Expected<ChildProcess> process =
      ChildProcess::fork({.descriptors = {{1, files->log.get()}, {2, files->log.get()}},
                          .megabytes = request.limits.megabytes},
                         [&] {
                           injectMutant(mutant);
                           return compileHere(program, steps, request, *files);
                         });
  if (!process)
    return process.takeError();
  Ending ending;
  std::optional<int> status = process->waitForWork(request.limits.seconds);
  ending.timedOut = !status;
  ending.status = status ? *status : process->kill().value_or(0);
  ending.finished = WIFEXITED(ending.status) && WEXITSTATUS(ending.status) == 0;
  ending.log = memoryFileContents(files->log, LogBytes);

  Artifact artifact;
  artifact.seconds = process->secondsOfCpu();
  std::string rest;
  artifact.dumps = readDumps(memoryFileContents(files->passes, ProductBytes), rest);
  artifact.failure = readFailure(ending);
  for (auto [step, file] : zip(steps, files->products)) {
    std::string made = memoryFileContents(file, ProductBytes);
    auto [line, text] = StringRef(made).split('\n');
    double took;
    if (!text.empty() && json::isUTF8(text) && !line.getAsDouble(took)) {
      artifact.stages.push_back({step.stage, text.str(), took});
      continue;
    }
    if (!artifact.failure)
      artifact.failure =
          Failure{Failure::Kind::Garbage, "", "", "what it made is no program", "", ending.log};
    artifact.failure->stage = !request.passes.empty()     ? "passes"
                              : step.stage == Stage::Ttir ? "ttir"
                                                          : "ttgir";
    break;
  }
  if (artifact.failure && artifact.failure->pass.empty() && !artifact.dumps.empty())
    artifact.failure->pass = artifact.dumps.back().pass;
  if (!request.dumps)
    artifact.dumps.clear();
  return artifact;
}

Expected<Artifact> CoreSubject::reprint(StringRef text, const CompileRequest &request) {
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  std::string errors;
  mlir::ScopedDiagnosticHandler handler(context.get(), [&](mlir::Diagnostic &diagnostic) {
    errors += diagnostic.str() + "\n";
    return mlir::success();
  });
  Artifact artifact;
  mlir::OwningOpRef<mlir::ModuleOp> module =
      readModule(text, mlir::ParserConfig(context.get()), "program");
  if (!module) {
    artifact.failure = Failure{
        Failure::Kind::Error, "parse", "", StringRef(errors).split('\n').first.str(), "", errors};
    return artifact;
  }
  artifact.stages.push_back({request.stage, "", 0});
  raw_string_ostream stream(artifact.stages.back().text);
  module->print(stream);
  return artifact;
}

Expected<Artifact> CoreSubject::compile(mlir::ModuleOp program, const CompileRequest &request) {
  if (program.getContext()->isMultithreadingEnabled())
    return createStringError(
        "core compiles in a fork, which has none of the context's threads: switch "
        "multithreading off in the context");
  Expected<Artifact> first = runInFork(program, mutant, request);
  if (!first)
    return first;
  if (!first->failure && request.passes.empty() && request.stage > lastStage())
    first->failure =
        Failure{Failure::Kind::Error, "llir", "", "core has no stage llir yet", "", ""};
  else if (first->failure && request.confirm) {
    Expected<Artifact> again = runInFork(program, mutant, request);
    if (!again)
      return again;
    first->failure->log += differenceFrom(*first->failure, again->failure);
  }
  return first;
}
