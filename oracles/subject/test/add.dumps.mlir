// A recorded compile of two passes, the stand-in for subjects that replay one.
// -----// IR Dump Before Planted (planted) ('builtin.module' operation) //----- //
module {
  tt.func public @add(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %sum: !tt.ptr<f32>, %n: i32) {
    %block = arith.constant 128 : i32
    %pid = tt.get_program_id x : i32
    %start = arith.muli %pid, %block : i32
    %lanes = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %starts = tt.splat %start : i32 -> tensor<128xi32>
    %at = arith.addi %starts, %lanes : tensor<128xi32>
    %ns = tt.splat %n : i32 -> tensor<128xi32>
    %inside = arith.cmpi slt, %at, %ns : tensor<128xi32>
    %xs = tt.splat %x : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
    %xp = tt.addptr %xs, %at : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    %a = tt.load %xp, %inside : tensor<128x!tt.ptr<f32>>
    %ys = tt.splat %y : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
    %yp = tt.addptr %ys, %at : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    %b = tt.load %yp, %inside : tensor<128x!tt.ptr<f32>>
    %c = arith.addf %a, %b : tensor<128xf32>
    %ss = tt.splat %sum : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
    %sp = tt.addptr %ss, %at : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    tt.store %sp, %c, %inside : tensor<128x!tt.ptr<f32>>
    tt.return
  }
}


// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @add(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %sum: !tt.ptr<f32>, %n: i32) {
    %block = arith.constant 128 : i32
    %pid = tt.get_program_id x : i32
    %start = arith.muli %pid, %block : i32
    %lanes = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %starts = tt.splat %start : i32 -> tensor<128xi32>
    %at = arith.addi %lanes, %starts : tensor<128xi32>
    %ns = tt.splat %n : i32 -> tensor<128xi32>
    %inside = arith.cmpi sgt, %ns, %at : tensor<128xi32>
    %xs = tt.splat %x : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
    %xp = tt.addptr %xs, %at : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    %a = tt.load %xp, %inside : tensor<128x!tt.ptr<f32>>
    %ys = tt.splat %y : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
    %yp = tt.addptr %ys, %at : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    %b = tt.load %yp, %inside : tensor<128x!tt.ptr<f32>>
    %c = arith.addf %a, %b : tensor<128xf32>
    %ss = tt.splat %sum : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
    %sp = tt.addptr %ss, %at : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    tt.store %sp, %c, %inside : tensor<128x!tt.ptr<f32>>
    tt.return
  }
}
