// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A released Triton, or one that was built, as a subject.
//
// Each compile is a fork of a process that has imported the release once (triton_worker.py). A
// failure is met again in a fresh fork before it is reported; one that is not met again is reported
// with "flaky" in its log. The failing pass is named by its class (TritonGPUCoalesce), the name
// that dumps and crash recovery print: if the compiler did not name it, the fresh fork runs the
// same passes one by one, and only the last one that started can have failed. Dumps are made in this way too.
#ifndef FATHOM_ORACLES_SUBJECT_TRITONSUBJECT_H
#define FATHOM_ORACLES_SUBJECT_TRITONSUBJECT_H

#include "oracles/subject/Subject.h"
#include "oracles/subject/TritonWorker.h"

#include "llvm/ADT/StringMap.h"

namespace fathom {

class TritonSubject : public Subject {
public:
  static llvm::Expected<std::unique_ptr<Subject>> open(llvm::StringRef versionOrPath);

  TritonSubject(std::string name, TritonInstall install, TritonWorker worker)
      : subjectName(std::move(name)), install(std::move(install)), worker(std::move(worker)) {}

  llvm::StringRef name() const override { return subjectName; }
  bool knows(const Target &target) const override;
  llvm::Expected<Artifact> compile(mlir::ModuleOp program, const CompileRequest &request) override;
  llvm::Expected<Artifact> reprint(llvm::StringRef text, const CompileRequest &request) override;

  /// The same for a program in this release's own spelling.
  llvm::Expected<Artifact> compileText(llvm::StringRef text, const CompileRequest &request);

  /// The process that forks; 0 when it is down. For tests, and for whoever watches memory.
  int workerId() const { return worker.alive() ? worker.id() : 0; }

private:
  enum class Mode {
    Plain,
    Reprint,
    Dump,  ///< With the release's own dumps, 20 times slower.
    Step,  ///< Pass by pass.
    Texts, ///< Pass by pass, with the IR that each is given, at twice the time of a plain run.
    Names, ///< Pass by pass, to learn what the passes' classes are called.
    Raw,   ///< Without the compiler's crash recovery.
  };
  struct Run {
    Artifact artifact;
    std::vector<PassDump> steps; ///< Pass by pass: those that started, by the release's names for them.
    bool between = false;        ///< The last of them is over.
    std::string warnings; ///< The log of a compile that went well.
  };
  static llvm::json::Object describeJob(const CompileRequest &request, Mode mode);
  llvm::Expected<Run> run(llvm::StringRef text, const CompileRequest &request, Mode mode);
  llvm::Expected<bool> nameSignal(llvm::StringRef text, const CompileRequest &request,
                                  Failure &failure);
  llvm::Error confirm(llvm::StringRef text, const CompileRequest &request, Artifact &artifact);
  llvm::Error nameSteps(llvm::StringRef text, const CompileRequest &request, Run &stepped);

  std::string subjectName;
  TritonInstall install;
  TritonWorker worker;
  llvm::StringMap<std::string>
      passNames; ///< From the release's Python names to the names of the classes.
  bool stepsTell =
      false; ///< The last failure without a name was met again by running the passes one by one.
  mutable llvm::StringMap<bool> known; ///< What knows() found out.
};

} // namespace fathom

#endif
