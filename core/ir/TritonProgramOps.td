// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tt ops of a program as a whole: functions, the grid, prints and assertions.
#ifndef FATHOM_TRITON_PROGRAM_OPS_TD
#define FATHOM_TRITON_PROGRAM_OPS_TD

include "core/ir/TritonTypes.td"
include "core/ir/TritonAttributes.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/CallInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"

class TT_GridOp<string mnemonic> : TT_Op<mnemonic, [Pure]> {
  let arguments = (ins TT_ProgramAxis:$axis);
  let results = (outs I32:$result);
  let builders = [OpBuilder<(ins "::fathom::tt::ProgramAxis":$axis), [{
    build($_builder, $_state, $_builder.getI32Type(), axis);
  }]>];
  let assemblyFormat = "$axis attr-dict `:` type($result)";
}
def TT_GetProgramIdOp : TT_GridOp<"get_program_id"> {
  let summary = "Which program of the grid this is.";
}
def TT_GetNumProgramsOp : TT_GridOp<"get_num_programs"> {
  let summary = "How many programs the grid has.";
}

class TT_GridDependencyOp<string mnemonic>
    : TT_Op<mnemonic, [MemoryEffects<[MemRead<TT_GlobalMemory>, MemWrite<TT_GlobalMemory>]>]> {
  let assemblyFormat = "attr-dict";
}
def TT_GridDependencyWaitOp : TT_GridDependencyOp<"grid_dependency_wait"> {
  let summary = "Waits for the grids that this one depends on (3.9).";
}
def TT_GridDependencyLaunchDependentsOp : TT_GridDependencyOp<"grid_dependency_launch_dependents"> {
  let summary = "Lets grids that depend on this one start (3.9).";
}

def TT_PrintOp : TT_Op<"print", [MemoryEffects<[MemWrite<TT_GlobalMemory>]>]> {
  let summary = "Prints each element, with its index and the program's.";
  let arguments = (ins StrAttr:$prefix, BoolAttr:$hex, Variadic<TT_Type>:$args, DenseI32ArrayAttr:$isSigned);
  let builders = [OpBuilder<(ins "::llvm::StringRef":$prefix, "bool":$hex, "::mlir::ValueRange":$args)>];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def TT_AssertOp : TT_Op<"assert", [MemoryEffects<[MemWrite<TT_GlobalMemory>]>]> {
  let summary = "Stops the program with a message if an element is false.";
  let arguments = (ins TT_BoolLike:$condition, StrAttr:$message);
  let hasCustomAssemblyFormat = 1;
}

def TT_FuncOp : TT_Op<"func", [
    AffineScope, AutomaticAllocationScope, FunctionOpInterface, IsolatedFromAbove, OpAsmOpInterface,
    HasParent<"::mlir::ModuleOp">]> {
  let summary = "A function; a public one is a kernel.";
  let arguments = (ins SymbolNameAttr:$sym_name, TypeAttrOf<FunctionType>:$function_type,
                       OptionalAttr<StrAttr>:$sym_visibility, OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs);
  let regions = (region AnyRegion:$body);
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins "::llvm::StringRef":$name, "::mlir::FunctionType":$type,
    CArg<"::llvm::ArrayRef<::mlir::NamedAttribute>", "{}">:$attrs,
    CArg<"::llvm::ArrayRef<::mlir::DictionaryAttr>", "{}">:$argAttrs)>];
  let extraClassDeclaration = [{
    ::mlir::Region *getCallableRegion() { return isExternal() ? nullptr : &getBody(); }
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() { return getFunctionType().getInputs(); }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() { return getFunctionType().getResults(); }
    bool isDeclaration() { return isExternal(); }
  }];
  let hasCustomAssemblyFormat = 1;
}

def TT_CallOp : TT_Op<"call", [CallOpInterface, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Calls a function of the module.";
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyType>:$operands,
                       OptionalAttr<DictArrayAttr>:$arg_attrs, OptionalAttr<DictArrayAttr>:$res_attrs);
  let results = (outs Variadic<AnyType>);
  let builders = [
    OpBuilder<(ins "::fathom::tt::FuncOp":$callee, CArg<"::mlir::ValueRange", "{}">:$operands), [{
      $_state.addOperands(operands);
      $_state.addAttribute("callee", ::mlir::SymbolRefAttr::get(callee));
      $_state.addTypes(callee.getFunctionType().getResults());
    }]>
  ];
  let extraClassDeclaration = [{
    operand_range getArgOperands() { return getOperands(); }
    ::mlir::MutableOperandRange getArgOperandsMutable() { return getOperandsMutable(); }
    ::mlir::CallInterfaceCallable getCallableForCallee() { return getCalleeAttr(); }
    void setCalleeFromCallable(::mlir::CallInterfaceCallable callee) {
      setCalleeAttr(::llvm::cast<::mlir::FlatSymbolRefAttr>(::llvm::cast<::mlir::SymbolRefAttr>(callee)));
    }
  }];
  let assemblyFormat = "$callee `(` $operands `)` attr-dict `:` functional-type($operands, results)";
}

def TT_ReturnOp : TT_Op<"return", [Pure, HasParent<"FuncOp">, ReturnLike, Terminator]> {
  let summary = "Ends a function.";
  let arguments = (ins Variadic<AnyType>:$srcs);
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, ::mlir::ValueRange()); }]>];
  let assemblyFormat = "attr-dict ($srcs^ `:` type($srcs))?";
  let hasVerifier = 1;
}

#endif
