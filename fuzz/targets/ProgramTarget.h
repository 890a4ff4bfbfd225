// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A fuzz target on the bytes of a generated program.
#ifndef FATHOM_FUZZ_TARGETS_PROGRAMTARGET_H
#define FATHOM_FUZZ_TARGETS_PROGRAMTARGET_H

#include "core/ir/Dialects.h"
#include "fuzz/gen/Generator.h"
#include "fuzz/targets/FuzzTarget.h"

#include "mlir/IR/MLIRContext.h"

namespace fathom {

class ProgramTarget : public ChoicesTarget {
protected:
  /// `more` bytes are for what the target chooses beside the program.
  explicit ProgramTarget(const FuzzTargetOptions &options, size_t more = 0)
      : ChoicesTarget((options.profile ? *options.profile : *findProfile("default")).bytes + more),
        profile(options.profile ? *options.profile : *findProfile("default")),
        targets(options.targets) {
    if (targets.empty())
      for (llvm::StringRef name : {"cuda:80", "cuda:90", "hip:gfx942", "hip:gfx1100"})
        targets.push_back(llvm::cantFail(parseTarget(name)));
  }

  /// For programs that are thrown away. Attributes and types live as long as their context: a new one every so often keeps memory flat.
  mlir::MLIRContext &readingContext() {
    if (readings++ % 4000 == 0) {
      reading.reset();
      reading = makeContext();
    }
    return *reading;
  }

  const Profile &profile;
  std::vector<Target> targets;

private:
  std::unique_ptr<mlir::MLIRContext> reading;
  unsigned readings = 0;
};

} // namespace fathom

#endif
