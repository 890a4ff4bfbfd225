// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a compile met, as names that can be counted: which ops with which layouts each pass was given, what it made of them, and what stands together
// in the program. Edges of machine code say where a compiler has been; features say with what, and can be asked of a release, which has no
// instrumentation: its IR is enough.
//
// A feature's name is a row of fields; the first says of what kind it is:
//
//   given|TritonGPUCoalesce|tt.load|blocked > blocked                an op and the layouts of its operands and results, in what a pass was given
//   rewrite|TritonGPUCoalesce|+ttg.convert_layout|blocked > blocked  there are more of these after the pass than before; "-": fewer
//   type|tt.dot|f16 f32 > f32          element types of operands and results, each once
//   shape|tt.reduce|2u > 1             their ranks; "u": with a dimension of 1
//   feeds|tt.load|tt.dot               the result of one is an operand of the other
//   nest|scf.for scf.while|tt.dot      the regions around an op, outermost first
//   together|scf.while|tt.dot          both are in one program
//   attribute|tt.load|cache=2
//   option|num-warps|8
//
// An id is the hash of the name, the same in every process, run and release.
//
//   Features met;
//   FeatureReader reader(met);
//   reader.readProgram(*test.program, test.options);   // all kinds but given and rewrite
//   reader.startFrom(*before);
//   reader.readResult("TritonGPUCoalesce", *after);    // given and rewrite
#ifndef FATHOM_FUZZ_CAMPAIGN_FEATURES_H
#define FATHOM_FUZZ_CAMPAIGN_FEATURES_H

#include "oracles/subject/Process.h"
#include "oracles/subject/Subject.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"

#include <functional>
#include <string>

namespace fathom {

/// A set of features by id, with their names.
class Features {
public:
  void add(llvm::StringRef name);
  void add(const Features &more);
  bool contains(llvm::StringRef name) const { return names.contains(idOf(name)); }
  size_t size() const { return names.size(); }
  const llvm::DenseMap<uint64_t, std::string> &all() const { return names; }

  static uint64_t idOf(llvm::StringRef name);

private:
  llvm::DenseMap<uint64_t, std::string> names;
};

/// What layouts of an encoding have in common: "blocked", "slice<nvidia_mma2>", "dot_op0<blocked>"; "-" for none.
std::string layoutKind(mlir::Attribute encoding);

/// Reads modules of one context, each in one walk.
class FeatureReader {
public:
  explicit FeatureReader(Features &met) : met(met) {}

  /// All kinds but given and rewrite.
  void readProgram(mlir::ModuleOp program, const CompileOptions &options);
  /// What is read next is compared with this.
  void startFrom(mlir::ModuleOp module) { last = countOps(module); }
  /// What a pass, or a stage, made of what was read last.
  void readResult(llvm::StringRef pass, mlir::ModuleOp module);

private:
  /// An op with its layouts, "tt.load|blocked", and how many there are, by a key that means something to this reader alone.
  struct Counted {
    unsigned count = 0;
    std::string name;
  };
  using Census = llvm::DenseMap<uint64_t, Counted>;
  Census countOps(mlir::ModuleOp module);
  const std::string &kindOf(mlir::Type type);

  Features &met;
  Census last;
  llvm::DenseMap<mlir::Type, std::string> kinds;
};

/// Reads what a compile's artifact tells of its passes, or of its stages where it has no dumps. A text that fathom does not read is passed over.
void readArtifact(mlir::ModuleOp program, const Artifact &artifact, FeatureReader &reader);

/// Reads compiles that are forks of this process (CompileRequest::watch); what they meet comes back in a file in memory.
class ForkedReader {
public:
  static llvm::Expected<ForkedReader> open();

  /// For a request. It refers to this reader.
  std::function<void(llvm::StringRef pass, mlir::ModuleOp module)> watch();
  /// Adds what has been met since it was asked last.
  void collect(Features &met);

private:
  explicit ForkedReader(Descriptor file) : file(std::move(file)) {}
  Descriptor file;
};

/// Reads compiles of any subject as it allows: the core's in their forks, others by the IR before each pass, or by their stages.
class CompileReader {
public:
  static llvm::Expected<CompileReader> open();

  /// For the compile to come. The request refers to this reader.
  void prepare(CompileRequest &request, const Subject &subject);
  /// Adds what the compile met. `eachPass`: a subject that cannot be watched is asked again for the IR before each pass, if the artifact does not have it.
  llvm::Error read(mlir::ModuleOp program, const CompileRequest &request, const Artifact &artifact,
                   Subject &subject, bool eachPass, Features &met);

private:
  explicit CompileReader(ForkedReader forks) : forks(std::move(forks)) {}
  ForkedReader forks;
};

} // namespace fathom

#endif
