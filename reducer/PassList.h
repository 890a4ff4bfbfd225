// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lists of passes as people write them, and as the subjects take them.
#ifndef FATHOM_REDUCER_PASSLIST_H
#define FATHOM_REDUCER_PASSLIST_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace fathom {

/// The passes inside of the operation that they are anchored on:
///   "builtin.module(tritongpu-coalesce,tt.func(cse))" -> "tritongpu-coalesce,tt.func(cse)"
std::string withoutAnchor(llvm::StringRef pipeline);

/// Names alone, as a release takes them, which knows the options of its own passes:
///   "convert-triton-to-tritongpu{num-warps=4},tt.func(cse)" -> "convert-triton-to-tritongpu,cse"
std::string namesOfPasses(llvm::StringRef pipeline);

/// The passes that a RUN line asks an opt-like tool for; empty if it runs none.
///   "RUN: triton-opt %s -split-input-file -tritongpu-pipeline=num-stages=3 | FileCheck %s" -> "tritongpu-pipeline{num-stages=3}"
std::string passesOfRunLine(llvm::StringRef line);

/// What a pass of this class is called on a command line, by the rules that upstream's names follow:
///   "TritonGPURemoveLayoutConversions" -> "tritongpu-remove-layout-conversions"
std::string commandLineName(llvm::StringRef passClass);

} // namespace fathom

#endif
