// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The compiler in this tree as a subject.
//
// Each compile is a fork of this process: a crash, a hang or a memory blow-up takes the fork alone,
// and nothing that the compile does can spoil the caller's context. MLIR's crash recovery would be
// a millisecond cheaper, but after a recovered abort the heap and MLIR's own tables are in an
// unknown state, it cannot end a hang, and it cannot bound memory. A fork of a process of a few
// hundred megabytes takes about a millisecond; a module is inherited, not printed and parsed. The
// fork has one thread, and allocates: a caller with threads of its own relies on the C library's
// fork handlers, which make malloc safe there.
//
// It has the stages ttir and ttgir, made by the lists of core/pipeline, and any passes of the core's and of MLIR's by name.
// "core:M25" is the same compiler with that historical bug (core/Mutants.def) in it, in the forks alone.
#ifndef FATHOM_ORACLES_SUBJECT_CORESUBJECT_H
#define FATHOM_ORACLES_SUBJECT_CORESUBJECT_H

#include "core/mutant/Mutant.h"
#include "oracles/subject/Subject.h"

namespace fathom {

class CoreSubject : public Subject {
public:
  /// Nothing, or a mutant's name.
  static llvm::Expected<std::unique_ptr<Subject>> open(llvm::StringRef argument);

  CoreSubject(llvm::StringRef argument, Mutant mutant)
      : spec(argument.empty() ? "core" : "core:" + argument.str()), mutant(mutant) {}

  llvm::StringRef name() const override { return spec; }
  bool knows(const Target &) const override { return true; }
  Stage lastStage() const override { return Stage::Ttgir; }
  std::string passesToSharedMemory(const CompileRequest &request) const override;
  llvm::Expected<Artifact> compile(mlir::ModuleOp program, const CompileRequest &request) override;
  llvm::Expected<Artifact> reprint(llvm::StringRef text, const CompileRequest &request) override;

private:
  std::string spec;
  Mutant mutant;
};

/// The mutant in the core that a subject's name says: None for "core", M7 for "core:M7"; nothing for another compiler.
std::optional<Mutant> mutantOfCore(llvm::StringRef subject);

} // namespace fathom

#endif
