// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the runner asks of a GPU's driver, and nothing more. Cuda.cpp and Hip.cpp load the vendor's library when they are asked to, with
// declarations of their own: no toolkit is needed to build or to run.
//
// Everything happens on one stream, in order. What is asked for asynchronously (copies, launches) may fail as late as in wait().
#ifndef FATHOM_ORACLES_DEVICE_RUNNER_DRIVER_H
#define FATHOM_ORACLES_DEVICE_RUNNER_DRIVER_H

#include "oracles/device/Bundle.h"

#include <memory>
#include <string>
#include <vector>

namespace fathom {

using Address = uint64_t; ///< In device memory.

/// True when something went wrong, and then what the driver said: "cuMemAlloc_v2: out of memory (CUDA_ERROR_OUT_OF_MEMORY)".
struct [[nodiscard]] Problem {
  std::string text;
  explicit operator bool() const { return !text.empty(); }
};

struct GpuFacts {
  std::string name, arch, driver; ///< "NVIDIA H200", "sm_90", "CUDA 13.0".
};

struct LoadedKernel {
  void *module = nullptr, *function = nullptr;
};

class Driver {
public:
  virtual ~Driver();
  virtual GpuFacts facts() = 0;

  virtual Problem allocate(uint64_t bytes, Address &address) = 0;
  virtual Problem release(Address address) = 0;
  /// Host memory that copies can be fast and asynchronous with.
  virtual Problem allocatePinned(uint64_t bytes, char *&memory) = 0;
  virtual Problem releasePinned(char *memory) = 0;

  virtual Problem copyIn(Address to, const char *from, uint64_t bytes) = 0;
  virtual Problem copyOut(char *to, Address from, uint64_t bytes) = 0;

  /// Makes the case's code ready to launch, with its shared memory and cluster.
  virtual Problem load(const KernelCase &test, LoadedKernel &kernel) = 0;
  virtual Problem unload(LoadedKernel &kernel) = 0;
  /// `parameters` holds the address of each parameter's bytes.
  virtual Problem launch(const LoadedKernel &kernel, const KernelLaunch &launch,
                         std::vector<void *> &parameters) = 0;
  /// Writes the 128 bytes of a tensor map, at a multiple of 64.
  virtual Problem makeTensorMap(const TensorMapRecipe &recipe, Address address, void *map) = 0;

  virtual Problem wait() = 0;
};

/// Opens the driver and a GPU. Null and a message when there is no driver (of FATHOM_CUDA_LIBRARY or FATHOM_HIP_LIBRARY, or the system's) or no GPU.
std::unique_ptr<Driver> openCuda(unsigned gpu, std::string &error);
std::unique_ptr<Driver> openHip(unsigned gpu, std::string &error);

/// By the case's target, "cuda:90".
using OpenDriver = std::unique_ptr<Driver> (*)(unsigned gpu, std::string &error);
OpenDriver driverOf(const std::string &target);

} // namespace fathom

#endif
