// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes a reduced test case as a lit test: what fails where, checked in each release that is installed.
//
//   // RUN: %if triton-3.1.0 %{ not fathom check %s --oracle no-crash --subject triton:3.1.0 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
//   // RUN: %if triton-3.2.0 %{ fathom check %s --oracle no-crash --subject triton:3.2.0 --target cuda:80 %}
//   //
//   // Found as no-crash: assertion in TritonGPURemoveLayoutConversions: rewrittenValue (RemoveLayoutConversions.cpp)
//   //   3.0.0, 3.1.0   fails so
//   //   3.2.0          passes
//   //
//   // FAILS: no-crash: assertion in TritonGPURemoveLayoutConversions: rewrittenValue (RemoveLayoutConversions.cpp)
//   // TARGET: cuda:80
//   // OPTIONS: num-warps=4 num-stages=3 num-ctas=1
//   // STAGE: ttgir
//   // ORIGIN: choices:default:9f3a
//   module { ... }
#ifndef FATHOM_REDUCER_REGRESSION_H
#define FATHOM_REDUCER_REGRESSION_H

#include "oracles/TestCase.h"
#include "reducer/Bisect.h"

namespace fathom {

/// The test's text. A release's RUN line is guarded by its lit feature (triton-3.1.0), so that the test runs with those that are there;
/// a release that refuses the program, does not read it or was not asked gets none. The standings must hold for test.targets' first. The
/// test's own subject failed so, whatever they say of it. Notes are lines below the table.
std::string writeRegression(const TestCase &test, const Signature &signature,
                            llvm::ArrayRef<ReleaseStanding> standings,
                            llvm::ArrayRef<std::string> notes = {});

/// A name for the file, of the signature's words and its id: "remove-layout-conversions-rewritten-value-1a2b3c4d.mlir".
std::string regressionName(const Signature &signature);

} // namespace fathom

#endif
