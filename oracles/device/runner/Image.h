// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the memory of a case lies in one block, so that it travels in one copy each way.
//
//   | red zone | buffer 0 | red zone | buffer 1 | ... | red zone | global scratch | red zone | profile scratch | red zone |
//
// A red zone starts at the byte after a buffer, and is longer where the next one's alignment asks for it. The half that is nearer to the buffer
// before it counts as written from there.
#ifndef FATHOM_ORACLES_DEVICE_RUNNER_IMAGE_H
#define FATHOM_ORACLES_DEVICE_RUNNER_IMAGE_H

#include "oracles/device/Compare.h"
#include "oracles/device/runner/Driver.h"

namespace fathom {

struct Image {
  struct Part {
    uint64_t at, bytes;
    std::string name; ///< For reports.
  };
  static constexpr uint64_t align = 4096; ///< Of the block in device memory.
  static constexpr uint64_t bufferAlign = 256;

  std::vector<Part> parts; ///< The case's buffers in order, then its scratch memories.
  uint64_t bytes = 0;      ///< Of the whole block.
  uint64_t redZone = 0;
  int globalScratch = -1, profileScratch = -1; ///< Of parts; -1: none.
};

Image layOut(const KernelCase &test, uint64_t redZone);

/// Fills the block: red zones, initial contents, and the pointers in buffers. `addresses` has each part's place in device memory.
void fillImage(const KernelCase &test, const Image &image, const std::vector<Address> &addresses,
               char *block);

/// Reports the red zones that were written to.
void checkRedZones(const Image &image, const char *block, const CompareOptions &options,
                   std::vector<RangeReport> &reports);

/// `bytes` repeated until they are `size` long (zeros if there are none): as they are where that is possible, else in `storage`.
std::string_view repeated(std::string_view bytes, uint64_t size, std::string &storage);

} // namespace fathom

#endif
