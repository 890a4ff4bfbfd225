// RUN: fathom-opt %s | fathom-opt | FileCheck %s

// CHECK: tt.func private @declared(f32) -> (f32, i32)
tt.func private @declared(f32) -> (f32, i32)

// CHECK: tt.func public @kernel(%arg0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg1: tensor<8xi1>) attributes {noinline = false}
tt.func public @kernel(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %c: tensor<8xi1>) attributes {noinline = false} {
  // CHECK: tt.get_program_id x : i32
  %0 = tt.get_program_id x : i32
  // CHECK: tt.get_num_programs z : i32
  %1 = tt.get_num_programs z : i32
  %f = arith.sitofp %0 : i32 to f32
  // CHECK: %{{.*}}:2 = tt.call @declared(%{{.*}}) : (f32) -> (f32, i32)
  %2:2 = tt.call @declared(%f) : (f32) -> (f32, i32)
  // CHECK: tt.call @"odd name(0,)"() : () -> ()
  tt.call @"odd name(0,)"() : () -> ()
  // CHECK: tt.print " x: " {hex = true, isSigned = array<i32: 1, 0>} : %{{.*}}, %{{.*}} : i32, f32
  tt.print " x: " {hex = true, isSigned = array<i32: 1, 0>} : %0, %f : i32, f32
  // CHECK: tt.print "nothing" {hex = false, isSigned = array<i32>}
  tt.print "nothing" {hex = false, isSigned = array<i32>}
  // CHECK: tt.assert %{{.*}}, "say \22why\22" : tensor<8xi1>
  tt.assert %c, "say \"why\"" : tensor<8xi1>
  // CHECK: tt.grid_dependency_wait
  tt.grid_dependency_wait
  // CHECK: tt.grid_dependency_launch_dependents
  tt.grid_dependency_launch_dependents
  tt.return
}

// CHECK: tt.func private @"odd name(0,)"() {
tt.func private @"odd name(0,)"() {
  tt.return
}

// CHECK-LABEL: tt.func @blocks
tt.func @blocks(%b: i1) -> i32 {
  %zero = arith.constant 0 : i32
  cf.cond_br %b, ^early, ^late
^early:
  // CHECK: tt.return %{{.*}} : i32
  tt.return %zero : i32
^late:
  %id = tt.get_program_id y : i32
  tt.return %id : i32
}
