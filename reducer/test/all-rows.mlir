// RUN: fathom-reduce-step --list | FileCheck %s
// RUN: not fathom-reduce-step --reduction=erase-ops %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not fathom-reduce-step --keep=tt.dot %s 2>&1 | FileCheck %s --check-prefix=NOTHING

// CHECK: drop-function{{ +}}erases functions that nobody calls
// UNKNOWN: no reduction 'erase-ops'; --list prints them
// NOTHING: nothing to reduce: the program does not fail in that way
module {
}
