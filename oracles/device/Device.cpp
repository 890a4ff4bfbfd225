// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes cases, and has fathom-runner execute bundles.
#include "oracles/device/Device.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include <cstdlib>

using namespace fathom;
using namespace llvm;

//===- Making cases --------------------------------------------------------------------------------------------------------------===//

Expected<CodeKind> fathom::codeKindOf(const Target &target, Stage stage) {
  if (target.vendor == Vendor::cuda && stage == Stage::Asm)
    return CodeKind::Ptx;
  if (stage == Stage::Binary)
    return target.vendor == Vendor::cuda ? CodeKind::Cubin : CodeKind::Hsaco;
  return createStringError("a driver cannot load the " + stageName(stage) + " stage of " +
                           target.str() + "; compile to the binary stage");
}

KernelCase fathom::makeCase(std::string name, const Target &target, const KernelInfo &kernel,
                            CodeKind codeKind, std::string code, std::array<uint32_t, 3> grid,
                            std::vector<CaseParameter> arguments, std::vector<CaseBuffer> buffers) {
  KernelCase test;
  test.name = std::move(name);
  test.target = target.str();
  test.codeKind = codeKind;
  test.code = std::move(code);
  test.symbol = kernel.name;
  test.launch.grid = grid;
  test.launch.threads = kernel.numWarps * kernel.threadsPerWarp;
  test.launch.sharedBytes = kernel.sharedBytes;
  for (unsigned i = 0; i < 3; ++i)
    test.launch.cluster[i] = kernel.cluster[i];
  test.launch.globalScratchBytes = kernel.globalScratchBytes;
  test.launch.globalScratchAlign = kernel.globalScratchAlign;
  test.launch.profileScratchBytes = kernel.profileScratchBytes;
  test.launch.profileScratchAlign = kernel.profileScratchAlign;
  test.parameters = std::move(arguments);
  if (kernel.scratchParameters > 0)
    test.parameters.push_back(CaseParameter::of(CaseParameter::Kind::GlobalScratch));
  if (kernel.scratchParameters > 1)
    test.parameters.push_back(CaseParameter::of(CaseParameter::Kind::ProfileScratch));
  test.buffers = std::move(buffers);
  return test;
}

/// The numbers of CUDA's headers that a tensor map of Triton's is made with.
static constexpr uint8_t promoteTo128Bytes = 2, fillWithNan = 1;

static std::string bytesOf(uint64_t value, unsigned size) {
  return std::string(reinterpret_cast<const char *>(&value), size);
}

Expected<std::vector<CaseParameter>> fathom::descriptorParameters(const KernelInfo &kernel,
                                                                  unsigned which,
                                                                  const DescribedTensor &tensor) {
  size_t rank = tensor.shape.size();
  if (rank < 1 || rank > 5 || tensor.strides.size() != rank)
    return createStringError("a tensor descriptor has 1 to 5 dimensions, and a stride for each");
  std::vector<CaseParameter> result;
  if (kernel.descriptors.empty()) {
    result.push_back(CaseParameter::pointer(tensor.buffer, tensor.offset));
    for (const std::vector<int64_t> *sizes : {&tensor.shape, &tensor.strides})
      for (int64_t size : *sizes)
        result.push_back(CaseParameter::scalar(bytesOf(size, 8)));
    result.push_back(CaseParameter::scalar(bytesOf(tensor.padsWithNan, 1)));
    return result;
  }
  if (which >= kernel.descriptors.size() || kernel.descriptors[which].block.size() != rank)
    return createStringError("the compiler describes no tensor descriptor " + Twine(which) +
                             " of " + Twine(rank) + " dimensions");
  const KernelInfo::Descriptor &descriptor = kernel.descriptors[which];
  CaseParameter parameter = CaseParameter::of(CaseParameter::Kind::TensorMap);
  parameter.buffer = tensor.buffer;
  parameter.offset = tensor.offset;
  TensorMapRecipe &map = parameter.map;
  map.dataType = descriptor.elementType;
  map.rank = rank;
  map.swizzle = descriptor.swizzle;
  map.l2Promotion = promoteTo128Bytes;
  map.fill = tensor.padsWithNan ? fillWithNan : 0;
  for (size_t i = 0; i < rank; ++i) {
    size_t inner = rank - 1 - i; // A tensor map counts from the innermost dimension on.
    map.dims[inner] = tensor.shape[i];
    map.box[inner] = descriptor.block[i];
    if (inner > 0)
      map.strides[inner - 1] = tensor.strides[i] * descriptor.elementBytes;
  }
  if (descriptor.packedFp4)
    map.dims[0] *= 2;
  result.push_back(parameter);
  return result;
}

//===- Reading what the runner says ----------------------------------------------------------------------------------------------===//

static std::optional<CaseVerdict::Kind> parseVerdictName(StringRef name) {
  using Kind = CaseVerdict::Kind;
  for (Kind kind : {Kind::Pass, Kind::Differs, Kind::Race, Kind::Fault, Kind::Hang, Kind::Refused})
    if (name == verdictName(kind))
      return kind;
  return std::nullopt;
}

static ElementDifference readDifference(const json::Object &object) {
  ElementDifference result;
  result.index = object.getInteger("index").value_or(0);
  result.got = object.getString("got").value_or("").str();
  result.expected = object.getString("expected").value_or("").str();
  // An infinite slack is written as a string.
  result.slack = object.getNumber("slack").value_or(std::numeric_limits<double>::infinity());
  return result;
}

static RangeReport readRange(const json::Object &object) {
  RangeReport result;
  result.buffer = object.getInteger("buffer").value_or(0);
  result.bufferName = object.getString("name").value_or("").str();
  result.what = object.getString("kind").value_or("").str();
  result.where = object.getString("where").value_or("").str();
  result.offset = object.getInteger("offset").value_or(0);
  result.count = object.getInteger("count").value_or(0);
  result.differing = object.getInteger("differing").value_or(0);
  if (const json::Array *elements = object.getArray("elements"))
    for (const json::Value &each : *elements)
      if (const json::Object *difference = each.getAsObject())
        result.first.push_back(readDifference(*difference));
  return result;
}

static RunSummary readSummary(const json::Object &object) {
  RunSummary result;
  result.gpu = object.getString("gpu").value_or("").str();
  result.arch = object.getString("arch").value_or("").str();
  result.driver = object.getString("driver").value_or("").str();
  result.cases = object.getInteger("cases").value_or(0);
  result.passed = object.getInteger("passed").value_or(0);
  result.launches = object.getInteger("launches").value_or(0);
  result.processes = object.getInteger("processes").value_or(0);
  result.seconds = object.getNumber("seconds").value_or(0);
  return result;
}

/// False for a line that is none of the runner's.
static bool readLine(StringRef line, DeviceRun &run, bool &complete) {
  Expected<json::Value> value = json::parse(json::isUTF8(line) ? line.str() : json::fixUTF8(line));
  const json::Object *object = value ? value->getAsObject() : nullptr;
  if (!value)
    consumeError(value.takeError());
  if (!object)
    return false;
  if (const json::Object *summary = object->getObject("summary")) {
    run.summary = readSummary(*summary);
    return complete = true;
  }
  std::optional<CaseVerdict::Kind> kind =
      parseVerdictName(object->getString("verdict").value_or(""));
  if (!kind)
    return false;
  CaseVerdict verdict;
  verdict.kind = *kind;
  verdict.name = object->getString("case").value_or("").str();
  verdict.message = object->getString("message").value_or("").str();
  verdict.milliseconds = object->getNumber("milliseconds").value_or(0);
  if (const json::Array *ranges = object->getArray("ranges"))
    for (const json::Value &each : *ranges)
      if (const json::Object *range = each.getAsObject())
        verdict.ranges.push_back(readRange(*range));
  run.verdicts.push_back(std::move(verdict));
  return true;
}

//===- Running -------------------------------------------------------------------------------------------------------------------===//

static Expected<std::string> findRunner(StringRef asked) {
  constexpr StringLiteral name = "fathom-runner";
  if (!asked.empty())
    return asked.str();
  SmallString<256> beside(sys::fs::getMainExecutable(nullptr, nullptr));
  sys::path::remove_filename(beside);
  sys::path::append(beside, name);
  if (sys::fs::can_execute(beside))
    return beside.str().str();
  ErrorOr<std::string> found = sys::findProgramByName(name);
  if (found)
    return *found;
  return createStringError("there is no " + name + " beside this program or in PATH; build it");
}

/// This process's environment with the driver libraries that were asked for.
static std::vector<std::string> environmentOf(const DeviceOptions &options) {
  std::vector<std::string> result;
  auto isSet = [&](StringRef entry) {
    return (!options.cudaLibrary.empty() && entry.starts_with("FATHOM_CUDA_LIBRARY=")) ||
           (!options.hipLibrary.empty() && entry.starts_with("FATHOM_HIP_LIBRARY="));
  };
  for (char **entry = environ; *entry; ++entry)
    if (!isSet(*entry))
      result.push_back(*entry);
  if (!options.cudaLibrary.empty())
    result.push_back("FATHOM_CUDA_LIBRARY=" + options.cudaLibrary);
  if (!options.hipLibrary.empty())
    result.push_back("FATHOM_HIP_LIBRARY=" + options.hipLibrary);
  return result;
}

namespace {

/// A temporary file, gone with this object.
struct TemporaryFile {
  static Expected<TemporaryFile> make(StringRef suffix) {
    TemporaryFile result;
    if (std::error_code code = sys::fs::createTemporaryFile("fathom-device", suffix, result.path))
      return createStringError(code, "cannot make a temporary file");
    result.remover = std::make_unique<FileRemover>(result.path);
    return std::move(result);
  }
  Expected<std::string> contents() const {
    ErrorOr<std::unique_ptr<MemoryBuffer>> buffer = MemoryBuffer::getFile(path);
    if (!buffer)
      return createStringError(buffer.getError(), "cannot read '" + path.str() + "'");
    return (*buffer)->getBuffer().str();
  }

  SmallString<128> path;
  std::unique_ptr<FileRemover> remover;
};

} // namespace

Expected<DeviceRun> fathom::runBundle(StringRef path, const DeviceOptions &options) {
  Expected<std::string> runner = findRunner(options.runner);
  if (!runner)
    return runner.takeError();
  Expected<TemporaryFile> out = TemporaryFile::make("out"), err = TemporaryFile::make("err");
  if (!out || !err)
    return joinErrors(out.takeError(), err.takeError());
  std::string limit = std::to_string(options.limitSeconds), repeat = std::to_string(options.repeat);
  std::vector<StringRef> arguments = {*runner, "--json", "--limit-seconds", limit, "--repeat",
                                      repeat,  path};
  if (options.sanitizer)
    arguments.push_back("--sanitizer");
  std::vector<std::string> environment = environmentOf(options);
  std::vector<StringRef> entries(environment.begin(), environment.end());
  std::string why;
  int code = sys::ExecuteAndWait(*runner, arguments, ArrayRef<StringRef>(entries),
                                 {StringRef(""), out->path.str(), err->path.str()}, 0, 0, &why);
  if (code < 0)
    return createStringError("cannot run '" + *runner + "': " + why);
  Expected<std::string> said = out->contents(), complaint = err->contents();
  if (!said || !complaint)
    return joinErrors(said.takeError(), complaint.takeError());
  DeviceRun run;
  bool complete = false;
  for (StringRef line : split(*said, '\n'))
    readLine(line, run, complete);
  if (complete && run.summary.cases == run.verdicts.size())
    return run;
  StringRef reason = StringRef(*complaint).trim();
  reason.consume_front("fathom-runner: error: ");
  return createStringError(reason.empty() ? "'" + *runner + "' left with code " +
                                                std::to_string(code) + " and without a summary"
                                          : reason.str());
}

Expected<DeviceRun> fathom::runCases(ArrayRef<KernelCase> cases, const DeviceOptions &options) {
  BundleWriter bundle;
  for (const KernelCase &test : cases) {
    if (std::string problem = problemOf(test); !problem.empty())
      return createStringError(test.name + ": " + problem);
    bundle.add(test);
  }
  Expected<TemporaryFile> file = TemporaryFile::make("bundle");
  if (!file)
    return file.takeError();
  std::string error;
  if (!bundle.write(file->path.str().str(), error))
    return createStringError(error);
  return runBundle(file->path, options);
}
