// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How AFL++'s custom mutator asks another process for mutants: afl-fuzz itself should not have MLIR in it.
//
//   core-fuzz --what pipelines --serve-mutants      reads requests on stdin, and answers each on stdout
#ifndef FATHOM_FUZZ_TARGETS_MUTANTSERVER_H
#define FATHOM_FUZZ_TARGETS_MUTANTSERVER_H

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <unistd.h>

namespace fathom {

/// Followed by `size` bytes of an input and `donorSize` of another one. The answer is a uint64_t and so many bytes, at most `most`.
struct MutantRequest {
  uint64_t rngSeed, size, donorSize, most;
};

/// False at the other's end.
inline bool readAll(int file, void *data, size_t size) {
  for (auto *to = static_cast<char *>(data); size;) {
    ssize_t got = read(file, to, size);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return false;
    to += got, size -= got;
  }
  return true;
}
inline bool writeAll(int file, const void *data, size_t size) {
  for (auto *from = static_cast<const char *>(data); size;) {
    ssize_t put = write(file, from, size);
    if (put < 0 && errno == EINTR)
      continue;
    if (put <= 0)
      return false;
    from += put, size -= put;
  }
  return true;
}

} // namespace fathom

#endif
