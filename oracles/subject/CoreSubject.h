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
// For now it has the ttir stage, made of MLIR's own passes, and any single passes of MLIR's that
// are registered.
#ifndef FATHOM_ORACLES_SUBJECT_CORESUBJECT_H
#define FATHOM_ORACLES_SUBJECT_CORESUBJECT_H

#include "oracles/subject/Subject.h"

namespace fathom {

class CoreSubject : public Subject {
public:
  static llvm::Expected<std::unique_ptr<Subject>> open(llvm::StringRef);

  llvm::StringRef name() const override { return "core"; }
  bool knows(const Target &) const override { return true; }
  Stage lastStage() const override { return Stage::Ttir; }
  llvm::Expected<Artifact> compile(mlir::ModuleOp program, const CompileRequest &request) override;
  llvm::Expected<Artifact> reprint(llvm::StringRef text, const CompileRequest &request) override;
};

/// The ttir stage's passes.
inline constexpr llvm::StringLiteral coreTtirPasses =
    "inline,canonicalize,cse,loop-invariant-code-motion,canonicalize,cse,symbol-dce";

} // namespace fathom

#endif
