// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads a log of IR dumps, as MLIR_ENABLE_DUMP=1, -mlir-print-ir-before-all and -mlir-print-ir-after-all write it, into the compiles that it records.
//
// Headers of all releases and of other forks are read, before and after:
//
//   // -----// IR Dump Before TritonGPUCoalesce (tritongpu-coalesce) ('builtin.module' operation) //----- //
//   // -----// IR Dump Before CanonicalizerPass: canonicalize{top-down=true} ('builtin.module' operation) //----- //
//   // -----// IR Dump After CSE //----- //
//
// A pass hands its result over to the next one, so that a log of "before" dumps, one of "after" dumps and one of both give the same list:
//
//   Before A: x   Before B: y             A is given x, B is given y; the last IR is y
//   After A: y    After B: z              B is given y; the last IR is z (what A was given is not in the log)
//   Before A: x   After A: y   After B: z   A is given x, B is given y; the last IR is z
//
// A dump of one function alone (a pass on 'tt.func' operations, without -mlir-print-ir-module-scope) is put into the module that was dumped before it.
// IR after the conversion to LLVM's dialect is left out, and so is what passes print inside ("internal IR Dump After: ...").
//
// A log of several compiles gives them one by one: the next one begins where the kernel has another name, or IR of an earlier stage comes again.
#ifndef FATHOM_ORACLES_SUBJECT_DUMPLOG_H
#define FATHOM_ORACLES_SUBJECT_DUMPLOG_H

#include "oracles/subject/Subject.h"

namespace fathom {

/// A dump as it stands in a log.
struct Dump {
  enum class When { Before, After, AfterFailure };
  When when;
  std::string pass; ///< passName of the header.
  std::string text;
  unsigned line; ///< Of the header, from 1.
  bool whole;    ///< Its last brace is there.
};

/// Splits a log into its dumps; `rest` gets what was said between them, as far as it can be told from IR.
std::vector<Dump> splitDumps(llvm::StringRef log, std::string &rest);

/// Whether the line is a dump's header, and whether the text has such a line.
bool beginsDump(llvm::StringRef line);
bool holdsDumps(llvm::StringRef text);

struct RecordedCompile {
  std::string kernel;             ///< The first public function's name, or the first one's.
  unsigned line;                  ///< Where its first IR begins in the log, from 1.
  std::vector<PassDump> handedTo; ///< The IR that each pass was given, in order.
  std::string last;               ///< The IR that is known last.

  /// The IR that is known first.
  llvm::StringRef first() const {
    return handedTo.empty() ? llvm::StringRef(last) : handedTo[0].text;
  }
};

/// The last of TTIR and TTGIR that a text can be; nothing for IR of LLVM's dialect.
std::optional<Stage> stageOfText(llvm::StringRef text);

/// At least one compile, and each has IR. `name` is the log's, for errors: no dump at all, a dump that is cut short, functions without a module.
llvm::Expected<std::vector<RecordedCompile>> readDumpLog(llvm::StringRef log, llvm::StringRef name);

} // namespace fathom

#endif
