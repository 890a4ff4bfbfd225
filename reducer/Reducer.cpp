// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The reducer's engine: the order of candidates, cheap checks, the predicate, one question ahead of another.
#include "reducer/Reducer.h"

#include "reducer/ArgumentOrigins.h"
#include "reducer/Askers.h"
#include "reducer/Fingerprint.h"
#include "reducer/Size.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/DenseSet.h"

#include <chrono>

using namespace mlir;

namespace fathom {

namespace {
double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// A place in the order of candidates.
struct Cursor {
  size_t turn = 0;      ///< Rows that were left; the one that is on is this modulo their number.
  size_t resting = 0;   ///< Rows in succession that found nothing.
  bool entered = false; ///< Whether what follows is about the row that is on.
  bool changed = false; ///< It has made the program smaller.
  size_t offered = 0;   ///< So many changes it offers,
  size_t size = 0;      ///< so many of which are tried at once,
  size_t at = 0;        ///< from this one on.
  unsigned made = 0;    ///< Candidates on the way here.
};

/// A candidate that is worth asking about.
struct Question {
  OwningOpRef<ModuleOp> program;
  CompileOptions options;
  Size size;
  uint64_t print; ///< Its fingerprint.
  Cursor at;      ///< Where it was made.
  std::future<Answer> answer;
};

class Engine {
public:
  Engine(ModuleOp program, const CompileOptions &options, const Interesting &interesting,
         const ReduceOptions &reduceOptions)
      : interesting(interesting), limits(reduceOptions), best(program.clone()),
        bestOptions(options),
        silence(program.getContext(), [](Diagnostic &) { return success(); }) {
    markArguments(*best);
    for (const Reduction &row : limits.rows)
      statistics.rows.push_back({row.name});
  }

  llvm::Expected<ReduceResult> run() {
    if (failed(verify(*best)))
      return llvm::createStringError("the program to reduce is not valid");
    double began = now();
    llvm::Expected<bool> first = interesting(*best, bestOptions);
    if (!first)
      return first.takeError();
    if (!*first)
      return llvm::createStringError("nothing to reduce: the program does not fail in that way");
    statistics.questions = 1;
    statistics.askingSeconds = now() - began;
    bestSize = measure(*best, bestOptions);
    statistics.opsBefore = bestSize.ops;
    known.insert(fingerprint(*best, bestOptions));
    report();
    if (limits.threads > 1 && limits.another)
      askers.emplace(limits.threads, limits.another);

    while (!stopped()) {
      double began = now();
      lookAhead();
      if (pending.empty()) {
        statistics.candidates = ahead.made;
        break;
      }
      Question question = std::move(pending.front());
      pending.pop_front();
      RowStatistics &row = statistics.rows[question.at.turn % limits.rows.size()];
      Answer answer = answerTo(question);
      ++statistics.questions;
      ++row.questions;
      statistics.candidates = question.at.made;
      row.seconds += now() - began;
      if (!answer.error.empty())
        stoppedBy = answer.error;
      else if (answer.yes) {
        ++row.hits;
        accept(std::move(question));
      }
    }

    statistics.seconds = now() - start;
    statistics.opsAfter = bestSize.ops;
    ReduceResult result;
    result.program = std::move(best);
    result.options = bestOptions;
    result.statistics = std::move(statistics);
    result.complete = stoppedBy.empty();
    result.stoppedBy = stoppedBy;
    return result;
  }

private:
  /// Makes the candidates that are to be asked about next if all those that are pending are refused.
  void lookAhead() {
    size_t width = askers ? limits.threads : 1;
    while (pending.size() < width && settle(ahead) && !stopped()) {
      Cursor at = ahead;
      at.made = ++ahead.made;
      ahead.at += ahead.size;
      if (std::optional<Question> question = make(at))
        pending.push_back(std::move(*question));
    }
  }

  /// Moves on to where there is a chunk to try. False: every row rests since the last change. The first time a row's chunks start with everything;
  /// later on, most of what is left is needed, and pairs are enough unless there is much of it.
  bool settle(Cursor &cursor) {
    while (true) {
      if (!cursor.entered) {
        if (cursor.resting >= limits.rows.size())
          return false;
        bool first = cursor.turn < limits.rows.size();
        cursor.offered = offers(rowAt(cursor));
        cursor.size = first ? cursor.offered
                            : std::min(cursor.offered, std::max<size_t>(2, cursor.offered / 8));
        cursor.at = 0;
        cursor.changed = false;
        cursor.entered = true;
      }
      if (cursor.size == 0) {
        cursor.resting = cursor.changed ? 0 : cursor.resting + 1;
        ++cursor.turn;
        cursor.entered = false;
      } else if (cursor.at < cursor.offered) {
        return true;
      } else {
        cursor.at = 0;
        cursor.size /= 2;
      }
    }
  }

  const Reduction &rowAt(const Cursor &cursor) {
    return limits.rows[cursor.turn % limits.rows.size()];
  }

  size_t offers(const Reduction &reduction) {
    CompileOptions options = bestOptions;
    Chunk none = Chunk::none();
    reduction.step({*best, options}, none);
    return none.offered();
  }

  /// Makes a candidate; nothing if it need not be asked about.
  std::optional<Question> make(const Cursor &at) {
    Question question{OwningOpRef<ModuleOp>(best->clone()), bestOptions, {}, 0, at, {}};
    applyStep(rowAt(at), {*question.program, question.options}, Chunk(at.at, at.at + at.size));
    question.print = fingerprint(*question.program, question.options);
    if (!known.insert(question.print).second || failed(verify(*question.program)))
      return std::nullopt;
    question.size = measure(*question.program, question.options);
    if (!(question.size < bestSize))
      return std::nullopt;
    if (askers)
      question.answer = askers->ask(*question.program, question.options);
    return question;
  }

  Answer answerTo(Question &question) {
    double began = now();
    Answer answer =
        askers ? question.answer.get() : answerOf(interesting, *question.program, question.options);
    statistics.askingSeconds += now() - began;
    return answer;
  }

  void accept(Question question) {
    // What was made of the program before is no candidate any more, and may be one again.
    for (Question &later : pending)
      known.erase(later.print);
    pending.clear();
    best = std::move(question.program);
    bestOptions = question.options;
    bestSize = std::move(question.size);
    // What was taken is gone, so that the next change has its number.
    ahead = question.at;
    ahead.changed = true;
    ahead.offered = offers(rowAt(ahead));
    report();
  }

  void report() {
    statistics.seconds = now() - start;
    statistics.opsAfter = bestSize.ops;
    if (limits.progress && !limits.progress(*best, bestOptions, statistics))
      stoppedBy = "interrupted";
  }

  bool stopped() {
    if (stoppedBy.empty()) {
      if (statistics.questions >= limits.maxQuestions)
        stoppedBy = "out of questions";
      else if (now() - start >= limits.maxSeconds)
        stoppedBy = "out of time";
      else if (limits.interrupted && limits.interrupted())
        stoppedBy = "interrupted";
    }
    return !stoppedBy.empty();
  }

  const Interesting &interesting;
  const ReduceOptions &limits;
  OwningOpRef<ModuleOp> best;
  CompileOptions bestOptions;
  Size bestSize;
  llvm::DenseSet<uint64_t> known; ///< Fingerprints of what was asked about or refused.
  std::deque<Question> pending;   ///< In the order in which they count.
  Cursor ahead;                   ///< Where the next one is made.
  ReduceStatistics statistics;
  std::string stoppedBy;
  double start = now();
  ScopedDiagnosticHandler silence; ///< Invalid candidates are a matter of course.
  std::optional<Askers> askers;    ///< None where one is asked about at a time.
};
} // namespace

llvm::Expected<ReduceResult> reduce(ModuleOp program, const CompileOptions &options,
                                    const Interesting &interesting,
                                    const ReduceOptions &reduceOptions) {
  return Engine(program, options, interesting, reduceOptions).run();
}

} // namespace fathom
