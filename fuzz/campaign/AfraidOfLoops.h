// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For tests of campaigns: a compiler that dies of loops, and a folder to run campaigns in.
#ifndef FATHOM_FUZZ_CAMPAIGN_AFRAIDOFLOOPS_H
#define FATHOM_FUZZ_CAMPAIGN_AFRAIDOFLOOPS_H

#include "fuzz/campaign/Campaign.h"

#include "core/ir/Triton.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

#include "gtest/gtest.h"

namespace fathom {

/// An assertion for a for loop, a segfault for a while loop. "afraid:of-whiles" compiles for loops; "afraid:one-signature" dies of for loops and of ifs,
/// and one cannot tell.
class AfraidOfLoops : public Subject {
public:
  explicit AfraidOfLoops(llvm::StringRef spec) : spec(spec) {}
  llvm::StringRef name() const override { return spec; }
  bool knows(const Target &target) const override { return target.vendor == Vendor::cuda; }
  llvm::Expected<Artifact> compile(mlir::ModuleOp program, const CompileRequest &) override {
    Artifact artifact;
    program.walk([&](mlir::Operation *op) {
      bool dies = llvm::isa<mlir::scf::ForOp>(op)
                      ? spec != "afraid:of-whiles"
                      : spec == "afraid:one-signature" && llvm::isa<mlir::scf::IfOp>(op);
      if (dies)
        artifact.failure =
            Failure{Failure::Kind::Assertion, "ttgir", "Loops", "no for", "L.cpp", ""};
      else if (llvm::isa<mlir::scf::WhileOp>(op) && spec != "afraid:one-signature")
        artifact.failure = Failure{Failure::Kind::Signal, "ttgir", "Loops", "SIGSEGV", "", ""};
    });
    return artifact;
  }
  llvm::Expected<Artifact> reprint(llvm::StringRef text, const CompileRequest &request) override {
    Artifact artifact;
    artifact.stages.push_back({request.stage, text.str(), 0});
    return artifact;
  }

private:
  std::string spec;
};

inline constexpr const char *ofFor = "no-crash: assertion in Loops: no for (L.cpp)";
inline constexpr const char *ofWhile = "no-crash: signal in Loops: SIGSEGV";

class CampaignTest : public testing::Test {
protected:
  void SetUp() override {
    llvm::sys::fs::createUniqueDirectory("fathom-campaign", scratch);
    folder = pathBelow(scratch, "findings");
  }
  void TearDown() override { llvm::sys::fs::remove_directories(scratch); }

  CampaignOptions campaignOptions(uint64_t programs, uint64_t seed = 11) {
    CampaignOptions options;
    options.subjects = {"afraid"};
    options.targets = {*parseTarget("cuda:80")};
    options.seed = seed;
    options.source = std::make_shared<GeneratorSource>(*findProfile("default"), seed);
    options.seconds = 600;
    options.programs = programs;
    options.out = folder;
    options.filing.reduceSeconds = 0;
    options.open = [](llvm::StringRef spec) -> llvm::Expected<std::unique_ptr<Subject>> {
      return std::make_unique<AfraidOfLoops>(spec);
    };
    return options;
  }

  /// Runs a campaign to its end and gives what it counted.
  CampaignCounts run(CampaignOptions options, std::vector<std::string> *said = nullptr) {
    auto campaign = llvm::cantFail(Campaign::open(std::move(options)));
    std::atomic<bool> stop = false;
    llvm::cantFail(campaign->run(stop, [&](llvm::StringRef line) {
      if (said)
        said->push_back(line.str());
    }));
    names.clear();
    for (const Finding &finding : campaign->folder().list())
      names.push_back(finding.signature.str());
    return campaign->counts();
  }

  llvm::SmallString<128> scratch;
  std::string folder;             ///< Of findings; not there yet.
  std::vector<std::string> names; ///< Signatures in the folder after the last run.
};

} // namespace fathom

#endif
