// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A shared library that is loaded when it is needed.
#ifndef FATHOM_ORACLES_DEVICE_RUNNER_LIBRARY_H
#define FATHOM_ORACLES_DEVICE_RUNNER_LIBRARY_H

#include <initializer_list>
#include <string>

namespace fathom {

class Library {
public:
  /// Loads what the environment variable names, or the first of `names` that is there. The message of a failure says what was tried.
  bool open(const char *variable, std::initializer_list<const char *> names, std::string &error);

  /// Looks a function up. A missing one is an error, unless it is optional: then it is null.
  template <typename Function>
  bool find(const char *name, Function *&function, std::string &error) {
    function = reinterpret_cast<Function *>(symbol(name));
    if (!function)
      error = path + " has no function " + name + "; the driver is too old, or it is no driver";
    return function;
  }
  template <typename Function> void findOptional(const char *name, Function *&function) {
    function = reinterpret_cast<Function *>(symbol(name));
  }

private:
  void *symbol(const char *name);

  void *handle = nullptr; // Never closed: drivers do not like it.
  std::string path;
};

} // namespace fathom

#endif
