# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes bundles for fathom-runner from Python, by the format's description in oracles/device/Bundle.h and by nothing else."""

import struct

CUBIN, PTX, HSACO = range(3)
POINTER, SCALAR, NULL, GLOBAL_SCRATCH, PROFILE_SCRATCH, TENSOR_MAP = range(6)
UNCHANGED, COMPARE, AGREE, IGNORE = range(4)
KINDS = ["i1", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64", "f8E4M3FN", "f8E5M2", "f8E4M3FNUZ", "f8E5M2FNUZ"]
MAGIC = b"\x89FATHOM\n"


def checksum(data, state=0xCBF29CE484222325):
    """FNV-1a over 64-bit words."""
    data += b"\0" * (-len(data) % 8)
    for (word,) in struct.iter_unpack("<Q", data):
        state = (state ^ word) * 0x100000001B3 % (1 << 64)
    return state


class Bundle:

    def __init__(self):
        self.records = b""
        self.blobs = {}
        self.cases = 0

    def blob(self, data):
        return struct.pack("<I", self.blobs.setdefault(bytes(data), len(self.blobs)))

    @staticmethod
    def text(text):
        data = text.encode()
        return struct.pack("<I", len(data)) + data

    @staticmethod
    def recipe(data_type, dims, strides, box, swizzle):
        """Innermost dimension first; strides in bytes, from the second dimension on."""

        def five(values, filler):
            return [*values, *[filler] * (5 - len(values))]

        return struct.pack("<6B5Q5Q5I5I", data_type, len(dims), 0, swizzle, 0, 0, *five(dims, 0), *five(strides, 0),
                           *five(box, 0), *[1] * 5)

    def add(self, name, target, code, symbol, parameters, buffers, kind=CUBIN, group="", grid=(1, 1, 1), threads=128,
            shared=0, cluster=(1, 1, 1), global_scratch=(0, 1), profile_scratch=(0, 1)):
        """Parameters are (POINTER, buffer), (SCALAR, bytes), (NULL,), (TENSOR_MAP, buffer, recipe), ...; buffers are dictionaries: name, size,
        initial, check, expected, ranges. A range is (offset, count, kind's name, slack). A recipe has data_type, dims, strides, box, swizzle."""
        record = self.text(name) + self.text(target) + self.text(group) + bytes([kind]) + self.blob(code) + self.text(symbol)
        record += struct.pack("<5I", *grid, threads, shared) + struct.pack("<3I", *cluster)
        record += struct.pack("<QIQI", *global_scratch, *profile_scratch)
        record += struct.pack("<I", len(parameters))
        for parameter in parameters:
            buffer = parameter[1] if parameter[0] in (POINTER, TENSOR_MAP) else 0
            data = parameter[1] if parameter[0] == SCALAR else b""
            record += struct.pack("<BIQI", parameter[0], buffer, 0, len(data)) + data
            if parameter[0] == TENSOR_MAP:
                record += self.recipe(**parameter[2])
        record += struct.pack("<I", len(buffers))
        for buffer in buffers:
            record += self.text(buffer["name"]) + struct.pack("<Q", buffer["size"]) + self.blob(buffer.get("initial", b""))
            record += bytes([buffer.get("check", UNCHANGED)]) + self.blob(buffer.get("expected", b""))
            ranges = buffer.get("ranges", [])
            record += struct.pack("<I", len(ranges))
            for offset, count, element, slack in ranges:
                record += struct.pack("<QQBBf", offset, count, KINDS.index(element), 0, slack) + self.blob(b"")
        record += struct.pack("<I", 0)
        self.records += struct.pack("<I", len(record)) + record
        self.cases += 1

    def data(self):
        end = 48 + 16 * len(self.blobs) + len(self.records)
        table, contents = b"", b"\0" * (-end % 16)
        end += len(contents)
        for blob in self.blobs:
            table += struct.pack("<QQ", end, len(blob))
            padded = blob + b"\0" * (-len(blob) % 16)
            contents += padded
            end += len(padded)
        rest = table + self.records + contents
        header = MAGIC + struct.pack("<IIQQQ", 1, self.cases, end, len(self.blobs), len(self.records))
        return header + struct.pack("<Q", checksum(rest, checksum(header))) + rest
