// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Walks dumps from the end until one is good.
#include "oracles/check/GuiltyPass.h"

using namespace llvm;

namespace fathom {

Expected<std::string> guiltyPass(const Trial &trial, Stage stage,
                                 function_ref<bool(StringRef text)> isGood) {
  CompileRequest request = trial.request;
  request.stage = stage;
  request.dumps = true;
  request.confirm = false;
  Expected<Artifact> dumped = trial.subject.compile(trial.program, request);
  if (!dumped)
    return dumped.takeError();
  // Many passes change nothing.
  StringRef lastText;
  bool good = false;
  for (const PassDump &dump : reverse(dumped->dumps)) {
    if (dump.text != lastText) {
      lastText = dump.text;
      good = isGood(dump.text);
    }
    if (good)
      return dump.pass;
  }
  return std::string();
}

} // namespace fathom
