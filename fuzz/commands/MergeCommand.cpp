// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fathom merge: puts the findings folders of shards, nights and machines together.
#include "fuzz/commands/CommandLine.h"

#include "fuzz/campaign/Merge.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

namespace fathom {

static int merge(const std::string &out, const std::vector<std::string> &folders, bool json) {
  Expected<MergeStatistics> merged = mergeFolders(out, folders);
  if (!merged)
    return fail(merged.takeError());
  if (json)
    outs() << json::Value(json::Object{{"findings", int64_t(merged->findings)},
                                       {"findings_taken", int64_t(merged->taken)},
                                       {"runs", int64_t(merged->runs)},
                                       {"runs_taken", int64_t(merged->runsTaken)}})
           << "\n";
  else
    outs() << formatv("{0}: {1} finding(s), {2} of them taken; {3} run(s), {4} of them taken\n",
                      out, merged->findings, merged->taken, merged->runs, merged->runsTaken);
  return exitPass;
}

void mergeCommand(CLI::App &application, int &exitCode) {
  struct Arguments {
    std::string out;
    std::vector<std::string> folders;
    bool json = false;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App *command = application.add_subcommand(
      "merge", "merge findings folders: in any order, and as often as you like");
  command->add_option("OUT", arguments->out, "the folder that gets them; made if need be")
      ->required();
  command->add_option("DIR", arguments->folders,
                      "findings folders; none: end a merge that was interrupted");
  command->add_flag("--json", arguments->json, "print JSON, an object a line");
  command->callback([arguments, &exitCode] {
    exitCode = merge(arguments->out, arguments->folders, arguments->json);
  });
}

} // namespace fathom
