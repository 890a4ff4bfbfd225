// A warp-specialised loop whose rows are given to two groups of warps. What a descriptor is read at for the second group is moved by half a tile, and so is the range of rows; where
// one number, the tile's first row, is used for both, the rows of what is stored by pointers are moved twice, and half of the tile is stored to other rows. Silent.
//
// RUN: %if triton-3.3.1 %{ fathom check %s --oracle same-meaning --subject triton:3.3.1 --target cuda:90 %}
// RUN: %if triton-3.6.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.6.0 --target cuda:90 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.9.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.9.0 --target cuda:90 | FileCheck %s --check-prefix=FAILS %}
//
// Found as same-meaning: difference in NVGPUWarpSpecialization: a store is missing
//   3.1.0          does not read it: Triton 3.1.0 has no such op (at tt.make_tensor_descriptor)
//   3.3.1          passes
//   3.6.0, 3.9.0   fails so
//   num-warps: fails with 4; passes with 1, 2, 8
//   num-stages: fails with 2, 3, 4, 5; passes with 1
//   target: fails with cuda:90; passes with cuda:75, cuda:80, cuda:86, cuda:89, cuda:100, cuda:120, hip:gfx90a, hip:gfx942, hip:gfx950, hip:gfx1100, hip:gfx1201
//   the front end of 3.9.0 writes such programs
//
// FAILS: same-meaning: difference in NVGPUWarpSpecialization: a store is missing
// TARGET: cuda:90
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: ttgir
// LAUNCH: grid=2,1,1 rng-seed=1 args=f16[12288];i32=253
// ORIGIN: attention of a user's kind, reduced from 132 ops to 22
module {
  tt.func public @kernel(%p: !tt.ptr<f16>, %n: i32) {
    %cst = arith.constant dense<0.000000e+00> : tensor<16x16xf16>
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<128x16xf16>
    %c128_i32 = arith.constant 128 : i32
    %c1_i64 = arith.constant 1 : i64
    %divsi = arith.divsi %n, %c128_i32 : i32
    %muli = arith.muli %divsi, %c128_i32 : i32
    %make_tensor_descriptor = tt.make_tensor_descriptor %p, [%muli, %c128_i32], [%c1_i64, %c1_i64] : <f16>, <tensor<128x16xf16>>
    %pid = tt.get_program_id x : i32
    %descriptor_load = tt.descriptor_load %make_tensor_descriptor[%pid, %n] : !tt.tensordesc<tensor<128x16xf16>> -> tensor<128x16xf16>
    %for = scf.for %i = %n to %muli step %c128_i32 iter_args(%acc = %cst_0) -> (tensor<128x16xf16>)  : i32 {
      %dot = tt.dot %descriptor_load, %cst, %cst_0 : tensor<128x16xf16> * tensor<16x16xf16> -> tensor<128x16xf16>
      scf.yield %dot : tensor<128x16xf16>
    } {tt.warp_specialize}
    %range = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %splat = tt.splat %pid : i32 -> tensor<128xi32>
    %addi = arith.addi %splat, %range : tensor<128xi32>
    %expand_dims = tt.expand_dims %addi {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
    %splat_1 = tt.splat %muli : i32 -> tensor<128x1xi32>
    %cmpi = arith.cmpi slt, %expand_dims, %splat_1 : tensor<128x1xi32>
    %ptrs = tt.splat %p : !tt.ptr<f16> -> tensor<128x1x!tt.ptr<f16>>
    %ptrs_2 = tt.addptr %ptrs, %expand_dims : tensor<128x1x!tt.ptr<f16>>, tensor<128x1xi32>
    %ptrs_3 = tt.broadcast %ptrs_2 : tensor<128x1x!tt.ptr<f16>> -> tensor<128x16x!tt.ptr<f16>>
    %broadcast = tt.broadcast %cmpi : tensor<128x1xi1> -> tensor<128x16xi1>
    tt.store %ptrs_3, %for, %broadcast : tensor<128x16x!tt.ptr<f16>>
    tt.return
  }
}
