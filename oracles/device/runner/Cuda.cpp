// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NVIDIA's driver. Names, numbers and structures are those of the CUDA Driver API's reference.
#include "oracles/device/runner/Driver.h"
#include "oracles/device/runner/Library.h"

#include <algorithm>
#include <cstring>

using namespace fathom;

namespace {

using CuResult = int;
using CuDevice = int;
using CuHandle = void *; // CUcontext, CUmodule, CUfunction, CUstream.

constexpr int capabilityMajor = 75, capabilityMinor = 76;      // CUdevice_attribute
constexpr int maxDynamicShared = 8, nonPortableCluster = 14;   // CUfunction_attribute
constexpr int clusterDimension = 4, clusterScheduling = 5;     // CUlaunchAttributeID
constexpr int spreadClusters = 1;                              // CUclusterSchedulingPolicy
constexpr unsigned errorLogBuffer = 5, errorLogBufferSize = 6; // CUjit_option
constexpr unsigned streamNonBlocking = 1;                      // CUstream_flags
constexpr unsigned staticShared = 48 << 10; // What any kernel may have without asking for more.
constexpr unsigned portableCluster = 8;

struct CuLaunchAttribute {
  int id;
  int padding;
  union {
    unsigned words[16];
  };
};
static_assert(sizeof(CuLaunchAttribute) == 72);

struct CuLaunchConfig {
  unsigned grid[3], block[3];
  unsigned sharedBytes;
  CuHandle stream;
  CuLaunchAttribute *attributes;
  unsigned numAttributes;
};
static_assert(sizeof(CuLaunchConfig) == 56);

class CudaDriver : public Driver {
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
  Problem check(const char *call, CuResult result, const std::string &more = "");
  Problem loadModule(const KernelCase &test, CuHandle &module);

  Library library;
  CuDevice device = 0;
  CuHandle context = nullptr, stream = nullptr;

  CuResult (*init)(unsigned);
  CuResult (*driverGetVersion)(int *);
  CuResult (*deviceGetCount)(int *);
  CuResult (*deviceGet)(CuDevice *, int);
  CuResult (*deviceGetName)(char *, int, CuDevice);
  CuResult (*deviceGetAttribute)(int *, int, CuDevice);
  CuResult (*ctxCreate)(CuHandle *, unsigned, CuDevice);
  CuResult (*streamCreate)(CuHandle *, unsigned);
  CuResult (*streamSynchronize)(CuHandle);
  CuResult (*memAlloc)(Address *, size_t);
  CuResult (*memFree)(Address);
  CuResult (*memHostAlloc)(void **, size_t, unsigned);
  CuResult (*memFreeHost)(void *);
  CuResult (*memcpyHtoDAsync)(Address, const void *, size_t, CuHandle);
  CuResult (*memcpyDtoHAsync)(void *, Address, size_t, CuHandle);
  CuResult (*moduleLoadDataEx)(CuHandle *, const void *, unsigned, unsigned *, void **);
  CuResult (*moduleGetFunction)(CuHandle *, CuHandle, const char *);
  CuResult (*moduleUnload)(CuHandle);
  CuResult (*funcSetAttribute)(CuHandle, int, int);
  CuResult (*launchKernel)(CuHandle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                           unsigned, CuHandle, void **, void **);
  CuResult (*launchKernelEx)(const CuLaunchConfig *, CuHandle, void **, void **);
  CuResult (*tensorMapEncodeTiled)(void *, unsigned, unsigned, void *, const uint64_t *,
                                   const uint64_t *, const unsigned *, const unsigned *, unsigned,
                                   unsigned, unsigned, unsigned);
  CuResult (*getErrorName)(CuResult, const char **);
  CuResult (*getErrorString)(CuResult, const char **);
};

} // namespace

bool CudaDriver::findFunctions(std::string &error) {
  library.findOptional("cuLaunchKernelEx", launchKernelEx);             // From 11.8 on.
  library.findOptional("cuTensorMapEncodeTiled", tensorMapEncodeTiled); // From 12.0 on.
  return library.find("cuInit", init, error) &&
         library.find("cuDriverGetVersion", driverGetVersion, error) &&
         library.find("cuDeviceGetCount", deviceGetCount, error) &&
         library.find("cuDeviceGet", deviceGet, error) &&
         library.find("cuDeviceGetName", deviceGetName, error) &&
         library.find("cuDeviceGetAttribute", deviceGetAttribute, error) &&
         library.find("cuCtxCreate_v2", ctxCreate, error) &&
         library.find("cuStreamCreate", streamCreate, error) &&
         library.find("cuStreamSynchronize", streamSynchronize, error) &&
         library.find("cuMemAlloc_v2", memAlloc, error) &&
         library.find("cuMemFree_v2", memFree, error) &&
         library.find("cuMemHostAlloc", memHostAlloc, error) &&
         library.find("cuMemFreeHost", memFreeHost, error) &&
         library.find("cuMemcpyHtoDAsync_v2", memcpyHtoDAsync, error) &&
         library.find("cuMemcpyDtoHAsync_v2", memcpyDtoHAsync, error) &&
         library.find("cuModuleLoadDataEx", moduleLoadDataEx, error) &&
         library.find("cuModuleGetFunction", moduleGetFunction, error) &&
         library.find("cuModuleUnload", moduleUnload, error) &&
         library.find("cuFuncSetAttribute", funcSetAttribute, error) &&
         library.find("cuLaunchKernel", launchKernel, error) &&
         library.find("cuGetErrorName", getErrorName, error) &&
         library.find("cuGetErrorString", getErrorString, error);
}

Problem CudaDriver::check(const char *call, CuResult result, const std::string &more) {
  if (result == 0)
    return {};
  const char *name = nullptr, *text = nullptr;
  getErrorName(result, &name);
  getErrorString(result, &text);
  std::string said = std::string(call) + ": " + (text ? text : "unknown error") + " (" +
                     (name ? name : std::to_string(result).c_str()) + ")";
  return {more.empty() ? said : said + ": " + more};
}

bool CudaDriver::open(unsigned gpu, std::string &error) {
  if (!library.open("FATHOM_CUDA_LIBRARY", {"libcuda.so.1", "libcuda.so"}, error) ||
      !findFunctions(error))
    return false;
  auto failed = [&](const Problem &problem) {
    error = "no GPU: " + problem.text;
    return bool(problem);
  };
  int count = 0;
  if (failed(check("cuInit", init(0))) || failed(check("cuDeviceGetCount", deviceGetCount(&count))))
    return false;
  if (gpu >= unsigned(count)) {
    error = "no GPU number " + std::to_string(gpu) + ": the driver knows " + std::to_string(count);
    return false;
  }
  return !failed(check("cuDeviceGet", deviceGet(&device, gpu))) &&
         !failed(check("cuCtxCreate_v2", ctxCreate(&context, 0, device))) &&
         !failed(check("cuStreamCreate", streamCreate(&stream, streamNonBlocking)));
}

GpuFacts CudaDriver::facts() {
  char name[256] = "";
  int version = 0, major = 0, minor = 0;
  deviceGetName(name, sizeof(name), device);
  driverGetVersion(&version);
  deviceGetAttribute(&major, capabilityMajor, device);
  deviceGetAttribute(&minor, capabilityMinor, device);
  return {name, "sm_" + std::to_string(major * 10 + minor),
          "CUDA " + std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10)};
}

Problem CudaDriver::allocate(uint64_t bytes, Address &address) {
  return check("cuMemAlloc_v2", memAlloc(&address, bytes));
}

Problem CudaDriver::release(Address address) { return check("cuMemFree_v2", memFree(address)); }

Problem CudaDriver::allocatePinned(uint64_t bytes, char *&memory) {
  void *result = nullptr;
  Problem problem = check("cuMemHostAlloc", memHostAlloc(&result, bytes, 0));
  memory = static_cast<char *>(result);
  return problem;
}

Problem CudaDriver::releasePinned(char *memory) {
  return check("cuMemFreeHost", memFreeHost(memory));
}

Problem CudaDriver::copyIn(Address to, const char *from, uint64_t bytes) {
  return check("cuMemcpyHtoDAsync_v2", memcpyHtoDAsync(to, from, bytes, stream));
}

Problem CudaDriver::copyOut(char *to, Address from, uint64_t bytes) {
  return check("cuMemcpyDtoHAsync_v2", memcpyDtoHAsync(to, from, bytes, stream));
}

Problem CudaDriver::loadModule(const KernelCase &test, CuHandle &module) {
  std::string_view code = test.code.view();
  if (test.codeKind == CodeKind::Cubin)
    return check("cuModuleLoadDataEx", moduleLoadDataEx(&module, code.data(), 0, nullptr, nullptr));
  // PTX is compiled by the driver, which wants a zero at its end and has something to say.
  std::string text(code);
  char log[2048] = "";
  unsigned options[] = {errorLogBuffer, errorLogBufferSize};
  void *values[] = {log, reinterpret_cast<void *>(uintptr_t(sizeof(log)))};
  CuResult result = moduleLoadDataEx(&module, text.c_str(), 2, options, values);
  std::string said(log, strnlen(log, sizeof(log)));
  std::replace(said.begin(), said.end(), '\n', ' ');
  return check("cuModuleLoadDataEx", result, said);
}

Problem CudaDriver::load(const KernelCase &test, LoadedKernel &kernel) {
  const KernelLaunch &launch = test.launch;
  unsigned cluster = launch.cluster[0] * launch.cluster[1] * launch.cluster[2];
  if (Problem problem = loadModule(test, kernel.module))
    return problem;
  if (Problem problem =
          check("cuModuleGetFunction",
                moduleGetFunction(&kernel.function, kernel.module, test.symbol.c_str())))
    return problem;
  if (launch.sharedBytes > staticShared)
    if (Problem problem =
            check("cuFuncSetAttribute(MAX_DYNAMIC_SHARED_SIZE_BYTES)",
                  funcSetAttribute(kernel.function, maxDynamicShared, launch.sharedBytes)))
      return problem;
  if (cluster > portableCluster)
    return check("cuFuncSetAttribute(NON_PORTABLE_CLUSTER_SIZE_ALLOWED)",
                 funcSetAttribute(kernel.function, nonPortableCluster, 1));
  return {};
}

Problem CudaDriver::unload(LoadedKernel &kernel) {
  return kernel.module ? check("cuModuleUnload", moduleUnload(kernel.module)) : Problem();
}

Problem CudaDriver::launch(const LoadedKernel &kernel, const KernelLaunch &launch,
                           std::vector<void *> &parameters) {
  const std::array<uint32_t, 3> &cluster = launch.cluster;
  unsigned grid[] = {launch.grid[0] * cluster[0], launch.grid[1] * cluster[1],
                     launch.grid[2] * cluster[2]};
  if (cluster[0] * cluster[1] * cluster[2] == 1)
    return check("cuLaunchKernel",
                 launchKernel(kernel.function, grid[0], grid[1], grid[2], launch.threads, 1, 1,
                              launch.sharedBytes, stream, parameters.data(), nullptr));
  if (!launchKernelEx)
    return {"the driver has no cuLaunchKernelEx, which clusters need; install one for CUDA 11.8 or "
            "later"};
  CuLaunchAttribute attributes[2] = {};
  attributes[0].id = clusterDimension;
  std::copy(cluster.begin(), cluster.end(), attributes[0].words);
  attributes[1].id = clusterScheduling;
  attributes[1].words[0] = spreadClusters;
  CuLaunchConfig config = {{grid[0], grid[1], grid[2]},
                           {launch.threads, 1, 1},
                           launch.sharedBytes,
                           stream,
                           attributes,
                           2};
  return check("cuLaunchKernelEx",
               launchKernelEx(&config, kernel.function, parameters.data(), nullptr));
}

Problem CudaDriver::makeTensorMap(const TensorMapRecipe &recipe, Address address, void *map) {
  if (!tensorMapEncodeTiled)
    return {"the driver has no cuTensorMapEncodeTiled; install one for CUDA 12 or later"};
  return check("cuTensorMapEncodeTiled",
               tensorMapEncodeTiled(map, recipe.dataType, recipe.rank,
                                    reinterpret_cast<void *>(address), recipe.dims.data(),
                                    recipe.strides.data(), recipe.box.data(),
                                    recipe.elementStrides.data(), recipe.interleave, recipe.swizzle,
                                    recipe.l2Promotion, recipe.fill));
}

Problem CudaDriver::wait() { return check("cuStreamSynchronize", streamSynchronize(stream)); }

std::unique_ptr<Driver> fathom::openCuda(unsigned gpu, std::string &error) {
  auto driver = std::make_unique<CudaDriver>();
  if (!driver->open(gpu, error))
    return nullptr;
  return driver;
}
