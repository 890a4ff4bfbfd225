// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs cases on the GPU, one after the other.
#include "oracles/device/runner/Worker.h"

#include "oracles/device/runner/Judge.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <unistd.h>

using namespace fathom;

namespace {

enum WorkerExit { exitDone = 0, exitContextLost = 3, exitNoGpu = 4 };

/// Whole messages from two threads.
class Reporter {
public:
  explicit Reporter(int pipe) : pipe(pipe) {}
  void send(WorkerMessage::Type type, size_t index, std::string_view payload = {}) {
    WorkerMessage message{type, uint32_t(index), uint32_t(payload.size())};
    std::string bytes(reinterpret_cast<const char *>(&message), sizeof(message));
    bytes += payload;
    std::lock_guard lock(mutex);
    std::string_view left = bytes;
    while (!left.empty()) {
      ssize_t written = ::write(pipe, left.data(), left.size());
      if (written < 0 && errno == EINTR)
        continue;
      if (written < 0)
        ::_exit(1); // Nobody listens any more.
      left.remove_prefix(written);
    }
  }

private:
  std::mutex mutex;
  int pipe;
};

/// A driver, and the memory that its cases share.
struct Gpu {
  std::unique_ptr<Driver> driver;
  Address memory = 0;
  uint64_t bytes = 0;
  char *staging = nullptr;
  uint64_t stagingBytes = 0;
};

/// Where the parts of a case are in device memory.
struct Placement {
  std::vector<Address> addresses;
  std::vector<Address> owned; ///< Allocations of this case alone.
};

class Worker {
public:
  Worker(const CaseList &cases, const RunnerSettings &settings, int pipe)
      : cases(cases), settings(settings), reporter(pipe),
        judge(settings, [this](const RunningCase &running, const CaseVerdict &verdict) {
          reportVerdict(running, verdict);
        }) {}

  int run(const Assignment &assignment);

private:
  bool openDrivers(size_t first);
  bool runCase(size_t index, bool silent);
  /// What went wrong; `fault` says whether it was while the kernel ran.
  Problem runOn(Gpu &gpu, const std::shared_ptr<RunningCase> &running, bool &fault);
  Problem launchOnce(Gpu &gpu, const RunningCase &running, const Placement &placement,
                     const LoadedKernel &kernel, std::vector<void *> &parameters,
                     ResultBlock &block, bool &fault);
  Problem place(Gpu &gpu, const RunningCase &running, Placement &placement);
  Problem growBlock(Gpu &gpu, ResultBlock &block, uint64_t bytes);
  void reportVerdict(const RunningCase &running, const CaseVerdict &verdict);

  const CaseList &cases;
  const RunnerSettings &settings;
  Reporter reporter;
  Judge judge;
  std::vector<std::pair<OpenDriver, Gpu>> gpus;
};

} // namespace

std::string fathom::printVerdict(const CaseVerdict &verdict, const RunnerSettings &settings) {
  return settings.json ? toJson(verdict) + "\n" : describe(verdict);
}

void Worker::reportVerdict(const RunningCase &running, const CaseVerdict &verdict) {
  std::string payload(1, char(verdict.kind));
  uint32_t launches = running.launches;
  payload.append(reinterpret_cast<const char *>(&launches), sizeof(launches));
  payload += printVerdict(verdict, settings);
  reporter.send(WorkerMessage::Type::Verdict, running.index, payload);
}

bool Worker::openDrivers(size_t first) {
  std::string error;
  GpuFacts facts;
  for (size_t i = first; i < cases.size(); ++i) {
    OpenDriver open = driverOf(cases.at(i).target);
    if (std::any_of(gpus.begin(), gpus.end(), [&](auto &each) { return each.first == open; }))
      continue;
    Gpu gpu;
    gpu.driver = open(settings.gpu, error);
    if (!gpu.driver) {
      reporter.send(WorkerMessage::Type::NoGpu, 0, error);
      return false;
    }
    facts = gpu.driver->facts();
    gpus.emplace_back(open, std::move(gpu));
  }
  reporter.send(WorkerMessage::Type::Ready, 0,
                facts.name + "\n" + facts.arch + "\n" + facts.driver);
  return true;
}

int Worker::run(const Assignment &assignment) {
  if (!openDrivers(assignment.next))
    return exitNoGpu;
  bool usable = !assignment.leader || runCase(*assignment.leader, true);
  for (size_t i = assignment.next; usable && i < cases.size(); ++i) {
    usable = runCase(i, false);
    if (i < assignment.carefulEnd)
      judge.waitUntilIdle();
  }
  judge.finish();
  return usable ? exitDone : exitContextLost;
}

/// Whether the context can be used for another one.
bool Worker::runCase(size_t index, bool silent) {
  auto running = std::make_shared<RunningCase>();
  running->index = index;
  running->silent = silent;
  running->began = std::chrono::steady_clock::now();
  running->test = cases.at(index);
  running->image = layOut(running->test, settings.separate ? 0 : settings.redZone);
  if (!silent)
    reporter.send(WorkerMessage::Type::Begin, index);
  OpenDriver open = driverOf(running->test.target);
  Gpu &gpu = std::find_if(gpus.begin(), gpus.end(), [&](auto &each) {
               return each.first == open;
             })->second;
  bool fault = false;
  if (Problem problem = runOn(gpu, running, fault))
    judge.endWithout(running, fault ? CaseVerdict::Kind::Fault : CaseVerdict::Kind::Refused,
                     problem.text);
  return !fault;
}

Problem Worker::growBlock(Gpu &gpu, ResultBlock &block, uint64_t bytes) {
  if (bytes <= block.bytes)
    return {};
  if (block.memory)
    if (Problem problem = gpu.driver->releasePinned(block.memory))
      return problem;
  block = {};
  uint64_t size = std::max<uint64_t>(bytes + bytes / 2, 1 << 20);
  if (Problem problem = gpu.driver->allocatePinned(size, block.memory))
    return problem;
  block.bytes = size;
  return {};
}

Problem Worker::place(Gpu &gpu, const RunningCase &running, Placement &placement) {
  const Image &image = running.image;
  if (settings.separate) {
    for (const Image::Part &part : image.parts) {
      Address address = 0;
      if (Problem problem = gpu.driver->allocate(std::max<uint64_t>(part.bytes, 1), address))
        return problem;
      placement.owned.push_back(address);
      placement.addresses.push_back(address);
    }
    return {};
  }
  uint64_t bytes = image.bytes + Image::align;
  if (bytes > gpu.bytes) {
    if (gpu.memory)
      if (Problem problem = gpu.driver->release(gpu.memory))
        return problem;
    gpu.memory = gpu.bytes = 0;
    uint64_t size = std::max<uint64_t>(bytes + bytes / 2, 16 << 20);
    if (Problem problem = gpu.driver->allocate(size, gpu.memory))
      return problem;
    gpu.bytes = size;
  }
  Address base = (gpu.memory + Image::align - 1) / Image::align * Image::align;
  for (const Image::Part &part : image.parts)
    placement.addresses.push_back(base + part.at);
  return {};
}

namespace {

/// A parameter's bytes, as a launch takes them.
struct alignas(64) ParameterBytes {
  char bytes[128];
};

} // namespace

static Problem makeParameters(Gpu &gpu, const RunningCase &running, const Placement &placement,
                              std::vector<ParameterBytes> &storage,
                              std::vector<void *> &parameters) {
  using Kind = CaseParameter::Kind;
  storage.resize(running.test.parameters.size());
  auto addressOf = [&](int part) { return part < 0 ? Address(0) : placement.addresses[part]; };
  for (size_t i = 0; i < storage.size(); ++i) {
    const CaseParameter &parameter = running.test.parameters[i];
    parameters.push_back(storage[i].bytes);
    Address address = 0;
    switch (parameter.kind) {
    case Kind::Scalar:
      parameters.back() = const_cast<char *>(parameter.bytes.data());
      continue;
    case Kind::TensorMap:
      if (Problem problem = gpu.driver->makeTensorMap(
              parameter.map, placement.addresses[parameter.buffer] + parameter.offset,
              storage[i].bytes))
        return problem;
      continue;
    case Kind::Pointer:
      address = placement.addresses[parameter.buffer] + parameter.offset;
      break;
    case Kind::Null:
      break;
    case Kind::GlobalScratch:
      address = addressOf(running.image.globalScratch);
      break;
    case Kind::ProfileScratch:
      address = addressOf(running.image.profileScratch);
      break;
    }
    std::memcpy(storage[i].bytes, &address, sizeof(address));
  }
  return {};
}

Problem Worker::launchOnce(Gpu &gpu, const RunningCase &running, const Placement &placement,
                           const LoadedKernel &kernel, std::vector<void *> &parameters,
                           ResultBlock &block, bool &fault) {
  Driver &driver = *gpu.driver;
  const Image &image = running.image;
  // Neighbouring parts travel together.
  auto copyAll = [&](auto copy) -> Problem {
    if (image.parts.empty())
      return {};
    if (!settings.separate)
      return copy(placement.addresses[0] - image.parts[0].at, 0, image.bytes);
    for (size_t i = 0; i < image.parts.size(); ++i)
      if (image.parts[i].bytes)
        if (Problem problem = copy(placement.addresses[i], image.parts[i].at, image.parts[i].bytes))
          return problem;
    return {};
  };
  if (Problem problem = copyAll([&](Address device, uint64_t at, uint64_t bytes) {
        return driver.copyIn(device, gpu.staging + at, bytes);
      }))
    return problem;
  const std::array<uint32_t, 3> &grid = running.test.launch.grid;
  if (grid[0] && grid[1] && grid[2])
    if (Problem problem = driver.launch(kernel, running.test.launch, parameters))
      return problem;
  fault = true; // What fails from here on is the kernel's doing.
  if (Problem problem = copyAll([&](Address device, uint64_t at, uint64_t bytes) {
        return driver.copyOut(block.memory + at, device, bytes);
      }))
    return problem;
  if (Problem problem = driver.wait())
    return problem;
  fault = false;
  return {};
}

Problem Worker::runOn(Gpu &gpu, const std::shared_ptr<RunningCase> &running, bool &fault) {
  Driver &driver = *gpu.driver;
  const Image &image = running->image;
  Placement placement;
  LoadedKernel kernel;
  std::vector<ParameterBytes> storage;
  std::vector<void *> parameters;
  ResultBlock staging{gpu.staging, gpu.stagingBytes};
  Problem problem = growBlock(gpu, staging, image.bytes);
  gpu.staging = staging.memory;
  gpu.stagingBytes = staging.bytes;
  if (!problem)
    problem = place(gpu, *running, placement);
  if (!problem) {
    fillImage(running->test, image, placement.addresses, gpu.staging);
    problem = makeParameters(gpu, *running, placement, storage, parameters);
  }
  if (!problem)
    problem = driver.load(running->test, kernel);
  unsigned repeat = running->silent ? 1 : settings.repeat;
  ResultBlock *finished = nullptr;
  for (unsigned run = 0; !problem && run < repeat; ++run) {
    // The last run's results are handed over once the module is unloaded: with them goes the case's verdict.
    if (finished)
      judge.judgeRun(running, run - 1, false, finished);
    finished = judge.takeBlock();
    if (run)
      reporter.send(WorkerMessage::Type::Begin, running->index);
    problem = growBlock(gpu, *finished, image.bytes);
    if (!problem)
      problem = launchOnce(gpu, *running, placement, kernel, parameters, *finished, fault);
    ++running->launches;
  }
  // After a refused launch the copies before it may still be under way, and they read the staging memory.
  if (problem && !fault)
    if (Problem late = driver.wait()) {
      problem = late;
      fault = true;
    }
  if (fault)
    return problem; // Nothing can be given back any more.
  Problem unloading = driver.unload(kernel);
  for (Address address : placement.owned)
    if (Problem releasing = driver.release(address); releasing && !unloading)
      unloading = releasing;
  if (!problem)
    problem = unloading;
  if (!problem)
    judge.judgeRun(running, repeat - 1, true, finished);
  else if (finished)
    judge.giveBack(finished);
  return problem;
}

int fathom::runWorker(const CaseList &cases, const Assignment &assignment,
                      const RunnerSettings &settings, int pipe) {
  return Worker(cases, settings, pipe).run(assignment);
}
