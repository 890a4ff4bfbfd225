// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which Triton releases there are (wheels.txt), and which of them are in the cache.
#ifndef FATHOM_ORACLES_SUBJECT_RELEASES_H
#define FATHOM_ORACLES_SUBJECT_RELEASES_H

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace fathom {

/// The versions that can be opened without fetching anything, oldest first: "3.0.0", "3.1.0", ...
llvm::Expected<std::vector<std::string>> cachedReleases();

} // namespace fathom

#endif
