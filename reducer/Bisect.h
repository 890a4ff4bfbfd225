// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asks one release after the other whether a program fails in it with a signature.
//
//   Bisection of while-in-for on cuda:80 prints as
//     triton:3.0.0   fails so
//     triton:3.1.0   fails so
//     triton:3.2.0   passes
//     first bad triton:3.0.0, first good after it triton:3.2.0
#ifndef FATHOM_REDUCER_BISECT_H
#define FATHOM_REDUCER_BISECT_H

#include "oracles/Oracle.h"

#include "llvm/ADT/STLExtras.h"

#include <string>
#include <vector>

namespace fathom {

/// How a release stands to a failure, by the oracle that saw it.
enum class Standing {
  Same,        ///< Fails with the signature.
  Other,       ///< Fails with another one.
  Passes,      ///< Passes all oracles.
  Refused,     ///< Does not compile it, and says so in a way that a user could act on.
  Unspellable, ///< Does not read the program: it lacks an op or a type of it.
  Unavailable, ///< Could not be asked: not installed, or it does not know the target.
};
llvm::StringRef standingPhrase(Standing standing); ///< "fails so", "fails otherwise", "passes", ...

struct ReleaseStanding {
  std::string subject; ///< As --subject takes it.
  Standing standing = Standing::Passes;
  Signature signature; ///< Of Other and Same.
  std::string note; ///< The first line of what a release that refused, or could not be asked, said.
};

struct Bisection {
  std::vector<ReleaseStanding>
      rows; ///< In the order in which the subjects were given, oldest first.

  const ReleaseStanding *firstBad() const;  ///< The first that fails so; null if there is none.
  const ReleaseStanding *firstGood() const; ///< The first that passes after the last that fails so.

  /// The table above.
  std::string str() const;
};

using OpenSubject =
    llvm::function_ref<llvm::Expected<std::unique_ptr<Subject>>(llvm::StringRef spec)>;

/// Asks each subject. One is open at a time. What one of them cannot do is a row of the result, never an error.
Bisection bisect(mlir::ModuleOp program, const CompileRequest &request, const Signature &signature,
                 llvm::ArrayRef<std::string> subjects, OpenSubject open = openSubject,
                 llvm::function_ref<void(const ReleaseStanding &)> progress = {});

} // namespace fathom

#endif
