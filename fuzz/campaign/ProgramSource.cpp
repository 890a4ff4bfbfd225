// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes a campaign's programs by the generator.
#include "fuzz/campaign/ProgramSource.h"

#include "mlir/IR/Verifier.h"

namespace fathom {

ProgramSource::~ProgramSource() = default;

std::string GeneratorSource::identity() const { return ("profile " + profile.name).str(); }

llvm::Expected<std::optional<TestCase>> GeneratorSource::makeProgram(uint64_t index,
                                                                     mlir::MLIRContext &context) {
  TestCase test = generateTestCase(randomBytes(seed, index, profile.bytes), profile, context);
  if (failed(mlir::verify(*test.program)))
    return std::nullopt;
  test.otherLines = {generateLine(profile, seed, index)};
  return test;
}

} // namespace fathom
