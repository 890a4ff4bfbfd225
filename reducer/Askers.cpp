// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads that ask a predicate.
#include "reducer/Askers.h"

#include "core/ir/Dialects.h"

#include "mlir/Parser/Parser.h"

using namespace mlir;

namespace fathom {

Answer answerOf(const Interesting &interesting, ModuleOp program, const CompileOptions &options) {
  llvm::Expected<bool> answer = interesting(program, options);
  return answer ? Answer{*answer} : Answer{false, llvm::toString(answer.takeError())};
}

Askers::Askers(unsigned count, const MakeInteresting &make) {
  for (unsigned i = 0; i < count; ++i)
    threads.emplace_back([this, make] { serve(make); });
}

Askers::~Askers() {
  {
    std::lock_guard lock(mutex);
    over = true;
  }
  changed.notify_all();
  for (std::thread &thread : threads)
    thread.join();
}

std::future<Answer> Askers::ask(ModuleOp program, const CompileOptions &options) {
  Question question{"", options, {}};
  llvm::raw_string_ostream out(question.program);
  program.print(out, OpPrintingFlags().enableDebugInfo());
  std::future<Answer> answer = question.answer.get_future();
  {
    std::lock_guard lock(mutex);
    questions.push_back(std::move(question));
  }
  changed.notify_one();
  return answer;
}

void Askers::serve(const MakeInteresting &make) {
  std::unique_ptr<MLIRContext> context = makeContext();
  ParserConfig config(context.get(), /*verifyAfterParse=*/false);
  llvm::Expected<Interesting> interesting = make();
  std::string broken = interesting ? "" : llvm::toString(interesting.takeError());
  for (;;) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return over || !questions.empty(); });
    if (over)
      return;
    Question question = std::move(questions.front());
    questions.pop_front();
    lock.unlock();
    Answer answer{false, broken};
    if (broken.empty()) {
      OwningOpRef<ModuleOp> program = parseSourceString<ModuleOp>(question.program, config);
      answer = program ? answerOf(*interesting, *program, question.options)
                       : Answer{false, "a candidate was not read back as it was printed"};
    }
    question.answer.set_value(std::move(answer));
  }
}

} // namespace fathom
