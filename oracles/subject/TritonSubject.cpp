// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiles with a Triton release by way of its worker, and says how that failed.
#include "oracles/subject/TritonSubject.h"

#include "oracles/FailureText.h"
#include "oracles/subject/ReleaseSpelling.h"

using namespace fathom;
using namespace llvm;

static constexpr int64_t LogBytes = 64 << 10, DumpBytes = 256 << 20;

/// Programs are read by knows(): it does next to nothing, and yet reaches every stage.
static constexpr StringLiteral smallestKernel = R"(module {
  tt.func public @kernel(%out: !tt.ptr<f32>, %value: f32) attributes {noinline = false} {
    tt.store %out, %value : !tt.ptr<f32>
    tt.return
  }
}
)";

Expected<std::unique_ptr<Subject>> TritonSubject::open(StringRef versionOrPath) {
  Expected<TritonInstall> install = findTriton(versionOrPath);
  if (!install)
    return install.takeError();
  Expected<TritonWorker> worker = TritonWorker::start(*install);
  if (!worker)
    return worker.takeError();
  return std::make_unique<TritonSubject>("triton:" + versionOrPath.str(), std::move(*install),
                                         std::move(*worker));
}

json::Object TritonSubject::describeJob(const CompileRequest &request, Mode mode) {
  bool dump = mode == Mode::Dump || mode == Mode::Names, texts = mode == Mode::Texts;
  const Target &target = request.target;
  json::Object options{{"num_warps", request.options.numWarps},
                       {"num_stages", request.options.numStages},
                       {"num_ctas", request.options.numCtas}};
  // Where fusion is on by default is for the release to say.
  if (!request.fpFusion)
    options["enable_fp_fusion"] = false;
  return json::Object{{"target", json::Array{target.vendor == Vendor::cuda ? "cuda" : "hip",
                                             target.arch, target.warpSize}},
                      {"options", std::move(options)},
                      {"stage", stageName(request.stage)},
                      {"passes", request.passes},
                      {"llvm", request.llvm},
                      {"dump", dump},
                      {"step", texts || mode == Mode::Step || mode == Mode::Names},
                      {"texts", texts},
                      {"reprint", mode == Mode::Reprint},
                      {"raw", mode == Mode::Raw},
                      {"seconds", request.limits.seconds},
                      {"clock_seconds", request.limits.seconds * Patience},
                      {"megabytes", request.limits.megabytes},
                      {"log_bytes", dump ? DumpBytes : LogBytes}};
}

namespace {

/// What a job's records amount to.
struct Account {
  std::string stage = "parse";
  std::vector<StageText> made;
  std::optional<KernelInfo> kernel;
  std::vector<PassDump> steps;
  bool between = false;
  std::string exception, exceptionText;
  bool done = false;
  bool garbled = false;
};

} // namespace

/// What triton_kernel.py says of a kernel.
static KernelInfo readKernel(const json::Object &entry) {
  auto integer = [&](StringRef key) { return entry.getInteger(key).value_or(0); };
  auto integersOf = [](const json::Object &object, StringRef key) {
    std::vector<uint64_t> values;
    if (const json::Array *array = object.getArray(key))
      for (const json::Value &value : *array)
        values.push_back(value.getAsInteger().value_or(0));
    return values;
  };
  auto integers = [&](StringRef key) { return integersOf(entry, key); };
  KernelInfo result;
  result.name = entry.getString("name").value_or("").str();
  result.numWarps = integer("num_warps");
  result.threadsPerWarp = integer("threads_per_warp");
  result.numCtas = integer("num_ctas");
  std::vector<uint64_t> cluster = integers("cluster"), global = integers("global_scratch"),
                        profile = integers("profile_scratch"), sizes = integers("parameter_bytes");
  if (cluster.size() == 3)
    llvm::copy(cluster, result.cluster.begin());
  result.sharedBytes = integer("shared");
  if (global.size() == 2)
    result.globalScratchBytes = global[0], result.globalScratchAlign = global[1];
  if (profile.size() == 2)
    result.profileScratchBytes = profile[0], result.profileScratchAlign = profile[1];
  result.scratchParameters = integer("scratch_parameters");
  result.parameterBytes.assign(sizes.begin(), sizes.end());
  if (const json::Array *descriptors = entry.getArray("descriptors"))
    for (const json::Value &value : *descriptors)
      if (const json::Object *object = value.getAsObject()) {
        KernelInfo::Descriptor &descriptor = result.descriptors.emplace_back();
        descriptor.swizzle = object->getInteger("swizzle").value_or(0);
        descriptor.elementBytes = object->getInteger("element_bytes").value_or(0);
        descriptor.elementType = object->getInteger("element_type").value_or(0);
        std::vector<uint64_t> block = integersOf(*object, "block");
        descriptor.block.assign(block.begin(), block.end());
        descriptor.packedFp4 = object->getBoolean("packed_fp4").value_or(false);
      }
  return result;
}

static Account readRecords(StringRef records, Stage wanted) {
  Account result;
  while (!records.empty()) {
    auto [line, rest] = records.split('\n');
    Expected<json::Value> parsed =
        json::parse(json::isUTF8(line) ? line.str() : json::fixUTF8(line));
    const json::Object *entry = parsed ? parsed->getAsObject() : nullptr;
    if (!entry) {
      consumeError(parsed.takeError());
      result.garbled = true;
      break;
    }
    records = rest;
    if (std::optional<StringRef> stage = entry->getString("begin"))
      result.stage = stage->str();
    if (entry->getInteger("step")) {
      StringRef pass = entry->getString("pass").value_or("");
      uint64_t size = entry->getInteger("size").value_or(0);
      if (size > records.size()) {
        result.garbled = true;
        break;
      }
      result.between = pass.empty();
      if (!pass.empty())
        result.steps.push_back({pass.str(), records.take_front(size).str()});
      records = records.drop_front(size);
    }
    if (std::optional<StringRef> stage = entry->getString("made")) {
      uint64_t size = entry->getInteger("size").value_or(-1);
      Expected<Stage> which = *stage == "passes" ? Expected<Stage>(wanted) : parseStage(*stage);
      if (!which || size > records.size()) {
        consumeError(which.takeError());
        result.garbled = true;
        break;
      }
      result.made.push_back(
          {*which, records.take_front(size).str(), entry->getNumber("seconds").value_or(0)});
      records = records.drop_front(size);
    }
    if (const json::Object *kernel = entry->getObject("kernel"))
      result.kernel = readKernel(*kernel);
    if (std::optional<StringRef> exception = entry->getString("error")) {
      result.exception = exception->str();
      result.exceptionText = entry->getString("text").value_or("").str();
    }
    result.done |= entry->getBoolean("done").value_or(false);
  }
  return result;
}

/// The log of a run pass by pass has the release's name of each pass, and then its dump's header.
static void learnNames(StringRef log, StringMap<std::string> &names) {
  StringRef label;
  while (!log.empty()) {
    auto [line, rest] = log.split('\n');
    log = rest;
    if (line.consume_front("fathom: pass "))
      label = line;
    else if (!label.empty() && line.consume_front("// -----// IR Dump Before ")) {
      names[label] = passName(line);
      label = "";
    }
  }
}

Expected<TritonSubject::Run> TritonSubject::run(StringRef text, const CompileRequest &request,
                                                Mode mode) {
  if (!worker.alive()) {
    Expected<TritonWorker> fresh = TritonWorker::start(install);
    if (!fresh)
      return fresh.takeError();
    worker = std::move(*fresh);
  }
  WorkerAnswer answer = worker.ask(describeJob(request, mode), text, request.limits.seconds);
  Run result;
  result.artifact.seconds = answer.seconds;
  if (!answer.lost.empty()) {
    StringRef why(answer.lost);
    result.artifact.failure =
        Failure{Failure::Kind::Garbage, "worker", "", why.split(';').first.str(), "", answer.lost};
    return result;
  }
  Account account = readRecords(answer.records, request.stage);
  result.artifact.stages = std::move(account.made);
  result.artifact.kernel = std::move(account.kernel);
  result.steps = std::move(account.steps);
  result.between = account.between;
  Ending ending{std::move(answer.log), answer.status,         answer.timedOut,
                account.exception,     account.exceptionText, account.done && !account.garbled};
  if (mode == Mode::Names)
    learnNames(ending.log, passNames);
  if (mode == Mode::Dump) {
    std::string rest;
    result.artifact.dumps = readDumps(ending.log, rest);
    ending.log = std::move(rest);
  }
  result.artifact.failure = readFailure(ending);
  if (result.artifact.failure)
    result.artifact.failure->stage = account.stage;
  else
    result.warnings = std::move(ending.log);
  return result;
}

static bool hasPasses(StringRef stage) {
  return stage == "ttir" || stage == "ttgir" || stage == "llir" || stage == "passes";
}

/// Gives steps the names of their classes, and the last one's to a failure in it.
Error TritonSubject::nameSteps(StringRef text, const CompileRequest &request, Run &stepped) {
  auto isKnown = [&](const PassDump &step) { return passNames.contains(step.pass); };
  // A small program goes through most of the passes; some run for what this one has in it.
  for (StringRef program : {StringRef(smallestKernel), text})
    if (!all_of(stepped.steps, isKnown)) {
      Expected<Run> named = run(program, request, Mode::Names);
      if (!named)
        return named.takeError();
    }
  for (PassDump &step : stepped.steps)
    step.pass = passNames.try_emplace(step.pass, step.pass).first->second;
  std::optional<Failure> &failure = stepped.artifact.failure;
  if (failure && failure->pass.empty() && !stepped.between && !stepped.steps.empty())
    failure->pass = stepped.steps.back().pass;
  return Error::success();
}

/// Crash recovery (from 3.3.1 on) tells the pass but not the signal: has the compiler die of it, and says whether it did.
Expected<bool> TritonSubject::nameSignal(StringRef text, const CompileRequest &request,
                                         Failure &failure) {
  Expected<Run> raw = run(text, request, Mode::Raw);
  if (!raw)
    return raw.takeError();
  const std::optional<Failure> &death = raw->artifact.failure;
  bool met = death && death->kind == Failure::Kind::Signal && death->message != caughtSignal;
  if (met)
    failure.message = death->message;
  return met;
}

Error TritonSubject::confirm(StringRef text, const CompileRequest &request, Artifact &artifact) {
  Failure &failure = *artifact.failure;
  // Code generation runs no MLIR passes that could be named; and a pass of the llir stage that has
  // ended is none either.
  bool nameless = failure.pass.empty() && hasPasses(failure.stage);
  Expected<Run> again = run(text, request, nameless ? Mode::Step : Mode::Plain);
  if (!again)
    return again.takeError();
  std::string difference = differenceFrom(failure, again->artifact.failure);
  if (nameless)
    stepsTell = difference.empty();
  if (nameless && difference.empty()) {
    if (Error error = nameSteps(text, request, *again))
      return error;
    failure.pass = again->artifact.failure->pass;
  } else if (nameless) {
    // One by one the passes went otherwise: only the dumps of a whole run can name the one that
    // fails.
    again = run(text, request, Mode::Dump);
    if (!again)
      return again.takeError();
    difference = differenceFrom(failure, again->artifact.failure);
    if (difference.empty() && !again->artifact.dumps.empty())
      failure.pass = again->artifact.dumps.back().pass;
  }
  failure.log += difference;
  return Error::success();
}

Expected<Artifact> TritonSubject::compile(mlir::ModuleOp program, const CompileRequest &request) {
  Expected<std::string> text = printForRelease(program, worker.version());
  if (text)
    return compileText(*text, request);
  // What the release has no words for, it cannot read.
  std::string why = toString(text.takeError());
  Artifact artifact;
  artifact.failure = Failure{Failure::Kind::Error, "parse", "", why, "", why + "\n"};
  return artifact;
}

Expected<Artifact> TritonSubject::compileText(StringRef text, const CompileRequest &request) {
  // Stepping costs little more than a plain run, and names the pass at once; but it is not how users compile.
  bool step = !request.confirm && stepsTell && !request.dumps;
  Expected<Run> first = run(text, request,
                            request.dumps ? Mode::Texts
                            : step        ? Mode::Step
                                          : Mode::Plain);
  if (!first)
    return first.takeError();
  const std::optional<Failure> &failed = first->artifact.failure;
  if (request.dumps || (step && failed && failed->pass.empty() && hasPasses(failed->stage))) {
    if (Error error = nameSteps(text, request, *first))
      return std::move(error);
    // What is given to a pass after the conversion to LLVM's dialect has no text.
    erase_if(first->steps, [](const PassDump &given) { return given.text.empty(); });
    first->artifact.dumps = std::move(first->steps);
  }
  Artifact artifact = std::move(first->artifact);
  if (!artifact.failure || artifact.failure->stage == "parse" ||
      artifact.failure->stage == "options")
    return artifact;
  if (artifact.failure->message == caughtSignal) {
    Expected<bool> met = nameSignal(text, request, *artifact.failure);
    if (!met)
      return met.takeError();
    if (*met)
      return artifact;
  }
  if (request.confirm) {
    if (Error error = confirm(text, request, artifact))
      return std::move(error);
  }
  return artifact;
}

Expected<Artifact> TritonSubject::reprint(StringRef text, const CompileRequest &request) {
  Expected<Run> printed = run(text, request, Mode::Reprint);
  if (!printed)
    return printed.takeError();
  return std::move(printed->artifact);
}

bool TritonSubject::knows(const Target &target) const {
  if (auto entry = known.find(target.str()); entry != known.end())
    return entry->second;
  auto &self = const_cast<TritonSubject &>(
      *this); // Asking the worker changes nothing that a caller can see.
  // Only ptxas can tell whether there is such an NVIDIA GPU; a linker for AMD's may be missing, and
  // is no matter.
  Stage last = target.vendor == Vendor::cuda ? Stage::Binary : Stage::Asm;
  CompileRequest request{
      .target = target, .options = {}, .stage = last, .passes = "", .dumps = false, .limits = {}};
  Expected<Run> tried = self.run(smallestKernel, request, Mode::Plain);
  // A worker that cannot be asked, or has no time, says nothing of targets. It is not remembered,
  // and a compile will say what is wrong.
  if (!tried) {
    consumeError(tried.takeError());
    return true;
  }
  const std::optional<Failure> &failure = tried->artifact.failure;
  if (failure &&
      is_contained({Failure::Kind::Timeout, Failure::Kind::Memory, Failure::Kind::Garbage},
                   failure->kind))
    return true;
  // LLVM only warns when it does not know a processor, and makes code for another one.
  return known[target.str()] =
             !failure && !StringRef(tried->warnings).contains("is not a recognized processor");
}
