// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tt dialect itself, and the base class and traits of its ops.
#ifndef FATHOM_TRITON_DIALECT_TD
#define FATHOM_TRITON_DIALECT_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Triton_Dialect : Dialect {
  let name = "tt";
  let cppNamespace = "::fathom::tt";
  let summary = "Programs over tiles: what Triton's front end makes of a kernel.";
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect"];
  let useDefaultTypePrinterParser = 0;
  let useDefaultAttributePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let hasCanonicalizer = 1;
  let extraClassDeclaration = [{
    /// How printers write (core/ir/Spelling.h).
    const ::fathom::Spelling &getSpelling() const { return spelling; }
    void setSpelling(const ::fathom::Spelling &s) { spelling = s; }

    ::mlir::Type parseType(::mlir::DialectAsmParser &parser) const override;
    void printType(::mlir::Type type, ::mlir::DialectAsmPrinter &printer) const override;
    /// Lets an op name of an older release build today's op.
    std::optional<ParseOpHook> getParseOperationHook(llvm::StringRef name) const override;
    ::mlir::LogicalResult verifyOperationAttribute(::mlir::Operation *op,
                                                   ::mlir::NamedAttribute attribute) override;

  private:
    void registerTypes();
    void registerAttributes();
    void registerOps();
    ::fathom::Spelling spelling;
  public:
  }];
}

class TT_Trait<string name> : NativeOpTrait<name> { let cppNamespace = "::fathom::tt::OpTrait"; }

// The number of elements of each tensor is a power of two, at most 2^20.
def TT_TensorSize : TT_Trait<"TensorSize">;
// The encoding of each tensor fits its shape and the module.
def TT_TensorLayouts : TT_Trait<"TensorLayouts">;
// All operands (and results) that are tensors have one encoding; none at all fits any.
def TT_SameOperandsEncoding : TT_Trait<"SameOperandsEncoding">;
def TT_SameOperandsAndResultEncoding : TT_Trait<"SameOperandsAndResultEncoding">;

def TT_GlobalMemory : Resource<"::fathom::tt::GlobalMemory">;

class TT_Op<string mnemonic, list<Trait> traits = []>
    : Op<Triton_Dialect, mnemonic, !listconcat(traits, [TT_TensorSize, TT_TensorLayouts])>;

#endif
