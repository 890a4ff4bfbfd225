// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads, prints and verifies ttg.warp_specialize and the ops within it.
#include "core/ir/TritonGPU.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fathom::ttg;

WarpSpecializePartitionsOp WarpSpecializeOp::getPartitionOp() {
  return llvm::cast<WarpSpecializePartitionsOp>(getPartitionOpHolder().front().front());
}

RegionRange WarpSpecializeOp::getPartitionRegions() {
  return getPartitionOp().getPartitionRegions();
}

ParseResult WarpSpecializeOp::parse(OpAsmParser &parser, OperationState &state) {
  SmallVector<OpAsmParser::UnresolvedOperand> captures;
  SMLoc at = parser.getCurrentLocation();
  Region *defaultRegion = state.addRegion();
  Region *holder = state.addRegion();
  if (parser.parseOperandList(captures, OpAsmParser::Delimiter::Paren) ||
      parser.parseOptionalAttrDictWithKeyword(state.attributes) || parser.parseKeyword("default") ||
      parser.parseRegion(*defaultRegion))
    return failure();
  OperationState inner(state.location, WarpSpecializePartitionsOp::getOperationName());
  SmallVector<int32_t> warps;
  while (succeeded(parser.parseOptionalKeyword(("partition" + Twine(warps.size())).str()))) {
    SmallVector<OpAsmParser::Argument> arguments;
    Region *partition = inner.addRegion();
    if (parser.parseArgumentList(arguments, OpAsmParser::Delimiter::Paren, /*allowType=*/true) ||
        parser.parseKeyword("num_warps") || parser.parseLParen() ||
        parser.parseInteger(warps.emplace_back()) || parser.parseRParen() ||
        parser.parseRegion(*partition, arguments, /*enableNameShadowing=*/true))
      return failure();
  }
  FunctionType types;
  SMLoc typeAt;
  if (parser.parseColon() || parser.getCurrentLocation(&typeAt) || parser.parseType(types))
    return failure();
  if (types.getNumInputs() != captures.size())
    return parser.emitError(typeAt)
           << "expected as many types as captured values, " << captures.size();
  if (parser.resolveOperands(captures, types.getInputs(), at, inner.operands))
    return failure();
  state.addTypes(types.getResults());
  state.addAttribute(getPartitionNumWarpsAttrName(state.name),
                     DenseI32ArrayAttr::get(parser.getContext(), warps));
  holder->emplaceBlock().push_back(Operation::create(inner));
  return success();
}

void WarpSpecializeOp::print(OpAsmPrinter &printer) {
  WarpSpecializePartitionsOp partitions = getPartitionOp();
  printer << '(';
  printer.printOperands(partitions.getExplicitCaptures());
  printer << ')';
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(), {getPartitionNumWarpsAttrName()});
  printer.printNewline();
  printer << "default ";
  printer.printRegion(getDefaultRegion(), /*printEntryBlockArgs=*/false);
  for (auto [number, region] : llvm::enumerate(partitions.getPartitionRegions())) {
    printer.printNewline();
    printer << "partition" << number << '(';
    llvm::interleaveComma(region.getArguments(), printer,
                          [&](BlockArgument argument) { printer.printRegionArgument(argument); });
    printer << ") num_warps(" << getPartitionNumWarps()[number] << ") ";
    printer.printRegion(region, /*printEntryBlockArgs=*/false);
  }
  printer << " : ";
  printer.printFunctionalType(partitions.getOperandTypes(), getResultTypes());
}

LogicalResult WarpSpecializeOp::verify() {
  Region &holder = getPartitionOpHolder();
  if (!holder.hasOneBlock() || holder.front().getOperations().size() != 1 ||
      !llvm::isa<WarpSpecializePartitionsOp>(holder.front().front()))
    return emitOpError("needs one 'ttg.warp_specialize.partitions' op in its second region");
  size_t partitions = getPartitionOp().getPartitionRegions().size();
  if (getPartitionNumWarps().size() != partitions)
    return emitOpError("has ") << partitions << " partitions, but says the warps of "
                               << getPartitionNumWarps().size();
  for (int32_t warps : getPartitionNumWarps())
    if (warps < 1 || !llvm::isPowerOf2_32(warps))
      return emitOpError("has a partition whose number of warps is no power of two, ") << warps;
  for (auto [name, list] : {std::pair(getWarpGroupStartIdsAttrName(), getWarpGroupStartIds()),
                            std::pair(getRequestedRegistersAttrName(), getRequestedRegisters())})
    if (list && list->size() != partitions)
      return emitOpError("needs an entry of ") << name << " for each partition";
  if (std::optional<ArrayRef<int32_t>> list = getActualRegisters();
      list && list->size() != partitions + 1)
    return emitOpError(
        "needs an entry of actualRegisters for the default region and each partition");
  if ((*this)->getParentOfType<WarpSpecializeOp>())
    return emitOpError("cannot be within another");
  return success();
}

LogicalResult WarpSpecializePartitionsOp::verify() {
  for (auto [number, region] : llvm::enumerate(getPartitionRegions())) {
    if (region.empty())
      return emitOpError("has an empty partition, ") << number;
    if (region.getArgumentTypes() != getExplicitCaptures().getTypes())
      return emitOpError("needs the captured values as arguments of partition ") << number;
  }
  return success();
}

LogicalResult WarpYieldOp::verify() {
  auto parent = llvm::cast<WarpSpecializeOp>((*this)->getParentOp());
  if (parent.getResultTypes() != getValues().getTypes())
    return emitOpError("needs the types of the results of 'ttg.warp_specialize'");
  return success();
}
