// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where a campaign's programs come from: the generator, or mutations of a folder's files (fuzz/mutate/CorpusSource.h).
//
// A source serves all threads of a campaign at once. Program number i depends on the source's identity, on i and on the parents that it is given alone, so
// that a killed campaign makes the same programs again.
//
//   GeneratorSource source(*findProfile("default"), /*seed=*/7);
//   source.identity()                    "profile default"; a campaign that goes on must have the same one
//   source.makeProgram(0, context)       the test case of `fathom generate --profile default --seed 7 --index 0`
#ifndef FATHOM_FUZZ_CAMPAIGN_PROGRAMSOURCE_H
#define FATHOM_FUZZ_CAMPAIGN_PROGRAMSOURCE_H

#include "fuzz/gen/Generator.h"
#include "oracles/Oracle.h"

namespace fathom {

class ProgramSource {
public:
  virtual ~ProgramSource();

  /// What it makes its programs of, but for the RNG seed; one line.
  virtual std::string identity() const = 0;

  /// Test case number `index`, with its options, launch and origin and a line that says how to make it again; subjects, targets and stage are the
  /// campaign's to choose. None: the source has no valid program of that number. An error ends the campaign.
  virtual llvm::Expected<std::optional<TestCase>> makeProgram(uint64_t index,
                                                              mlir::MLIRContext &context) = 0;

  /// Whether programs can be made of others' choices (makeOffspring, choicesOf).
  virtual bool hasChoices() const { return false; }
  /// The same made of one parent's choices, which are changed a little, or of two parents', which are crossed.
  virtual llvm::Expected<std::optional<TestCase>>
  makeOffspring(uint64_t index, llvm::ArrayRef<std::vector<uint8_t>> parents,
                mlir::MLIRContext &context) {
    return makeProgram(index, context);
  }
  /// The choices that a test case of this source is made of.
  virtual std::vector<uint8_t> choicesOf(const TestCase &test) const { return {}; }
};

/// Programs of the generator.
class GeneratorSource : public ProgramSource {
public:
  GeneratorSource(const Profile &profile, uint64_t seed) : profile(profile), seed(seed) {}

  std::string identity() const override;
  llvm::Expected<std::optional<TestCase>> makeProgram(uint64_t index,
                                                      mlir::MLIRContext &context) override;
  bool hasChoices() const override { return true; }
  llvm::Expected<std::optional<TestCase>>
  makeOffspring(uint64_t index, llvm::ArrayRef<std::vector<uint8_t>> parents,
                mlir::MLIRContext &context) override;
  std::vector<uint8_t> choicesOf(const TestCase &test) const override;

private:
  const Profile &profile;
  uint64_t seed;
};

} // namespace fathom

#endif
