# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""lit's configuration for every test folder of fathom. Each Triton release in the cache is a feature: triton-3.6.0; so is an NVIDIA GPU: cuda-gpu."""
import os
import shutil

import lit.formats

root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
build = lit_config.params["build"]

config.name = "fathom"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "fake_triton"]
config.test_source_root = root
config.test_exec_root = os.path.join(build, "lit")

tools = [os.path.join(build, "bin"), lit_config.params["llvm_tools"]]
config.environment["PATH"] = os.pathsep.join(tools + [os.environ["PATH"]])
for name in ["HOME", "FATHOM_CACHE", "XDG_CACHE_HOME", "FATHOM_PYTHON"]:
    if name in os.environ:
        config.environment[name] = os.environ[name]

cache = os.environ.get("FATHOM_CACHE") or os.path.join(
    os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "fathom"
)
releases = os.path.join(cache, "triton")
if os.path.isdir(releases):
    for version in os.listdir(releases):
        if os.path.isdir(os.path.join(releases, version, "triton")):
            config.available_features.add("triton-" + version)
if os.path.exists("/dev/nvidiactl"):
    config.available_features.add("cuda-gpu")

config.substitutions.append(("%root", root))
config.substitutions.append(("%python", shutil.which("python3")))
