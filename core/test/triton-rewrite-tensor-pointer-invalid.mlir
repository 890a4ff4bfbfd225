// RUN: fathom-opt %s -split-input-file -allow-unregistered-dialect -verify-diagnostics -triton-rewrite-tensor-pointer -o /dev/null

tt.func @unknown(%p: !tt.ptr<f16>, %n: i64, %i: i32) {
  %0 = tt.make_tensor_ptr %p, [%n], [%n], [%i] {order = array<i32: 0>} : <tensor<16xf16>>
  // expected-error @below {{takes or gives a value that is to be split into its parts}}
  "test.keep"(%0) : (!tt.ptr<tensor<16xf16>>) -> ()
  tt.return
}
