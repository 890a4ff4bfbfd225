// What the generator prints, other tools read: test cases of each profile parse, verify and print again.
// RUN: fathom generate --seed 5 --index 3 | fathom-opt | FileCheck %s
// RUN: fathom generate --seed 5 --profile small | fathom-opt | FileCheck %s
// RUN: fathom generate --seed 5 --profile deep | fathom-opt | FileCheck %s

// CHECK: module
// CHECK: tt.func public @kernel
