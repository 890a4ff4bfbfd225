// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a user's script on candidates.
#include "reducer/Script.h"

#include "oracles/Files.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

namespace fathom {

Expected<std::unique_ptr<Script>> Script::open(Settings settings) {
  SmallString<128> path(settings.path);
  if (std::error_code code = sys::fs::make_absolute(path))
    return createStringError(code, "cannot find the script '" + settings.path + "'");
  if (!sys::fs::exists(path) || sys::fs::is_directory(path))
    return createStringError("there is no script '" + settings.path + "'");
  if (!sys::fs::can_execute(path))
    return createStringError("the script '" + settings.path +
                             "' is not executable; chmod +x makes it so");
  settings.path = path.str().str();
  std::unique_ptr<Script> script(new Script(std::move(settings)));
  if (std::error_code code = sys::fs::createUniqueDirectory("fathom-reduce", script->folder))
    return createStringError(code, "cannot make a folder for the script: " + code.message());
  return script;
}

Script::~Script() { (void)sys::fs::remove_directories(folder); }

Expected<std::string> Script::contents() const { return readFile(settings.path); }

static std::vector<std::string> wholeEnvironment() {
  std::vector<std::string> all;
  for (char **entry = environ; *entry; ++entry)
    all.push_back(*entry);
  return all;
}

Expected<bool> Script::likes(StringRef text) {
  SmallString<128> place(folder), file;
  sys::path::append(place, std::to_string(++runs));
  if (std::error_code code = sys::fs::create_directory(place))
    return createStringError(code, "cannot make a folder for the script: " + code.message());
  file = place;
  sys::path::append(file, settings.fileName);
  std::error_code code;
  raw_fd_ostream out(file, code);
  if (!code) {
    out << text;
    out.close();
    code = out.error();
    out.clear_error();
  }
  if (code)
    return createStringError(code, "cannot write '" + file.str().str() + "': " + code.message());

  Expected<ChildProcess> process =
      ChildProcess::start({"/bin/sh",
                           {"-c", "cd \"$1\" && exec \"$2\" \"$3\"", "sh", place.str().str(),
                            settings.path, file.str().str()},
                           wholeEnvironment(),
                           {}});
  if (!process)
    return process.takeError();
  std::optional<int> status = process->waitForWork(settings.seconds);
  process->kill(); // And what it left running.
  (void)sys::fs::remove_directories(place);
  if (!status)
    return false;
  // The shell's words for a file that it cannot run.
  int exit = WIFEXITED(*status) ? WEXITSTATUS(*status) : 128;
  if (exit == 126 || exit == 127)
    return createStringError("the script '" + settings.path +
                             "' cannot be run: it ended with exit code " + std::to_string(exit));
  return (exit == 0) != settings.invert;
}

} // namespace fathom
