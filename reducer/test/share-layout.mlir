// RUN: fathom-reduce-step --reduction=share-layout %S/Inputs/layouts.mlir | FileCheck %s
// All values take one of the two layouts, slices follow, and no conversion is left.

// CHECK: #[[ONE:[a-z]+]] = #ttg.blocked
// CHECK-NOT: #ttg.blocked
// CHECK-NOT: ttg.convert_layout
// CHECK: "tt.reduce"
// CHECK: tensor<32xf32, #ttg.slice<{dim = 1, parent = #[[ONE]]}>>
// CHECK-NOT: ttg.convert_layout
// CHECK: tt.return
