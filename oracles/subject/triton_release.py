# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Drives the stages and single passes of one Triton release, whatever its version calls them."""

import importlib
import inspect
import os
import re
import sys
import time

import triton_passes

PROGRAM = "/proc/self/fd/9"
STAGES = ["ttir", "ttgir", "llir", "asm", "binary"]
ASM = {"cuda": "ptx", "hip": "amdgcn"}
BINARY = {"cuda": "cubin", "hip": "hsaco"}
# A program that says how many warps it runs on has been through the ttgir stage's first pass.
WARPS = re.compile(r'"?(?:ttg|triton_gpu)\.num-warps"? = (\d+)')


class SteppedPassManager:
    """A pass manager that runs its passes one by one, each in a pass manager of its own, and says which one is on."""

    make = None  # The release's own pass manager.
    record = None
    dump_at = -1
    count = 0

    def __init__(self, context):
        self.context = context
        self.steps = []

    def enable_debug(self):
        return False

    def run(self, module, *name):
        cls = SteppedPassManager
        for label, add, args in self.steps:
            cls.record({"step": cls.count, "pass": label})
            manager = cls.make(self.context)
            add(manager, *args)
            if cls.count == cls.dump_at:
                os.environ["MLIR_ENABLE_DUMP"] = "1"
                manager.enable_debug()
            cls.count += 1
            manager.run(module, *name)
        cls.record({"step": cls.count, "pass": ""})  # What fails from here on is none of these passes.


def stepped(label, add):
    def add_step(manager, *args):
        if isinstance(manager, SteppedPassManager):
            manager.steps.append((label, add, args))
        else:
            add(manager, *args)

    return add_step


class Release:

    def __init__(self):
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
        self.pass_modules = {"passes": libtriton.passes}
        for vendor in ("nvidia", "amd"):
            if hasattr(libtriton, vendor):
                self.pass_modules[vendor] = getattr(libtriton, vendor).passes
        self.module = None  # What is being compiled.

    def facts(self):
        return {"version": self.version, "python": sys.version.split()[0], "backends": sorted(self.backends)}

    def compile(self, job, program, record):
        kind, arch, warp_size = job["target"]
        if kind not in self.backends:
            raise NotImplementedError(f"this Triton has no backend for {kind}")
        if job["step"]:
            self.run_passes_one_by_one(job["dump_at"], record)
        record({"begin": "parse"})
        target = self.gpu_target(kind, int(arch) if kind == "cuda" else arch, warp_size)
        backend = self.backends[kind](target)
        context = self.ir.context()
        self.ir.load_dialects(context)
        backend.load_dialects(context)
        if hasattr(context, "disable_multithreading"):
            context.disable_multithreading()
        module = self.ir.parse_mlir_module(PROGRAM, context)
        module.context = context
        self.module = module
        warps = WARPS.search(program.decode(errors="replace"))
        wanted = dict(job["options"])
        if warps:
            wanted["num_warps"] = int(warps.group(1))
        if job["passes"]:
            self.run_passes(job, kind, arch, warp_size, wanted, context, record)
        else:
            self.run_stages(job, kind, target, backend, wanted, bool(warps), record)

    def run_passes(self, job, kind, arch, warp_size, wanted, context, record):
        record({"begin": "passes"})
        began = time.monotonic()
        manager = self.ir.pass_manager(context)
        manager.enable_debug()
        facts = triton_passes.Facts(kind, arch, warp_size, wanted["num_warps"], wanted["num_stages"],
                                    wanted["num_ctas"])
        for name in job["passes"].split(","):
            triton_passes.add(manager, name.strip(), facts, self.lib, self.pass_modules)
        self.run_manager(manager)
        self.made(record, "passes", self.module, time.monotonic() - began)

    def run_manager(self, manager):
        try:
            manager.run(self.module, "passes")  # From 3.6.0 on a run has a name.
        except TypeError:
            manager.run(self.module)

    def run_stages(self, job, kind, target, backend, wanted, is_ttgir, record):
        options = backend.parse_options(wanted)
        stages = {}
        if len(inspect.signature(backend.add_stages).parameters) > 2:
            from triton.backends.compiler import Language
            backend.add_stages(stages, options, Language.TRITON)
        else:
            backend.add_stages(stages, options)
        metadata = {"target": target, "hash": "", **options.__dict__}
        names = {"asm": ASM[kind], "binary": BINARY[kind]}
        made = self.module
        for stage in STAGES[:STAGES.index(job["stage"]) + 1]:
            if is_ttgir and stage in ("ttir", "ttgir"):
                continue
            record({"begin": stage})
            began = time.monotonic()
            made = stages[names.get(stage, stage)](made, metadata)
            if stage in ("ttir", "ttgir"):
                self.module = made
            else:
                self.module = None
            self.made(record, stage, made, time.monotonic() - began)

    @staticmethod
    def made(record, stage, product, seconds):
        if isinstance(product, bytes):
            text = product
        elif isinstance(product, str):
            text = product.encode()
        else:
            text = (product.str_nodebug() if hasattr(product, "str_nodebug") else str(product)).encode()
        record({"made": stage, "seconds": seconds, "size": len(text)}, text)

    def run_passes_one_by_one(self, dump_at, record):
        SteppedPassManager.make = self.ir.pass_manager
        SteppedPassManager.record = staticmethod(record)
        SteppedPassManager.dump_at = dump_at
        self.ir.pass_manager = SteppedPassManager
        for group, passes in self.pass_modules.items():
            for folder in vars(passes).values():
                for name in [n for n in dir(folder) if n.startswith("add_")]:
                    label = f"{group}.{getattr(folder, '__name__', '').rsplit('.', 1)[-1]}.{name}"
                    setattr(folder, name, stepped(label, getattr(folder, name)))
