// RUN: not fathom-opt %s 2>&1 | FileCheck %s
// ORIGIN: core-fuzz --what texts: an alias can stand for `index` in a dense array.
!i = index
// CHECK: bad-dense-array-of-alias.mlir:[[#@LINE+1]]:30: error: the elements of a dense array are integers or floats, spelled out
module attributes {a = array<!i: 1>} {
}
