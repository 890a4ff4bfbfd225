// RUN: not fathom-opt %s 2>&1 | FileCheck %s
// ORIGIN: core-fuzz --what texts: MLIR's parser takes the width of `index`, which has none.
// CHECK: bad-dense-array-of-index.mlir:[[#@LINE+1]]:30: error: array<index> is not a dense array; its elements are integers or floats of a given width
module attributes {a = array<index: 1>} {
}
