// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chooses a driver by a case's target.
#include "oracles/device/runner/Driver.h"

using namespace fathom;

Driver::~Driver() = default;

OpenDriver fathom::driverOf(const std::string &target) {
  return target.rfind("hip:", 0) == 0 ? openHip : openCuda;
}
