// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints a module in a given spelling.
#include "core/ir/Spelling.h"

#include "core/ir/Triton.h"

#include "mlir/IR/AttrTypeSubElements.h"

using namespace mlir;
using namespace fathom;

namespace {

/// Sets the context's spelling for as long as it lives.
class SpellingScope {
public:
  SpellingScope(MLIRContext *context, const Spelling &spelling)
      : dialect(context->getLoadedDialect<tt::TritonDialect>()) {
    if (!dialect)
      return;
    before = dialect->getSpelling();
    dialect->setSpelling(spelling);
  }
  ~SpellingScope() {
    if (dialect)
      dialect->setSpelling(before);
  }

private:
  tt::TritonDialect *dialect;
  Spelling before;
};

bool isNameChar(char c) { return llvm::isAlnum(c) || c == '_' || c == '$' || c == '.' || c == '-'; }

/// What an op, attribute or type of this name is called in the spelling.
std::string renamed(StringRef name, const Spelling &spelling) {
  StringRef rest = name;
  if (spelling.ttMemDesc && name == "ttg.memdesc")
    return "tt.memdesc";
  if (spelling.transOfBuffers && name == "ttg.memdesc_trans")
    return "tt.trans";
  if (spelling.sharedEncoding && (name == "ttg.swizzled_shared" || name == "ttg.nvmma_shared"))
    return "triton_gpu.shared";
  if (spelling.dotAsyncNames && rest.consume_front("ttng.warp_group_dot"))
    return ("triton_nvidia_gpu.dot_" + (rest.empty() ? "async" : rest.drop_front())).str();
  if (spelling.experimentalDescriptors && rest.consume_front("ttng.tensormap_"))
    return ("tt.experimental_tensormap_" + rest).str();
  if (spelling.tritonGpuNames && rest.consume_front("ttg."))
    return ("triton_gpu." + rest).str();
  if (spelling.tritonGpuNames && rest.consume_front("ttng."))
    return ("triton_nvidia_gpu." + rest).str();
  if (spelling.amdgpuNames && rest.consume_front("amdg."))
    return ("amdgpu." + rest).str();
  if (spelling.experimentalDescriptors && rest.consume_front("tt.descriptor_"))
    return ("tt.experimental_descriptor_" + rest).str();
  return name.str();
}

/// Printers of ops cannot choose the op's name, so names are changed in the text that they print.
/// Symbols (@ttg.f), SSA names and the contents of strings are left alone; an attribute's or an
/// op's name may be quoted.
std::string renameAll(StringRef text, const Spelling &spelling) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    char c = text.front();
    if (c == '"') {
      size_t end = 1;
      while (end < text.size() && text[end] != '"')
        end += text[end] == '\\' ? 2 : 1;
      StringRef content = text.slice(1, end);
      text = text.drop_front(std::min(end + 1, text.size()));
      bool isName = text.starts_with(" = ") || text.starts_with("(");
      result += '"' + (isName ? renamed(content, spelling) : content.str()) + '"';
    } else if (c == '@' || c == '%') {
      size_t end = 1;
      while (end < text.size() && isNameChar(text[end]))
        ++end;
      result += text.take_front(end);
      text = text.drop_front(end);
      if (c == '@' && end == 1 && text.starts_with("\"")) {
        size_t close = text.find('"', 1);
        close = close == StringRef::npos ? text.size() : close + 1;
        result += text.take_front(close);
        text = text.drop_front(close);
      }
    } else if (isNameChar(c)) {
      StringRef name = text.take_while(isNameChar);
      result += renamed(name, spelling);
      text = text.drop_front(name.size());
    } else {
      result += c;
      text = text.drop_front();
    }
  }
  return result;
}

std::string printAsIs(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  // A module that does not verify is printed too, in its own syntax.
  module.print(stream, OpPrintingFlags().assumeVerified());
  return text;
}

} // namespace

std::string fathom::printWithSpelling(ModuleOp module, const Spelling &spelling) {
  SpellingScope scope(module.getContext(), spelling);
  auto print = [&](ModuleOp printed) {
    std::string text = printAsIs(printed);
    bool rename =
        spelling.tritonGpuNames || spelling.experimentalDescriptors || spelling.amdgpuNames;
    return rename ? renameAll(text, spelling) : text;
  };
  if (!spelling.fp8FnuzForFn)
    return print(module);
  // f8E4M3FN is MLIR's own type and prints itself, so it is replaced in a copy.
  OwningOpRef<ModuleOp> copy = module.clone();
  AttrTypeReplacer replacer;
  MLIRContext *context = module.getContext();
  Type standIn = Float8E4M3FNUZType::get(context);
  replacer.addReplacement([&](Float8E4M3FNType) -> Type { return standIn; });
  // Releases that take one type for the other take its bits as they are, so constants keep theirs.
  replacer.addReplacement([&](FloatAttr number) -> Attribute {
    if (!isa<Float8E4M3FNType>(number.getType()))
      return number;
    return FloatAttr::get(standIn, APFloat(cast<FloatType>(standIn).getFloatSemantics(),
                                           number.getValue().bitcastToAPInt()));
  });
  replacer.addReplacement([&](DenseElementsAttr numbers) -> Attribute {
    return isa<Float8E4M3FNType>(numbers.getElementType()) ? numbers.bitcast(standIn) : numbers;
  });
  replacer.recursivelyReplaceElementsIn(*copy, /*replaceAttrs=*/true, /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  return print(*copy);
}
