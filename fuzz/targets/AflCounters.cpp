// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shows AFL++ the core's 8-bit counters, which libFuzzer reads as they are: so both engines run on the same objects, and an edge costs an increment, not a call.
//
// AFL++'s runtime numbers edges for compilers that trace guards; the counters get the numbers of as many guards, and are copied to its map after each input.
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>

extern "C" {
extern uint8_t *__afl_area_ptr;
void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop);
}

static uint8_t *counters;
static size_t count;
static uint32_t first; ///< The map's place of the first counter.

extern "C" void __sanitizer_cov_8bit_counters_init(uint8_t *start, uint8_t *stop) {
  if (counters || start == stop) // Each object calls, with the counters of all.
    return;
  counters = start;
  count = stop - start;
  auto *guards = static_cast<uint32_t *>(calloc(count, sizeof(uint32_t)));
  __sanitizer_cov_trace_pc_guard_init(guards, guards + count);
  first = guards[0];
  free(guards);
}
extern "C" void __sanitizer_cov_pcs_init(const uintptr_t *, const uintptr_t *) {}

extern "C" void fathomBeforeInput(void) { memset(counters, 0, count); }
extern "C" void fathomAfterInput(void) { memcpy(__afl_area_ptr + first, counters, count); }

// Crashes are told apart by what they covered.
static void showAndDie(int number) {
  fathomAfterInput();
  signal(number, SIG_DFL);
  raise(number);
}
__attribute__((constructor)) static void watchSignals() {
  for (int number : {SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE})
    signal(number, showAndDie);
}
