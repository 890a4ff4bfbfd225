# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the stand-in has in place of the compiler's library: modules that are text, and passes that append a line to it."""

import ctypes
import os
from types import SimpleNamespace

from triton.planted import fail_as_asked, function_name


class Module:

    def __init__(self, text):
        self.text = text

    def __str__(self):
        return self.text

    def verify(self):
        if function_name(self.text) == "verifier":
            os.write(2, b"/proc/self/fd/9:3:5: error: 'tt.store' op planted\n")
            return False
        return True


def address_of_a_block():
    """What a compiler that orders by addresses does."""
    malloc = ctypes.CDLL(None).malloc
    malloc.restype = ctypes.c_void_p
    return hex(malloc(96))


class PassManager:

    def __init__(self, context):
        self.passes = []
        self.debug = False

    def enable_debug(self):
        self.debug = os.environ.get("MLIR_ENABLE_DUMP") == "1"
        return self.debug

    def run(self, module, name):
        for pass_name, argument in self.passes:
            if self.debug:
                header = f"// -----// IR Dump Before {pass_name} ({argument}) ('builtin.module' operation) //----- //\n"
                os.write(2, (header + module.text + "\n").encode())
            if pass_name == "Planted":
                fail_as_asked(module.text)
            module.text += f"// {argument}\n"
            if function_name(module.text) == "addresses":
                module.text += f"// a block at {address_of_a_block()}\n"


class Context:

    def disable_multithreading(self):
        pass


def parse(path, context):
    with open(path) as file:
        text = file.read()
    if "@not_read" in text:
        os.write(2, b"/proc/self/fd/9:1:1: error: custom op 'tt.func' is unknown\n")
        raise RuntimeError("Parse MLIR file failed.")
    return Module(text)


def adder(pass_name, argument, takes=0):

    def add(manager, *args):
        if len(args) != takes:
            raise TypeError(f"{argument} takes {takes} arguments")
        manager.passes.append((pass_name, argument))

    return add


ir = SimpleNamespace(context=Context, load_dialects=lambda context: None, parse_mlir_module=parse,
                     pass_manager=PassManager)
passes = SimpleNamespace(
    common=SimpleNamespace(add_canonicalizer=adder("Canonicalizer", "canonicalize")),
    ttgpuir=SimpleNamespace(add_coalesce=adder("Planted", "tritongpu-coalesce"),
                            add_pipeline=adder("TritonGPUPipeline", "tritongpu-pipeline", takes=1),
                            add_prefetch=adder("TritonGPUPrefetch", "tritongpu-prefetch")))


def to_module(module, context):
    if function_name(module.text) == "after_the_passes":
        os.abort()
    return "define void @kernel()\n"


llvm = SimpleNamespace(to_module=to_module)
nvidia = SimpleNamespace(passes=SimpleNamespace(ttgpuir=SimpleNamespace()))
amd = SimpleNamespace(passes=SimpleNamespace(ttgpuir=SimpleNamespace()))
