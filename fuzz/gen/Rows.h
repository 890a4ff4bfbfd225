// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of Ops.def in memory.
#ifndef FATHOM_FUZZ_GEN_ROWS_H
#define FATHOM_FUZZ_GEN_ROWS_H

#include "fuzz/gen/Writer.h"

namespace fathom::gen {

/// What a program takes or leaves as a whole, in a swarm.
enum class Family : uint8_t {
  Pointwise,
  Cast,
  Tile,
  Memory,
  Atomic,
  Collective,
  Matmul,
  Control,
  Bend,
  Effect,
  Call,
  Legacy, ///< What releases from 3.8 on do not read: in no program that has what is recent.
  Recent, ///< What releases before 3.3 do not read: in few programs, so that these are not lost to them.
  Newer,  ///< What releases before 3.6 do not have: in two of three of those.
  Newest, ///< What releases before 3.9 do not have: in one of three.
};
inline constexpr unsigned familyCount = 15;

enum class Place : uint8_t {
  Anywhere,
  Region, ///< Opens regions: where the profile's depth allows one more.
  Deep,   ///< Opens two levels of regions.
  Top,    ///< Not inside a region.
};

struct Row {
  llvm::StringLiteral name;
  unsigned weight;
  Family family;
  Place place;
  void (*write)(Writer &);
};

ArrayRef<Row> allRows();

#define ROW(name, weight, family, place, function) void function(Writer &w);
#include "fuzz/gen/Ops.def"

} // namespace fathom::gen

#endif
