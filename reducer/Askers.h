// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asks a predicate about several programs at once, each in a thread with a context and a predicate of its own.
//
//   Askers askers(2, [] { return keepsSignature(own subject, ...); });
//   std::future<Answer> first = askers.ask(*one, options), second = askers.ask(*other, options);
//
// A context serves one thread, so a program goes to its thread as text, with locations, in which arguments are marked (ArgumentOrigins.h).
#ifndef FATHOM_REDUCER_ASKERS_H
#define FATHOM_REDUCER_ASKERS_H

#include "reducer/Reducer.h"

#include <condition_variable>
#include <deque>
#include <future>
#include <thread>

namespace fathom {

struct Answer {
  bool yes = false;
  std::string error = {}; ///< Why the predicate could not be asked; empty if it was.
};

/// The predicate's answer, as a value that may be dropped.
Answer answerOf(const Interesting &interesting, mlir::ModuleOp program,
                const CompileOptions &options);

class Askers {
public:
  /// `make` is called once in each thread. Where it fails, its error is the answer to every question of that thread.
  Askers(unsigned threads, const MakeInteresting &make);
  /// Questions that no thread has begun with are dropped, the others waited for.
  ~Askers();

  std::future<Answer> ask(mlir::ModuleOp program, const CompileOptions &options);

private:
  struct Question {
    std::string program;
    CompileOptions options;
    std::promise<Answer> answer;
  };
  void serve(const MakeInteresting &make);

  std::mutex mutex;
  std::condition_variable changed;
  std::deque<Question> questions;
  bool over = false;
  std::vector<std::thread> threads; ///< Last, so that all else is there while they run.
};

} // namespace fathom

#endif
