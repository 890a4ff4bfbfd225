// Functions that call each other, one that nobody calls, a branch, a reduction, wide types.
module {
  tt.func public @caller(%p: !tt.ptr<f64>, %q: !tt.ptr<i64>, %c: i1) {
    %range = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %wide = arith.extsi %range : tensor<128xi32> to tensor<128xi64>
    %ps = tt.splat %p : !tt.ptr<f64> -> tensor<128x!tt.ptr<f64>>
    %pp = tt.addptr %ps, %wide : tensor<128x!tt.ptr<f64>>, tensor<128xi64>
    %x = tt.load %pp : tensor<128x!tt.ptr<f64>>
    %sum = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%l: f64, %r: f64):
      %s = arith.addf %l, %r : f64
      tt.reduce.return %s : f64
    }) : (tensor<128xf64>) -> f64
    cf.cond_br %c, ^then(%sum : f64), ^else
  ^then(%v: f64):
    %scaled = tt.call @callee(%v) : (f64) -> f64
    tt.store %p, %scaled : !tt.ptr<f64>
    cf.br ^exit
  ^else:
    %one = arith.constant 1 : i64
    tt.store %q, %one : !tt.ptr<i64>
    cf.br ^exit
  ^exit:
    tt.return
  }
  tt.func private @callee(%v: f64) -> f64 {
    %w = arith.mulf %v, %v : f64
    tt.return %w : f64
  }
  tt.func private @nobody(%v: f64) -> f64 {
    tt.return %v : f64
  }
}
