// RUN: fathom-opt %s | FileCheck %s
// RUN: fathom-opt %s | fathom-opt | FileCheck %s
// Encodings of buffers, and the type that holds them.

#smem = #ttg.shared_memory
// CHECK-DAG: #[[S:.*]] = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#s = #ttg.swizzled_shared<{order = [1, 0], maxPhase = 8, perPhase = 1, vec = 8}>
// CHECK-DAG: #[[N:.*]] = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#n = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, rank = 2}>
// CHECK-DAG: #[[N3:.*]] = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = true, elementBitWidth = 8, fp4Padded = true, CGALayout = {{\[\[}}1, 0, 0]], rank = 3}>
#n3 = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = true, elementBitWidth = 8, rank = 3, fp4Padded = true, CGALayout = [[1, 0, 0]]}>
// CHECK-DAG: #[[P:.*]] = #ttg.padded_shared<[4:+2, 16:+4] {order = [1, 0], shape = [2, 4]}>
#p = #ttg.padded_shared<[4:+2, 16:+4] {order = [1, 0], shape = [2, 4]}>
#p_long = #ttg.padded_shared<[4:+2, 16:+4] {offset = [[0, 1], [0, 2], [1, 0]], block = []}>
// CHECK-DAG: #[[PX:.*]] = #ttg.padded_shared<[4:+2] {offset = {{\[\[}}0, 1], [1, 0], [0, 2]], block = []}>
#px = #ttg.padded_shared<[4:+2] {offset = [[0, 1], [1, 0], [0, 2]], block = []}>
// CHECK-DAG: #[[PO:.*]] = #ttg.padded_shared<[64:+4] {order = [0, 1]}>
#po = #ttg.padded_shared<[64:+4] {order = [0, 1]}>
// CHECK-DAG: #[[L:.*]] = #ttg.shared_linear<{offset = {{\[\[}}0, 1], [1, 1]], block = {{\[\[}}2, 0]]}, alignment = 128>
#l = #ttg.shared_linear<{offset = [[0, 1], [1, 1]], block = [[2, 0]]}, alignment = 128>
// CHECK-DAG: #[[R:.*]] = #ttg.amd_rotating_shared<{vec = 4, perPhase = 2, maxPhase = 8, order = [0, 1]}>
#r = #ttg.amd_rotating_shared<{vec = 4, perPhase = 2, maxPhase = 8, order = [0, 1]}>
// CHECK-DAG: #[[Q:.*]] = #ttg.partitioned_shared<{numPartitions = 2, numGroups = 4, partitionDim = 0, partitionLayout = #[[S]]}>
#q = #ttg.partitioned_shared<{partitionLayout = #s, numPartitions = 2, numGroups = 4, partitionDim = 0}>

// CHECK: @buffers(%{{.*}}: !ttg.memdesc<64x32xf16, #[[S]], #smem>, %{{.*}}: !ttg.memdesc<64x32xf16, #[[N]], #smem, mutable>,
// CHECK-SAME: !ttg.memdesc<2x64x32xi8, #[[N3]], #smem>, %{{.*}}: !ttg.memdesc<2x4xf32, #[[P]], #smem>, %{{.*}}: !ttg.memdesc<2x4xf32, #[[P]], #smem>,
// CHECK-SAME: !ttg.memdesc<2x4xf32, #[[PO]], #smem>, %{{.*}}: !ttg.memdesc<4x2xf32, #[[L]], #smem>, %{{.*}}: !ttg.memdesc<64x64xf16, #[[R]], #smem>,
// CHECK-SAME: !ttg.memdesc<128x32xf16, #[[Q]], #smem>, %{{.*}}: !ttg.memdesc<64x32xf16, #[[S]], #smem, mutable, 3x64x32>, %{{.*}}: !ttg.memdesc<2x4xf32, #[[PX]], #smem>)
tt.func @buffers(%0: !ttg.memdesc<64x32xf16, #s, #smem>, %1: !ttg.memdesc<64x32xf16, #n, #smem, mutable>,
    %2: !ttg.memdesc<2x64x32xi8, #n3, #smem>, %3: !ttg.memdesc<2x4xf32, #p, #smem>, %4: !ttg.memdesc<2x4xf32, #p_long, #smem>,
    %5: !ttg.memdesc<2x4xf32, #po, #smem>, %6: !ttg.memdesc<4x2xf32, #l, #smem>, %7: !ttg.memdesc<64x64xf16, #r, #smem>,
    %8: !ttg.memdesc<128x32xf16, #q, #smem>, %9: !ttg.memdesc<64x32xf16, #s, #smem, mutable, 3x64x32>,
    %10: !ttg.memdesc<2x4xf32, #px, #smem>) {
  tt.return
}
