// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads files and folders, with errors that say which and why.
#ifndef FATHOM_ORACLES_FILES_H
#define FATHOM_ORACLES_FILES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace fathom {

/// A file's bytes. An error reads "cannot read 'PATH': why", and has the code.
llvm::Expected<std::string> readFile(llvm::StringRef path);

/// The paths of what a folder holds, sorted. `what` names the folder in an error: "cannot read the folder 'PATH': why".
llvm::Expected<std::vector<std::string>> filesIn(llvm::StringRef folder,
                                                 llvm::StringRef what = "the folder");

/// The path, if it is no folder; else the paths of all files in it and below it, sorted. Whether there is such a path is not asked.
llvm::Expected<std::vector<std::string>> filesBelow(llvm::StringRef path);

} // namespace fathom

#endif
