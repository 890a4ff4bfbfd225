// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asks releases for a signature and tabulates the answers.
#include "reducer/Bisect.h"

using namespace llvm;

namespace fathom {

StringRef standingPhrase(Standing standing) {
  switch (standing) {
  case Standing::Same:
    return "fails so";
  case Standing::Other:
    return "fails otherwise";
  case Standing::Passes:
    return "passes";
  case Standing::Refused:
    return "refuses it";
  case Standing::Unspellable:
    return "does not read it";
  case Standing::Unavailable:
    return "was not asked";
  }
  llvm_unreachable("a standing of no kind");
}

static std::string firstLine(StringRef text) {
  return text.ltrim().split('\n').first.rtrim().str();
}

/// Asks one subject; an error is of the environment.
static Expected<ReleaseStanding> ask(mlir::ModuleOp program, const CompileRequest &request,
                                     const Signature &signature, Subject &subject) {
  ReleaseStanding row{subject.name().str(), Standing::Passes, {}, ""};
  if (!subject.knows(request.target)) {
    row.standing = Standing::Unavailable;
    row.note = "does not know " + request.target.str();
    return row;
  }
  Expected<Artifact> artifact = subject.compile(program, request);
  if (!artifact)
    return artifact.takeError();
  if (artifact->failure && artifact->failure->stage == "parse") {
    row.standing = Standing::Unspellable;
    row.note = firstLine(artifact->failure->message);
    return row;
  }
  Expected<Verdict> verdict =
      judge(program, request, subject, /*turn=*/0, {oracleToAsk(signature)});
  if (!verdict)
    return verdict.takeError();
  if (verdict->failed()) {
    row.standing = verdict->signature == signature ? Standing::Same : Standing::Other;
    row.signature = verdict->signature;
  } else if (verdict->kind == Verdict::Kind::Inconclusive) {
    row.standing = Standing::Refused;
    row.note = verdict->reason;
  }
  return row;
}

Bisection bisect(mlir::ModuleOp program, const CompileRequest &request, const Signature &signature,
                 ArrayRef<std::string> subjects, OpenSubject open,
                 function_ref<void(const ReleaseStanding &)> progress) {
  Bisection result;
  for (const std::string &spec : subjects) {
    ReleaseStanding unavailable{spec, Standing::Unavailable, {}, ""};
    auto row = [&]() -> Expected<ReleaseStanding> {
      Expected<std::unique_ptr<Subject>> subject = open(spec);
      if (!subject)
        return subject.takeError();
      return ask(program, request, signature, **subject);
    }();
    if (!row)
      unavailable.note = firstLine(toString(row.takeError()));
    result.rows.push_back(row ? *row : unavailable);
    if (progress)
      progress(result.rows.back());
  }
  return result;
}

const ReleaseStanding *Bisection::firstBad() const {
  const auto *row =
      find_if(rows, [](const auto &r) { return r.standing == Standing::Same; }).base();
  return row == rows.data() + rows.size() ? nullptr : row;
}

const ReleaseStanding *Bisection::firstGood() const {
  const ReleaseStanding *good = nullptr;
  bool bad = false;
  for (const ReleaseStanding &row : rows) {
    if (row.standing == Standing::Same) {
      bad = true;
      good = nullptr;
    } else if (row.standing == Standing::Passes && bad && !good) {
      good = &row;
    }
  }
  return good;
}

std::string Bisection::str() const {
  std::string text;
  raw_string_ostream out(text);
  size_t width = 0;
  for (const ReleaseStanding &row : rows)
    width = std::max(width, row.subject.size());
  for (const ReleaseStanding &row : rows) {
    out << left_justify(row.subject, width + 3) << standingPhrase(row.standing);
    if (row.standing == Standing::Other)
      out << ": " << row.signature.str();
    else if (!row.note.empty())
      out << ": " << row.note;
    out << "\n";
  }
  const ReleaseStanding *bad = firstBad(), *good = firstGood();
  out << (bad ? "first bad " + bad->subject : "no release fails so");
  if (bad)
    out << (good ? ", first good after it " + good->subject : ", none good after it");
  out << "\n";
  return text;
}

} // namespace fathom
