// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes layouts of every kind from numbers.
#include "fuzz/gen/gpu/Layouts.h"

#include "core/layout/Encodings.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace fathom;
using namespace fathom::gen;
using namespace mlir;

using Ints = llvm::SmallVector<int32_t, 6>;
using Bases = llvm::SmallVector<DenseI32ArrayAttr, 8>;

bool gen::isThere(Where where, const Gpu &gpu) {
  switch (where) {
  case Where::Anywhere:
    return true;
  case Where::Mma:
    return gpu.isCuda();
  case Where::WarpGroup:
    return gpu.isCuda() && gpu.target.arch == "90" && gpu.warps % 4 == 0;
  case Where::Amd:
    return !gpu.isCuda();
  case Where::Mfma:
    return !gpu.isCuda() && gpu.lanes() == 64;
  case Where::Wmma:
    return !gpu.isCuda() && gpu.lanes() == 32;
  }
  llvm_unreachable("no such place");
}

uint64_t gen::drawNumber(Choices &choices) {
  return choices.below(1 << 16) | choices.below(1 << 16) << 16 | choices.below(1 << 16) << 32 |
         choices.below(1 << 16) << 48;
}

// --- Parts ---

/// The last dim first, unless the dice say otherwise.
static Ints order(Dice &dice, unsigned rank) {
  Ints dims;
  for (unsigned dim = rank; dim-- > 0;)
    dims.push_back(dim);
  for (unsigned i = 0; i + 1 < rank; ++i)
    std::swap(dims[i], dims[i + dice.below(rank - i)]);
  return dims;
}

/// A power of two as a product over dims, more of it in the first of them.
static Ints split(Dice &dice, int64_t number, llvm::ArrayRef<int32_t> dims) {
  Ints parts(dims.size(), 1);
  for (int64_t left = number; left > 1;) {
    int64_t part = std::min<int64_t>(left, dice.pick({32, 2, 4, 2}));
    parts[dims[dice.below(dims.size())]] *= part;
    left /= part;
  }
  return parts;
}

static ttg::BlockedEncodingAttr blockedOf(const Gpu &gpu, Dice &dice, MLIRContext *context,
                                          unsigned rank) {
  Ints dims = order(dice, rank), sizes(rank, 1);
  Ints lanes = split(dice, gpu.lanes(), dims), warps = split(dice, gpu.warps, dims);
  sizes[dims[0]] = dice.pick({1, 4, 2, 8, 1, 16});
  for (int32_t dim : llvm::drop_begin(dims))
    sizes[dim] = dice.pick({1, 1, 2, 1, 4});
  return ttg::BlockedEncodingAttr::get(context, sizes, lanes, warps, dims,
                                       llvm::ArrayRef<DenseI32ArrayAttr>());
}

static Ints descending(unsigned rank) {
  Dice none(0);
  return order(none, rank);
}

static bool isMatrix(unsigned rank) { return rank == 2 || rank == 3; }

// --- Blocked, slices, linear ---

static Attribute blocked(const Gpu &gpu, Dice &dice, RankedTensorType type) {
  return blockedOf(gpu, dice, type.getContext(), type.getRank());
}

static Attribute mma(const Gpu &gpu, Dice &dice, RankedTensorType type);
static Attribute warpGroupMma(const Gpu &gpu, Dice &dice, RankedTensorType type);
static Attribute mfma(const Gpu &gpu, Dice &dice, RankedTensorType type);
static Attribute wmma(const Gpu &gpu, Dice &dice, RankedTensorType type);

/// What products of matrix units result in; null where there are none.
static Attribute matrix(const Gpu &gpu, Dice &dice, RankedTensorType type) {
  if (isThere(Where::WarpGroup, gpu) && type.getRank() == 2 && dice.below(2) == 1)
    return warpGroupMma(gpu, dice, type);
  return gpu.isCuda()        ? mma(gpu, dice, type)
         : gpu.lanes() == 64 ? mfma(gpu, dice, type)
                             : wmma(gpu, dice, type);
}

static RankedTensorType withDim(RankedTensorType type, unsigned dim) {
  llvm::SmallVector<int64_t, 6> shape(type.getShape());
  shape.insert(shape.begin() + dim, 1);
  return RankedTensorType::get(shape, type.getElementType());
}

static Attribute slice(const Gpu &gpu, Dice &dice, RankedTensorType type) {
  unsigned dim = dice.below(type.getRank() + 1);
  RankedTensorType larger = withDim(type, dim);
  Attribute parent;
  if (dice.below(3) == 2)
    parent = matrix(gpu, dice, larger);
  if (!parent)
    parent = blocked(gpu, dice, larger);
  return ttg::SliceEncodingAttr::get(type.getContext(), dim, parent);
}

static Attribute sliceOfSlice(const Gpu &gpu, Dice &dice, RankedTensorType type) {
  unsigned dim = dice.below(type.getRank() + 1);
  return ttg::SliceEncodingAttr::get(type.getContext(), dim, slice(gpu, dice, withDim(type, dim)));
}

/// The bits of the tensor's index in any order, dealt out to lanes, warps and registers; bits of places beyond them, and some others, repeat.
static std::array<llvm::SmallVector<Ints, 8>, 3> dealtOut(const Gpu &gpu, Dice &dice,
                                                          RankedTensorType type) {
  unsigned rank = type.getRank();
  llvm::SmallVector<Ints, 16> bits;
  for (unsigned dim = rank; dim-- > 0;)
    for (int64_t image = 1; image < type.getDimSize(dim); image *= 2) {
      Ints basis(rank, 0);
      basis[dim] = image;
      bits.push_back(basis);
    }
  for (unsigned i = 0; i + 1 < bits.size(); ++i)
    std::swap(bits[i], bits[i + dice.below(std::min<unsigned>(bits.size() - i, 4))]);
  enum { Register, Lane, Warp };
  std::array<llvm::SmallVector<Ints, 8>, 3> places;
  unsigned room[3] = {0, llvm::Log2_64(gpu.lanes()), llvm::Log2_64(gpu.warps)};
  unsigned next = 0;
  for (unsigned early = dice.pick({0, 1, 2, 3}); early > 0 && next < bits.size(); --early)
    places[Register].push_back(bits[next++]);
  for (unsigned place : {Lane, Warp})
    for (unsigned left = room[place]; left > 0; --left) {
      bool repeats = next == bits.size() || dice.below(8) == 7;
      places[place].push_back(repeats ? Ints(rank, 0) : bits[next++]);
    }
  while (next < bits.size())
    places[Register].push_back(bits[next++]);
  return places;
}

template <typename Encoding>
static Attribute linearOf(MLIRContext *context, llvm::ArrayRef<llvm::SmallVector<Ints, 8>> places) {
  Bases bases[3];
  for (unsigned place = 0; place < 3; ++place)
    for (const Ints &basis : places[place])
      bases[place].push_back(DenseI32ArrayAttr::get(context, basis));
  return Encoding::get(context, bases[0], bases[1], bases[2], Bases());
}

static Attribute linear(const Gpu &gpu, Dice &dice, RankedTensorType type) {
  return linearOf<ttg::LinearEncodingAttr>(type.getContext(), dealtOut(gpu, dice, type));
}

/// Warps that lie at an angle: one of their bits moves in a second way too.
static Attribute genericLinear(const Gpu &gpu, Dice &dice, RankedTensorType type) {
  auto places = dealtOut(gpu, dice, type);
  auto &[registers, lanes, warps] = places;
  if (warps.empty() || registers.empty())
    return {};
  for (auto [image, other] : llvm::zip_equal(warps[0], registers[0]))
    image ^= other;
  return linearOf<ttg::GenericLinearEncodingAttr>(type.getContext(), places);
}

Attribute Layouts::asLinear(RankedTensorType type) {
  llvm::Expected<LinearLayout> layout = toLinearLayout(type);
  // A slice of a generic one is none of the others either.
  bool isGeneric = type.getEncoding()
                       .walk([](ttg::GenericLinearEncodingAttr) { return WalkResult::interrupt(); })
                       .wasInterrupted();
  if (!layout || isGeneric) {
    llvm::consumeError(layout.takeError());
    return {};
  }
  return toLinearEncoding(type.getContext(), *layout);
}

static Attribute renamed(const Gpu &gpu, Dice &dice, RankedTensorType type) {
  Attribute other = dice.below(2) ? slice(gpu, dice, type) : blocked(gpu, dice, type);
  return Layouts::asLinear(type.cloneWithEncoding(other));
}

// --- Products ---

/// Warps along M and N; batches get some as well.
static Ints matrixWarps(Dice &dice, int64_t warps, unsigned rank) {
  Ints dims{int32_t(rank) - 2, int32_t(rank) - 1};
  Ints order = dims;
  if (rank == 3)
    order.push_back(0);
  Ints result(rank, 1), all = split(dice, warps, descending(order.size()));
  for (auto [dim, part] : llvm::zip_equal(order, all))
    result[dim] = part;
  return result;
}

static Attribute mma(const Gpu &gpu, Dice &dice, RankedTensorType type) {
  unsigned rank = type.getRank();
  if (!isMatrix(rank))
    return {};
  Ints shape = rank == 3 ? Ints{1, 16, 8} : Ints{16, 8};
  return ttg::NvidiaMmaEncodingAttr::get(type.getContext(), 2, 0,
                                         matrixWarps(dice, gpu.warps, rank),
                                         llvm::ArrayRef<DenseI32ArrayAttr>(), shape);
}

static ttg::NvidiaMmaEncodingAttr warpGroupMmaOf(const Gpu &gpu, Dice &dice, MLIRContext *context,
                                                 int64_t columns, unsigned operandBits) {
  Ints warps = split(dice, gpu.warps / 4, {0, 1});
  warps[0] *= 4;
  int32_t n =
      std::min<int64_t>(std::max<int64_t>(8, columns), dice.pick({256, 8, 16, 32, 64, 128}));
  return ttg::NvidiaMmaEncodingAttr::get(context, 3, 0, warps, llvm::ArrayRef<DenseI32ArrayAttr>(),
                                         Ints{16, n, int32_t(256 / operandBits)});
}

static Attribute warpGroupMma(const Gpu &gpu, Dice &dice, RankedTensorType type) {
  if (type.getRank() != 2)
    return {};
  return warpGroupMmaOf(gpu, dice, type.getContext(), 256, dice.pick({16, 8, 32}));
}

static Attribute mfma(const Gpu &gpu, Dice &dice, RankedTensorType type) {
  unsigned rank = type.getRank();
  if (!isMatrix(rank))
    return {};
  unsigned version =
      llvm::StringSwitch<unsigned>(gpu.target.arch).Case("gfx90a", 2).Case("gfx942", 3).Default(4);
  int32_t k = dice.pick({1, 2});
  Ints shape = dice.below(2) ? Ints{16, 16, 16 * k} : Ints{32, 32, 8 * k};
  bool transposed = dice.below(2) == 0;
  Ints tiles;
  if (dice.below(6) == 5) {
    tiles.assign(rank, 1);
    tiles[rank - 1 - dice.below(2)] = 2;
  }
  return ttg::AMDMfmaEncodingAttr::get(
      type.getContext(), version, 0, matrixWarps(dice, gpu.warps, rank), shape, transposed,
      llvm::ArrayRef<DenseI32ArrayAttr>(), tiles, /*elementBitWidth=*/0);
}

static Attribute wmma(const Gpu &gpu, Dice &dice, RankedTensorType type) {
  unsigned rank = type.getRank();
  if (!isMatrix(rank))
    return {};
  MLIRContext *context = type.getContext();
  unsigned version = gpu.target.arch.starts_with("gfx11") ? 1 : dice.pick({2, 2, 3});
  bool transposed = dice.below(2) == 1;
  Ints shape;
  if (version == 3)
    shape = {16, 16, 32};
  // Warps as bases over tiles, and as factors, in which releases before 3.6 said them.
  Ints warps = matrixWarps(dice, gpu.warps, rank);
  Bases bases;
  if (dice.below(4) != 3 && gpu.warps > 1) {
    Ints next(rank, 1);
    for (unsigned dim = rank; dim-- > 0;)
      for (; next[dim] < warps[dim]; next[dim] *= 2) {
        Ints basis(rank, 0);
        basis[dim] = next[dim];
        bases.push_back(DenseI32ArrayAttr::get(context, basis));
      }
    warps.clear();
  }
  return ttg::AMDWmmaEncodingAttr::get(context, version, transposed, warps, Ints(), Bases(), bases,
                                       Bases(), shape);
}

/// An operand's layout; null for a parent that is null.
static Attribute operandOf(Dice &dice, Attribute parent, std::initializer_list<unsigned> kWidths) {
  if (!parent)
    return {};
  unsigned operand = dice.below(2), kWidth = dice.pick(kWidths);
  auto nvidia = dyn_cast<ttg::NvidiaMmaEncodingAttr>(parent);
  if (nvidia && nvidia.getVersionMajor() == 3)
    operand = 0;
  return ttg::DotOperandEncodingAttr::get(parent.getContext(), operand, parent, kWidth);
}

static Attribute operandOfBlocked(const Gpu &gpu, Dice &dice, RankedTensorType type) {
  return operandOf(dice, isMatrix(type.getRank()) ? blocked(gpu, dice, type) : Attribute(), {0});
}
static Attribute operandOfMma(const Gpu &gpu, Dice &dice, RankedTensorType type) {
  return operandOf(dice, mma(gpu, dice, type), {2, 1, 4, 8});
}
static Attribute operandOfWarpGroupMma(const Gpu &gpu, Dice &dice, RankedTensorType type) {
  return operandOf(dice, warpGroupMma(gpu, dice, type), {2, 1, 4});
}
static Attribute operandOfMfma(const Gpu &gpu, Dice &dice, RankedTensorType type) {
  return operandOf(dice, mfma(gpu, dice, type), {4, 8, 16, 1, 2});
}
static Attribute operandOfWmma(const Gpu &gpu, Dice &dice, RankedTensorType type) {
  return operandOf(dice, wmma(gpu, dice, type), {16, 8, 4});
}

Attribute Layouts::ofOperand(unsigned operand, Attribute result, Type element) {
  unsigned bits = element.getIntOrFloatBitWidth(), kWidth = 0;
  if (isa<ttg::NvidiaMmaEncodingAttr>(result))
    kWidth = std::max(1u, 32 / bits);
  else if (isa<ttg::AMDMfmaEncodingAttr>(result))
    kWidth = bits == 8 ? 8 : bits == 16 ? 4 : 1;
  else if (auto wmma = dyn_cast<ttg::AMDWmmaEncodingAttr>(result))
    kWidth = wmma.getVersion() == 1 ? 16 : 8;
  return ttg::DotOperandEncodingAttr::get(result.getContext(), operand, result, kWidth);
}

/// Whether the GPU's matrix units multiply elements of the type.
static bool multiplies(const Gpu &gpu, Type element, Type sum) {
  if (!isa<Float32Type>(sum) && !sum.isInteger(32))
    return false;
  if (element.isInteger())
    return element.isInteger(8);
  if (isa<Float32Type>(element))
    return gpu.isCuda() || gpu.lanes() == 64;
  if (element.getIntOrFloatBitWidth() == 8)
    return gpu.isCuda() && gpu.target.arch != "80" && gpu.target.arch != "86";
  return isa<Float16Type, BFloat16Type>(element);
}

Attribute Layouts::ofProduct(unsigned which, RankedTensorType result, RankedTensorType operand) {
  Attribute drawn = of(which, result);
  auto nvidia = dyn_cast<ttg::NvidiaMmaEncodingAttr>(drawn);
  bool fits = isa<ttg::BlockedEncodingAttr>(drawn) ||
              ((isa<ttg::AMDMfmaEncodingAttr, ttg::AMDWmmaEncodingAttr>(drawn) ||
                (nvidia && nvidia.getVersionMajor() == 2)) &&
               multiplies(gpu, operand.getElementType(), result.getElementType()));
  if (fits)
    return drawn;
  Dice dice(which);
  return blocked(gpu, dice, result);
}

Attribute Layouts::ofWarpGroupProduct(unsigned which, RankedTensorType result, Type operand) {
  Dice dice(which);
  return warpGroupMmaOf(gpu, dice, result.getContext(), result.getDimSize(1),
                        operand.getIntOrFloatBitWidth());
}

// --- Buffers ---

static Attribute swizzled(const Gpu &gpu, Dice &dice, RankedTensorType type) {
  unsigned vec = dice.pick({1, 8, 4, 2, 16}), phases = dice.pick({1, 8, 4, 2, 16}),
           rows = dice.pick({1, 2, 4});
  return ttg::SwizzledSharedEncodingAttr::get(type.getContext(), vec, rows, phases,
                                              order(dice, type.getRank()),
                                              llvm::ArrayRef<DenseI32ArrayAttr>(), false);
}

static Attribute rotating(const Gpu &gpu, Dice &dice, RankedTensorType type) {
  if (type.getRank() < 2)
    return {};
  unsigned vec = dice.pick({4, 8, 2, 1}), phases = dice.pick({4, 8, 16, 2}),
           rows = dice.pick({1, 2});
  return ttg::AMDRotatingSharedEncodingAttr::get(type.getContext(), vec, rows, phases,
                                                 order(dice, type.getRank()),
                                                 llvm::ArrayRef<DenseI32ArrayAttr>());
}

static Attribute tiledForWarpGroup(const Gpu &gpu, Dice &dice, RankedTensorType type) {
  unsigned rank = type.getRank(), bits = type.getElementTypeBitWidth();
  if (rank < 2 || bits < 8)
    return {};
  bool transposed = rank == 2 && dice.below(2) == 1;
  int64_t length = type.getDimSize(transposed ? 0 : rank - 1),
          rows = type.getNumElements() / length;
  unsigned bytes = dice.pick({128, 64, 32, 0});
  while (bytes && (rows < 8 || length * bits < bytes * 8))
    bytes = bytes == 32 ? 0 : bytes / 2;
  return ttg::NVMMASharedEncodingAttr::get(type.getContext(), bytes, transposed, bits,
                                           /*fp4Padded=*/false, llvm::ArrayRef<DenseI32ArrayAttr>(),
                                           rank == 2 ? 0 : rank);
}

/// The bases of the index in the order of the dims.
static Bases offsets(MLIRContext *context, llvm::ArrayRef<int32_t> dims,
                     llvm::ArrayRef<int64_t> shape) {
  Bases bases;
  for (int32_t dim : dims)
    for (int64_t image = 1; image < shape[dim]; image *= 2) {
      Ints basis(shape.size(), 0);
      basis[dim] = image;
      bases.push_back(DenseI32ArrayAttr::get(context, basis));
    }
  return bases;
}

static Attribute padded(const Gpu &gpu, Dice &dice, RankedTensorType type) {
  int64_t elements = type.getNumElements();
  if (elements < 2)
    return {};
  int32_t interval = std::min<int64_t>(elements, dice.pick({64, 32, 128, 512, 2}));
  Ints intervals{interval}, paddings{dice.pick({4, 8, 16, 1})};
  if (dice.below(4) == 3 && interval * 4 <= elements) {
    intervals.push_back(interval * 4);
    paddings.push_back(dice.pick({4, 8}));
  }
  return ttg::PaddedSharedEncodingAttr::get(
      type.getContext(), intervals, paddings, Ints(),
      offsets(type.getContext(), order(dice, type.getRank()), type.getShape()), Bases());
}

static Attribute sharedLinear(const Gpu &gpu, Dice &dice, RankedTensorType type) {
  Bases bases = offsets(type.getContext(), order(dice, type.getRank()), type.getShape());
  if (bases.empty())
    return {};
  for (unsigned i = 0; i + 1 < bases.size(); ++i)
    std::swap(bases[i], bases[i + dice.below(std::min<unsigned>(bases.size() - i, 3))]);
  return ttg::SharedLinearEncodingAttr::get(type.getContext(), bases, Bases(),
                                            dice.pick({16u, 128u}));
}

// --- Tables ---

llvm::ArrayRef<LayoutKind> gen::tensorLayouts() {
  static const LayoutKind kinds[] = {
#define TENSOR_LAYOUT(name, weight, where, function) {name, weight, Where::where, function},
#define BUFFER_LAYOUT(name, weight, where, function)
#include "fuzz/gen/gpu/Layouts.def"
  };
  return kinds;
}

llvm::ArrayRef<LayoutKind> gen::bufferLayouts() {
  static const LayoutKind kinds[] = {
#define TENSOR_LAYOUT(name, weight, where, function)
#define BUFFER_LAYOUT(name, weight, where, function) {name, weight, Where::where, function},
#include "fuzz/gen/gpu/Layouts.def"
  };
  return kinds;
}

static const LayoutKind &drawKind(const Gpu &gpu, Choices &choices,
                                  llvm::ArrayRef<LayoutKind> kinds) {
  llvm::SmallVector<unsigned, 16> weights;
  for (const LayoutKind &kind : kinds)
    weights.push_back(isThere(kind.where, gpu) ? kind.weight : 0);
  return kinds[choices.weighted(weights)];
}

Layouts::Layouts(Gpu gpu, Choices &choices) : gpu(gpu) {
  for (unsigned left = choices.pick({5, 4, 6, 3, 7}); left > 0; --left) {
    const LayoutKind &kind = drawKind(gpu, choices, tensorLayouts());
    recipes.push_back({&kind, drawNumber(choices)});
  }
}

Attribute Layouts::of(unsigned which, RankedTensorType tensor) {
  which %= recipes.size();
  Type key = tensor.cloneWithEncoding({});
  Attribute &layout = made[{key, which}];
  if (!layout) {
    Dice dice(recipes[which].number);
    layout = recipes[which].kind->make(gpu, dice, cast<RankedTensorType>(key));
  }
  if (!layout) {
    Dice dice(recipes[which].number);
    layout = blocked(gpu, dice, tensor);
  }
  return layout;
}

Attribute gen::drawBufferLayout(const Gpu &gpu, Choices &choices, RankedTensorType like,
                                llvm::StringRef name) {
  const LayoutKind &kind =
      name.empty() ? drawKind(gpu, choices, bufferLayouts())
                   : *llvm::find_if(bufferLayouts(),
                                    [&](const LayoutKind &kind) { return kind.name == name; });
  uint64_t number = drawNumber(choices);
  Dice dice(number);
  if (Attribute layout = kind.make(gpu, dice, like))
    return layout;
  dice = Dice(number);
  return swizzled(gpu, dice, like);
}
