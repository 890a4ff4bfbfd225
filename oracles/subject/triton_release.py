# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Drives the stages and single passes of one Triton release, whatever its version calls them."""

import importlib
import importlib.util
import inspect
import os
import re
import shutil
import sys
import time
import types

import triton_kernel
import triton_passes

PROGRAM = "/proc/self/fd/9"
STAGES = ["ttir", "ttgir", "llir", "asm", "binary"]
ASM = {"cuda": "ptx", "hip": "amdgcn"}
BINARY = {"cuda": "cubin", "hip": "hsaco"}
# A program that says how many warps it runs on has been through the ttgir stage's first pass.
WARPS = re.compile(r'"?(?:ttg|triton_gpu)\.num-warps"? = (\d+)')


class EndOfPasses(Exception):
    """The release's own passes are over; what follows is LLVM's."""


def end_of_passes(*_):
    raise EndOfPasses


def printed(module):
    return (module.str_nodebug() if hasattr(module, "str_nodebug") else str(module)).encode()


class Release:

    def __init__(self):
        # Up to 3.2.0 they import it to build launchers with, which is never done here; a bare Python does not have it.
        if importlib.util.find_spec("setuptools") is None:
            sys.modules["setuptools"] = types.ModuleType("setuptools")
        import triton
        from triton._C import libtriton
        from triton.backends.compiler import GPUTarget
        self.version = triton.__version__
        self.lib = libtriton
        self.ir = libtriton.ir
        self.gpu_target = GPUTarget
        self.backends = {}
        for kind, module, name in (("cuda", "nvidia", "CUDABackend"), ("hip", "amd", "HIPBackend")):
            try:
                self.backends[kind] = getattr(importlib.import_module(f"triton.backends.{module}.compiler"), name)
            except ImportError:
                pass
        if not self.backends:
            raise ImportError("the package has neither the nvidia nor the amd backend")
        self.module = None  # What is being compiled.
        self.lowered = False  # Whether it is in LLVM's dialect.
        # Releases without a linker of their own look for one that may be too old for them.
        linkers = [shutil.which(f"ld.lld-{age}") for age in range(30, 15, -1)]
        linker = next((path for path in linkers if path), None)
        if linker:
            os.environ.setdefault("TRITON_HIP_LLD_PATH", linker)

    def facts(self):
        return {"version": self.version, "python": sys.version.split()[0], "backends": sorted(self.backends)}

    def compile(self, job, program, record):
        kind, arch, warp_size = job["target"]
        if kind not in self.backends:
            raise NotImplementedError(f"this Triton has no backend for {kind}")
        own = triton_passes.wrap_adders(self.lib) if job["step"] or job["passes"] else {}
        if job["step"]:
            triton_passes.run_one_by_one(self.ir, record, self.dump if job["texts"] else lambda module: b"", job["dump"])
        if not job["llvm"]:
            self.lib.llvm.to_module = end_of_passes
        record({"begin": "parse"})
        target = self.gpu_target(kind, int(arch) if kind == "cuda" else arch, warp_size)
        backend = self.backends[kind](target)
        self.module = module = self.read(backend, PROGRAM)
        if job.get("reprint"):
            if not module.verify():
                raise ValueError("the module does not verify")
            return self.made(record, "passes", module, 0)
        warps = WARPS.search(program.decode(errors="replace"))
        wanted = dict(job["options"])
        if warps:
            wanted["num_warps"] = int(warps.group(1))
        record({"begin": "options"})
        options = backend.parse_options(wanted)
        if getattr(options, "warp_size", warp_size) != warp_size:
            raise NotImplementedError(f"this Triton takes {arch} for a GPU with {options.warp_size} lanes in a warp")
        metadata = {"target": target, "hash": "", **options.__dict__}
        stages = self.stages_of(backend, options)
        if job["passes"]:
            self.run_passes(job, own, stages, metadata, record)
        else:
            ttgir = program.decode(errors="replace") if warps else ""
            self.run_stages(job, stages, metadata, ttgir, record)

    def read(self, backend, path):
        """The module of a file, in a context of its own."""
        context = self.ir.context()
        self.ir.load_dialects(context)
        backend.load_dialects(context)
        if hasattr(context, "disable_multithreading"):
            context.disable_multithreading()
        module = self.ir.parse_mlir_module(str(path), context)
        module.context = context
        return module

    def backend_of(self, target):
        """The backend for a GPU as the command line names it, cuda:80 or hip:gfx942."""
        kind, arch = target.split(":")
        lanes = 64 if arch.startswith("gfx9") else 32
        return self.backends[kind](self.gpu_target(kind, int(arch) if kind == "cuda" else arch, lanes))

    def stages_of(self, backend, options):
        stages = {}
        if len(inspect.signature(backend.add_stages).parameters) > 2:  # From 3.4.0 on.
            from triton.backends.compiler import Language
            backend.add_stages(stages, options, Language.TRITON)
        else:
            backend.add_stages(stages, options)
        return stages

    def run_passes(self, job, own, stages, metadata, record):
        record({"begin": "passes"})
        pipeline = triton_passes.collect_pipeline(self.ir, stages, self.module, metadata)
        began = time.monotonic()
        manager = self.ir.pass_manager(self.module.context)
        manager.enable_debug()
        for name in job["passes"].split(","):
            triton_passes.add_by_name(manager, name.strip(), own, pipeline)
        self.run_manager(manager)
        self.made(record, "passes", self.module, time.monotonic() - began)

    def run_manager(self, manager):
        try:
            manager.run(self.module, "passes")  # From 3.6.0 on a run has a name.
        except TypeError:
            manager.run(self.module)

    def run_stages(self, job, stages, metadata, ttgir, record):
        """Runs the stages up to the one that is asked for; those that a program in TTGIR has behind it are passed over."""
        kind, _, warp_size = job["target"]
        names = {"asm": ASM[kind], "binary": BINARY[kind]}
        made = self.module
        for stage in STAGES[:STAGES.index(job["stage"]) + 1]:
            if ttgir and stage in ("ttir", "ttgir"):
                continue
            record({"begin": stage})
            began = time.monotonic()
            try:
                made = stages[names.get(stage, stage)](made, metadata)
            except EndOfPasses:
                return
            if stage in ("ttir", "ttgir"):
                self.module = made
            else:
                self.module = None
            text = self.made(record, stage, made, time.monotonic() - began)
            if stage == "ttgir":
                ttgir = text.decode(errors="replace")
            elif stage == "asm":
                kernel = triton_kernel.describe(kind, warp_size, metadata, ttgir, text.decode(errors="replace"))
                if kernel:
                    record({"kernel": kernel})

    def dump(self, module):
        """The text of a module that is not yet in LLVM's dialect; of any other, nothing."""
        if self.lowered:
            return b""
        text = printed(module)
        self.lowered = b" llvm.func " in text
        return b"" if self.lowered else text

    @staticmethod
    def made(record, stage, product, seconds):
        if isinstance(product, bytes):
            text = product
        elif isinstance(product, str):
            text = product.encode()
        else:
            text = printed(product)
        record({"made": stage, "seconds": seconds, "size": len(text)}, text)
        return text
