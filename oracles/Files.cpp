// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads files and folders.
#include "oracles/Files.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace fathom {

static Error cannotRead(StringRef what, StringRef path, std::error_code code) {
  return createStringError(code,
                           "cannot read " + what.str() + "'" + path.str() + "': " + code.message());
}

Expected<std::string> readFile(StringRef path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> file = MemoryBuffer::getFile(path);
  if (!file)
    return cannotRead("", path, file.getError());
  return (*file)->getBuffer().str();
}

Expected<std::vector<std::string>> filesIn(StringRef folder, StringRef what) {
  std::vector<std::string> paths;
  std::error_code code;
  for (sys::fs::directory_iterator file(folder, code), end; !code && file != end;
       file.increment(code))
    paths.push_back(file->path());
  if (code)
    return cannotRead((what + " ").str(), folder, code);
  llvm::sort(paths);
  return paths;
}

Expected<std::vector<std::string>> filesBelow(StringRef path) {
  if (!sys::fs::is_directory(path))
    return std::vector<std::string>{path.str()};
  std::vector<std::string> paths;
  std::error_code code;
  for (sys::fs::recursive_directory_iterator file(path, code), end; !code && file != end;
       file.increment(code))
    if (sys::fs::is_regular_file(file->path()))
      paths.push_back(file->path());
  if (code)
    return cannotRead("the folder ", path, code);
  llvm::sort(paths);
  return paths;
}

} // namespace fathom
