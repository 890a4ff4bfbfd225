// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A GoogleTest fixture that runs its tests with the machine's wide vectors and without.
#ifndef FATHOM_ORACLES_INTERP_NUMBERS_BOTHWIDTHS_H
#define FATHOM_ORACLES_INTERP_NUMBERS_BOTHWIDTHS_H

#include <string>

#include "oracles/interp/numbers/WideVectors.h"
#include "gtest/gtest.h"

namespace fathom {

/// Use with TEST_P and INSTANTIATE_TEST_SUITE_P(, Suite, testing::Bool(), widthName).
class BothWidths : public testing::TestWithParam<bool> {
#if defined(__x86_64__)
protected:
  void SetUp() override {
    had = machineHasWideVectors;
    machineHasWideVectors &= GetParam();
  }
  void TearDown() override { machineHasWideVectors = had; }

private:
  bool had = false;
#endif
};

inline std::string widthName(const testing::TestParamInfo<bool> &wide) {
  return wide.param ? "Wide" : "Baseline";
}

} // namespace fathom

#endif // FATHOM_ORACLES_INTERP_NUMBERS_BOTHWIDTHS_H
