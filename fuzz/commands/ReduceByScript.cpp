// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asks a user's script about programs as a release spells them.
#include "fuzz/commands/ReduceByScript.h"

#include "fuzz/campaign/Answers.h"
#include "fuzz/commands/CommandLine.h"
#include "fuzz/commands/ReduceProgress.h"
#include "oracles/subject/ReleaseSpelling.h"
#include "reducer/ReadableNames.h"
#include "reducer/Repeat.h"
#include "reducer/Script.h"
#include "reducer/Size.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace fathom {

/// The eras of spelling, the usual one first: what tools of one of them read, those of the others may not.
static const std::vector<std::string> allEras = {"3.6.0", "3.9.0", "3.3.1", "3.1.0"};

/// The script's answer to the program as the release spells it; what the release cannot say, it does not like.
static Interesting likedBy(Script &script, const std::string &release) {
  return [&script, release](mlir::ModuleOp program, const CompileOptions &) -> Expected<bool> {
    Expected<std::string> text = printForRelease(program, release);
    if (text)
      return script.likes(*text);
    consumeError(text.takeError());
    return false;
  };
}

namespace {
struct Liked {
  Input *input = nullptr;
  std::string release;
};
} // namespace

/// The first input, and the first spelling of it, that the script likes.
static Expected<Liked> firstLiked(std::vector<Input> &inputs, Script &script,
                                  const ScriptReduction &how) {
  for (Input &input : inputs)
    for (const std::string &release : how.releases.empty() ? allEras : how.releases) {
      if (Expected<Spelling> known = spellingOfRelease(release); !known)
        return known.takeError();
      Expected<bool> liked =
          anyOf(likedBy(script, release), how.tries)(*input.test.program, input.test.options);
      if (!liked)
        return liked.takeError();
      if (*liked)
        return Liked{&input, release};
    }
  return createStringError(
      "nothing to reduce: the script '" + how.script + "' does not like " +
      (inputs.size() == 1 ? inputs[0].name : "any of the inputs") + " in any spelling; " +
      (how.invert ? "with --invert, any exit code but 0 is yes"
                  : "exit code 0 is yes, and --invert takes all others for yes"));
}

/// With names that people read, if the script likes them.
static Expected<std::string> finalText(mlir::ModuleOp program, Script &script,
                                       const std::string &release) {
  std::string readable = printWithReadableNames(program);
  Expected<bool> liked = script.likes(readable);
  if (!liked)
    return liked.takeError();
  return *liked ? readable : printForRelease(program, release);
}

static Expected<int> reduceLiked(std::vector<Input> &inputs, const ScriptReduction &how) {
  Expected<std::unique_ptr<Script>> opened =
      Script::open({.path = how.script,
                    .fileName = sys::path::filename(inputs[0].name).split('#').first.str(),
                    .invert = how.invert,
                    .seconds = how.runSeconds});
  if (!opened)
    return opened.takeError();
  Script &script = **opened;
  Expected<Liked> liked = firstLiked(inputs, script, how);
  if (!liked)
    return liked.takeError();
  TestCase &test = liked->input->test;
  Interesting once = likedBy(script, liked->release);
  Expected<Frequency> frequency =
      measureFrequency(once, *test.program, test.options, /*most=*/20, /*seconds=*/4);
  if (!frequency)
    return frequency.takeError();
  if (frequency->flaky() && how.tries == 1)
    return createStringError("flaky: the script says yes in " + frequency->str() +
                             " tries; --repeat " + std::to_string(frequency->triesToBeSure()) +
                             " asks it so often about each candidate");

  errs() << "reducing " << liked->input->name << " by " << how.script << ", spelled as in "
         << liked->release << "\n";
  Expected<std::string> contents = script.contents();
  if (!contents)
    return contents.takeError();
  ReduceProgress progress(test, how.out, *contents + liked->release);
  Interesting often = how.tries > 1 ? anyOf(once, how.tries) : once;
  Interesting asked = rememberAnswers(often, openAnswers(progress.answersPath()));
  ReduceOptions options;
  options.maxSeconds = how.seconds;
  options.threads = how.threads;
  options.another = [&]() -> Expected<Interesting> { return asked; };
  progress.follow(options);
  Expected<ReduceResult> result = reduce(*test.program, test.options, asked, options);
  progress.end(result && result->complete);
  if (!result)
    return result.takeError();
  Expected<std::string> text = finalText(*result->program, script, liked->release);
  if (!text)
    return text.takeError();
  if (Error error = writeFileAtomically(how.out, StringRef(*text).rtrim().str() + "\n"))
    return std::move(error);
  const ReduceStatistics &all = result->statistics;
  if (how.json)
    outs() << json::Value(json::Object{{"script", how.script},
                                       {"ops", int64_t(all.opsAfter)},
                                       {"complete", result->complete},
                                       {"yes", frequency->str()},
                                       {"questions", int64_t(all.questions)},
                                       {"program", how.out}})
           << "\n";
  else
    outs() << formatv("{0} ops to {1} in {2:F1} s, {3} questions{4}{5}\n{6}\n", all.opsBefore,
                      all.opsAfter, all.seconds, all.questions,
                      result->complete ? "" : ", not finished: ", result->stoppedBy, how.out);
  return exitPass;
}

int reduceByScript(std::vector<Input> &inputs, const ScriptReduction &how) {
  Expected<int> code = reduceLiked(inputs, how);
  return code ? *code : fail(code.takeError());
}

} // namespace fathom
