// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// determinism: the same program compiles to the same text again.
// Sees orders that hang on addresses, uninitialised memory and state left over from an earlier compile. An order of two comes out alike every other time: who asks for
// this oracle by name, or looks for its signature, gets more compiles.
#include "oracles/Oracle.h"

#include "llvm/Object/ObjectFile.h"

using namespace llvm;

/// A binary without its debug information, which names when the assembler's input was written.
static std::string withoutDebugInfo(StringRef binary) {
  Expected<std::unique_ptr<object::ObjectFile>> object =
      object::ObjectFile::createObjectFile(MemoryBufferRef(binary, "binary"));
  if (!object) {
    consumeError(object.takeError());
    return binary.str();
  }
  std::string rest;
  for (const object::SectionRef &section : (*object)->sections()) {
    Expected<StringRef> name = section.getName();
    Expected<StringRef> contents = section.getContents();
    bool readable = name && contents;
    if (readable && !name->contains("debug"))
      rest += (*name + ":" + *contents + "\n").str();
    consumeError(name.takeError());
    consumeError(contents.takeError());
    if (!readable)
      return binary.str();
  }
  return rest;
}

static bool same(const fathom::StageText &once, const fathom::StageText &again) {
  return once.text == again.text || (once.stage == fathom::Stage::Binary &&
                                     withoutDebugInfo(once.text) == withoutDebugInfo(again.text));
}

namespace fathom {

static constexpr unsigned thorough = 11; // One of two orders stays hidden in one run of 2048.

/// One more compile.
static Expected<Verdict> compileAgain(const Trial &trial) {
  Expected<Artifact> again = trial.subject.compile(trial.program, trial.request);
  if (!again)
    return again.takeError();
  if (again->failure)
    return Verdict::fail({"determinism", "compiles-once", again->failure->stage,
                          normaliseMessage(again->failure->message)},
                         again->failure->log);
  for (const StageText &stage : trial.artifact.stages) {
    const StageText *other = again->find(stage.stage);
    if (!other || !same(stage, *other))
      return Verdict::fail({"determinism", "difference", stageName(stage.stage).str(),
                            "two compiles of one program differ"},
                           "--- once\n" + stage.text + "\n--- again\n" +
                               (other ? other->text : std::string("nothing\n")));
  }
  return Verdict::pass();
}

Expected<Verdict> determinism(const Trial &trial) {
  if (trial.artifact.failure)
    return Verdict::pass();
  for (unsigned more = trial.tries.empty() ? 1 : thorough; more; --more) {
    Expected<Verdict> verdict = compileAgain(trial);
    if (!verdict || verdict->failed())
      return verdict;
  }
  return Verdict::pass();
}

} // namespace fathom
