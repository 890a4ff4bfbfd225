// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads a shared library.
#include "oracles/device/runner/Library.h"

#include <cstdlib>
#include <dlfcn.h>

using namespace fathom;

bool Library::open(const char *variable, std::initializer_list<const char *> names,
                   std::string &error) {
  std::string tried;
  auto load = [&](const char *name) {
    handle = ::dlopen(name, RTLD_NOW | RTLD_LOCAL);
    path = name;
    if (!handle)
      tried += (tried.empty() ? "" : "; ") + std::string(::dlerror());
    return handle != nullptr;
  };
  const char *chosen = std::getenv(variable);
  if (chosen && *chosen) {
    if (load(chosen))
      return true;
    error = "the library that " + std::string(variable) + " names cannot be loaded: " + tried;
    return false;
  }
  for (const char *name : names)
    if (load(name))
      return true;
  error = "no driver: " + tried + "; install the GPU's driver, or name its library in " + variable;
  return false;
}

void *Library::symbol(const char *name) { return ::dlsym(handle, name); }
