// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Looks up and prints targets.
#include "core/target/Target.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace fathom {

static const Target targets[] = {
#define FATHOM_TARGET(vendor, arch, warpSize, sharedBytes)                                         \
  {Vendor::vendor, arch, warpSize, sharedBytes},
#include "core/target/Targets.def"
};

std::string Target::str() const { return (vendor == Vendor::cuda ? "cuda:" : "hip:") + arch.str(); }

ArrayRef<Target> allTargets() { return targets; }

Expected<Target> parseTarget(StringRef text) {
  for (const Target &target : targets)
    if (target.str() == text)
      return target;
  std::string known = join(map_range(targets, [](const Target &t) { return t.str(); }), ", ");
  return createStringError("no target '" + text.str() + "'; there are " + known);
}

} // namespace fathom
