// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Marks arguments by location, and spells a launch for those that are left.
#include "reducer/ArgumentOrigins.h"

#include "core/ir/Triton.h"
#include "oracles/interp/Launch.h"

using namespace llvm;

namespace fathom {

static tt::FuncOp kernelOf(mlir::ModuleOp program) {
  for (auto function : program.getOps<tt::FuncOp>())
    if (function.isPublic() && !function.isExternal())
      return function;
  return {};
}

void markArguments(mlir::ModuleOp program) {
  tt::FuncOp kernel = kernelOf(program);
  if (!kernel)
    return;
  for (mlir::BlockArgument argument : kernel.getArguments())
    argument.setLoc(mlir::NameLoc::get(
        mlir::StringAttr::get(program.getContext(), "argument " + Twine(argument.getArgNumber()))));
}

/// Its number when it was marked.
static std::optional<size_t> markOf(mlir::BlockArgument argument) {
  auto name = dyn_cast<mlir::NameLoc>(argument.getLoc());
  size_t number;
  if (!name)
    return std::nullopt;
  StringRef text = name.getName().getValue();
  if (!text.consume_front("argument ") || text.getAsInteger(10, number))
    return std::nullopt;
  return number;
}

/// "f16" of a pointer to f16 or of an f16; empty for what a launch cannot say.
static std::string elementName(mlir::Type type) {
  if (auto pointer = dyn_cast<tt::PointerType>(type))
    return interp::launchTypeName(pointer.getPointeeType());
  return type.isIntOrFloat() ? interp::launchTypeName(type) : "";
}

/// The argument's part of the launch line, with the type that it has now.
static std::string respell(StringRef part, mlir::Type type) {
  bool pointer = isa<tt::PointerType>(type);
  std::string name = elementName(type);
  if (name.empty())
    return part.str();
  if (part.contains('[') != pointer || part.starts_with("desc"))
    return part.starts_with("desc") ? part.str() : pointer ? name + "[4096]" : name + "=4";
  size_t colon = part.find(':');
  // A colon behind the bracket is none of a prefix.
  StringRef prefix = colon < part.find_first_of("[=") ? part.take_front(colon + 1) : "";
  StringRef rest = part.drop_front(prefix.size());
  return (prefix + name + rest.drop_while([](char c) { return isAlnum(c); })).str();
}

std::string launchFor(mlir::ModuleOp program, StringRef launch) {
  tt::FuncOp kernel = kernelOf(program);
  constexpr StringLiteral key = "args=";
  size_t begin = launch.find(key);
  if (!kernel || begin == StringRef::npos)
    return launch.str();
  begin += key.size();
  StringRef list = launch.substr(begin).take_until([](char c) { return c == ' '; });
  SmallVector<StringRef> parts;
  list.split(parts, ';');
  std::string text = launch.take_front(begin).str();
  for (mlir::BlockArgument argument : kernel.getArguments()) {
    std::optional<size_t> mark = markOf(argument);
    StringRef part = mark && *mark < parts.size() ? parts[*mark] : "";
    text += (argument.getArgNumber() ? ";" : "") + respell(part, argument.getType());
  }
  return text + launch.drop_front(begin + list.size()).str();
}

} // namespace fathom
