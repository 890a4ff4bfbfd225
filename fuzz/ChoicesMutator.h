// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Changes the byte strings of a generator a little, by what they were read as.
//
// A byte changed blindly shifts the meaning of all that follow: one choice more or less, and the rest of the program is another. Here the generator runs on
// the string and says what each byte was (Choices' watcher); the edit is made on that tree of statements and choices; and the generator runs again, now told
// what to choose, and so writes the new string. Statements keep their row and their choices wherever they come to stand; what they need beyond those is drawn
// at random.
//
//   ChoicesMutator mutator([&](Choices &choices) { generateTestCase(choices, profile, context); }, profile.bytes);
//   std::vector<uint8_t> other = mutator.mutate(bytes, /*rngSeed=*/7);        // a statement gone, copied, moved or made anew, or a choice changed
//   std::vector<uint8_t> child = mutator.cross(bytes, moreBytes, /*rngSeed=*/7); // with statements of the other
//
// Both give the same for the same arguments on every machine, never more than the limit, and nothing that the generator does not read.
#ifndef FATHOM_FUZZ_CHOICESMUTATOR_H
#define FATHOM_FUZZ_CHOICESMUTATOR_H

#include "fuzz/Choices.h"

#include <functional>

namespace fathom {

class ChoicesMutator {
public:
  /// `generate` reads a program from the choices, the same for the same bytes; what it makes is thrown away. It is called two or three times for a mutant.
  ChoicesMutator(std::function<void(Choices &)> generate, size_t limit)
      : generate(std::move(generate)), limit(limit) {}

  /// A mutant: another string than the one given, as far as that is possible. One in ten is made anew.
  std::vector<uint8_t> mutate(llvm::ArrayRef<uint8_t> bytes, uint64_t rngSeed) const;
  /// The first string with statements, or with all but the statements, of the second.
  std::vector<uint8_t> cross(llvm::ArrayRef<uint8_t> bytes, llvm::ArrayRef<uint8_t> donor,
                             uint64_t rngSeed) const;
  /// The string as mutants are written: the same program, without bytes that are not read and with each choice below its bound.
  std::vector<uint8_t> normalize(llvm::ArrayRef<uint8_t> bytes) const;

private:
  std::function<void(Choices &)> generate;
  size_t limit;
};

} // namespace fathom

#endif
