// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A driver library without a GPU, to test the runner with: CUDA's or HIP's entry points, as FATHOM_FAKE_CUDA or FATHOM_FAKE_HIP says.
//
// Its kernels are the functions below, known by their symbol. Device memory is host memory. As with a true driver, what a kernel does wrong
// shows when the stream is waited for, and after a fault every call fails. Code that starts with "refuse" is not loaded.
// FATHOM_FAKE_GPUS=0 in the environment: a driver, but no GPU.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <unistd.h>

namespace {

enum Error {
  Success = 0,
  InvalidValue = 1,
  NoDevice = 100,
  NoBinaryForGpu = 209,
  InvalidPtx = 218,
  NotFound = 500,
  IllegalAddress = 700
};

struct Launch {
  unsigned grid[3], block[3], sharedBytes;
  unsigned cluster[3] = {1, 1, 1};
};

int pending = Success; // What waiting will say.
int sticky = Success;
bool hanging = false;
unsigned launches = 0;

template <typename T> T valueOf(void *parameter) {
  T value;
  std::memcpy(&value, parameter, sizeof(value));
  return value;
}
int32_t *wordsOf(void *parameter) { return valueOf<int32_t *>(parameter); }

//===- The kernels ---------------------------------------------------------------------------------------------------------------===//
// Most are kernel(in, out, n): pointers to 32-bit words, and a 32-bit number.

void copy(const Launch &, void **p) {
  std::memcpy(wordsOf(p[1]), wordsOf(p[0]), 4 * valueOf<int32_t>(p[2]));
}
void addOne(const Launch &, void **p) {
  for (int32_t i = 0; i < valueOf<int32_t>(p[2]); ++i)
    wordsOf(p[1])[i] = wordsOf(p[0])[i] + 1;
}
void writeBeyond(const Launch &launch, void **p) {
  copy(launch, p);
  wordsOf(p[1])[valueOf<int32_t>(p[2])] = 77;
}
void writeBefore(const Launch &launch, void **p) {
  copy(launch, p);
  wordsOf(p[0])[-1] = 77;
}
void writeInput(const Launch &launch, void **p) {
  copy(launch, p);
  ++wordsOf(p[0])[1];
}
void alternate(const Launch &launch, void **p) {
  copy(launch, p);
  wordsOf(p[1])[2] += launches % 2;
}
void thirdTime(const Launch &launch, void **p) {
  copy(launch, p);
  if (launches % 3 == 0)
    wordsOf(p[1])[2] += 1;
}
void fault(const Launch &, void **) { pending = IllegalAddress; }
void faultLater(const Launch &launch, void **p) {
  copy(launch, p);
  if (launches > 1)
    pending = IllegalAddress;
}
void hang(const Launch &, void **) { hanging = true; }
void nap(const Launch &launch, void **p) {
  copy(launch, p);
  ::usleep(200000);
}
void die(const Launch &, void **) { std::abort(); }
void leave(const Launch &, void **) { ::_exit(9); }
void chatter(const Launch &launch, void **p) {
  copy(launch, p);
  std::puts("a line of a kernel's own");
  std::fflush(stdout);
}
/// tell_launch(out): what it was launched with.
void tellLaunch(const Launch &launch, void **p) {
  std::memcpy(wordsOf(p[0]), &launch, sizeof(launch));
}
/// use_scratch(out, n, global, profile): n words for each block are its own; out[0] and out[1] say whether there is global and profile scratch.
void useScratch(const Launch &launch, void **p) {
  int32_t *out = wordsOf(p[0]), *scratch = wordsOf(p[2]);
  out[0] = scratch != nullptr;
  out[1] = wordsOf(p[3]) != nullptr;
  unsigned words = launch.grid[0] * launch.grid[1] * launch.grid[2] * valueOf<int32_t>(p[1]);
  for (unsigned i = 0; i < words; ++i)
    scratch[i] = int32_t(i);
}
/// follow(table, out): out[0] = table[1][0].
void follow(const Launch &, void **p) { wordsOf(p[1])[0] = valueOf<int32_t **>(p[0])[1][0]; }
/// tell_map(map, out): the tensor map's bytes.
void tellMap(const Launch &, void **p) { std::memcpy(wordsOf(p[1]), p[0], 128); }

using Kernel = void (*)(const Launch &, void **);
struct NamedKernel {
  const char *name;
  Kernel run;
};
constexpr NamedKernel kernels[] = {
    {"copy", copy},
    {"add_one", addOne},
    {"write_beyond", writeBeyond},
    {"write_before", writeBefore},
    {"write_input", writeInput},
    {"alternate", alternate},
    {"third_time", thirdTime},
    {"fault", fault},
    {"fault_later", faultLater},
    {"hang", hang},
    {"nap", nap},
    {"die", die},
    {"leave", leave},
    {"chatter", chatter},
    {"tell_launch", tellLaunch},
    {"use_scratch", useScratch},
    {"follow", follow},
    {"tell_map", tellMap},
};

//===- What both vendors do ------------------------------------------------------------------------------------------------------===//

int gpuCount() {
  const char *count = std::getenv("FATHOM_FAKE_GPUS");
  return count ? std::atoi(count) : 1;
}

int loadModule(const void *image, void **module) {
  if (sticky)
    return sticky;
  if (!std::strncmp(static_cast<const char *>(image), "refuse", 6))
    return NoBinaryForGpu;
  *module = std::malloc(1);
  return Success;
}

int findKernel(const char *name, void **function) {
  for (const NamedKernel &kernel : kernels)
    if (!std::strcmp(kernel.name, name)) {
      *function = const_cast<NamedKernel *>(&kernel);
      return Success;
    }
  return NotFound;
}

int launchKernel(void *function, const Launch &launch, void **parameters) {
  if (sticky)
    return sticky;
  ++launches;
  static_cast<const NamedKernel *>(function)->run(launch, parameters);
  return Success;
}

int synchronize() {
  while (hanging)
    ::pause();
  if (pending)
    sticky = pending;
  return sticky;
}

int copyBytes(void *to, const void *from, size_t bytes) {
  if (sticky || pending)
    return sticky = sticky ? sticky : pending;
  std::memcpy(to, from, bytes);
  return Success;
}

int allocate(void **memory, size_t bytes) {
  *memory = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
  return *memory ? Success : 2;
}

const char *errorName(int error) {
  switch (error) {
  case InvalidValue:
    return "FAKE_ERROR_INVALID_VALUE";
  case NoDevice:
    return "FAKE_ERROR_NO_DEVICE";
  case NoBinaryForGpu:
    return "FAKE_ERROR_NO_BINARY_FOR_GPU";
  case InvalidPtx:
    return "FAKE_ERROR_INVALID_PTX";
  case NotFound:
    return "FAKE_ERROR_NOT_FOUND";
  case IllegalAddress:
    return "FAKE_ERROR_ILLEGAL_ADDRESS";
  default:
    return "FAKE_ERROR_UNKNOWN";
  }
}

const char *errorText(int error) {
  return error == IllegalAddress ? "an illegal memory access was encountered"
                                 : "something else is wrong";
}

struct Attribute {
  int id, padding;
  unsigned words[16];
};
struct LaunchConfig {
  unsigned grid[3], block[3];
  unsigned sharedBytes;
  void *stream;
  Attribute *attributes;
  unsigned numAttributes;
};

int launchWithConfig(const LaunchConfig *config, void *function, void **parameters) {
  Launch launch;
  std::memcpy(launch.grid, config->grid, sizeof(launch.grid));
  std::memcpy(launch.block, config->block, sizeof(launch.block));
  launch.sharedBytes = config->sharedBytes;
  for (unsigned i = 0; i < config->numAttributes; ++i)
    if (config->attributes[i].id == 4)
      std::memcpy(launch.cluster, config->attributes[i].words, sizeof(launch.cluster));
  return launchKernel(function, launch, parameters);
}

[[maybe_unused]] constexpr unsigned mostShared = 227 << 10;

} // namespace

#define EXPORT extern "C" __attribute__((visibility("default")))

#ifdef FATHOM_FAKE_CUDA

EXPORT int cuInit(unsigned) { return gpuCount() ? Success : NoDevice; }
EXPORT int cuDriverGetVersion(int *version) { return *version = 13000, Success; }
EXPORT int cuDeviceGetCount(int *count) { return *count = gpuCount(), Success; }
EXPORT int cuDeviceGet(int *device, int ordinal) { return *device = ordinal, Success; }
EXPORT int cuDeviceGetName(char *name, int size, int) {
  return std::snprintf(name, size, "Fake GPU"), Success;
}
EXPORT int cuDeviceGetAttribute(int *value, int attribute, int) {
  return *value = attribute == 75 ? 9 : 0, Success;
}
EXPORT int cuCtxCreate_v2(void **context, unsigned, int) { return *context = &sticky, Success; }
EXPORT int cuStreamCreate(void **stream, unsigned) { return *stream = &pending, Success; }
EXPORT int cuStreamSynchronize(void *) { return synchronize(); }
EXPORT int cuMemAlloc_v2(uint64_t *address, size_t bytes) {
  return allocate(reinterpret_cast<void **>(address), bytes);
}
EXPORT int cuMemFree_v2(uint64_t address) {
  return std::free(reinterpret_cast<void *>(address)), Success;
}
EXPORT int cuMemHostAlloc(void **memory, size_t bytes, unsigned) { return allocate(memory, bytes); }
EXPORT int cuMemFreeHost(void *memory) { return std::free(memory), Success; }
EXPORT int cuMemcpyHtoDAsync_v2(uint64_t to, const void *from, size_t bytes, void *) {
  return copyBytes(reinterpret_cast<void *>(to), from, bytes);
}
EXPORT int cuMemcpyDtoHAsync_v2(void *to, uint64_t from, size_t bytes, void *) {
  return copyBytes(to, reinterpret_cast<void *>(from), bytes);
}
EXPORT int cuModuleLoadDataEx(void **module, const void *image, unsigned numOptions, int *options,
                              void **values) {
  const char *text = static_cast<const char *>(image);
  // PTX comes with a place for complaints; and it has an end.
  if (numOptions == 2 && options[0] == 5 && options[1] == 6 && std::strcmp(text, "ptx")) {
    std::snprintf(static_cast<char *>(values[0]), reinterpret_cast<size_t>(values[1]),
                  "line 1: this is no\nfake PTX");
    return InvalidPtx;
  }
  return loadModule(image, module);
}
EXPORT int cuModuleGetFunction(void **function, void *, const char *name) {
  return findKernel(name, function);
}
EXPORT int cuModuleUnload(void *module) { return std::free(module), sticky; }
EXPORT int cuFuncSetAttribute(void *, int attribute, int value) {
  return attribute == 8 && unsigned(value) > mostShared ? InvalidValue : Success;
}
EXPORT int cuLaunchKernel(void *function, unsigned x, unsigned y, unsigned z, unsigned bx,
                          unsigned by, unsigned bz, unsigned shared, void *, void **parameters,
                          void **) {
  return launchKernel(function, {{x, y, z}, {bx, by, bz}, shared}, parameters);
}
EXPORT int cuLaunchKernelEx(const LaunchConfig *config, void *function, void **parameters,
                            void **) {
  return launchWithConfig(config, function, parameters);
}
EXPORT int cuTensorMapEncodeTiled(void *map, int type, unsigned rank, void *address,
                                  const uint64_t *dims, const uint64_t *strides,
                                  const unsigned *box, const unsigned *, int, int swizzle, int,
                                  int) {
  unsigned words[32] = {
      unsigned(type), rank,   unsigned(dims[0]), unsigned(dims[1]), unsigned(strides[0]),
      box[0],         box[1], unsigned(swizzle), address != nullptr};
  std::memcpy(map, words, sizeof(words));
  return Success;
}
EXPORT int cuGetErrorName(int error, const char **name) {
  return *name = errorName(error), Success;
}
EXPORT int cuGetErrorString(int error, const char **text) {
  return *text = errorText(error), Success;
}

#else

EXPORT int hipInit(unsigned) { return Success; }
EXPORT int hipDriverGetVersion(int *version) { return *version = 60300000, Success; }
EXPORT int hipGetDeviceCount(int *count) {
  return *count = gpuCount(), *count ? Success : NoDevice;
}
EXPORT int hipSetDevice(int) { return Success; }
EXPORT int hipDeviceGetName(char *name, int size, int) {
  return std::snprintf(name, size, "Fake GPU"), Success;
}
EXPORT int hipGetDevicePropertiesR0600(char *properties, int) {
  return std::strcpy(properties + 1160, "gfx942:sramecc+:xnack-"), Success;
}
EXPORT int hipStreamCreateWithFlags(void **stream, unsigned) { return *stream = &pending, Success; }
EXPORT int hipStreamSynchronize(void *) { return synchronize(); }
EXPORT int hipMalloc(void **memory, size_t bytes) { return allocate(memory, bytes); }
EXPORT int hipFree(void *memory) { return std::free(memory), Success; }
EXPORT int hipHostMalloc(void **memory, size_t bytes, unsigned) { return allocate(memory, bytes); }
EXPORT int hipHostFree(void *memory) { return std::free(memory), Success; }
EXPORT int hipMemcpyHtoDAsync(void *to, const void *from, size_t bytes, void *) {
  return copyBytes(to, from, bytes);
}
EXPORT int hipMemcpyDtoHAsync(void *to, void *from, size_t bytes, void *) {
  return copyBytes(to, from, bytes);
}
EXPORT int hipModuleLoadData(void **module, const void *image) { return loadModule(image, module); }
EXPORT int hipModuleGetFunction(void **function, void *, const char *name) {
  return findKernel(name, function);
}
EXPORT int hipModuleUnload(void *module) { return std::free(module), sticky; }
EXPORT int hipModuleLaunchKernel(void *function, unsigned x, unsigned y, unsigned z, unsigned bx,
                                 unsigned by, unsigned bz, unsigned shared, void *,
                                 void **parameters, void **) {
  if (shared > (160 << 10))
    return InvalidValue;
  return launchKernel(function, {{x, y, z}, {bx, by, bz}, shared}, parameters);
}
EXPORT int hipDrvLaunchKernelEx(const LaunchConfig *config, void *function, void **parameters,
                                void **) {
  return launchWithConfig(config, function, parameters);
}
EXPORT const char *hipGetErrorName(int error) { return errorName(error); }
EXPORT const char *hipGetErrorString(int error) { return errorText(error); }

#endif
