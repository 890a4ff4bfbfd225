// RUN: fathom-opt %s -split-input-file -verify-diagnostics

tt.func @f(%x: i32) {
  // expected-error @+1 {{has 1 arguments, but says of 2 whether they are signed}}
  tt.print "x" {hex = false, isSigned = array<i32: 1, 1>} : %x : i32
  tt.return
}

// -----

tt.func @f() {
  // expected-error @+1 {{'missing' is no function of this module}}
  tt.call @missing() : () -> ()
  tt.return
}

// -----

tt.func private @callee(i32) -> f32
tt.func @f(%x: i64) {
  // expected-error @+1 {{passes operands that its callee does not take: '(i64) -> f32' for '(i32) -> f32'}}
  %0 = tt.call @callee(%x) : (i64) -> f32
  tt.return
}

// -----

tt.func private @callee(i32) -> f32
tt.func @f(%x: i32) {
  // expected-error @+1 {{expects results that its callee does not return}}
  %0 = tt.call @callee(%x) : (i32) -> f64
  tt.return
}

// -----

tt.func @f(%x: i32) -> f32 {
  // expected-error @+1 {{returns ('i32'), but the function returns ('f32')}}
  tt.return %x : i32
}

// -----

// expected-error @+1 {{unknown type of dialect tt: strange}}
tt.func private @f(!tt.strange<f32>)

// -----

// expected-error @+1 {{invalid pointee type: 'memref<8xf32>'}}
tt.func private @f(!tt.ptr<memref<8xf32>>)

// -----

// expected-error @+1 {{invalid address space: -1}}
tt.func private @f(!tt.ptr<f32, -1>)

// -----

// expected-error @+1 {{expected a ranked tensor type or a shape, but got 'f32'}}
tt.func private @f(!tt.tensordesc<f32>)

// -----

// expected-error @+1 {{invalid element type of a tensor descriptor: '!tt.ptr<f32>'}}
tt.func private @f(!tt.tensordesc<tensor<8x!tt.ptr<f32>>>)

// -----

// expected-error @+1 {{the block of a tensor descriptor needs a static shape}}
tt.func private @f(!tt.tensordesc<tensor<8x?xf32>>)
