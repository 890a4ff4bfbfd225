// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A GPU that programs are compiled for, written vendor:arch (cuda:80, hip:gfx942). The rows are in Targets.def.
#ifndef FATHOM_CORE_TARGET_TARGET_H
#define FATHOM_CORE_TARGET_TARGET_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace fathom {

enum class Vendor { cuda, hip };

struct Target {
  Vendor vendor;
  llvm::StringRef arch; ///< "80" for compute capability 8.0; "gfx942".
  int warpSize;         ///< Lanes in a warp (wavefront).
  int sharedBytes;      ///< Shared memory (LDS) that one program may use.

  /// "cuda:80", the spelling of the command line and of the module attribute ttg.target.
  std::string str() const;
  bool operator==(const Target &other) const {
    return vendor == other.vendor && arch == other.arch;
  }
};

/// Every target that fathom knows, in the order of Targets.def.
llvm::ArrayRef<Target> allTargets();

/// Looks "cuda:80" up; the error lists what there is.
llvm::Expected<Target> parseTarget(llvm::StringRef text);

} // namespace fathom

#endif
