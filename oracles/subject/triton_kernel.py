# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Says what a launcher must know of a compiled kernel, from a release's metadata and from the assembly text itself.

    .visible .entry row(                                    parameter_bytes: [8, 8, 4, 8]
        .param .u64 .ptr .global .align 1 row_param_0,      the program's function has three arguments, so one
        .param .u64 .ptr .global .align 1 row_param_1,      of these is the release's own: scratch_parameters: 1
        .param .u32 row_param_2,
        .param .u64 .ptr .global .align 1 row_param_3
    )
"""

import re

PTX_PARAMETER = re.compile(r"\.param\s+(?:\.align\s+\d+\s+)?\.[a-z]+(\d+)\b[^,\[\n)]*(?:\[(\d+)\])?")
# The element types of a release's metadata that CUtensorMapDataType numbers otherwise.
ELEMENT_TYPES = {8: 10, 9: 8, 10: 9}
GCN_ARGUMENT = re.compile(r"\.size:\s+(\d+)\s+\.value_kind:\s+(\w+)")


def ptx_parameter_bytes(text, name):
    entry = re.search(r"\.entry\s+" + re.escape(name) + r"\s*\(([^{]*?)\n?\)", text)
    if not entry:
        return None
    return [int(bits) // 8 * int(count or 1) for bits, count in PTX_PARAMETER.findall(entry[1])]


def gcn_parameter_bytes(text):
    return [int(size) for size, kind in GCN_ARGUMENT.findall(text) if not kind.startswith("hidden_")]


def count_arguments(text, name):
    """The arguments of a function in MLIR's text; None if there is no such function."""
    found = re.search(r'tt\.func\s+(?:\w+\s+)?@"?' + re.escape(name) + r'"?\(', text)
    if not found:
        return None
    depth, commas, empty, quoted = 1, 0, True, False
    for at in range(found.end(), len(text)):
        character = text[at]
        if quoted:
            quoted = character != '"' or text[at - 1] == "\\"
        elif character == '"':
            quoted = True
        elif character in "([{<":
            depth += 1
        elif character in ")]}" or (character == ">" and text[at - 1] != "-"):
            depth -= 1
            if depth == 0:
                return 0 if empty else commas + 1
        elif character == "," and depth == 1:
            commas += 1
        if not character.isspace():
            empty = False
    return None


def describe_descriptor(metadata):
    return {
        "swizzle": metadata["swizzle"],
        "element_bytes": metadata["elem_size"],
        "element_type": ELEMENT_TYPES.get(metadata["elem_type"], metadata["elem_type"]),
        "block": list(metadata["block_size"]),
        "packed_fp4": bool(metadata["fp4_padded"]),
    }


def describe(kind, warp_size, metadata, ttgir, asm):
    """The kernel's facts as JSON, or None where text and metadata do not fit together."""
    name = metadata.get("name")
    if not name:
        return None
    sizes = ptx_parameter_bytes(asm, name) if kind == "cuda" else gcn_parameter_bytes(asm)
    arguments = count_arguments(ttgir, name)
    if sizes is None or arguments is None or not 0 <= len(sizes) - arguments <= 2:
        return None
    ctas = metadata.get("num_ctas") or 1
    # Up to 3.3 the cluster's shape is a matter of its own; later it is as long as there are blocks.
    cluster = metadata.get("cluster_dims") or (ctas, 1, 1)
    return {
        "name": name,
        "num_warps": metadata["num_warps"],
        "threads_per_warp": metadata.get("warp_size") or warp_size,
        "num_ctas": ctas,
        "cluster": list(cluster),
        "shared": metadata.get("shared") or 0,
        "global_scratch": [metadata.get("global_scratch_size") or 0, metadata.get("global_scratch_align") or 1],
        "profile_scratch": [metadata.get("profile_scratch_size") or 0, metadata.get("profile_scratch_align") or 1],
        "scratch_parameters": len(sizes) - arguments,
        "parameter_bytes": sizes,
        "descriptors": [describe_descriptor(entry) for entry in metadata.get("tensordesc_meta") or [] if entry],
    }
