// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fathom report: shows what is in a findings folder, as a page for a browser, as SARIF or as JSON.
#include "fuzz/commands/CommandLine.h"

#include "SourceDir.h"
#include "fuzz/report/Report.h"
#include "fuzz/report/Sarif.h"
#include "oracles/TestCase.h"
#include "oracles/subject/Process.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace fathom {

namespace {
struct ReportArguments {
  std::string folder, page, sarif;
  bool json = false;
};
} // namespace

/// The interpreter that ci/install.sh gives the project's own scripts, or the user's.
static std::string pythonOfProject() {
  std::string own = FATHOM_SOURCE_DIR "/build/venv/bin/python";
  if (sys::fs::can_execute(own))
    return own;
  const char *chosen = ::getenv("FATHOM_PYTHON");
  return chosen && *chosen ? chosen : "python3";
}

/// The page, which fuzz/report/page.py makes of the report.
static Expected<std::string> pageOf(const json::Value &report) {
  Expected<Descriptor> question = makeMemoryFile("report"), answer = makeMemoryFile("page"),
                       said = makeMemoryFile("page-says");
  for (Expected<Descriptor> *file : {&question, &answer, &said})
    if (!*file)
      return file->takeError();
  raw_fd_ostream out(question->get(), /*shouldClose=*/false);
  out << report;
  out.seek(0);
  if (std::error_code code = out.error()) {
    out.clear_error();
    return createStringError(code,
                             "cannot hand the report to the page's script: " + code.message());
  }
  std::string python = pythonOfProject();
  Expected<ChildProcess> page = ChildProcess::start(
      {.program = python,
       .arguments = {FATHOM_SOURCE_DIR "/fuzz/report/page.py"},
       .environment = quietEnvironment(),
       .descriptors = {{0, question->get()}, {1, answer->get()}, {2, said->get()}}});
  if (!page)
    return joinErrors(
        page.takeError(),
        createStringError("the page is made by Python: ci/install.sh installs what it "
                          "needs; --sarif and --json work without"));
  std::optional<int> status = page->wait(deadlineIn(300));
  if (!status || *status != 0)
    return createStringError("no page was made by " + python + ": " +
                             StringRef(memoryFileContents(*said, 1 << 14)).trim().str());
  return memoryFileContents(*answer, SIZE_MAX);
}

static int report(const ReportArguments &arguments) {
  Expected<Report> report = readReport(arguments.folder);
  if (!report)
    return fail(report.takeError());
  bool elsewhere = !arguments.sarif.empty() || arguments.json;
  std::string pagePath = arguments.page;
  if (pagePath.empty() && !elsewhere) {
    SmallString<256> inside(arguments.folder);
    sys::path::append(inside, "report.html");
    pagePath = inside.str().str();
  }
  if (arguments.json)
    outs() << toJson(*report) << "\n";
  auto write = [&](StringRef path, StringRef text) -> Error {
    if (Error error = writeFileAtomically(path, text))
      return error;
    if (!arguments.json)
      outs() << path << "\n";
    return Error::success();
  };
  if (!arguments.sarif.empty())
    if (Error error =
            write(arguments.sarif, formatv("{0:2}\n", sarifOf(*report, FATHOM_VERSION)).str()))
      return fail(std::move(error));
  if (!pagePath.empty()) {
    Expected<std::string> page = pageOf(toJson(*report));
    if (!page)
      return fail(page.takeError());
    if (Error error = write(pagePath, *page))
      return fail(std::move(error));
  }
  return exitPass;
}

void reportCommand(CLI::App &application, int &exitCode) {
  auto arguments = std::make_shared<ReportArguments>();
  CLI::App *command = application.add_subcommand(
      "report", "show what is in a findings folder: a page for a browser, SARIF or JSON");
  command->add_option("DIR", arguments->folder, "the findings folder, as given to fuzz --out")
      ->required();
  command->add_option("-o,--page", arguments->page,
                      "write the page here; default DIR/report.html, unless --sarif or --json");
  command->add_option("--sarif", arguments->sarif, "write SARIF 2.1.0 here");
  command->add_flag("--json", arguments->json, "print all that the page is made of");
  command->callback([arguments, &exitCode] { exitCode = report(*arguments); });
}

} // namespace fathom
