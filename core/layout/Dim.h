// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of layout dimensions: where an element lives (register, lane, ...) and which it is (dim0,
// ...).
#ifndef FATHOM_CORE_LAYOUT_DIM_H
#define FATHOM_CORE_LAYOUT_DIM_H

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>

#include "llvm/ADT/StringRef.h"

namespace fathom {

/// One byte instead of a string, so that layouts compare and look up dimensions without hashing.
///
///     Dim::lane().name()            == "lane"
///     Dim::axis(1).name()           == "dim1"     the tensor's second axis
///     Dim::parse("dim1")            == Dim::axis(1)
class Dim {
public:
  /// A register of one thread.
  static constexpr Dim reg() { return Dim(0); }
  /// A thread of a warp (wave).
  static constexpr Dim lane() { return Dim(1); }
  static constexpr Dim warp() { return Dim(2); }
  /// A CTA of a cluster.
  static constexpr Dim block() { return Dim(3); }
  /// A position in shared memory, counted in elements.
  static constexpr Dim offset() { return Dim(4); }
  /// The tensor's axis `i`, written dim0, dim1, ...
  static Dim axis(unsigned i) {
    assert(i < maxAxes && "a tensor of more axes than a layout can name");
    return Dim(static_cast<uint8_t>(firstAxis + i));
  }

  static constexpr unsigned maxAxes = 64;

  bool isAxis() const { return id >= firstAxis; }
  unsigned axisIndex() const {
    assert(isAxis());
    return id - firstAxis;
  }

  std::string name() const {
    static constexpr const char *names[] = {"register", "lane", "warp", "block", "offset"};
    return isAxis() ? "dim" + std::to_string(axisIndex()) : names[id];
  }
  static std::optional<Dim> parse(llvm::StringRef name) {
    for (uint8_t id = 0; id != 5; ++id)
      if (name == Dim(id).name())
        return Dim(id);
    unsigned i;
    if (name.consume_front("dim") && !name.getAsInteger(10, i) && i < maxAxes)
      return axis(i);
    return std::nullopt;
  }

  bool operator==(const Dim &) const = default;

private:
  static constexpr uint8_t firstAxis = 8;
  explicit constexpr Dim(uint8_t id) : id(id) {}
  uint8_t id;
};

} // namespace fathom

#endif
