// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs one text through parser, verifier, printers of several ages and parser again.
#include "fuzz/targets/ReadAndPrint.h"

#include "core/ir/ReadModule.h"
#include "core/ir/Spelling.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/OperationSupport.h"

#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace fathom {

namespace {

/// What the parser and the verifier said.
struct Complaints {
  unsigned errors = 0, located = 0;
  std::string first;

  void hear(Diagnostic &diagnostic) {
    std::string text = diagnostic.str();
    for (Diagnostic &note : diagnostic.getNotes())
      text += note.str();
    if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
      return;
    if (++errors == 1)
      first = text;
    bool found = false;
    diagnostic.getLocation()->walk([&](Location at) {
      found |= isa<FileLineColLoc>(at);
      return WalkResult::advance();
    });
    located += found;
  }
};

struct Reading {
  OwningOpRef<ModuleOp> module;
  Complaints complaints;
};

} // namespace

static Reading read(MLIRContext &context, StringRef text) {
  Reading reading;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    reading.complaints.hear(diagnostic);
    return success();
  });
  reading.module = readModule(text, ParserConfig(&context), "input");
  return reading;
}

static std::string print(ModuleOp module, OpPrintingFlags flags = {}) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module.print(os, flags);
  return text;
}

/// Whatever the result, no spelling may crash.
static void printInOtherSpellings(ModuleOp module) {
  Spelling oldest;
  for (bool Spelling::*flag :
       {&Spelling::reshapeAttribute, &Spelling::assertPosition, &Spelling::dotScaledCommas,
        &Spelling::fp8FnuzForFn, &Spelling::experimentalDescriptors, &Spelling::signlessDescriptors,
        &Spelling::tritonGpuNames, &Spelling::sharedEncoding, &Spelling::ttMemDesc,
        &Spelling::ctaParameters, &Spelling::memdescWithoutSpace, &Spelling::memdescWithoutBuffer,
        &Spelling::transOfBuffers, &Spelling::amdgpuNames, &Spelling::dotAsyncNames,
        &Spelling::bareTokens, &Spelling::mfmaMajorMinor, &Spelling::mfmaWithoutK,
        &Spelling::bufferPointers})
    oldest.*flag = true;
  printWithSpelling(module, oldest);
  Spelling newest;
  newest.cachePolicyAttribute = newest.bareTensorDesc = true;
  printWithSpelling(module, newest);
}

ReadingResult readAndPrint(MLIRContext &context, StringRef text, bool plant) {
  context.allowUnregisteredDialects(text.contains("allow-unregistered-dialect"));
  Reading first = read(context, text);
  if (!first.module) {
    if (first.complaints.errors == 0)
      return {"refused without a diagnostic"};
    // Text may say itself that a location is unknown.
    if (first.complaints.located == 0 && !text.contains("loc("))
      return {"refused without a place: " + first.complaints.first};
    return {};
  }
  std::string printed = print(*first.module);
  if (size_t at = printed.find("i32"); plant && at != std::string::npos)
    printed.replace(at, 3, "i64");
  Reading second = read(context, printed);
  if (!second.module)
    return {"what was printed is refused: " + second.complaints.first, true};
  printInOtherSpellings(*first.module);
  // A context gives the second mention of a resource another name.
  if (text.contains("dense_resource"))
    return {"", true};
  if (print(*second.module) != printed)
    return {"prints differently after it is read back", true};
  // A printer that leaves something out is of one mind with itself. MLIR's comparison takes a value for another one where a block before its own uses it; the generic form has all as well,
  // at more cost.
  OpPrintingFlags generic = OpPrintingFlags().printGenericOpForm();
  if (!OperationEquivalence::isEquivalentTo(*first.module, *second.module,
                                            OperationEquivalence::IgnoreLocations) &&
      print(*first.module, generic) != print(*second.module, generic))
    return {"is something else after it is read back", true};
  return {"", true};
}

} // namespace fathom
