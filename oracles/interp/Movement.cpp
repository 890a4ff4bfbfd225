// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Moves elements of values in bulk, for elements of 1, 2, 4 and 8 bytes.
#include "oracles/interp/Movement.h"

#include <algorithm>
#include <cstring>

using namespace fathom::interp;

namespace {

/// Applies `move(in, out, bytes)` to the elements, their poison and their slack.
template <class Move> Value eachArray(const Value &value, int64_t count, Move move) {
  Value result = Value::make(value.lane, count);
  move(value.data.as<char>(), result.data.as<char>(), laneBytes(value.lane));
  if (value.poison) {
    result.poison = Array::make(count);
    move(value.poison.as<char>(), result.poison.as<char>(), 1);
  }
  if (value.slack) {
    result.slack = Array::make(count * sizeof(float));
    move(value.slack.as<char>(), result.slack.as<char>(), sizeof(float));
  }
  return result;
}

/// Calls with a pointer type of elements of that size.
template <class Body> void bySize(unsigned bytes, Body body) {
  switch (bytes) {
  case 1:
    return body(uint8_t());
  case 2:
    return body(uint16_t());
  case 4:
    return body(uint32_t());
  default:
    assert(bytes == 8);
    return body(uint64_t());
  }
}

/// out[c][r] = in[r][c], in tiles whose rows and columns both stay in the nearest cache.
template <class T>
void transpose(const T *__restrict in, T *__restrict out, int64_t rows, int64_t columns) {
  constexpr int64_t tile = 16;
  for (int64_t r0 = 0; r0 < rows; r0 += tile) {
    int64_t r1 = std::min(r0 + tile, rows);
    for (int64_t c0 = 0; c0 < columns; c0 += tile) {
      int64_t c1 = std::min(c0 + tile, columns);
      for (int64_t c = c0; c < c1; ++c)
        for (int64_t r = r0; r < r1; ++r)
          out[c * rows + r] = in[r * columns + c];
    }
  }
}

} // namespace

Value fathom::interp::gathered(const Value &value, const uint32_t *table, int64_t count) {
  return eachArray(value, count, [&](const char *from, char *to, unsigned bytes) {
    bySize(bytes, [&](auto type) {
      using T = decltype(type);
      const T *__restrict in = reinterpret_cast<const T *>(from);
      T *__restrict out = reinterpret_cast<T *>(to);
      for (int64_t k = 0; k < count; ++k)
        out[k] = in[table[k]];
    });
  });
}

Value fathom::interp::transposed(const Value &value, int64_t outer, int64_t a, int64_t b,
                                 int64_t inner) {
  if (value.count == 1 || a == 1 || b == 1)
    return value;
  return eachArray(value, value.count, [&](const char *from, char *to, unsigned bytes) {
    if (inner > 1) {
      size_t block = inner * bytes;
      for (int64_t o = 0; o < outer; ++o)
        for (int64_t k = 0; k < b; ++k)
          for (int64_t j = 0; j < a; ++j, to += block)
            memcpy(to, from + ((o * a + j) * b + k) * block, block);
      return;
    }
    bySize(bytes, [&](auto type) {
      using T = decltype(type);
      for (int64_t o = 0; o < outer; ++o)
        transpose(reinterpret_cast<const T *>(from) + o * a * b,
                  reinterpret_cast<T *>(to) + o * a * b, a, b);
    });
  });
}

Value fathom::interp::repeated(const Value &value, int64_t outer, int64_t times, int64_t inner) {
  if (value.count == 1 || times == 1)
    return value;
  return eachArray(value, outer * times * inner, [&](const char *from, char *to, unsigned bytes) {
    if (inner == 1) {
      bySize(bytes, [&](auto type) {
        using T = decltype(type);
        const T *in = reinterpret_cast<const T *>(from);
        T *out = reinterpret_cast<T *>(to);
        for (int64_t o = 0; o < outer; ++o, out += times)
          std::fill_n(out, times, in[o]);
      });
      return;
    }
    size_t block = inner * bytes;
    for (int64_t o = 0; o < outer; ++o, from += block)
      for (int64_t k = 0; k < times; ++k, to += block)
        memcpy(to, from, block);
  });
}

Value fathom::interp::rowsInOrder(const Value &value, llvm::ArrayRef<uint32_t> order,
                                  int64_t width) {
  if (value.count == 1)
    return value;
  return eachArray(value, int64_t(order.size()) * width,
                   [&](const char *from, char *to, unsigned bytes) {
                     size_t block = width * bytes;
                     for (uint32_t row : order) {
                       memcpy(to, from + row * block, block);
                       to += block;
                     }
                   });
}

Value fathom::interp::sliced(const Value &value, int64_t start, int64_t count) {
  if (value.count == 1)
    return value;
  return eachArray(value, count, [&](const char *from, char *to, unsigned bytes) {
    memcpy(to, from + start * bytes, count * bytes);
  });
}

Value fathom::interp::first(const Value &value, int64_t count) {
  Value result = value;
  result.count = std::min(result.count, count);
  return result;
}

Value fathom::interp::interleaved(llvm::ArrayRef<Value> values, int64_t outer, int64_t inner) {
  int64_t parts = values.size(), count = outer * inner;
  Value result = Value::make(values[0].lane, count * parts);
  // Copies the k-th value's array to its places; elements of values that lack one are zeros.
  auto place = [&](int64_t k, const char *from, bool one, char *to, unsigned bytes) {
    if (inner == 1 && from) {
      bySize(bytes, [&](auto type) {
        using T = decltype(type);
        const T *in = reinterpret_cast<const T *>(from);
        T *out = reinterpret_cast<T *>(to);
        for (int64_t o = 0; o < outer; ++o)
          out[o * parts + k] = in[one ? 0 : o];
      });
      return;
    }
    size_t block = inner * bytes;
    for (int64_t o = 0; o < outer; ++o) {
      char *at = to + (o * parts + k) * block;
      if (!from)
        memset(at, 0, block);
      else if (!one)
        memcpy(at, from + o * block, block);
      else
        for (int64_t j = 0; j < inner; ++j)
          memcpy(at + j * bytes, from, bytes);
    }
  };
  bool anyPoison = false, anySlack = false;
  for (const Value &value : values) {
    assert(value.lane == result.lane && (value.count == 1 || value.count == count));
    anyPoison |= bool(value.poison);
    anySlack |= bool(value.slack);
  }
  if (anyPoison)
    result.poison = Array::make(result.count);
  if (anySlack)
    result.slack = Array::make(result.count * sizeof(float));
  for (int64_t k = 0; k < parts; ++k) {
    const Value &value = values[k];
    bool one = value.count == 1;
    place(k, value.data.as<char>(), one, result.data.as<char>(), laneBytes(value.lane));
    if (anyPoison)
      place(k, value.poison ? value.poison.as<char>() : nullptr, one, result.poison.as<char>(), 1);
    if (anySlack)
      place(k, value.slack ? value.slack.as<char>() : nullptr, one, result.slack.as<char>(),
            sizeof(float));
  }
  return result;
}

Value fathom::interp::deinterleaved(const Value &value, int64_t parts, int64_t k, int64_t outer,
                                    int64_t inner) {
  if (value.count == 1)
    return value;
  return eachArray(value, outer * inner, [&](const char *from, char *to, unsigned bytes) {
    if (inner == 1) {
      bySize(bytes, [&](auto type) {
        using T = decltype(type);
        const T *in = reinterpret_cast<const T *>(from);
        T *out = reinterpret_cast<T *>(to);
        for (int64_t o = 0; o < outer; ++o)
          out[o] = in[o * parts + k];
      });
      return;
    }
    size_t block = inner * bytes;
    for (int64_t o = 0; o < outer; ++o)
      memcpy(to + o * block, from + (o * parts + k) * block, block);
  });
}

Value fathom::interp::joined(llvm::ArrayRef<Value> values) {
  int64_t count = 0;
  bool anyPoison = false, anySlack = false;
  for (const Value &value : values) {
    count += value.count;
    anyPoison |= bool(value.poison);
    anySlack |= bool(value.slack);
  }
  Value result = Value::make(values[0].lane, count);
  if (anyPoison)
    result.poison = Array::zeros(count);
  if (anySlack)
    result.slack = Array::zeros(count * sizeof(float));
  auto place = [](const Array &from, const Array &to, int64_t at, int64_t number, unsigned bytes) {
    if (from)
      memcpy(to.as<char>() + at * bytes, from.as<char>(), number * bytes);
  };
  int64_t at = 0;
  for (const Value &value : values) {
    assert(value.lane == result.lane);
    place(value.data, result.data, at, value.count, laneBytes(value.lane));
    place(value.poison, result.poison, at, value.count, 1);
    place(value.slack, result.slack, at, value.count, sizeof(float));
    at += value.count;
  }
  return result;
}

bool fathom::interp::allEqual(const Value &value) {
  if (value.count <= 1)
    return true;
  // Equal to itself one element on.
  auto same = [&](const char *at, unsigned bytes) {
    return !memcmp(at, at + bytes, (value.count - 1) * bytes);
  };
  return same(value.data.as<char>(), laneBytes(value.lane)) &&
         (!value.poison || same(value.poison.as<char>(), 1)) &&
         (!value.slack || same(value.slack.as<char>(), sizeof(float)));
}

Value fathom::interp::poisoned(Value value, Poison poison) {
  Array all = Array::make(value.count);
  const uint8_t *old = value.poisons();
  for (int64_t k = 0; k < value.count; ++k)
    all.as<uint8_t>()[k] = old ? std::max<uint8_t>(old[k], poison) : poison;
  value.poison = all;
  return value;
}
