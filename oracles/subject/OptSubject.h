// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Any opt-like binary (mlir-opt, triton-opt, fathom-opt) as a subject: one process for each
// compile.
//
// It has no stages of its own, so a request must name passes: "canonicalize,cse" or a whole
// pipeline, "builtin.module(canonicalize,func.func(cse))". The artifact's text is filed under the
// request's stage.
#ifndef FATHOM_ORACLES_SUBJECT_OPTSUBJECT_H
#define FATHOM_ORACLES_SUBJECT_OPTSUBJECT_H

#include "oracles/subject/Subject.h"

namespace fathom {

class OptSubject : public Subject {
public:
  static llvm::Expected<std::unique_ptr<Subject>> open(llvm::StringRef path);

  OptSubject(std::string name, std::string program)
      : subjectName(std::move(name)), binary(std::move(program)) {}

  llvm::StringRef name() const override { return subjectName; }
  /// A pass pipeline knows no targets, so none is unknown to it.
  bool knows(const Target &) const override { return true; }
  llvm::Expected<Artifact> compile(mlir::ModuleOp program, const CompileRequest &request) override;
  llvm::Expected<Artifact> reprint(llvm::StringRef text, const CompileRequest &request) override;

private:
  llvm::Expected<Artifact> run(llvm::StringRef text, const CompileRequest &request, bool dumps);

  std::string subjectName, binary;
};

} // namespace fathom

#endif
