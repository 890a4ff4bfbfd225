# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests reading a kernel's parameters out of assembly and MLIR text."""

import os
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import triton_kernel  # noqa: E402

OLD_PTX = """
.visible .entry row(
	.param .u64 row_param_0,
	.param .u32 row_param_1
)
.maxntid 128, 1, 1
{
	.param .b64 not_one_of_them;
"""
NEW_PTX = """
.visible .entry row(
	.param .u64 .ptr .global .align 1 row_param_0,
	.param .align 64 .b8 row_param_1[128],
	.param .f32 row_param_2,
	.param .u64 .ptr .global .align 1 row_param_3,
	.param .u64 .ptr .global .align 1 row_param_4
)
.reqntid 128
{
"""
GCN = """
amdhsa.kernels:
  - .agpr_count:     0
    .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .offset:         8
        .size:           4
        .value_kind:     by_value
      - .offset:         16
        .size:           4
        .value_kind:     hidden_block_count_x
    .group_segment_fixed_size: 0
"""
TTGIR = """#blocked = #ttg.blocked<{sizePerThread = [1]}>
module {
  tt.func private @other(%x: i32) { tt.return }
  tt.func public @row(%a: !tt.ptr<f32> {tt.divisibility = 16 : i32, tt.name = "odd ,)(\\" one"} loc("f.py":3:4),
                      %b: !tt.tensordesc<tensor<4x4xf16, #s>>, %c: f32) attributes {noinline = false} {
"""


class KernelTest(unittest.TestCase):

    def test_ptx(self):
        self.assertEqual(triton_kernel.ptx_parameter_bytes(OLD_PTX, "row"), [8, 4])
        self.assertEqual(triton_kernel.ptx_parameter_bytes(NEW_PTX, "row"), [8, 128, 4, 8, 8])
        self.assertEqual(triton_kernel.ptx_parameter_bytes(".visible .entry row()\n{\n.param .b64 x;", "row"), [])
        self.assertIsNone(triton_kernel.ptx_parameter_bytes(OLD_PTX, "column"))

    def test_gcn(self):
        self.assertEqual(triton_kernel.gcn_parameter_bytes(GCN), [8, 4])

    def test_arguments(self):
        self.assertEqual(triton_kernel.count_arguments(TTGIR, "row"), 3)
        self.assertEqual(triton_kernel.count_arguments(TTGIR, "other"), 1)
        self.assertEqual(triton_kernel.count_arguments("tt.func public @k( ) {", "k"), 0)
        self.assertEqual(triton_kernel.count_arguments("tt.func public @k(%f: (i32) -> i32, %x: i1)", "k"), 2)
        self.assertIsNone(triton_kernel.count_arguments(TTGIR, "ro"))

    def test_description(self):
        metadata = {"name": "row", "num_warps": 12, "num_ctas": 2, "shared": 99, "global_scratch_size": 128,
                    "global_scratch_align": 64, "warp_size": None}
        self.assertEqual(triton_kernel.describe("cuda", 32, metadata, TTGIR, NEW_PTX), {
            "name": "row", "num_warps": 12, "threads_per_warp": 32, "num_ctas": 2, "cluster": [2, 1, 1], "shared": 99,
            "global_scratch": [128, 64], "profile_scratch": [0, 1], "scratch_parameters": 2,
            "parameter_bytes": [8, 128, 4, 8, 8], "descriptors": []})
        metadata["cluster_dims"] = (1, 2, 1)
        self.assertEqual(triton_kernel.describe("cuda", 32, metadata, TTGIR, NEW_PTX)["cluster"], [1, 2, 1])

    def test_descriptors(self):
        metadata = {"name": "row", "num_warps": 4, "tensordesc_meta": [
            {"swizzle": 3, "elem_size": 2, "elem_type": 10, "block_size": [32, 64], "fp4_padded": False}]}
        self.assertEqual(triton_kernel.describe("cuda", 32, metadata, TTGIR, NEW_PTX)["descriptors"], [
            {"swizzle": 3, "element_bytes": 2, "element_type": 9, "block": [32, 64], "packed_fp4": False}])

    def test_what_does_not_fit_together(self):
        self.assertIsNone(triton_kernel.describe("cuda", 32, {}, TTGIR, NEW_PTX))
        self.assertIsNone(triton_kernel.describe("cuda", 32, {"name": "row", "num_warps": 4}, TTGIR, OLD_PTX))
        self.assertIsNone(triton_kernel.describe("cuda", 32, {"name": "row", "num_warps": 4}, "", NEW_PTX))


if __name__ == "__main__":
    unittest.main()
