// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The shared options of the commands.
#include "fuzz/commands/CommandLine.h"

using namespace llvm;

namespace fathom {

void SharedOptions::addTo(CLI::App &command) {
  // An option takes one word, so that a file may follow it; lists are given by commas or by repeating it.
  auto addList = [&](const std::string &name, auto &values, const std::string &what) {
    command.add_option(name, values, what + "; may be a list")
        ->delimiter(',')
        ->allow_extra_args(false);
  };
  addList("--subject", subjects, "who compiles: core, triton:VERSION, triton:PATH, opt:PATH, dumps:FILE");
  addList("--target", targetNames, "for which GPU: cuda:80, hip:gfx942");
  addList("--num-warps", knobs.numWarps, "warps of a program");
  addList("--num-stages", knobs.numStages, "stages of the pipeliner");
  addList("--num-ctas", knobs.numCtas, "blocks of a cluster");
  command.add_option("--stage", stageName, "the last stage: ttir, ttgir, llir, asm, binary");
  command.add_option("--limit-seconds", limits.seconds, "CPU time of one compile")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  command.add_option("--limit-megabytes", limits.megabytes, "memory of one compile")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  command.add_flag("--json", json, "print JSON, an object a line");
}

Expected<std::vector<Target>> SharedOptions::targets() const {
  std::vector<Target> result;
  for (const std::string &name : targetNames) {
    Expected<Target> target = parseTarget(name);
    if (!target)
      return target.takeError();
    result.push_back(*target);
  }
  return result;
}

Expected<std::optional<Stage>> SharedOptions::stage() const {
  if (stageName.empty())
    return std::nullopt;
  Expected<Stage> stage = parseStage(stageName);
  if (!stage)
    return stage.takeError();
  return *stage;
}

template <typename T>
static std::vector<T> firstNonEmpty(std::initializer_list<std::vector<T>> lists) {
  for (const std::vector<T> &list : lists)
    if (!list.empty())
      return list;
  return {};
}

Expected<std::vector<Ask>> asksOf(const SharedOptions &options, const TestCase &test) {
  Expected<std::vector<Target>> named = options.targets();
  if (!named)
    return named.takeError();
  Expected<std::optional<Stage>> stage = options.stage();
  if (!stage)
    return stage.takeError();
  std::vector<Target> usual = {*parseTarget("cuda:80")};
  std::vector<Ask> asks;
  for (const std::string &subject :
       firstNonEmpty<std::string>({options.subjects, test.subjects, {"core"}}))
    for (const Target &target : firstNonEmpty<Target>({*named, test.targets, usual}))
      for (const CompileOptions &knobs : options.knobs.combinations(test.options))
        asks.push_back({subject,
                        {.target = target,
                         .options = knobs,
                         .stage = stage->value_or(test.stage),
                         .passes = *stage ? "" : test.passes,
                         .limits = options.limits,
                         .launch = test.launch}});
  return asks;
}

Expected<Subject *> OpenSubjects::get(StringRef spec) {
  for (size_t i = 0; i < specs.size(); ++i)
    if (specs[i] == spec)
      return subjects[i].get();
  Expected<std::unique_ptr<Subject>> subject = openSubject(spec);
  if (!subject)
    return subject.takeError();
  subjects.push_back(std::move(*subject));
  specs.push_back(spec.str());
  return subjects.back().get();
}

int fail(Error error) {
  errs() << "fathom: error: " << toString(std::move(error)) << "\n";
  return exitUsage;
}

} // namespace fathom
