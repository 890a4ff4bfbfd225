// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Repeats questions.
#include "reducer/Repeat.h"

#include <chrono>
#include <cmath>

namespace fathom {

std::string Frequency::str() const { return std::to_string(yes) + " of " + std::to_string(asked); }

unsigned Frequency::triesToBeSure() const {
  if (yes == asked)
    return 1;
  // Of none that said yes nothing is known; it is taken for one that nearly did.
  double no = 1 - std::max(yes, 1u) / double(asked + 1);
  return unsigned(std::ceil(std::log(0.01) / std::log(no)));
}

llvm::Expected<Frequency> measureFrequency(const Interesting &interesting, mlir::ModuleOp program,
                                           const CompileOptions &options, unsigned most,
                                           double seconds) {
  constexpr unsigned few = 3, enough = 5;
  auto start = std::chrono::steady_clock::now();
  Frequency result;
  while (result.asked < most) {
    llvm::Expected<bool> answer = interesting(program, options);
    if (!answer)
      return answer.takeError();
    ++result.asked;
    result.yes += *answer;
    std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    if (!result.flaky() &&
        (result.asked >= enough || (result.asked >= few && spent.count() > seconds)))
      break;
  }
  return result;
}

Interesting anyOf(Interesting interesting, unsigned tries) {
  return [interesting = std::move(interesting),
          tries](mlir::ModuleOp program, const CompileOptions &options) -> llvm::Expected<bool> {
    for (unsigned i = 0; i < tries; ++i) {
      llvm::Expected<bool> answer = interesting(program, options);
      if (!answer || *answer)
        return answer;
    }
    return false;
  };
}

} // namespace fathom
