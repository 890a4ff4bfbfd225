// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes a failing program as a stand-alone Python script.
#include "reducer/PythonReproducer.h"

using namespace llvm;

namespace fathom {

/// The text inside of a raw string in three quotes: only three quotes need care.
static std::string quoteForPython(StringRef text) {
  SmallVector<StringRef> parts;
  text.split(parts, "'''");
  return join(parts, "''' \"'''\" r'''");
}

// {0} release, {1} install line, {2} signature, {3} program, {4} file ending, {5} target, {6} options.
static constexpr const char *script = R"(r"""Compiles a program that {0} fails on. No GPU is needed.

{1}    python FILE

Seen: {2}
"""
import os
import tempfile

work = tempfile.mkdtemp()
os.environ["TRITON_CACHE_DIR"] = os.path.join(work, "cache")  # Compile, whatever was compiled before.

import triton
from triton.backends.compiler import GPUTarget

PROGRAM = r'''
{3}
'''

path = os.path.join(work, "program.{4}")
with open(path, "w") as file:
    file.write(PROGRAM)
triton.compile(path, target=GPUTarget({5}), options={6})
print("compiled")
)";

std::string writePythonReproducer(const PythonReproducer &reproducer) {
  const Target &target = reproducer.target;
  const CompileOptions &options = reproducer.options;
  const std::string &version = reproducer.release;
  bool cuda = target.vendor == Vendor::cuda;
  return formatv(script, version.empty() ? "a Triton" : "Triton " + version,
                 version.empty() ? "" : "    pip install triton==" + version + "\n",
                 reproducer.signature.str(), quoteForPython(StringRef(reproducer.text).trim()),
                 reproducer.isTtgir ? "ttgir" : "ttir",
                 formatv("\"{0}\", {1}, {2}", cuda ? "cuda" : "hip",
                         cuda ? target.arch.str() : "\"" + target.arch.str() + "\"",
                         target.warpSize),
                 formatv("{{\"num_warps\": {0}, \"num_stages\": {1}, \"num_ctas\": {2}}",
                         options.numWarps, options.numStages, options.numCtas))
      .str();
}

} // namespace fathom
