// RUN: fathom-opt %s -split-input-file -verify-diagnostics -triton-rewrite-tensor-descriptor-to-pointer -o /dev/null

tt.func @reduce(%d: !tt.tensordesc<tensor<8xf32>>, %n: i32, %v: tensor<8xf32>) {
  // expected-error @below {{has no atomic for max of 'f32'}}
  tt.descriptor_reduce max, %d[%n], %v : !tt.tensordesc<tensor<8xf32>>, tensor<8xf32>
  tt.return
}
