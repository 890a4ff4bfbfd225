// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps the answers of a reduction on disk, so that one that was killed goes the same way again and asks only what it had not asked.
//
//   reduce(program, options, rememberAnswers(keepsSignature(...), openAnswers("OUT/.reducing/1a2b3c4d-177")), ...)
//
// The file has a line for each question: a hash of the program's text and its knobs, and the answer. A line that a kill cut off counts as not there.
#ifndef FATHOM_FUZZ_CAMPAIGN_ANSWERS_H
#define FATHOM_FUZZ_CAMPAIGN_ANSWERS_H

#include "reducer/Reducer.h"

namespace fathom {

/// The answers of a file, which predicates of several threads may share.
class Answers;
std::shared_ptr<Answers> openAnswers(const std::string &path);

/// The predicate, asked only for what the file does not answer. An error that the file cannot be written is an error of the predicate.
Interesting rememberAnswers(Interesting interesting, std::shared_ptr<Answers> answers);

} // namespace fathom

#endif
