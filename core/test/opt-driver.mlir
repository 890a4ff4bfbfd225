// RUN: fathom-opt %s -split-input-file -allow-unregistered-dialect -convert-scf-to-cf -mlir-print-op-generic | FileCheck %s
// RUN: fathom-opt --help | FileCheck %s --check-prefix=HELP
// RUN: echo 'tt.func @f(%%p: i32) { %%0 = tt.load %%p : i32' > %t.bad
// RUN: not fathom-opt %t.bad 2>&1 | FileCheck %s --check-prefix=BAD
// The driver has MLIR's passes by their names, and says where bad text is bad.

// HELP-DAG: --canonicalize
// HELP-DAG: --cse
// HELP-DAG: --inline
// HELP-DAG: --loop-invariant-code-motion
// HELP-DAG: --sccp
// HELP-DAG: --symbol-dce

// BAD: .bad:1:{{[0-9]+}}: error: custom op 'tt.load' expected a pointer or a tensor of pointers, but got 'i32'

// CHECK: "tt.func"
// CHECK: "cf.cond_br"
tt.func @f(%b: i1, %p: !tt.ptr<i32>) {
  scf.if %b {
    // CHECK: "test.keep"
    "test.keep"() : () -> ()
    %0 = tt.load %p : !tt.ptr<i32>
  }
  tt.return
}

// -----

// CHECK: "tt.func"
tt.func private @g()
