# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from triton.backends.compiler import Backend


class HIPBackend(Backend):
    asm, binary = "amdgcn", "hsaco"
