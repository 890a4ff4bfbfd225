// A scan, an arg-max, a select, an atomic, a loop with a computed step, a histogram's mask, equal values computed twice.
module {
  tt.func public @scan(%p: !tt.ptr<i32>, %q: !tt.ptr<i32>, %n: i32, %limit1: i32) {
    %range = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
    %limit = tt.splat %n : i32 -> tensor<256xi32>
    %mask = arith.cmpi slt, %range, %limit : tensor<256xi32>
    %mask2 = arith.cmpi slt, %range, %limit : tensor<256xi32>
    %ps = tt.splat %p : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>>
    %pp = tt.addptr %ps, %range : tensor<256x!tt.ptr<i32>>, tensor<256xi32>
    %x = tt.load %pp, %mask : tensor<256x!tt.ptr<i32>>
    %y = "tt.scan"(%x) <{axis = 0 : i32, reverse = false}> ({
    ^bb0(%l: i32, %r: i32):
      %s = arith.addi %l, %r : i32
      tt.scan.return %s : i32
    }) : (tensor<256xi32>) -> tensor<256xi32>
    %z = arith.select %mask2, %y, %x : tensor<256xi1>, tensor<256xi32>
    %old = tt.atomic_rmw add, acq_rel, gpu, %pp, %z, %mask : (tensor<256x!tt.ptr<i32>>, tensor<256xi32>, tensor<256xi1>) -> tensor<256xi32>
    %arg:2 = "tt.reduce"(%x, %range) <{axis = 0 : i32}> ({
    ^bb0(%a: i32, %ai: i32, %b: i32, %bi: i32):
      %first = arith.cmpi sgt, %a, %b : i32
      %max = arith.select %first, %a, %b : i32
      %where = arith.select %first, %ai, %bi : i32
      tt.reduce.return %max, %where : i32, i32
    }) : (tensor<256xi32>, tensor<256xi32>) -> (i32, i32)
    tt.store %q, %arg#1 : !tt.ptr<i32>
    %sum3 = arith.addi %arg#0, %arg#1 : i32
    %sum4 = arith.muli %sum3, %sum3 : i32
    %sum5 = arith.xori %sum4, %n : i32
    tt.store %q, %sum5 : !tt.ptr<i32>
    scf.for %i = %n to %limit1 step %n : i32 {
      tt.store %q, %i : !tt.ptr<i32>
    }
    tt.store %pp, %old, %mask : tensor<256x!tt.ptr<i32>>
    tt.return
  }
}
