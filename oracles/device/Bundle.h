// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A bundle: compiled kernels with their launches, inputs and expected outputs in one file, to be run where a GPU is.
//
// A case is one launch. Its buffers are laid out in device memory with red zones between them, filled, and read back; then each buffer is
// judged as its Check says. Bytes of a compared buffer that no range covers must have the expected bits: a kernel that writes beside its
// output is found.
//
//   kernel(%in: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32), 1000 elements, grid of 8 programs:
//     buffers     [in:  4000 bytes, Unchanged]
//                 [out: 4096 bytes, initial "\xaa" repeated, Compare, expected: 4000 bytes and then 96 times \xaa,
//                       ranges {offset 0, count 1000, F32, slack 1e-6}]
//     parameters  [pointer to buffer 0] [pointer to buffer 1] [bytes e8 03 00 00] [global scratch] [profile scratch]
//
// The format (all numbers little-endian) is a sequence of sections, so `cat a.bundle b.bundle` is a bundle:
//
//   0   8  magic 89 'F' 'A' 'T' 'H' 'O' 'M' 0a
//   8   4  version, 1
//   12  4  number of cases
//   16  8  bytes of the section, from the magic on; a multiple of 16
//   24  8  number of blobs
//   32  8  bytes of the case records
//   40  8  checksum of all else in the section (checksumOf)
//   48     the blob table: offset from the section's start and size of each blob, 8 bytes each
//          the case records, one after the other, each led by its size (4 bytes); see Bundle.cpp
//          the blobs, each at a multiple of 16; equal bytes are stored once for all cases of the section
//
// This file knows neither LLVM nor a GPU: the runner is linked with it alone.
#ifndef FATHOM_ORACLES_DEVICE_BUNDLE_H
#define FATHOM_ORACLES_DEVICE_BUNDLE_H

#include "oracles/device/Elements.h"

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace fathom {

/// Bytes that are owned, or that live in an open bundle.
class Bytes {
public:
  Bytes() = default;
  Bytes(std::string owned) : owned(std::move(owned)) {}
  static Bytes viewOf(std::string_view elsewhere) {
    Bytes result;
    result.elsewhere = elsewhere;
    return result;
  }
  std::string_view view() const { return elsewhere.data() ? elsewhere : std::string_view(owned); }
  bool empty() const { return view().empty(); }
  size_t size() const { return view().size(); }

private:
  std::string owned;
  std::string_view elsewhere;
};

/// Elements of one kind in a compared buffer.
struct ElementRange {
  uint64_t offset = 0; ///< In bytes, from the buffer's start.
  uint64_t count = 0;  ///< In elements.
  ElementKind kind = ElementKind::I8;
  /// How far each element may be from the expected one; 0: the same value. NaN equals NaN and -0 equals 0. Infinite: any value will do.
  float slack = 0;
  Bytes slacks = {};    ///< Instead of `slack`: `count` floats.
  bool ignored = false; ///< Not compared at all.
};

struct CaseBuffer {
  enum class Check : uint8_t {
    Unchanged, ///< Must keep its initial bytes.
    Compare,   ///< Must be as expected.
    Agree,     ///< Must be as the first case of the group left it, in the ranges.
    Ignore,    ///< May be anything.
  };
  std::string name;   ///< For reports.
  uint64_t size = 0;  ///< In bytes.
  Bytes initial = {}; ///< Repeated until the buffer is full; empty: zeros.
  Check check = Check::Unchanged;
  Bytes expected = {};                   ///< Compare: repeated likewise.
  std::vector<ElementRange> ranges = {}; ///< Compare, Agree: do not overlap, and lie in the buffer.
};

/// A pointer that a kernel reads from memory: 8 bytes of a buffer that hold the address of another.
struct PointerInBuffer {
  uint32_t buffer = 0;
  uint64_t offset = 0;
  uint32_t target = 0;
  uint64_t targetOffset = 0;
};

/// A tensor map (CUDA's descriptor of a tensor for bulk copies), with the numbers that cuTensorMapEncodeTiled takes. Innermost dimension first.
struct TensorMapRecipe {
  uint8_t dataType = 0; ///< CUtensorMapDataType.
  uint8_t rank = 0;     ///< 1 to 5.
  uint8_t interleave = 0, swizzle = 0, l2Promotion = 0, fill = 0;
  std::array<uint64_t, 5> dims = {};
  std::array<uint64_t, 5> strides =
      {}; ///< In bytes, of dimension 1 and up: strides[0] is that of dimension 1.
  std::array<uint32_t, 5> box = {};
  std::array<uint32_t, 5> elementStrides = {1, 1, 1, 1, 1};
};

struct CaseParameter {
  enum class Kind : uint8_t {
    Pointer,        ///< The address of buffer `buffer`, plus `offset`.
    Scalar,         ///< `bytes`, as they are.
    Null,           ///< A null pointer.
    GlobalScratch,  ///< The address of the launch's global scratch memory; null if it has none.
    ProfileScratch, ///< Likewise.
    TensorMap,      ///< 128 bytes by value, made by `map` for `buffer` plus `offset`.
  };
  Kind kind = Kind::Null;
  uint32_t buffer = 0;
  uint64_t offset = 0;
  std::string bytes = {};
  TensorMapRecipe map = {};

  static CaseParameter pointer(uint32_t buffer, uint64_t offset = 0) {
    return {Kind::Pointer, buffer, offset, {}, {}};
  }
  static CaseParameter scalar(std::string bytes) {
    return {Kind::Scalar, 0, 0, std::move(bytes), {}};
  }
  static CaseParameter of(Kind kind) { return {kind, 0, 0, {}, {}}; }
};

struct KernelLaunch {
  std::array<uint32_t, 3> grid = {1, 1, 1};    ///< In programs. An empty grid launches nothing.
  uint32_t threads = 128;                      ///< In a block, which is one-dimensional.
  uint32_t sharedBytes = 0;                    ///< Dynamic shared memory.
  std::array<uint32_t, 3> cluster = {1, 1, 1}; ///< Blocks in a cluster; a program is a cluster.
  uint64_t globalScratchBytes = 0;             ///< For each block.
  uint32_t globalScratchAlign = 1;
  uint64_t profileScratchBytes = 0; ///< For each block.
  uint32_t profileScratchAlign = 1;

  uint64_t blocks() const {
    return uint64_t(grid[0]) * grid[1] * grid[2] * cluster[0] * cluster[1] * cluster[2];
  }
};

enum class CodeKind : uint8_t { Cubin, Ptx, Hsaco };
std::string_view codeKindName(CodeKind kind);

struct KernelCase {
  std::string name;   ///< For people, one line.
  std::string target; ///< "cuda:90", "hip:gfx942". What stands before the colon chooses the driver.
  /// Cases of one group, which follow each other, do the same with different code (another num_warps, another release).
  std::string group;
  CodeKind codeKind = CodeKind::Cubin;
  Bytes code;
  std::string symbol; ///< The kernel's name in the code.
  KernelLaunch launch;
  std::vector<CaseParameter> parameters;
  std::vector<CaseBuffer> buffers;
  std::vector<PointerInBuffer> pointers;
};

/// What is wrong with a case that no runner could make sense of (a range beyond its buffer, a parameter that names no buffer); empty if nothing is.
std::string problemOf(const KernelCase &test);

/// FNV-1a over 64-bit words, a last short one padded with zeros: any one damaged word is seen.
uint64_t checksumOf(std::string_view bytes, uint64_t state = 0xcbf29ce484222325);

/// Collects cases and writes one section.
class BundleWriter {
public:
  /// Requires problemOf(test) to be empty.
  void add(const KernelCase &test);
  size_t size() const { return numCases; }
  /// The section's bytes.
  std::string bytes() const;
  /// Writes them to a file that is there whole or not at all. False and a message when that fails.
  bool write(const std::string &path, std::string &error) const;

private:
  uint32_t blob(std::string_view bytes);

  std::string records;
  std::vector<std::unique_ptr<const std::string>> blobs;
  std::unordered_map<std::string_view, uint32_t> known;
  uint32_t numCases = 0;
};

/// An open bundle. Its cases view its memory: they must not outlive it.
class Bundle {
public:
  /// Maps the file and checks it. Null and a message (what, where, what to do) when it is no whole bundle.
  static std::unique_ptr<Bundle> open(const std::string &path, std::string &error);
  /// The same for bytes in memory, which must stay.
  static std::unique_ptr<Bundle> read(std::string_view bytes, const std::string &name,
                                      std::string &error);
  ~Bundle();
  Bundle(const Bundle &) = delete;
  Bundle &operator=(const Bundle &) = delete;

  size_t size() const { return records.size(); }
  KernelCase at(size_t index) const;

private:
  struct Record {
    std::string_view section, fields;
    uint64_t numBlobs;
  };
  Bundle() = default;
  bool readSection(std::string_view rest, uint64_t at, const std::string &name, uint64_t &size,
                   std::string &error);

  std::string_view mapped; ///< To unmap.
  std::vector<Record> records;
};

} // namespace fathom

#endif
