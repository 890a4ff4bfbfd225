// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A compiler under test, and what it makes of a program.
//
// A subject never takes the caller down: an assertion, a segfault, a hang, a memory blow-up or
// garbage on its pipes is a Failure in the artifact. llvm::Error is for the environment alone (no
// such release, no Python, disk full) and says what to do. A subject object serves one thread at a
// time; open one for each thread.
#ifndef FATHOM_ORACLES_SUBJECT_SUBJECT_H
#define FATHOM_ORACLES_SUBJECT_SUBJECT_H

#include "oracles/TestCase.h"

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fathom {

struct Limits {
  double seconds = 30;       ///< CPU time of one compile; by the clock see Patience.
  unsigned megabytes = 4096; ///< Memory of one compile.
};

struct CompileRequest {
  Target target;
  CompileOptions options;
  Stage stage = Stage::Ttgir; ///< The last stage to make.
  /// Passes instead of the stages, by upstream's names with commas between them; empty: the stages.
  /// The artifact then has one text, filed under `stage`.
  std::string passes = {};
  bool dumps = false; ///< Ask for the IR before every pass (two to three times slower).
  /// Let the compiler fuse multiplications and additions, upstream's default. Off, a kernel's floating-point results are those of
  /// the program's operations one by one.
  bool fpFusion = true;
  /// Off, Stage::Llir ends where the compiler's own passes do, without a text: LLVM, which is a third of the time, sees nothing.
  bool llvm = true;
  /// Name the failing pass and confirm the failure in a fresh process, though it may need slow
  /// re-runs. The reducer, which asks thousands of times, switches it off: then Failure::pass may
  /// be empty.
  bool confirm = true;
  Limits limits = {};
  /// How the program is launched, as a LAUNCH line says it, for oracles that run it; empty: deduced.
  std::string launch = {};
  /// Is told of the module before the first pass (with no pass's name) and after each. The core calls it, in the fork that compiles; others do not.
  std::function<void(llvm::StringRef pass, mlir::ModuleOp module)> watch = {};
};

/// What went wrong in a compile, as the subject's process saw it.
struct Failure {
  enum class Kind {
    Assertion,   ///< A failed assertion; message is its expression, sourceFile its file.
    Unreachable, ///< llvm_unreachable; message is its text.
    Fatal,       ///< report_fatal_error ("LLVM ERROR: ...").
    Signal,      ///< Died of a signal without a text; message is the signal's name.
    Error, ///< A diagnostic ("error: ...") that ended the compile, or an exception of the driver.
    Verifier, ///< The subject's own verifier refused the IR after a pass.
    Timeout,  ///< Limits::seconds ran out.
    Memory,   ///< Limits::megabytes ran out.
    Garbage,  ///< The subject's process broke its protocol or left without an answer.
  };
  Kind kind;
  /// "ttir", "ttgir", "llir", "asm", "binary"; "passes" for CompileRequest::passes; "parse" when the
  /// program was not read, "options" when a knob was refused, "worker" when the process was lost.
  std::string stage;
  std::string pass;       ///< The pass that failed, by upstream's name, if it is known.
  std::string message;    ///< The first line that says why, not normalised.
  std::string sourceFile; ///< Of an assertion: the file's last component.
  std::string log;        ///< All that was said on stderr, cut to 64 KiB.
};
llvm::StringRef failureKindName(Failure::Kind kind); // "assertion", "unreachable", ...

struct StageText {
  Stage stage;
  std::string text;
  double seconds; ///< Time the stage took.
};

/// The IR before one pass, in the order in which passes ran, up to the conversion to LLVM's dialect.
struct PassDump {
  std::string pass;
  std::string text;
};

/// What a launcher must know of a compiled kernel beside its code.
struct KernelInfo {
  std::string name;            ///< Its symbol in the code.
  unsigned numWarps = 0;       ///< Of a block, those of specialised partitions included.
  unsigned threadsPerWarp = 0; ///< A block has numWarps * threadsPerWarp threads, in one dimension.
  unsigned numCtas = 1;        ///< Blocks of a program.
  /// The cluster that these blocks are; the launch's grid is that of programs times it.
  std::array<unsigned, 3> cluster = {1, 1, 1};
  unsigned sharedBytes = 0; ///< Dynamic shared memory.
  uint64_t globalScratchBytes = 0,
           globalScratchAlign =
               1; ///< Memory that each block is given; 0 bytes: a null pointer will do.
  uint64_t profileScratchBytes = 0, profileScratchAlign = 1;
  /// Trailing parameters that are none of the program's: none, the global scratch pointer (1), that and the profile scratch pointer (2).
  unsigned scratchParameters = 0;
  /// The size of every parameter in the code, those of scratch included.
  std::vector<unsigned> parameterBytes;
  /// How TMA is to read through the function's !tt.tensordesc arguments, in their order. Empty where they are taken apart: then each is a
  /// pointer, its shape and strides (64 bits each), and whether it pads with NaN (a byte).
  struct Descriptor {
    unsigned swizzle = 0, elementBytes = 0;
    unsigned elementType = 0;    ///< CUtensorMapDataType.
    std::vector<unsigned> block; ///< What one copy moves, outermost dimension first.
    bool packedFp4 = false;      ///< The program counts bytes of two FP4 elements, TMA elements.
  };
  std::vector<Descriptor> descriptors;
};

struct Artifact {
  std::vector<StageText>
      stages; ///< Those that were made, in order. Stage::Binary's text is the file's bytes.
  std::vector<PassDump> dumps;      ///< If asked for.
  std::optional<KernelInfo> kernel; ///< Of subjects that know it, once Stage::Asm was made.
  std::optional<Failure> failure;
  double seconds = 0; ///< CPU time of the whole compile, its own processes included.

  const StageText *find(Stage stage) const;
};

class Subject {
public:
  virtual ~Subject();

  /// As --subject takes it: "triton:3.6.0", "opt:/usr/bin/mlir-opt", "core".
  virtual llvm::StringRef name() const = 0;

  /// Whether this subject compiles for the target at all; true too where it could not be asked, and a compile then says why.
  virtual bool knows(const Target &target) const = 0;

  /// The last stage that it has. Asking for a later one is a failure that refusalReason knows.
  virtual Stage lastStage() const { return Stage::Binary; }

  /// Whether it compiles whatever it is given, and not only what has been recorded.
  virtual bool compilesAny() const { return true; }

  /// A pass list that goes from the program to TTGIR in which buffers have their places in shared memory and barriers stand; empty where the stages
  /// that come after TTGIR do that.
  virtual std::string passesToSharedMemory(const CompileRequest &) const { return ""; }

  /// Compiles the program. The module is not changed.
  virtual llvm::Expected<Artifact> compile(mlir::ModuleOp program,
                                           const CompileRequest &request) = 0;

  /// Reads a text of its own, verifies it and prints it again, with no pass in between. What it printed is the artifact's one stage, named as the
  /// request's.
  virtual llvm::Expected<Artifact> reprint(llvm::StringRef text, const CompileRequest &request) = 0;
};

/// Opens "core", "triton:VERSION", "triton:PATH", "opt:PATH" or "dumps:FILE" (Subjects.def). A
/// release that is not in the cache is fetched.
llvm::Expected<std::unique_ptr<Subject>> openSubject(llvm::StringRef spec);

} // namespace fathom

#endif
