// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stands for a coverage-guided engine in programs that have none. An engine's own definitions win.
#include <cstdint>

extern "C" {
__attribute__((weak)) void __sanitizer_cov_8bit_counters_init(uint8_t *, uint8_t *) {}
__attribute__((weak)) void __sanitizer_cov_pcs_init(const uintptr_t *, const uintptr_t *) {}
}
