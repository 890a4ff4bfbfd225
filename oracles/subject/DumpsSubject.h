// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A recorded compile as a subject: replays a log of IR dumps instead of running a compiler, so that whoever has a log of any fork of Triton can have
// it judged.
//
//   MLIR_ENABLE_DUMP=1 TRITON_ALWAYS_COMPILE=1 python my_kernel.py 2> log.mlir
//   fathom check log.mlir                                     each compile of the log
//   fathom check log.mlir --subject dumps:log.mlir#2          the second one
//
// It can be asked for a program that the log holds: the one that a compile began with, or the IR between two of its passes (the .ttir file of
// Triton's cache). The artifact's stages are the last TTIR and the last IR before the conversion to LLVM's dialect; its dumps are those from the
// program on. Any other program is refused, for nobody knows what the compiler would have made of it.
#ifndef FATHOM_ORACLES_SUBJECT_DUMPSSUBJECT_H
#define FATHOM_ORACLES_SUBJECT_DUMPSSUBJECT_H

#include "oracles/subject/DumpLog.h"

namespace fathom {

class DumpsSubject : public Subject {
public:
  /// A path, or PATH#N for the Nth compile alone.
  static llvm::Expected<std::unique_ptr<Subject>> open(llvm::StringRef path);

  DumpsSubject(std::string name, std::vector<RecordedCompile> compiles)
      : subjectName(std::move(name)), compiles(std::move(compiles)) {}

  llvm::StringRef name() const override { return subjectName; }
  /// The log does not always say for which target it was; the caller's word is taken.
  bool knows(const Target &) const override { return true; }
  Stage lastStage() const override { return Stage::Ttgir; }
  bool compilesAny() const override { return false; }
  llvm::Expected<Artifact> compile(mlir::ModuleOp program, const CompileRequest &request) override;
  /// There is no compiler to read anything: the text stands as it was printed.
  llvm::Expected<Artifact> reprint(llvm::StringRef text, const CompileRequest &request) override;

private:
  /// An artifact that refusalReason knows.
  Artifact refuse(llvm::StringRef stage, const std::string &why, const std::string &more) const;

  std::string subjectName;
  std::vector<RecordedCompile> compiles;
};

} // namespace fathom

#endif
