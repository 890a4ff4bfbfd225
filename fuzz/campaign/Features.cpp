// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Walks modules and names what they have.
#include "fuzz/campaign/Features.h"

#include "core/ir/Triton.h"
#include "core/ir/TritonAMDGPU.h"
#include "core/ir/TritonGPU.h"
#include "core/ir/TritonNvidiaGPU.h"
#include "oracles/check/StageIr.h"
#include "oracles/subject/CoreSubject.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/xxhash.h"

#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;

namespace fathom {

//===- Sets ----------------------------------------------------------------------------------===//

uint64_t Features::idOf(StringRef name) {
  // DenseMap keeps the two largest numbers for itself.
  return xxh3_64bits(name) >> 1;
}

void Features::add(StringRef name) {
  auto [entry, isNew] = names.try_emplace(idOf(name));
  if (isNew)
    entry->second = name.str();
}

void Features::add(const Features &more) {
  for (const auto &[id, name] : more.names)
    names.try_emplace(id, name);
}

//===- Names ---------------------------------------------------------------------------------===//

std::string layoutKind(mlir::Attribute encoding) {
  if (!encoding)
    return "-";
  if (auto slice = dyn_cast<ttg::SliceEncodingAttr>(encoding))
    return "slice<" + layoutKind(slice.getParent()) + ">";
  if (auto operand = dyn_cast<ttg::DotOperandEncodingAttr>(encoding))
    return "dot_op" + utostr(operand.getOpIdx()) + "<" + layoutKind(operand.getParent()) + ">";
  std::string name = encoding.getAbstractAttribute().getName().split('.').second.str();
  if (auto mma = dyn_cast<ttg::NvidiaMmaEncodingAttr>(encoding))
    return name + utostr(mma.getVersionMajor());
  if (auto mfma = dyn_cast<ttg::AMDMfmaEncodingAttr>(encoding))
    return name + utostr(mfma.getVersion());
  if (auto wmma = dyn_cast<ttg::AMDWmmaEncodingAttr>(encoding))
    return name + utostr(wmma.getVersion());
  return name;
}

/// "f16" of whatever has elements or points to them.
static std::string elementKind(mlir::Type type) {
  if (auto shaped = dyn_cast<mlir::ShapedType>(type))
    return elementKind(shaped.getElementType());
  if (auto pointer = dyn_cast<tt::PointerType>(type))
    return "*" + elementKind(pointer.getPointeeType());
  std::string text;
  raw_string_ostream out(text);
  if (type.isIntOrIndexOrFloat())
    out << type;
  else
    out << type.getAbstractType().getName();
  return text;
}

/// "2" for a matrix, "2u" for a row or a column, "0" for what is no tensor.
static std::string shapeKind(mlir::Type type) {
  auto shaped = dyn_cast<mlir::ShapedType>(type);
  if (!shaped || !shaped.hasRank())
    return "0";
  return utostr(shaped.getRank()) + (is_contained(shaped.getShape(), 1) ? "u" : "");
}

/// Each word of the operands and of the results once, in the order of the first: "f16 f32 > f32", "i32 f32" without results, "> i32" without operands, or "-".
static void appendWords(mlir::Operation *op, function_ref<StringRef(mlir::Type)> word,
                        SmallVectorImpl<char> &text) {
  size_t start = text.size();
  auto append = [&](StringRef part) {
    if (text.size() != start)
      text.push_back(' ');
    text.append(part.begin(), part.end());
  };
  auto appendOnce = [&](mlir::TypeRange types) {
    SmallVector<StringRef, 8> words;
    for (mlir::Type type : types)
      if (StringRef each = word(type); !each.empty() && !is_contained(words, each))
        words.push_back(each);
    for (StringRef each : words)
      append(each);
    return !words.empty();
  };
  appendOnce(op->getOperandTypes());
  size_t between = text.size();
  append(">");
  if (!appendOnce(op->getResultTypes()))
    text.resize(between);
  if (text.size() == start)
    text.push_back('-');
}

const std::string &FeatureReader::kindOf(mlir::Type type) {
  auto [entry, isNew] = kinds.try_emplace(type);
  if (isNew) {
    if (auto tensor = dyn_cast<mlir::RankedTensorType>(type))
      entry->second = layoutKind(tensor.getEncoding());
    else if (auto memory = dyn_cast<ttg::MemDescType>(type))
      entry->second = layoutKind(memory.getEncoding());
  }
  return entry->second;
}

//===- Passes --------------------------------------------------------------------------------===//

FeatureReader::Census FeatureReader::countOps(mlir::ModuleOp module) {
  Census census;
  SmallString<256> layouts;
  module.walk([&](mlir::Operation *op) {
    hash_code key = hash_value(op->getName());
    for (mlir::Type type : op->getOperandTypes())
      key = hash_combine(key, type);
    key = hash_combine(key, op->getNumOperands());
    for (mlir::Type type : op->getResultTypes())
      key = hash_combine(key, type);
    Counted &counted = census[uint64_t(size_t(key)) >> 1];
    if (counted.count++)
      return;
    // What is carried through regions has all layouts, in all combinations.
    layouts = "-";
    if (op->getNumRegions() == 0 && !op->hasTrait<mlir::OpTrait::IsTerminator>()) {
      layouts.clear();
      appendWords(op, [&](mlir::Type type) -> StringRef { return kindOf(type); }, layouts);
    }
    counted.name = (op->getName().getStringRef() + "|" + layouts).str();
  });
  return census;
}

void FeatureReader::readResult(StringRef pass, mlir::ModuleOp module) {
  Census now = countOps(module);
  std::string where = (pass + "|").str();
  // Types that differ in their sizes alone have different keys and one name.
  StringMap<int> changes;
  for (const auto &[key, counted] : last) {
    met.add("given|" + where + counted.name);
    changes[counted.name] -= counted.count;
  }
  for (const auto &[key, counted] : now)
    changes[counted.name] += counted.count;
  for (const auto &change : changes)
    if (change.second)
      met.add("rewrite|" + where + (change.second > 0 ? "+" : "-") + change.first().str());
  last = std::move(now);
}

//===- Programs ------------------------------------------------------------------------------===//

/// The value of an attribute that has few; nothing for one that has many.
static std::string attributeValue(mlir::Attribute value) {
  std::string text;
  raw_string_ostream out(text);
  if (auto integer = dyn_cast<mlir::IntegerAttr>(value)) {
    if (integer.getType().isIndex() || integer.getValue().getBitWidth() > 64)
      return "";
    int64_t number = integer.getType().isInteger(1) ? integer.getValue().getZExtValue()
                                                    : integer.getValue().getSExtValue();
    if (number >= -1 && number <= 8)
      out << number;
  } else if (isa<mlir::UnitAttr>(value)) {
    out << "set";
  } else if (auto string = dyn_cast<mlir::StringAttr>(value)) {
    out << (string.getValue().size() <= 16 ? string.getValue() : "text");
  } else if (!isa<mlir::TypeAttr, mlir::DenseElementsAttr, mlir::FloatAttr, mlir::SymbolRefAttr>(
                 value)) {
    value.print(out);
    if (text.size() > 40)
      text.clear();
  }
  return text;
}

static void addAttributes(mlir::Operation *op, Features &met) {
  if (isa<mlir::FunctionOpInterface, mlir::ModuleOp>(op) ||
      op->hasTrait<mlir::OpTrait::ConstantLike>())
    return;
  for (mlir::NamedAttribute attribute : op->getAttrs()) {
    StringRef name = attribute.getName();
    std::string value = attributeValue(attribute.getValue());
    if (!value.empty() && !name.contains_insensitive("segment"))
      met.add(("attribute|" + op->getName().getStringRef() + "|" + name + "=" + value).str());
  }
}

/// "scf.for scf.while", at most three, the innermost ones.
static std::string nestOf(mlir::Operation *op) {
  std::string nest;
  unsigned depth = 0;
  for (mlir::Operation *around = op->getParentOp();
       around && !isa<mlir::FunctionOpInterface, mlir::ModuleOp>(around) && depth < 3;
       around = around->getParentOp(), ++depth)
    nest = around->getName().getStringRef().str() + (nest.empty() ? "" : " ") + nest;
  return nest;
}

void FeatureReader::readProgram(mlir::ModuleOp program, const CompileOptions &options) {
  StringSet<> opsMet;
  SmallString<256> words;
  auto addWords = [&](StringRef kind, mlir::Operation *op, std::string (*word)(mlir::Type)) {
    StringSet<> held; // Words live as long as this.
    words = kind;
    words += op->getName().getStringRef();
    words += "|";
    appendWords(op, [&](mlir::Type type) { return held.insert(word(type)).first->first(); }, words);
    met.add(words);
  };
  program.walk([&](mlir::Operation *op) {
    StringRef name = op->getName().getStringRef();
    if (isa<mlir::ModuleOp>(op))
      return;
    opsMet.insert(name);
    addWords("type|", op, elementKind);
    addWords("shape|", op, shapeKind);
    addAttributes(op, met);
    if (std::string nest = nestOf(op); !nest.empty())
      met.add(("nest|" + nest + "|" + name).str());
    for (mlir::Value operand : op->getOperands())
      if (mlir::Operation *producer = operand.getDefiningOp())
        met.add(("feeds|" + producer->getName().getStringRef() + "|" + name).str());
  });
  SmallVector<StringRef> sorted(opsMet.keys());
  llvm::sort(sorted);
  for (auto [number, one] : enumerate(sorted))
    for (StringRef other : ArrayRef(sorted).drop_front(number + 1))
      met.add(("together|" + one + "|" + other).str());
  for (auto [name, value] : {std::pair<const char *, int>{"num-warps", options.numWarps},
                             {"num-stages", options.numStages},
                             {"num-ctas", options.numCtas}})
    met.add((Twine("option|") + name + "|" + Twine(value)).str());
}

//===- Artifacts -----------------------------------------------------------------------------===//

void readArtifact(mlir::ModuleOp program, const Artifact &artifact, FeatureReader &reader) {
  StringRef before;
  auto read = [&](StringRef by, StringRef text) {
    // Most passes change nothing.
    if (text == before)
      return;
    std::string why;
    mlir::OwningOpRef<mlir::ModuleOp> module =
        readStage({Stage::Ttgir, text.str(), 0}, *program.getContext(), why);
    if (!module)
      return;
    if (by.empty())
      reader.startFrom(*module);
    else
      reader.readResult(by, *module);
    before = text;
  };
  if (artifact.dumps.empty()) {
    reader.startFrom(program);
    for (const StageText &stage : artifact.stages)
      if (stage.stage <= Stage::Ttgir)
        read(stageName(stage.stage), stage.text);
    return;
  }
  for (const auto &[number, dump] : enumerate(artifact.dumps))
    read(number ? StringRef(artifact.dumps[number - 1].pass) : "", dump.text);
  // The last pass's result, unless it was lowered further.
  if (!artifact.failure && !artifact.stages.empty() &&
      none_of(artifact.dumps,
              [&](const PassDump &dump) { return dump.text == artifact.stages.back().text; }))
    read(artifact.dumps.back().pass, artifact.stages.back().text);
}

//===- Forks ---------------------------------------------------------------------------------===//

Expected<ForkedReader> ForkedReader::open() {
  Expected<Descriptor> file = makeMemoryFile("features");
  if (!file)
    return file.takeError();
  return ForkedReader(std::move(*file));
}

std::function<void(StringRef, mlir::ModuleOp)> ForkedReader::watch() {
  // Made in the fork, and gone with it.
  struct InFork {
    Features met;
    FeatureReader reader{met};
    DenseSet<uint64_t> written;
  };
  auto here = std::make_shared<std::unique_ptr<InFork>>();
  int fd = file.get();
  return [=](StringRef pass, mlir::ModuleOp module) {
    if (!*here)
      *here = std::make_unique<InFork>();
    InFork &in = **here;
    if (pass.empty())
      return in.reader.startFrom(module);
    in.reader.readResult(pass, module);
    // At once: the next pass may be the last.
    std::string lines;
    for (const auto &[id, name] : in.met.all())
      if (in.written.insert(id).second)
        lines += name + "\n";
    (void)!::write(fd, lines.data(), lines.size());
  };
}

void ForkedReader::collect(Features &met) {
  std::string text = memoryFileContents(file, 64 << 20);
  (void)!::ftruncate(file.get(), 0);
  (void)::lseek(file.get(), 0, SEEK_SET);
  SmallVector<StringRef> lines;
  StringRef(text).split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef line : lines)
    met.add(line);
}

//===- Compiles ------------------------------------------------------------------------------===//

Expected<CompileReader> CompileReader::open() {
  Expected<ForkedReader> forks = ForkedReader::open();
  if (!forks)
    return forks.takeError();
  return CompileReader(std::move(*forks));
}

void CompileReader::prepare(CompileRequest &request, const Subject &subject) {
  if (mutantOfCore(subject.name()))
    request.watch = forks.watch();
}

Error CompileReader::read(mlir::ModuleOp program, const CompileRequest &request,
                          const Artifact &artifact, Subject &subject, bool eachPass,
                          Features &met) {
  FeatureReader reader(met);
  reader.readProgram(program, request.options);
  if (request.watch) {
    forks.collect(met);
  } else if (eachPass && artifact.dumps.empty()) {
    CompileRequest again = request;
    again.stage = std::min(again.stage, Stage::Ttgir);
    again.dumps = true;
    again.confirm = false;
    Expected<Artifact> dumped = subject.compile(program, again);
    if (!dumped)
      return dumped.takeError();
    readArtifact(program, *dumped, reader);
  } else {
    readArtifact(program, artifact, reader);
  }
  return Error::success();
}

} // namespace fathom
