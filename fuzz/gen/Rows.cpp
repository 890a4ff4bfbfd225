// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes the table of Ops.def.
#include "fuzz/gen/Rows.h"

#include "fuzz/gen/gpu/GpuProgram.h"

using namespace fathom;
using namespace fathom::gen;

ArrayRef<Row> gen::allRows() {
  static const Row rows[] = {
#define ROW(name, weight, family, place, function)                                                 \
  {name, weight, Family::family, Place::place, function},
#include "fuzz/gen/Ops.def"
  };
  return rows;
}

ArrayRef<llvm::StringLiteral> fathom::rowNames(const Profile &profile) {
  if (!profile.layouts)
    return rowNames();
  static const auto names = llvm::map_to_vector(gpuRows(), [](const Row &row) { return row.name; });
  return names;
}

ArrayRef<llvm::StringLiteral> fathom::rowNames() {
  static const llvm::StringLiteral names[] = {
#define ROW(name, weight, family, place, function) name,
#include "fuzz/gen/Ops.def"
  };
  return names;
}
