# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The stand-in's targets, options and stages."""

import os
import signal
from dataclasses import dataclass
from enum import Enum

from triton._C.libtriton import ir, llvm, passes


class Language(Enum):
    TRITON = 0


@dataclass
class GPUTarget:
    backend: str
    arch: object
    warp_size: int


@dataclass
class Options:
    num_warps: int
    num_stages: int
    num_ctas: int

    def __post_init__(self):
        assert self.num_warps & (self.num_warps - 1) == 0, "num_warps must be a power of 2"


class Backend:
    asm, binary = None, None

    def __init__(self, target):
        self.target = target

    def load_dialects(self, context):
        pass

    def parse_options(self, wanted):
        return Options(**wanted)

    @staticmethod
    def run(module, *adders):
        manager = ir.pass_manager(None)
        manager.enable_debug()
        for add, args in adders:
            add(manager, *args)
        manager.run(module, "stage")
        return module

    def make_ttir(self, module, metadata):
        if self.target.arch == 120:
            raise RuntimeError("no such GPU")
        if self.target.arch == 75:  # Nobody can tell.
            os.kill(os.getppid(), signal.SIGKILL)
        return self.run(module, (passes.common.add_canonicalizer, ()))

    def make_ttgir(self, module, metadata):
        return self.run(module, (passes.common.add_canonicalizer, ()), (passes.ttgpuir.add_coalesce, ()),
                        (passes.ttgpuir.add_pipeline, (metadata["num_stages"], )))

    def make_llir(self, module, metadata):
        self.run(module, (passes.common.add_canonicalizer, ()))
        return llvm.to_module(module, None)

    def add_stages(self, stages, options, language):
        stages["ttir"] = self.make_ttir
        stages["ttgir"] = self.make_ttgir
        stages["llir"] = self.make_llir
        stages[self.asm] = lambda source, metadata: f"// {self.target.arch}\n"
        stages[self.binary] = lambda source, metadata: b"\x7fELF\x00\xff"
