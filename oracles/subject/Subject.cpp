// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Opens a subject by its name on the command line.
#include "oracles/subject/Subject.h"

#include "oracles/subject/CoreSubject.h"
#include "oracles/subject/DumpsSubject.h"
#include "oracles/subject/OptSubject.h"
#include "oracles/subject/TritonSubject.h"

using namespace fathom;
using namespace llvm;

Subject::~Subject() = default;

const StageText *Artifact::find(Stage stage) const {
  for (const StageText &text : stages)
    if (text.stage == stage)
      return &text;
  return nullptr;
}

StringRef fathom::failureKindName(Failure::Kind kind) {
  switch (kind) {
  case Failure::Kind::Assertion:
    return "assertion";
  case Failure::Kind::Unreachable:
    return "unreachable";
  case Failure::Kind::Fatal:
    return "fatal";
  case Failure::Kind::Signal:
    return "signal";
  case Failure::Kind::Error:
    return "error";
  case Failure::Kind::Verifier:
    return "verifier";
  case Failure::Kind::Timeout:
    return "timeout";
  case Failure::Kind::Memory:
    return "memory";
  case Failure::Kind::Garbage:
    return "garbage";
  }
  llvm_unreachable("a failure of no kind");
}

namespace {

struct SubjectKind {
  StringRef kind, argument, what;
  Expected<std::unique_ptr<Subject>> (*open)(StringRef argument);
};

} // namespace

static const SubjectKind kinds[] = {
#define FATHOM_SUBJECT(KIND, CLASS, ARGUMENT, WHAT) {KIND, ARGUMENT, WHAT, CLASS::open},
#include "oracles/subject/Subjects.def"
#undef FATHOM_SUBJECT
};

Expected<std::unique_ptr<Subject>> fathom::openSubject(StringRef spec) {
  auto [kind, argument] = spec.split(':');
  std::string choices;
  for (const SubjectKind &row : kinds) {
    if (row.kind == kind && argument.empty() == row.argument.empty())
      return row.open(argument);
    choices +=
        ("\n  " + row.kind + (row.argument.empty() ? "" : ":") + row.argument + "   " + row.what)
            .str();
  }
  return createStringError("there is no subject '" + spec.str() + "'. A subject is one of" +
                           choices);
}
