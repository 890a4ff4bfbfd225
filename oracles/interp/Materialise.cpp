// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes the buffers of a launch, fills them, and gives the arguments' values.
#include "oracles/interp/Launch.h"

#include "core/ir/Triton.h"
#include "oracles/interp/DescriptorOps.h"
#include "oracles/interp/numbers/Ring.h"

#include "llvm/ADT/STLExtras.h"

#include <cstring>

using namespace llvm;

namespace fathom::interp {

//===--- RNG numbers ---===//

namespace {
/// What the RNG numbers of a buffer depend on, beside the element's index.
struct Key {
  uint64_t rngSeed;
  uint32_t
      path; ///< The argument's number; of what its elements point to, mixed with the element's index.
};
} // namespace

/// A bijection of 32 bits, two rounds of xor-shift and multiply: close elements have nothing in common.
static inline uint32_t mix(uint32_t x) {
  x ^= x >> 16;
  x *= 0x21f0aaad;
  x ^= x >> 15;
  x *= 0x735a2d97;
  return x ^ (x >> 15);
}

static uint32_t keyOf(const Key &key, StringRef type) {
  uint32_t result = mix(uint32_t(key.rngSeed) ^ mix(uint32_t(key.rngSeed >> 32) + key.path));
  for (char c : type)
    result = mix(result + uint8_t(c));
  return result;
}

static inline uint32_t numberAt(uint32_t key, uint64_t index) {
  return mix(uint32_t(index) * 0x9e3779b1 + key);
}
static inline uint64_t wideAt(uint32_t key, uint64_t index) {
  return uint64_t(numberAt(key + 0x5bd1e995, index)) << 32 | numberAt(key, index);
}

/// The 64 floats of which RNG numbers are; see Launch.h.
static ArrayRef<float> rngFloats() {
  static const std::vector<float> floats = [] {
    std::vector<float> made;
    auto add = [&](unsigned times, float value) { made.insert(made.end(), times, value); };
    for (float sign : {1.f, -1.f}) {
      add(9, sign * 1);
      add(7, sign * 2);
      add(5, sign * 3);
      add(3, sign * 4);
    }
    add(6, 0.f);
    add(1, -0.f);
    for (float value : {0.5f, -0.5f, 0.25f, -0.25f, 0.125f, -0.0625f, 8.f, -8.f, 16.f})
      made.push_back(value);
    return made;
  }();
  assert(floats.size() == 64 && "as many as six bits choose from");
  return floats;
}

template <class T>
static void fillFromTable(T *out, const T *table, uint32_t key, uint64_t from, uint64_t to) {
  for (uint64_t i = from; i < to; ++i)
    out[i - from] = table[numberAt(key, i) >> 26];
}

template <class T> static void fillIntegers(T *out, uint32_t key, uint64_t from, uint64_t to) {
  for (uint64_t i = from; i < to; ++i) {
    uint64_t bits = wideAt(key, i);
    uint32_t which = uint32_t(bits) >> 30;
    int64_t small = int64_t(bits & 15) - 8;
    int64_t medium = int8_t(bits);
    int64_t any = int64_t(bits);
    out[i - from] = T(which < 2 ? small : which == 2 ? medium : any);
  }
}

//===--- Buffers ---===//

namespace {
/// How the elements of a buffer are written.
class Filler {
public:
  Filler(const Element &element, StringRef type, const Contents &contents, const Key &key)
      : element(element), contents(contents), key(keyOf(key, type)) {
    if (element.isFloat && element.kind != FloatKind::F64) {
      std::vector<float> rounded(64);
      floats::round(element.kind, floats::Rounding::NearestEven, floats::Overflow::Saturate,
                    rngFloats().data(), rounded.data(), 64);
      codes.resize(64 * element.bytes);
      floats::encode(element.kind, rounded.data(), codes.data(), 64);
    }
  }

  /// Bytes [from, to) of the buffer.
  void fill(PooledVector<uint8_t> &bytes, uint64_t from, uint64_t to) const {
    if (from >= to || contents.kind == Contents::Kind::Zeros)
      return;
    // Growth need not stop between two elements.
    uint64_t first = from / element.bytes, last = (to + element.bytes - 1) / element.bytes;
    if (first * element.bytes == from && last * element.bytes == to) {
      fillElements(bytes.data() + from, first, last);
      return;
    }
    std::vector<uint8_t> whole((last - first) * element.bytes);
    fillElements(whole.data(), first, last);
    std::memcpy(bytes.data() + from, whole.data() + (from - first * element.bytes), to - from);
  }

private:
  void fillElements(uint8_t *out, uint64_t from, uint64_t to) const {
    switch (element.bytes) {
    case 1:
      return fillTyped(out, from, to);
    case 2:
      return fillTyped(reinterpret_cast<uint16_t *>(out), from, to);
    case 4:
      return fillTyped(reinterpret_cast<uint32_t *>(out), from, to);
    default:
      return fillTyped(reinterpret_cast<uint64_t *>(out), from, to);
    }
  }

  template <class T> void fillTyped(T *out, uint64_t from, uint64_t to) const {
    if (contents.kind != Contents::Kind::Rng) {
      for (uint64_t i = from; i < to; ++i)
        out[i - from] =
            T(element.isFloat ? code(integerAt(i)) : uint64_t(integerAt(i)) & element.mask());
      return;
    }
    if (!element.isFloat) {
      fillIntegers(out, key, from, to);
      if (element.bits < 8)
        for (uint64_t i = from; i < to; ++i)
          out[i - from] &= T(element.mask());
    } else if constexpr (sizeof(T) == 8) {
      for (uint64_t i = from; i < to; ++i)
        out[i - from] = bit_cast<uint64_t>(double(rngFloats()[numberAt(key, i) >> 26]));
    } else {
      fillFromTable(out, reinterpret_cast<const T *>(codes.data()), key, from, to);
    }
  }

  int64_t integerAt(uint64_t i) const {
    switch (contents.kind) {
    case Contents::Kind::Bounds: {
      uint64_t span = uint64_t(contents.last) - uint64_t(contents.first) + 1; // 0: all of them
      uint64_t bits = wideAt(key, i);
      return int64_t(uint64_t(contents.first) +
                     (span ? uint64_t((unsigned __int128)bits * span >> 64) : bits));
    }
    case Contents::Kind::Sequence: {
      uint64_t steps = uint64_t(contents.step) * i;
      return int64_t(uint64_t(contents.first) +
                     (contents.modulus ? steps % uint64_t(contents.modulus) : steps));
    }
    case Contents::Kind::List:
    case Contents::Kind::Addresses: // The list has the addresses, see below.
      return contents.list[i % contents.list.size()];
    default:
      return 0;
    }
  }

  uint64_t code(int64_t integer) const {
    double value = double(integer);
    if (element.kind == FloatKind::F64)
      return bit_cast<uint64_t>(value);
    return floats::encode(element.kind, floats::roundFromDouble(element.kind, value,
                                                                floats::Rounding::NearestEven,
                                                                floats::Overflow::Saturate));
  }

  Element element;
  Contents contents;
  uint32_t key;
  std::vector<uint8_t> codes; ///< Of rngFloats().
};
} // namespace

mlir::Type launchTypeNamed(StringRef name, mlir::MLIRContext *context) {
  mlir::Builder b(context);
  unsigned width;
  if (name == "ptr")
    return tt::PointerType::get(b.getI8Type());
  if (StringRef digits = name; digits.consume_front("i") && !digits.getAsInteger(10, width) &&
                               is_contained({1u, 4u, 8u, 16u, 32u, 64u}, width))
    return b.getIntegerType(width);
  for (mlir::Type type :
       {mlir::Type(b.getF16Type()), mlir::Type(b.getBF16Type()), mlir::Type(b.getF32Type()),
        mlir::Type(b.getF64Type()), mlir::Type(mlir::Float8E4M3FNType::get(context)),
        mlir::Type(mlir::Float8E4M3FNUZType::get(context)),
        mlir::Type(mlir::Float8E5M2Type::get(context)),
        mlir::Type(mlir::Float8E5M2FNUZType::get(context))}) {
    std::string text;
    raw_string_ostream(text) << type;
    if (text == name)
      return type;
  }
  return {};
}

std::string launchTypeName(mlir::Type type) {
  if (isa<tt::PointerType>(type))
    return "ptr";
  std::string text;
  if (auto integer = dyn_cast<mlir::IntegerType>(type)) // si32 too, in a descriptor
    text = "i" + std::to_string(integer.getWidth());
  else
    raw_string_ostream(text) << type;
  return text;
}

static Expected<Buffer *> makeBuffer(const LaunchArg &arg, std::string name, const Key &key,
                                     Memory &memory, mlir::MLIRContext *context, uint64_t limit) {
  mlir::Type type = launchTypeNamed(arg.type, context);
  if (!type)
    return createStringError("LAUNCH: " + name + " has elements of type " + arg.type +
                             ", which no kernel has");
  Element element = *elementOf(type, memory.semantics);
  constexpr uint64_t most = uint64_t(1) << 32;
  if (arg.count > most / element.bytes)
    return createStringError("LAUNCH: " + name + " is larger than 4 GiB");
  Contents contents = arg.contents;
  Buffer &buffer = memory.add(name, arg.count * element.bytes, element.bytes);
  if (contents.kind == Contents::Kind::Addresses) {
    if (element.bytes != 8 || arg.count == 0 || arg.count > 4096)
      return createStringError(
          "LAUNCH: " + name +
          " holds addresses: it must have 1 to 4096 elements of type i64 or ptr");
    for (uint64_t i = 0; i < arg.count; ++i) {
      Key inner{key.rngSeed, mix(key.path + 0x10001) + uint32_t(i)};
      Expected<Buffer *> pointee =
          makeBuffer(contents.pointee.front(), name + "[" + std::to_string(i) + "]", inner, memory,
                     context, limit);
      if (!pointee)
        return pointee.takeError();
      contents.list.push_back(int64_t((*pointee)->base));
    }
  }
  Filler filler(element, arg.type, contents, key);
  filler.fill(buffer.bytes, 0, buffer.bytes.size());
  if (limit && contents.kind != Contents::Kind::Addresses) {
    buffer.limit = limit;
    buffer.fill = [filler](Buffer &grown, uint64_t from, uint64_t to) {
      filler.fill(grown.bytes, from, to);
    };
  }
  return &buffer;
}

//===--- Arguments ---===//

static Expected<Value> scalarValue(const LaunchArg &arg, mlir::Type type, const std::string &name,
                                   Semantics semantics) {
  Element element = *elementOf(type, semantics);
  if (element.isFloat) {
    if (element.kind == FloatKind::F64)
      return semantics == Semantics::Algebra
                 ? Value::scalar(Lane::Ring, ring::fromDouble(arg.number))
                 : Value::scalar(Lane::F64, arg.number);
    float number = floats::roundFromDouble(element.kind, arg.number);
    return semantics == Semantics::Algebra ? Value::scalar(Lane::Ring, ring::fromDouble(number))
                                           : Value::scalar(Lane::F32, number);
  }
  unsigned bits = element.bits;
  if (bits < 64 && (arg.integer < -(int64_t(1) << (bits - 1)) || arg.integer >= int64_t(1) << bits))
    return createStringError("LAUNCH: " + name + " is " + Twine(arg.integer) +
                             ", which does not fit " + arg.type);
  uint64_t integer = uint64_t(arg.integer) & element.mask();
  switch (element.lane) {
  case Lane::U8:
    return Value::scalar(Lane::U8, uint8_t(integer));
  case Lane::U16:
    return Value::scalar(Lane::U16, uint16_t(integer));
  case Lane::U32:
    return Value::scalar(Lane::U32, uint32_t(integer));
  default:
    return Value::scalar(Lane::U64, integer);
  }
}

static std::optional<int64_t> hint(tt::FuncOp kernel, unsigned argument, StringRef name) {
  auto attribute = kernel.getArgAttrOfType<mlir::IntegerAttr>(argument, name);
  return attribute ? std::optional(attribute.getInt()) : std::nullopt;
}

Expected<std::vector<Value>> materialise(const Launch &launch, mlir::Operation *kernelOp,
                                         Memory &memory, uint64_t limit) {
  auto kernel = cast<tt::FuncOp>(kernelOp);
  if (launch.args.size() != kernel.getNumArguments())
    return createStringError("LAUNCH: it has " + Twine(launch.args.size()) +
                             " arguments, and the kernel " + kernel.getName() + " takes " +
                             Twine(kernel.getNumArguments()));
  std::vector<Value> values;
  for (auto [index, arg, type] : enumerate(launch.args, kernel.getArgumentTypes())) {
    std::string name = "arg" + std::to_string(index);
    auto pointer = dyn_cast<tt::PointerType>(type);
    auto descriptor = dyn_cast<tt::TensorDescType>(type);
    mlir::Type element = pointer      ? pointer.getPointeeType()
                         : descriptor ? descriptor.getBlockType().getElementType()
                                      : type;
    bool isBuffer = pointer || descriptor;
    if (arg.isBuffer() != isBuffer || arg.type != launchTypeName(element) ||
        arg.shape.empty() == bool(descriptor)) {
      std::string spelled;
      raw_string_ostream(spelled) << type;
      return createStringError("LAUNCH: " + name + " is " +
                               (arg.isBuffer() ? "a buffer" : "a scalar") + " of " + arg.type +
                               ", and the kernel " + kernel.getName() + " takes " + spelled);
    }
    if (!arg.isBuffer()) {
      if (!elementOf(type, memory.semantics))
        return createStringError("LAUNCH: " + name + " has the type " + arg.type +
                                 ", which is not interpreted");
      std::optional<int64_t> divisor = hint(kernel, index, "tt.divisibility");
      if (divisor && *divisor > 0 && arg.integer % *divisor)
        return createStringError("LAUNCH: " + name + " is " + Twine(arg.integer) +
                                 ", and the kernel says that it is a multiple of " +
                                 Twine(*divisor));
      Expected<Value> value = scalarValue(arg, type, name, memory.semantics);
      if (!value)
        return value.takeError();
      values.push_back(std::move(*value));
      continue;
    }
    Expected<Buffer *> buffer = makeBuffer(arg, name, {launch.rngSeed, uint32_t(index)}, memory,
                                           kernel.getContext(), limit);
    if (!buffer)
      return buffer.takeError();
    if (hint(kernel, index, "tt.pointer_range") == 32 && (*buffer)->bytes.size() > INT32_MAX)
      return createStringError("LAUNCH: " + name +
                               " is larger than 2 GiB, and the kernel says that it is not");
    if (!descriptor) {
      values.push_back(Value::scalar(Lane::U64, (*buffer)->base));
      continue;
    }
    SmallVector<int64_t> strides(arg.shape.size(), 1);
    for (size_t d = arg.shape.size(); d-- > 1;)
      strides[d - 1] = strides[d] * arg.shape[d];
    if (arg.shape.size() != size_t(descriptor.getBlockType().getRank()))
      return createStringError("LAUNCH: " + name + " has " + Twine(arg.shape.size()) +
                               " dimensions, and the kernel takes a descriptor of " +
                               Twine(descriptor.getBlockType().getRank()));
    values.push_back(makeDescriptor(descriptor, memory.semantics, (*buffer)->base, arg.shape,
                                    strides,
                                    /*nanPadding=*/false));
  }
  return values;
}

} // namespace fathom::interp
