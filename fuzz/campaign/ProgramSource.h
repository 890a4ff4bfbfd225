// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where a campaign's programs come from: the generator, mutations of a folder's files (fuzz/mutate/CorpusSource.h), or what guidance thinks up.
//
// A source serves all threads of a campaign at once. Program number i depends on the source's identity and on i alone, so that a killed campaign
// makes the same programs again; a source that learns keeps what it has learned on disk itself.
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

  /// Told of each compile that was judged.
  virtual void learn(uint64_t index, const TestCase &test, const CompileRequest &request,
                     const Artifact &artifact, const Verdict &verdict) {}
};

/// Programs of the generator.
class GeneratorSource : public ProgramSource {
public:
  GeneratorSource(const Profile &profile, uint64_t seed) : profile(profile), seed(seed) {}

  std::string identity() const override;
  llvm::Expected<std::optional<TestCase>> makeProgram(uint64_t index,
                                                      mlir::MLIRContext &context) override;

private:
  const Profile &profile;
  uint64_t seed;
};

} // namespace fathom

#endif
