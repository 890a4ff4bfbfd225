// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads logs of IR dumps: splits them by their headers, and follows the IR from pass to pass.
#include "oracles/subject/DumpLog.h"

#include "core/ir/Dialects.h"
#include "core/ir/ReadModule.h"
#include "oracles/FailureText.h"

#include "mlir/IR/Diagnostics.h"

using namespace llvm;

namespace fathom {

static constexpr StringLiteral header = "// -----// IR Dump ";

bool beginsDump(StringRef line) { return line.starts_with(header); }

bool holdsDumps(StringRef text) { return beginsDump(text) || text.contains(("\n" + header).str()); }

//===- Splitting -----------------------------------------------------------------------------===//

/// The start of a dump by its header, without the marker; nothing if it says something else.
static std::optional<Dump> dumpOf(StringRef said, unsigned line) {
  auto dump = [&](Dump::When when) {
    return Dump{when, passName(said).str(), "", line, /*whole=*/false};
  };
  if (said.consume_front("Before "))
    return dump(Dump::When::Before);
  if (!said.consume_front("After "))
    return std::nullopt;
  return dump(said.contains(" Failed ") ? Dump::When::AfterFailure : Dump::When::After);
}

/// Whether a line that is not indented ends a module or a function.
static bool endsIr(StringRef line) {
  return line == "}" || line.starts_with("}) :") || line.starts_with("} loc(") ||
         line.starts_with("}) {");
}

std::vector<Dump> splitDumps(StringRef log, std::string &rest) {
  std::vector<Dump> dumps;
  // After the last brace only aliases of locations belong to a dump.
  enum { Outside, InIr, InAliases } place = Outside;
  for (unsigned number = 1; !log.empty(); ++number) {
    auto [line, tail] = log.split('\n');
    StringRef whole = log.drop_back(tail.size());
    log = tail;
    line = line.rtrim('\r');
    StringRef said = line;
    if (said.consume_front(header)) {
      std::optional<Dump> dump = dumpOf(said, number);
      place = dump ? InIr : Outside;
      if (dump)
        dumps.push_back(std::move(*dump));
      continue;
    }
    // What a pass prints inside looks alike, but is no hand-over.
    if (line.starts_with("// -----// ") || (place == InAliases && !line.starts_with("#loc")))
      place = Outside;
    (place == Outside ? rest : dumps.back().text).append(whole.data(), whole.size());
    if (place == InIr && endsIr(line)) {
      dumps.back().whole = true;
      place = InAliases;
    }
  }
  return dumps;
}

//===- Looking into texts --------------------------------------------------------------------===//

/// Calls visit for each line, without its indentation, until it says so.
static void eachLine(StringRef text, function_ref<bool(StringRef)> isLast) {
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    if (isLast(line.ltrim()))
      return;
    text = rest;
  }
}

static bool beginsModule(StringRef line) {
  return line.starts_with("module") || line.starts_with("\"builtin.module\"") ||
         line.starts_with("builtin.module");
}

/// The text without words that others wrote before its first line of IR.
static StringRef irIn(StringRef text) {
  while (!text.empty()) {
    StringRef line = text.split('\n').first;
    if (line.starts_with("#") || line.starts_with("!") || line.starts_with("\"") ||
        beginsModule(line) || line.starts_with("tt.func") || line.starts_with("llvm.func"))
      return text;
    text = text.split('\n').second;
  }
  return text;
}

std::optional<Stage> stageOfText(StringRef text) {
  Stage stage = Stage::Ttir;
  bool isLlvm = false;
  eachLine(text, [&](StringRef line) {
    isLlvm = line.starts_with("llvm.func") || line.starts_with("\"llvm.func\"");
    if (line.contains("ttg.num-warps\"") || line.contains("triton_gpu.num-warps\""))
      stage = Stage::Ttgir;
    return isLlvm;
  });
  return isLlvm ? std::nullopt : std::optional(stage);
}

static bool isModule(StringRef text) {
  bool found = false;
  eachLine(text, [&](StringRef line) {
    found = beginsModule(line);
    // Aliases come before the module, and what stands in it is no sign of one.
    return found || line.starts_with("tt.func");
  });
  return found;
}

/// The kernel's name, "matmul": of the first public function, or of the first one.
static StringRef kernelOf(StringRef text) {
  StringRef first, kernel;
  eachLine(text, [&](StringRef line) {
    StringRef name;
    if (line.starts_with("tt.func ") || line.starts_with("llvm.func "))
      name = line.split('@').second.take_until([](char c) { return c == '('; });
    else if (size_t at = line.find("sym_name = \""); at != StringRef::npos)
      name = line.substr(at + strlen("sym_name = \"")).split('"').first;
    if (first.empty())
      first = name;
    if (!name.empty() && (line.starts_with("tt.func public") || line.starts_with("llvm.func")))
      kernel = name;
    return !kernel.empty();
  });
  return kernel.empty() ? first : kernel;
}

/// The module with its function of the same name replaced; nothing if that cannot be done.
static std::optional<std::string> putInto(StringRef moduleText, StringRef functionText) {
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  mlir::ScopedDiagnosticHandler quiet(context.get(),
                                      [](mlir::Diagnostic &) { return mlir::success(); });
  mlir::ParserConfig config(context.get(), /*verifyAfterParse=*/false);
  mlir::OwningOpRef<mlir::ModuleOp> module = readModule(moduleText, config, "module"),
                                    functions = readModule(functionText, config, "function");
  if (!module || !functions)
    return std::nullopt;
  for (mlir::Operation &function : llvm::make_early_inc_range(*functions->getBody())) {
    auto name = function.getAttrOfType<mlir::StringAttr>("sym_name");
    mlir::Operation *old = name ? mlir::SymbolTable::lookupSymbolIn(*module, name) : nullptr;
    if (!old)
      return std::nullopt;
    function.moveBefore(old);
    old->erase();
  }
  std::string text;
  raw_string_ostream stream(text);
  module->print(stream);
  return text + "\n";
}

//===- Following the IR ----------------------------------------------------------------------===//

namespace {

/// Puts dumps together to compiles, in the log's order.
class Recording {
public:
  void add(const Dump &dump);
  std::vector<RecordedCompile> finish();

  unsigned functionsLeftOut = 0; ///< Dumps of functions that fit into no module.

private:
  void close();

  std::vector<RecordedCompile> compiles;
  Stage stage = Stage::Ttir; ///< Of the IR before, or Llir.
  std::string now;           ///< The IR before; empty when there is none yet.
  /// The result of a pass that was not given to another one yet.
  std::optional<std::string> result;
};

} // namespace

void Recording::add(const Dump &dump) {
  StringRef ir = irIn(dump.text);
  std::string text = ir.str();
  if (ir.empty() || dump.when == Dump::When::AfterFailure)
    return;
  std::string kernel = kernelOf(ir).str();
  if (!isModule(ir)) {
    std::optional<std::string> whole =
        now.empty() || stage == Stage::Llir ? std::nullopt : putInto(now, ir);
    if (!whole) {
      functionsLeftOut += stageOfText(ir).has_value();
      return;
    }
    text = std::move(*whole);
    kernel = compiles.back().kernel;
  }
  Stage before = std::exchange(stage, stageOfText(text).value_or(Stage::Llir));
  if (compiles.empty() || stage < before || kernel != compiles.back().kernel) {
    close();
    unsigned above = StringRef(dump.text).drop_back(ir.size()).count('\n');
    compiles.push_back({kernel, dump.line + 1 + above, {}, ""});
  }
  now = text;
  if (stage == Stage::Llir)
    return;
  std::vector<PassDump> &handedTo = compiles.back().handedTo;
  if (dump.when == Dump::When::Before) {
    // What came in between was not dumped.
    if (result && *result != text)
      handedTo.push_back({"passes before " + dump.pass, std::move(*result)});
    result.reset();
    handedTo.push_back({dump.pass, std::move(text)});
    return;
  }
  if (result)
    handedTo.push_back({dump.pass, std::move(*result)});
  result = std::move(text);
}

void Recording::close() {
  if (compiles.empty())
    return;
  RecordedCompile &compile = compiles.back();
  compile.last = result                     ? std::move(*result)
                 : compile.handedTo.empty() ? ""
                                            : compile.handedTo.back().text;
  result.reset();
  if (compile.last.empty()) // All of it was LLVM's.
    compiles.pop_back();
}

std::vector<RecordedCompile> Recording::finish() {
  close();
  return std::move(compiles);
}

Expected<std::vector<RecordedCompile>> readDumpLog(StringRef log, StringRef name) {
  auto unreadable = [&](const Twine &what) {
    return createStringError("cannot read '" + name.str() + "' as a log of dumps: " + what.str());
  };
  std::string rest;
  std::vector<Dump> dumps = splitDumps(log, rest);
  if (dumps.empty())
    return unreadable(
        "it has no line '// -----// IR Dump Before ...'. Record one with MLIR_ENABLE_DUMP=1 "
        "and TRITON_ALWAYS_COMPILE=1, or with -mlir-print-ir-before-all");
  Recording recording;
  for (const Dump &dump : dumps) {
    if (!dump.whole)
      return unreadable("the dump of line " + Twine(dump.line) + ", of " + dump.pass +
                        ", is cut short. Record it again, or cut the log before that line");
    recording.add(dump);
  }
  std::vector<RecordedCompile> compiles = recording.finish();
  if (compiles.empty())
    return unreadable(
        recording.functionsLeftOut
            ? "its dumps hold functions alone. Record it with -mlir-print-ir-module-scope"
            : "its dumps hold neither TTIR nor TTGIR");
  return compiles;
}

} // namespace fathom
