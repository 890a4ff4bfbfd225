// A reduction keeps the variant that a program fails by, and its test asks for that one.
//
// RUN: fathom reduce %s --subject opt:%S/Inputs/forgets-guarded-stores --oracle metamorphic:guard-stores -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// CHECK: {{R}}UN: not fathom check %s --oracle metamorphic:guard-stores
// CHECK: {{^}}module
// CHECK: tt.store
// CHECK-NOT: tt.store
// PIPELINE: merge-branches
// LAUNCH: grid=1,1,1 rng-seed=7 args=out:i32[1];i32=39
module {
  tt.func public @kernel(%out: !tt.ptr<i32>, %n: i32) {
    tt.store %out, %n : !tt.ptr<i32>
    %m = arith.addi %n, %n : i32
    tt.store %out, %m : !tt.ptr<i32>
    tt.return
  }
}
