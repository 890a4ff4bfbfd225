// RUN: fathom-opt %s -split-input-file -verify-diagnostics
// ORIGIN: core-fuzz --what texts: an attribute of the wrong kind became none, and the printer read it.

#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<64x64xf16, #shared, #smem>, %c: tensor<64x64xf32, #mma>) {
    // expected-error @+1 {{attribute 'inputPrecision' failed to satisfy constraint}}
    %0 = ttng.warp_group_dot %a, %a, %c {inputPrecision = 0 : i64} : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
    tt.return
  }
}

// -----

tt.func @f() {
  // expected-error @+1 {{attribute 'addrSpace' failed to satisfy constraint}}
  ttg.barrier local {addrSpace = "local"}
  tt.return
}

// -----

tt.func @f(%c: tensor<8xi1>) {
  // expected-error @+1 {{attribute 'message' occurs more than once}}
  tt.assert %c, "positive" {message = 1 : i32} : tensor<8xi1>
  tt.return
}
