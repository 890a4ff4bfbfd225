// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs compiled kernels on a GPU: makes cases of a bundle from what a subject compiled, and has the runner execute bundles.
//
//   KernelCase test = makeCase("case 7", target, *artifact.kernel, CodeKind::Cubin, artifact.find(Stage::Binary)->text, {2, 1, 1}, arguments);
//   test.buffers[1].check = CaseBuffer::Check::Compare; ...
//   BundleWriter bundle;
//   bundle.add(test);
//   bundle.write(path, error);
//   Expected<DeviceRun> run = runBundle(path, {});      run->verdicts[0] is that of case 7
//
// The runner is a program of its own (fathom-runner): a faulting or hanging kernel takes nobody down.
#ifndef FATHOM_ORACLES_DEVICE_DEVICE_H
#define FATHOM_ORACLES_DEVICE_DEVICE_H

#include "oracles/device/Bundle.h"
#include "oracles/device/CaseVerdict.h"
#include "oracles/subject/Subject.h"

namespace fathom {

/// The kind of code that Stage::Asm or Stage::Binary holds for a target. A HIP driver takes only Stage::Binary.
llvm::Expected<CodeKind> codeKindOf(const Target &target, Stage stage);

/// A case without checks: all buffers are Unchanged until the caller says otherwise. `arguments` are those of the program's function, in order;
/// the scratch pointers that the release appends are added here, and so are grid, threads, shared memory, cluster and scratch sizes.
KernelCase makeCase(std::string name, const Target &target, const KernelInfo &kernel,
                    CodeKind codeKind, std::string code, std::array<uint32_t, 3> grid,
                    std::vector<CaseParameter> arguments, std::vector<CaseBuffer> buffers);

/// A tensor in a buffer, as a descriptor sees it. Sizes in elements, outermost dimension first.
struct DescribedTensor {
  uint32_t buffer = 0;
  uint64_t offset = 0; ///< In bytes.
  std::vector<int64_t> shape, strides;
  bool padsWithNan = false;
};

/// The parameters that argument number `which` of the function's !tt.tensordesc arguments becomes: a tensor map, or its parts where the
/// compiler took it apart. Shape and strides that follow it are arguments of their own. An error if the ranks do not fit.
llvm::Expected<std::vector<CaseParameter>>
descriptorParameters(const KernelInfo &kernel, unsigned which, const DescribedTensor &tensor);

struct DeviceOptions {
  std::string runner;      ///< Path of fathom-runner; empty: beside this program, then in PATH.
  double limitSeconds = 5; ///< Of one case; a case that takes longer hangs.
  unsigned repeat = 1;     ///< Runs of each case; more than one finds races.
  bool sanitizer = false;  ///< Under compute-sanitizer (CUDA).
  /// The driver library to load instead of the system's (FATHOM_CUDA_LIBRARY, FATHOM_HIP_LIBRARY in the runner's environment).
  std::string cudaLibrary = {}, hipLibrary = {};
};

struct DeviceRun {
  std::vector<CaseVerdict> verdicts; ///< One for each case, in the bundle's order.
  RunSummary summary;
};

/// Runs all cases of a bundle. An error means that nothing can be said of any case: no GPU, no driver, no runner, a damaged bundle.
llvm::Expected<DeviceRun> runBundle(llvm::StringRef path, const DeviceOptions &options);

/// The same for cases that are not in a file yet.
llvm::Expected<DeviceRun> runCases(llvm::ArrayRef<KernelCase> cases, const DeviceOptions &options);

} // namespace fathom

#endif
