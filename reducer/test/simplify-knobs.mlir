// RUN: fathom-reduce-step --reduction=simplify-knobs %s | FileCheck %s
// OPTIONS: num-warps=8 num-stages=5 num-ctas=2

// CHECK: OPTIONS: num-warps=4 num-stages=3 num-ctas=1
module {
}
