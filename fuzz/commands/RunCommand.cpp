// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fathom run: runs test cases by their LAUNCH line, or by one that is deduced, and says what happened to memory.
#include "fuzz/commands/RunOnDevice.h"

#include "core/ir/Dialects.h"
#include "core/ir/Triton.h"
#include "oracles/interp/LaunchTrial.h"

#include "mlir/IR/Builders.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

#include <chrono>

using namespace llvm;

namespace fathom {

using namespace interp;

namespace {
struct RunArguments {
  std::vector<std::string> files;
  std::string device = "interp";
  std::string semantics = "both";
  std::string launch;
  std::string output;
  uint64_t budget = InterpretOptions().budget;
  unsigned printed = 0;
  bool approximate = false;
  DeviceArguments onDevice; ///< Of a GPU.
};

/// One semantics' run of one test case.
struct Run {
  Semantics semantics;
  LaunchTrial trial;
  double seconds;
};
} // namespace

static StringRef nameOf(Semantics semantics) {
  return semantics == Semantics::Ieee ? "ieee" : "algebra";
}

/// "31:7", where the op stands in the file; empty if that is not known.
static std::string placeOf(mlir::Operation *op) {
  auto place = op ? op->getLoc()->findInstanceOf<mlir::FileLineColLoc>() : mlir::FileLineColLoc();
  return place ? formatv("{0}:{1}", place.getLine(), place.getColumn()).str() : "";
}

//===--- Elements ---===//

static std::optional<Element> elementNamed(StringRef name, Semantics semantics,
                                           mlir::MLIRContext &context) {
  mlir::Type type = launchTypeNamed(name, &context);
  return type ? elementOf(type, semantics) : std::nullopt;
}

/// "3", "0.5+-0.01", "undefined".
static std::string elementText(const Value &value, int64_t at, const Element &element) {
  if (const uint8_t *poison = value.poisons(); poison && poison[at])
    return poison[at] == Undefined ? "undefined" : "unspecified";
  std::string text;
  raw_string_ostream out(text);
  if (value.lane == Lane::F32)
    out << format("%.9g", value.elements<float>()[at]);
  else if (value.lane == Lane::F64)
    out << format("%.17g", value.elements<double>()[at]);
  else if (value.lane == Lane::Ring)
    out << value.elements<int32_t>()[at];
  else
    out << value.signedInteger(element.bits, at);
  if (const float *slack = value.slacks(); slack && slack[at] != 0)
    out << format("+-%.3g", slack[at]);
  return text;
}

/// The first elements of a buffer that was stored to.
static std::vector<std::string> firstElements(Memory &memory, const Buffer &buffer, StringRef type,
                                              unsigned most, mlir::MLIRContext &context) {
  std::vector<std::string> texts;
  std::optional<Element> element = elementNamed(type, memory.semantics, context);
  if (!element)
    return texts;
  int64_t count = std::min<uint64_t>(most, buffer.bytes.size() / element->bytes);
  std::vector<uint64_t> addresses;
  for (int64_t k = 0; k < count; ++k)
    addresses.push_back(buffer.base + k * element->bytes);
  Value value = Value::make(element->lane, count);
  Access access;
  access.op = "fathom run";
  if (memory.load(addresses.data(), nullptr, count, *element, value, access))
    return texts;
  for (int64_t k = 0; k < count; ++k)
    texts.push_back(elementText(value, k, *element));
  return texts;
}

/// The type of a buffer's elements, by its name: "arg2", "arg2[0]".
static std::string typeOf(const Launch &launch, StringRef buffer) {
  unsigned index;
  buffer.consume_front("arg");
  if (buffer.consumeInteger(10, index) || index >= launch.args.size())
    return "";
  const LaunchArg *arg = &launch.args[index];
  while (buffer.consume_front("[") && !arg->contents.pointee.empty()) {
    arg = &arg->contents.pointee.front();
    buffer = buffer.split(']').second;
  }
  return arg->type;
}

//===--- Printing ---===//

static void printText(StringRef file, const Launch &launch, bool deduced, std::vector<Run> &runs,
                      const RunArguments &arguments, mlir::MLIRContext &context) {
  outs() << file << ": " << (deduced ? "deduced" : "given") << ": " << printLaunch(launch) << "\n";
  for (Run &run : runs) {
    const Outcome &outcome = run.trial.outcome;
    outs() << formatv("{0}: {1}: ", file, nameOf(run.semantics));
    if (outcome.stop) {
      std::string place = placeOf(outcome.stop->op);
      outs() << "stopped: " << stopKindName(outcome.stop->kind) << ": " << outcome.stop->message
             << (place.empty() ? "" : " (at " + place + ")") << "\n";
    } else {
      outs() << formatv("ended: {0} elements, {1} of {2} blocks entered, {3:f3} s\n", outcome.work,
                        outcome.blocksEntered, outcome.blocks, run.seconds);
    }
    for (auto [effect, buffer] : zip(run.trial.effects, run.trial.memory->buffers)) {
      if (effect.stored == 0)
        continue;
      outs() << formatv("  {0}: {1} of {2} bytes stored, {3} distinct values", effect.name,
                        effect.stored, effect.bytes, effect.distinct);
      if (effect.undefined)
        outs() << formatv(", {0} bytes undefined", effect.undefined);
      if (effect.special)
        outs() << formatv(", {0} bytes infinite or NaN", effect.special);
      outs() << "\n";
      if (arguments.printed) {
        auto elements = firstElements(*run.trial.memory, *buffer, typeOf(launch, effect.name),
                                      arguments.printed, context);
        outs() << "    " << join(elements, " ") << "\n";
      }
    }
    for (const Hazard &hazard : outcome.hazards)
      outs() << "  " << hazardKindName(hazard.kind) << ": " << hazard.message << "\n";
    for (const std::string &line : outcome.prints)
      outs() << "  printed: " << line << "\n";
  }
  outs().flush();
}

static void printJson(StringRef file, const Launch &launch, bool deduced, std::vector<Run> &runs,
                      const RunArguments &arguments, mlir::MLIRContext &context) {
  json::Array list;
  for (Run &run : runs) {
    const Outcome &outcome = run.trial.outcome;
    json::Array buffers, hazards, prints;
    for (auto [effect, buffer] : zip(run.trial.effects, run.trial.memory->buffers)) {
      json::Object object{{"name", effect.name},       {"bytes", effect.bytes},
                          {"stored", effect.stored},   {"undefined", effect.undefined},
                          {"special", effect.special}, {"distinct", effect.distinct}};
      if (arguments.printed && effect.stored)
        object["elements"] = json::Array(firstElements(
            *run.trial.memory, *buffer, typeOf(launch, effect.name), arguments.printed, context));
      buffers.push_back(std::move(object));
    }
    for (const Hazard &hazard : outcome.hazards)
      hazards.push_back(
          json::Object{{"kind", hazardKindName(hazard.kind)}, {"message", hazard.message}});
    for (const std::string &line : outcome.prints)
      prints.push_back(json::fixUTF8(line));
    json::Object object{{"semantics", nameOf(run.semantics)},
                        {"ended", !outcome.stop},
                        {"work", outcome.work},
                        {"blocks", outcome.blocks},
                        {"blocks_entered", outcome.blocksEntered},
                        {"seconds", run.seconds},
                        {"buffers", std::move(buffers)},
                        {"hazards", std::move(hazards)},
                        {"prints", std::move(prints)}};
    if (outcome.stop) {
      object["stop"] = stopKindName(outcome.stop->kind);
      object["message"] = json::fixUTF8(outcome.stop->message);
      object["op"] = outcome.stop->op ? outcome.stop->op->getName().getStringRef() : "";
      object["place"] = placeOf(outcome.stop->op);
    }
    list.push_back(std::move(object));
  }
  outs() << json::Value(json::Object{{"file", file},
                                     {"launch", printLaunch(launch)},
                                     {"deduced", deduced},
                                     {"runs", std::move(list)}})
         << "\n";
  outs().flush();
}

//===--- Running ---===//

static Expected<std::vector<Run>> runAll(mlir::ModuleOp program, const Launch &launch,
                                         const RunArguments &arguments) {
  std::vector<Run> runs;
  for (Semantics semantics : {Semantics::Ieee, Semantics::Algebra}) {
    if (arguments.semantics != "both" && arguments.semantics != nameOf(semantics))
      continue;
    InterpretOptions options;
    options.semantics = semantics;
    options.budget = arguments.budget;
    options.approximate = arguments.approximate;
    Expected<Interpreter> interpreter = Interpreter::create(program, options);
    if (!interpreter)
      return interpreter.takeError();
    auto start = std::chrono::steady_clock::now();
    Expected<LaunchTrial> trial = tryLaunch(*interpreter, semantics, launch);
    if (!trial)
      return trial.takeError();
    std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    runs.push_back({semantics, std::move(*trial), passed.count()});
  }
  return runs;
}

/// One file's exit code, or an error.
static Expected<int> runFile(const std::string &file, const RunArguments &arguments) {
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  Expected<TestCase> test = readTestCase(file, *context);
  if (!test)
    return test.takeError();
  std::string line = arguments.launch.empty() ? test->launch : arguments.launch;
  Expected<Launch> launch = line.empty() ? deduceLaunch(*test->program) : parseLaunch(line);
  if (!launch)
    return launch.takeError();
  Expected<std::vector<Run>> runs = runAll(*test->program, *launch, arguments);
  if (!runs)
    return runs.takeError();
  (arguments.onDevice.shared.json ? printJson : printText)(file, *launch, line.empty(), *runs,
                                                           arguments, *context);
  if (!arguments.output.empty()) {
    test->launch = printLaunch(*launch);
    if (Error error = writeFileAtomically(arguments.output, printTestCase(*test)))
      return std::move(error);
  }
  return any_of(*runs, [](const Run &run) { return run.trial.outcome.stop.has_value(); })
             ? exitBug
             : exitPass;
}

static int run(const RunArguments &arguments) {
  if (arguments.device != "interp")
    return runOnDevice(arguments.files, arguments.onDevice);
  if (!arguments.output.empty() && arguments.files.size() > 1)
    return fail(createStringError("-o takes one file, not " + Twine(arguments.files.size())));
  int exitCode = exitPass;
  for (const std::string &file : arguments.files) {
    Expected<int> code = runFile(file, arguments);
    if (code) {
      exitCode = std::max(exitCode, *code);
      continue;
    }
    // The others are run all the same.
    exitCode = exitUsage;
    std::string message = toString(code.takeError());
    if (arguments.onDevice.shared.json)
      outs() << json::Value(json::Object{{"file", file}, {"error", json::fixUTF8(message)}})
             << "\n";
    else
      errs() << "fathom: error: " << file << ": " << message << "\n";
  }
  return exitCode;
}

void runCommand(CLI::App &application, int &exitCode) {
  auto arguments = std::make_shared<RunArguments>();
  CLI::App *command = application.add_subcommand(
      "run",
      "run test cases: exit 0 all end well, 1 one stops or computes something else, 2 an error");
  command->add_option("FILE", arguments->files, "test cases or TTIR; - for standard input")
      ->required();
  command
      ->add_option("--device", arguments->device,
                   "where: interp, the reference interpreter; cuda or hip, a GPU whose results are "
                   "compared with the reference")
      ->capture_default_str()
      ->check(CLI::IsMember({"interp", "cuda", "hip"}));
  command->add_option("--semantics", arguments->semantics, "of floats: ieee, algebra, both")
      ->capture_default_str()
      ->check(CLI::IsMember({"ieee", "algebra", "both"}));
  command->add_option("--launch", arguments->launch,
                      "a LAUNCH line; default: the test case's, else one is deduced");
  command->add_option("-o", arguments->output, "write the test case, with its launch");
  command->add_option("--budget", arguments->budget, "elements computed, at most")
      ->capture_default_str();
  command->add_option("--print-outputs", arguments->printed,
                      "print so many elements of each buffer that was stored to");
  command->add_flag("--approximate", arguments->approximate,
                    "allow for what devices compute approximately");
  DeviceArguments &gpu = arguments->onDevice;
  gpu.shared.addTo(*command);
  command->add_option("--bundle", gpu.bundle,
                      "of a GPU: write the compiled kernels with what they must compute, for "
                      "fathom-runner, and run nothing");
  command->add_option("--runner", gpu.device.runner, "of a GPU: the fathom-runner to use");
  command
      ->add_option("--repeat", gpu.device.repeat,
                   "of a GPU: runs of each kernel; more than one finds races")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  command
      ->add_option("--hang-seconds", gpu.device.limitSeconds,
                   "of a GPU: a kernel that takes longer hangs")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  command->add_flag("--sanitizer", gpu.device.sanitizer, "of a GPU: run under compute-sanitizer");
  command->add_flag("--fp-fusion", gpu.fpFusion,
                    "of a GPU: let the compiler fuse multiplications and additions");
  command->callback([arguments, &exitCode] {
    arguments->onDevice.vendor = arguments->device;
    arguments->onDevice.launch = arguments->launch;
    exitCode = run(*arguments);
  });
}

} // namespace fathom
