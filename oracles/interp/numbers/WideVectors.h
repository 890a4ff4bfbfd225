// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiles a loop twice, for the baseline and for AVX2, and runs the one that the machine can.
#ifndef FATHOM_ORACLES_INTERP_NUMBERS_WIDEVECTORS_H
#define FATHOM_ORACLES_INTERP_NUMBERS_WIDEVECTORS_H

#include <type_traits>

namespace fathom {

// withWideVectors([=](auto vectorBytes) FATHOM_INLINE { for (...) ...; }) runs the body once, with 32 or 16
// as a compile-time constant. The body and what it calls must be FATHOM_INLINE, so that the compiler sees
// the loop inside a function of the wider target. It must capture by value: a loop that writes to floats
// may else be thought to write to its own bounds.
//
// Not the attribute target_clones, whose resolvers run before a sanitizer is ready. AVX2 without FMA: a
// product and a sum that fuse on one machine would round differently on another.
#define FATHOM_INLINE __attribute__((always_inline))

/// Asserts what "out may be one of the inputs" promises: no iteration reads what another wrote. Builds for
/// sanitizers do not vectorise, and need no warning of it.
#pragma clang diagnostic ignored "-Wpass-failed"
#define FATHOM_VECTORISE _Pragma("clang loop vectorize(assume_safety)")

#if defined(__x86_64__)
/// Tests clear it, to see the baseline too.
inline bool machineHasWideVectors = __builtin_cpu_supports("avx2");

template <class Body> __attribute__((target("avx2"), noinline)) void runWithWideVectors(Body body) {
  body(std::integral_constant<unsigned, 32>());
}

template <class Body> void withWideVectors(Body body) {
  if (machineHasWideVectors)
    runWithWideVectors(body);
  else
    body(std::integral_constant<unsigned, 16>());
}
#else
template <class Body> void withWideVectors(Body body) {
  body(std::integral_constant<unsigned, 16>());
}
#endif

} // namespace fathom

#endif // FATHOM_ORACLES_INTERP_NUMBERS_WIDEVECTORS_H
