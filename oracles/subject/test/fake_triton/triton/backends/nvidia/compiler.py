# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from triton.backends.compiler import Backend


class CUDABackend(Backend):
    asm, binary = "ptx", "cubin"
