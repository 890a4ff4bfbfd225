// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// AMD's driver. Names, numbers and structures are those of the HIP runtime's reference. It has been run against a stand-in library alone: no
// AMD GPU was at hand.
#include "oracles/device/runner/Driver.h"
#include "oracles/device/runner/Library.h"

#include <algorithm>
#include <cstring>

using namespace fathom;

namespace {

using HipError = int;
using HipHandle = void *; // hipModule_t, hipFunction_t, hipStream_t.

constexpr unsigned streamNonBlocking = 1; // hipStreamNonBlocking
constexpr int clusterDimension = 4;       // Of hipLaunchAttributeID; for gfx1250 and later.

/// hipDeviceProp_tR0600: only the name of the architecture is wanted of it.
struct HipDeviceProperties {
  char before[1160];
  char gcnArchName[256];
  char after[2680]; // More than there is, should it grow.
};

struct HipLaunchAttribute {
  int id;
  int padding;
  unsigned words[16];
};
static_assert(sizeof(HipLaunchAttribute) == 72);

struct HipLaunchConfig {
  unsigned grid[3], block[3];
  unsigned sharedBytes;
  HipHandle stream;
  HipLaunchAttribute *attributes;
  unsigned numAttributes;
};
static_assert(sizeof(HipLaunchConfig) == 56);

class HipDriver : public Driver {
public:
  bool open(unsigned gpu, std::string &error);
  GpuFacts facts() override;
  Problem allocate(uint64_t bytes, Address &address) override;
  Problem release(Address address) override;
  Problem allocatePinned(uint64_t bytes, char *&memory) override;
  Problem releasePinned(char *memory) override;
  Problem copyIn(Address to, const char *from, uint64_t bytes) override;
  Problem copyOut(char *to, Address from, uint64_t bytes) override;
  Problem load(const KernelCase &test, LoadedKernel &kernel) override;
  Problem unload(LoadedKernel &kernel) override;
  Problem launch(const LoadedKernel &kernel, const KernelLaunch &launch,
                 std::vector<void *> &parameters) override;
  Problem makeTensorMap(const TensorMapRecipe &recipe, Address address, void *map) override;
  Problem wait() override;

private:
  bool findFunctions(std::string &error);
  Problem check(const char *call, HipError result);

  Library library;
  int device = 0;
  HipHandle stream = nullptr;

  HipError (*init)(unsigned);
  HipError (*driverGetVersion)(int *);
  HipError (*getDeviceCount)(int *);
  HipError (*setDevice)(int);
  HipError (*deviceGetName)(char *, int, int);
  HipError (*getDeviceProperties)(HipDeviceProperties *, int);
  HipError (*streamCreateWithFlags)(HipHandle *, unsigned);
  HipError (*streamSynchronize)(HipHandle);
  HipError (*malloc)(void **, size_t);
  HipError (*free)(void *);
  HipError (*hostMalloc)(void **, size_t, unsigned);
  HipError (*hostFree)(void *);
  HipError (*memcpyHtoDAsync)(void *, const void *, size_t, HipHandle);
  HipError (*memcpyDtoHAsync)(void *, void *, size_t, HipHandle);
  HipError (*moduleLoadData)(HipHandle *, const void *);
  HipError (*moduleGetFunction)(HipHandle *, HipHandle, const char *);
  HipError (*moduleUnload)(HipHandle);
  HipError (*moduleLaunchKernel)(HipHandle, unsigned, unsigned, unsigned, unsigned, unsigned,
                                 unsigned, unsigned, HipHandle, void **, void **);
  HipError (*drvLaunchKernelEx)(const HipLaunchConfig *, HipHandle, void **, void **);
  const char *(*getErrorName)(HipError);
  const char *(*getErrorString)(HipError);
};

} // namespace

bool HipDriver::findFunctions(std::string &error) {
  library.findOptional("hipGetDevicePropertiesR0600", getDeviceProperties); // From 6.0 on.
  library.findOptional("hipDrvLaunchKernelEx", drvLaunchKernelEx);
  return library.find("hipInit", init, error) &&
         library.find("hipDriverGetVersion", driverGetVersion, error) &&
         library.find("hipGetDeviceCount", getDeviceCount, error) &&
         library.find("hipSetDevice", setDevice, error) &&
         library.find("hipDeviceGetName", deviceGetName, error) &&
         library.find("hipStreamCreateWithFlags", streamCreateWithFlags, error) &&
         library.find("hipStreamSynchronize", streamSynchronize, error) &&
         library.find("hipMalloc", malloc, error) && library.find("hipFree", free, error) &&
         library.find("hipHostMalloc", hostMalloc, error) &&
         library.find("hipHostFree", hostFree, error) &&
         library.find("hipMemcpyHtoDAsync", memcpyHtoDAsync, error) &&
         library.find("hipMemcpyDtoHAsync", memcpyDtoHAsync, error) &&
         library.find("hipModuleLoadData", moduleLoadData, error) &&
         library.find("hipModuleGetFunction", moduleGetFunction, error) &&
         library.find("hipModuleUnload", moduleUnload, error) &&
         library.find("hipModuleLaunchKernel", moduleLaunchKernel, error) &&
         library.find("hipGetErrorName", getErrorName, error) &&
         library.find("hipGetErrorString", getErrorString, error);
}

Problem HipDriver::check(const char *call, HipError result) {
  if (result == 0)
    return {};
  const char *name = getErrorName(result), *text = getErrorString(result);
  return {std::string(call) + ": " + (text ? text : "unknown error") + " (" +
          (name ? name : std::to_string(result).c_str()) + ")"};
}

bool HipDriver::open(unsigned gpu, std::string &error) {
  if (!library.open("FATHOM_HIP_LIBRARY",
                    {"libamdhip64.so", "libamdhip64.so.7", "libamdhip64.so.6",
                     "/opt/rocm/lib/libamdhip64.so"},
                    error) ||
      !findFunctions(error))
    return false;
  auto failed = [&](const Problem &problem) {
    error = "no GPU: " + problem.text;
    return bool(problem);
  };
  int count = 0;
  if (failed(check("hipInit", init(0))) ||
      failed(check("hipGetDeviceCount", getDeviceCount(&count))))
    return false;
  if (gpu >= unsigned(count)) {
    error = "no GPU number " + std::to_string(gpu) + ": the driver knows " + std::to_string(count);
    return false;
  }
  device = gpu;
  return !failed(check("hipSetDevice", setDevice(device))) &&
         !failed(
             check("hipStreamCreateWithFlags", streamCreateWithFlags(&stream, streamNonBlocking)));
}

GpuFacts HipDriver::facts() {
  char name[256] = "";
  int version = 0;
  deviceGetName(name, sizeof(name), device);
  driverGetVersion(&version);
  auto properties = std::make_unique<HipDeviceProperties>();
  if (getDeviceProperties)
    getDeviceProperties(properties.get(), device);
  const char *arch = properties->gcnArchName;
  return {name, std::string(arch, strnlen(arch, sizeof(properties->gcnArchName))),
          "HIP " + std::to_string(version / 10000000) + "." +
              std::to_string(version / 100000 % 100)};
}

static void *pointerOf(Address address) { return reinterpret_cast<void *>(address); }

Problem HipDriver::allocate(uint64_t bytes, Address &address) {
  void *result = nullptr;
  Problem problem = check("hipMalloc", malloc(&result, bytes));
  address = reinterpret_cast<Address>(result);
  return problem;
}

Problem HipDriver::release(Address address) { return check("hipFree", free(pointerOf(address))); }

Problem HipDriver::allocatePinned(uint64_t bytes, char *&memory) {
  void *result = nullptr;
  Problem problem = check("hipHostMalloc", hostMalloc(&result, bytes, 0));
  memory = static_cast<char *>(result);
  return problem;
}

Problem HipDriver::releasePinned(char *memory) { return check("hipHostFree", hostFree(memory)); }

Problem HipDriver::copyIn(Address to, const char *from, uint64_t bytes) {
  return check("hipMemcpyHtoDAsync", memcpyHtoDAsync(pointerOf(to), from, bytes, stream));
}

Problem HipDriver::copyOut(char *to, Address from, uint64_t bytes) {
  return check("hipMemcpyDtoHAsync", memcpyDtoHAsync(to, pointerOf(from), bytes, stream));
}

Problem HipDriver::load(const KernelCase &test, LoadedKernel &kernel) {
  if (Problem problem =
          check("hipModuleLoadData", moduleLoadData(&kernel.module, test.code.view().data())))
    return problem;
  return check("hipModuleGetFunction",
               moduleGetFunction(&kernel.function, kernel.module, test.symbol.c_str()));
}

Problem HipDriver::unload(LoadedKernel &kernel) {
  return kernel.module ? check("hipModuleUnload", moduleUnload(kernel.module)) : Problem();
}

Problem HipDriver::launch(const LoadedKernel &kernel, const KernelLaunch &launch,
                          std::vector<void *> &parameters) {
  const std::array<uint32_t, 3> &cluster = launch.cluster;
  unsigned grid[] = {launch.grid[0] * cluster[0], launch.grid[1] * cluster[1],
                     launch.grid[2] * cluster[2]};
  if (cluster[0] * cluster[1] * cluster[2] == 1)
    return check("hipModuleLaunchKernel",
                 moduleLaunchKernel(kernel.function, grid[0], grid[1], grid[2], launch.threads, 1,
                                    1, launch.sharedBytes, stream, parameters.data(), nullptr));
  if (!drvLaunchKernelEx)
    return {"the driver has no hipDrvLaunchKernelEx, which clusters need; install a newer one"};
  HipLaunchAttribute attribute = {};
  attribute.id = clusterDimension;
  std::copy(cluster.begin(), cluster.end(), attribute.words);
  HipLaunchConfig config = {{grid[0], grid[1], grid[2]},
                            {launch.threads, 1, 1},
                            launch.sharedBytes,
                            stream,
                            &attribute,
                            1};
  return check("hipDrvLaunchKernelEx",
               drvLaunchKernelEx(&config, kernel.function, parameters.data(), nullptr));
}

Problem HipDriver::makeTensorMap(const TensorMapRecipe &, Address, void *) {
  return {"tensor maps are CUDA's; a HIP kernel cannot take one"};
}

Problem HipDriver::wait() { return check("hipStreamSynchronize", streamSynchronize(stream)); }

std::unique_ptr<Driver> fathom::openHip(unsigned gpu, std::string &error) {
  auto driver = std::make_unique<HipDriver>();
  if (!driver->open(gpu, error))
    return nullptr;
  return driver;
}
