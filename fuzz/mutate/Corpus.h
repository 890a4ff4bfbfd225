// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A folder of programs to mutate: a source of programs for campaigns, and the origins of what is made of them.
//
//   mutation:any:add.ttir:9f3a...                     file and choices: what `fathom mutate --origin` makes again, with the folder as --corpus
//   mutation:meaning:add.ttir+scan.mlir:04...         rows that keep the meaning alone; code may have come from the second file
//
// Program number i of a campaign is made from two files and from bytes that the RNG seed and i choose. What its file says of where it came from is kept in
// its test case.
#ifndef FATHOM_FUZZ_MUTATE_CORPUS_H
#define FATHOM_FUZZ_MUTATE_CORPUS_H

#include "fuzz/mutate/Mutation.h"

#include <mutex>

namespace fathom {

/// How a program was made by mutation.
struct MutationOrigin {
  bool keepMeaning = false;
  std::string file, donor; ///< In the folder; the donor may be the file itself.
  std::vector<uint8_t> choices;

  std::string str() const;
};
llvm::Expected<MutationOrigin> parseMutationOrigin(llvm::StringRef origin);

class Corpus {
public:
  /// Files, and the .mlir and .ttir files of folders and of the folders in them: those in TTIR. A file's name is the last part of its path, or the path in its
  /// folder. An error if there is none, or if one cannot be read; `context` is used for that only.
  static llvm::Expected<std::unique_ptr<Corpus>> open(llvm::ArrayRef<std::string> paths,
                                                      mlir::MLIRContext &context);

  /// Their names, sorted.
  llvm::ArrayRef<std::string> files() const { return names; }
  /// How many files and which bytes, in short.
  std::string digest() const;

  /// The program of a file. Its launch is deduced where the file has none; it is run at the first time. May be called from many threads.
  llvm::Expected<Stock> load(llvm::StringRef name, mlir::MLIRContext &context);

  /// The file's test case: its program, launch, options and origin.
  llvm::Expected<TestCase> program(llvm::StringRef name, mlir::MLIRContext &context);
  /// What the choices of the origin make of it; none if all mutations declined.
  llvm::Expected<std::optional<TestCase>> make(const MutationOrigin &origin,
                                               mlir::MLIRContext &context);
  /// File, donor and choices that the RNG seed and the index choose.
  MutationOrigin choose(uint64_t seed, uint64_t index, bool keepMeaning) const;

private:
  llvm::Error add(llvm::StringRef path, llvm::StringRef name, bool asked,
                  mlir::MLIRContext &context);

  struct File {
    std::string text;
    std::unique_ptr<Stock> known; ///< Without a program.
  };
  std::vector<std::string> names;
  std::map<std::string, File, std::less<>> contents;
  std::mutex mutex; ///< Guards what is known.
};

} // namespace fathom

#endif
