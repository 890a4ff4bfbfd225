// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes a campaign's programs by the generator.
#include "fuzz/campaign/ProgramSource.h"

#include "fuzz/ChoicesMutator.h"

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

llvm::Expected<std::optional<TestCase>>
GeneratorSource::makeOffspring(uint64_t index, llvm::ArrayRef<std::vector<uint8_t>> parents,
                               mlir::MLIRContext &context) {
  ChoicesMutator mutator([&](Choices &choices) { generateTestCase(choices, profile, context); },
                         profile.bytes);
  Random random(seed * 0x9e3779b97f4a7c15 + index);
  std::vector<uint8_t> bytes = parents.front();
  if (parents.size() > 1)
    bytes = mutator.cross(bytes, parents[1], random.next());
  else
    for (uint64_t changes = 1 + random.below(3); changes; --changes)
      bytes = mutator.mutate(bytes, random.next());
  TestCase test = generateTestCase(bytes, profile, context);
  if (failed(mlir::verify(*test.program)))
    return std::nullopt;
  return test;
}

std::vector<uint8_t> GeneratorSource::choicesOf(const TestCase &test) const {
  return llvm::cantFail(parseOrigin(test.origin)).bytes;
}

} // namespace fathom
