// A while in an if in a for, with a dot, masks, pointers that are carried, and values that nobody needs.
// OPTIONS: num-warps=8 num-stages=4 num-ctas=1
module {
  tt.func public @nest(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %b: !tt.ptr<f16>, %out: !tt.ptr<f32>, %n: i32 {tt.divisibility = 16 : i32}, %unused: i32, %flag: i1) attributes {noinline = false} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c7 = arith.constant 7 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<64x32xf32>
    %step = arith.constant dense<16> : tensor<64x16xi32>
    %mixed = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
    %c0f = arith.constant 2.500000e+00 : f32
    %pid = tt.get_program_id x : i32
    %rows = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %ks = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %cols = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %rows2 = tt.expand_dims %rows {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    %ks2 = tt.expand_dims %ks {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %rowsB = tt.broadcast %rows2 : tensor<64x1xi32> -> tensor<64x16xi32>
    %ksB = tt.broadcast %ks2 : tensor<1x16xi32> -> tensor<64x16xi32>
    %offsets = arith.addi %rowsB, %ksB : tensor<64x16xi32>
    %aBase = tt.splat %a : !tt.ptr<f16> -> tensor<64x16x!tt.ptr<f16>>
    %aPtrs = tt.addptr %aBase, %offsets : tensor<64x16x!tt.ptr<f16>>, tensor<64x16xi32>
    %bPtrs = tt.splat %b : !tt.ptr<f16> -> tensor<16x32x!tt.ptr<f16>>
    %limit = tt.splat %n : i32 -> tensor<64x16xi32>
    %mask = arith.cmpi slt, %offsets, %limit : tensor<64x16xi32>
    %other = arith.constant dense<1.500000e+00> : tensor<64x16xf16>
    %outPtrs = tt.splat %out : !tt.ptr<f32> -> tensor<64x32x!tt.ptr<f32>>
    %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero, %p = %aPtrs, %count = %pid) -> (tensor<64x32xf32>, tensor<64x16x!tt.ptr<f16>>, i32)  : i32 {
      %x = tt.load %p, %mask, %other evictionPolicy = evict_last : tensor<64x16x!tt.ptr<f16>>
      %y = tt.load %bPtrs : tensor<16x32x!tt.ptr<f16>>
      %d = tt.dot %x, %y, %acc, inputPrecision = tf32 : tensor<64x16xf16> * tensor<16x32xf16> -> tensor<64x32xf32>
      %s = scf.if %flag -> (tensor<64x32xf32>) {
        %w:2 = scf.while (%left = %d, %k = %count) : (tensor<64x32xf32>, i32) -> (tensor<64x32xf32>, i32) {
          %go = arith.cmpi slt, %k, %n : i32
          scf.condition(%go) %left, %k : tensor<64x32xf32>, i32
        } do {
        ^bb0(%left: tensor<64x32xf32>, %k: i32):
          %twice = arith.addf %left, %left fastmath<fast> : tensor<64x32xf32>
          %next = arith.addi %k, %c7 : i32
          scf.yield %twice, %next : tensor<64x32xf32>, i32
        }
        scf.yield %w#0 : tensor<64x32xf32>
      } else {
        scf.yield %acc : tensor<64x32xf32>
      }
      %pNext = tt.addptr %p, %step : tensor<64x16x!tt.ptr<f16>>, tensor<64x16xi32>
      %countNext = arith.addi %count, %c1 : i32
      scf.yield %s, %pNext, %countNext : tensor<64x32xf32>, tensor<64x16x!tt.ptr<f16>>, i32
    } {tt.num_stages = 3 : i32}
    tt.store %outPtrs, %r#0 : tensor<64x32x!tt.ptr<f32>>
    tt.store %out, %c0f : !tt.ptr<f32>
    tt.return
  }
}
