// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes programs with layouts and their test cases.
#include "fuzz/gen/gpu/GpuProgram.h"

#include "fuzz/gen/gpu/GpuWriter.h"

using namespace fathom;

mlir::OwningOpRef<mlir::ModuleOp> gen::gpuProgram(Choices &choices, const Profile &profile,
                                                  mlir::MLIRContext &context, std::string *launch,
                                                  RowCounts *counts) {
  GpuWriter writer(choices, profile, context, counts);
  mlir::OwningOpRef<mlir::ModuleOp> program = writer.program();
  if (launch)
    *launch = writer.launch();
  return program;
}

TestCase gen::gpuTestCase(Choices &choices, const Profile &profile, mlir::MLIRContext &context) {
  TestCase test;
  test.options.numStages = choices.pick({3, 2, 4, 1, 3, 5, 2, 3});
  GpuWriter writer(choices, profile, context, nullptr);
  test.program = writer.program();
  test.launch = writer.launch();
  test.options.numWarps = int(writer.gpu.warps);
  test.targets = {writer.gpu.target};
  test.passes = writer.passes(*test.program, test.options.numStages);
  return test;
}
