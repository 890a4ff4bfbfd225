// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads and prints the `<{key = value, ...}>` of an encoding.
#include "core/ir/EncodingsSyntax.h"

#include "core/ir/Spelling.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace fathom::ttg {

std::optional<Fields> Fields::parse(AsmParser &parser) {
  if (parser.parseLess())
    return std::nullopt;
  std::optional<Fields> fields = parseBraces(parser);
  if (!fields || parser.parseGreater())
    return std::nullopt;
  return fields;
}

std::optional<Fields> Fields::parseBraces(AsmParser &parser) {
  SMLoc at = parser.getCurrentLocation();
  DictionaryAttr fields;
  if (parser.parseAttribute(fields))
    return std::nullopt;
  return Fields(parser, at, fields);
}

Attribute Fields::take(llvm::StringRef key, bool optional) {
  taken.push_back(key);
  Attribute value = fields.get(key);
  if (!value && !optional) {
    parser->emitError(at) << "an encoding of this kind needs '" << key << "'";
    good = false;
  }
  return value;
}

void Fields::wrong(llvm::StringRef key, llvm::StringRef expected) {
  parser->emitError(at) << "'" << key << "' must be " << expected;
  good = false;
}

static std::optional<int32_t> asNumber(Attribute value) {
  auto integer = llvm::dyn_cast<IntegerAttr>(value);
  if (!integer || integer.getType().isInteger(1) || integer.getValue().getSignificantBits() > 32)
    return std::nullopt;
  int64_t number = integer.getValue().getSExtValue();
  return number < 0 ? std::nullopt : std::optional<int32_t>(int32_t(number));
}

unsigned Fields::number(llvm::StringRef key, std::optional<unsigned> otherwise) {
  Attribute value = take(key, otherwise.has_value());
  if (!value)
    return otherwise.value_or(0);
  if (std::optional<int32_t> number = asNumber(value))
    return *number;
  wrong(key, "a number that is not negative");
  return 0;
}

bool Fields::flag(llvm::StringRef key, std::optional<bool> otherwise) {
  Attribute value = take(key, otherwise.has_value());
  if (!value)
    return otherwise.value_or(false);
  if (auto flag = llvm::dyn_cast<BoolAttr>(value))
    return flag.getValue();
  // Some texts of 2024 write flags as numbers.
  if (std::optional<int32_t> number = asNumber(value); number && *number <= 1)
    return *number == 1;
  wrong(key, "true or false");
  return false;
}

std::optional<Ints> Fields::asNumbers(Attribute value) const {
  Ints numbers;
  if (auto dense = llvm::dyn_cast<DenseI32ArrayAttr>(value)) {
    for (int32_t number : dense.asArrayRef())
      if (number < 0)
        return std::nullopt;
    return Ints(dense.asArrayRef());
  }
  auto list = llvm::dyn_cast<ArrayAttr>(value);
  if (!list)
    return std::nullopt;
  for (Attribute entry : list) {
    std::optional<int32_t> number = asNumber(entry);
    if (!number)
      return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

Ints Fields::numbers(llvm::StringRef key, bool optional) {
  Attribute value = take(key, optional);
  if (!value)
    return {};
  if (std::optional<Ints> numbers = asNumbers(value))
    return *numbers;
  wrong(key, "a list of numbers that are not negative");
  return {};
}

Attribute Fields::attribute(llvm::StringRef key) { return take(key, false); }

Bases Fields::bases(llvm::StringRef key, bool optional) {
  Bases bases;
  Attribute value = take(key, optional);
  if (!value)
    return bases;
  auto list = llvm::dyn_cast<ArrayAttr>(value);
  if (!list) {
    wrong(key, "a list of bases");
    return bases;
  }
  for (Attribute entry : list) {
    std::optional<Ints> basis = asNumbers(entry);
    if (!basis) {
      wrong(key, "a list of bases");
      return bases;
    }
    bases.push_back(DenseI32ArrayAttr::get(parser->getContext(), *basis));
  }
  return bases;
}

std::optional<Fields> Fields::nested(llvm::StringRef key) {
  Attribute value = take(key, true);
  if (!value)
    return std::nullopt;
  auto inner = llvm::dyn_cast<DictionaryAttr>(value);
  if (!inner) {
    wrong(key, "a dictionary");
    return std::nullopt;
  }
  return Fields(*parser, at, inner);
}

Bases Fields::cga() {
  bool later = has("CGALayout");
  bool earlier = has("CTAsPerCGA") || has("CTASplitNum") || has("CTAOrder");
  if (!earlier)
    return bases("CGALayout", /*optional=*/true);
  Ints ctas = numbers("CTAsPerCGA"), split = numbers("CTASplitNum"), order = numbers("CTAOrder");
  if (later) {
    wrong("CGALayout", "the only description of the cluster");
    return {};
  }
  if (!good)
    return {};
  llvm::SmallVector<bool> seen(ctas.size(), false);
  bool fits = ctas.size() == split.size() && ctas.size() == order.size();
  for (size_t i = 0; fits && i < ctas.size(); ++i) {
    fits = size_t(order[i]) < ctas.size() && !seen[order[i]] && llvm::isPowerOf2_32(ctas[i]) &&
           llvm::isPowerOf2_32(split[i]) && split[i] <= ctas[i];
    if (fits)
      seen[order[i]] = true;
  }
  if (!fits) {
    wrong("CTAsPerCGA",
          "powers of two, each a multiple of its CTASplitNum, with CTAOrder a permutation");
    return {};
  }
  return basesOfCta(parser->getContext(), ctas, split, order);
}

bool Fields::done() {
  for (NamedAttribute field : fields)
    if (!llvm::is_contained(taken, field.getName().getValue())) {
      parser->emitError(at) << "an encoding of this kind has no '" << field.getName().getValue()
                            << "'";
      good = false;
    }
  return good;
}

void print(AsmPrinter &printer, llvm::ArrayRef<int32_t> numbers) {
  printer << '[';
  llvm::interleaveComma(numbers, printer);
  printer << ']';
}

void print(AsmPrinter &printer, llvm::ArrayRef<DenseI32ArrayAttr> bases) {
  printer << '[';
  llvm::interleaveComma(bases, printer,
                        [&](DenseI32ArrayAttr basis) { print(printer, basis.asArrayRef()); });
  printer << ']';
}

/// The three lists of which basesOfCta makes these bases: a dimension's identity comes first and its copies after it.
static void printCtaParameters(AsmPrinter &printer, llvm::ArrayRef<DenseI32ArrayAttr> bases) {
  size_t rank = bases.front().size();
  Ints ctas(rank, 1), split(rank, 1), order;
  // Copies that come before any identity are of a dimension that has none.
  auto isSplit = [&](size_t dim) {
    return llvm::any_of(bases, [&](auto basis) { return basis[dim] != 0; });
  };
  size_t current = 0;
  for (size_t dim = 0; dim < rank; ++dim)
    if (!isSplit(dim))
      current = dim;
  for (DenseI32ArrayAttr basis : bases) {
    const int32_t *image =
        llvm::find_if(basis.asArrayRef(), [](int32_t value) { return value != 0; });
    bool isCopy = image == basis.asArrayRef().end();
    if (!isCopy)
      current = image - basis.asArrayRef().begin();
    if (!llvm::is_contained(order, int32_t(current)))
      order.push_back(int32_t(current));
    ctas[current] *= 2;
    split[current] *= isCopy ? 1 : 2;
  }
  for (size_t dim = rank; dim-- > 0;)
    if (!llvm::is_contained(order, int32_t(dim)))
      order.push_back(int32_t(dim));
  printer << ", CTAsPerCGA = ";
  print(printer, ctas);
  printer << ", CTASplitNum = ";
  print(printer, split);
  printer << ", CTAOrder = ";
  print(printer, order);
}

void printCga(AsmPrinter &printer, llvm::ArrayRef<DenseI32ArrayAttr> bases) {
  if (bases.empty())
    return;
  if (tt::spellingOf(bases.front().getContext()).ctaParameters) {
    printCtaParameters(printer, bases);
    return;
  }
  printer << ", CGALayout = ";
  print(printer, bases);
}

Bases basesOfCta(MLIRContext *context, llvm::ArrayRef<int32_t> ctasPerCga,
                 llvm::ArrayRef<int32_t> ctaSplitNum, llvm::ArrayRef<int32_t> ctaOrder) {
  Bases bases;
  for (int32_t dim : ctaOrder) {
    Ints basis(ctasPerCga.size(), 0);
    for (int32_t image = 1; image < ctaSplitNum[dim]; image *= 2) {
      basis[dim] = image;
      bases.push_back(DenseI32ArrayAttr::get(context, basis));
    }
    basis[dim] = 0;
    for (int32_t copies = ctaSplitNum[dim]; copies < ctasPerCga[dim]; copies *= 2)
      bases.push_back(DenseI32ArrayAttr::get(context, basis));
  }
  return bases;
}

} // namespace fathom::ttg
