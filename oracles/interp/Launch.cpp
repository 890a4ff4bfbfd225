// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads and prints LAUNCH lines.
#include "oracles/interp/Launch.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <charconv>

using namespace llvm;

namespace fathom::interp {

Contents Contents::bounds(int64_t first, int64_t last) {
  Contents contents;
  contents.kind = Kind::Bounds;
  contents.first = first;
  contents.last = last;
  return contents;
}

Contents Contents::sequence(int64_t first, int64_t step, int64_t modulus) {
  Contents contents;
  contents.kind = Kind::Sequence;
  contents.first = first;
  contents.step = step;
  contents.modulus = modulus;
  return contents;
}

//===--- Reading ---===//

static Error wrong(StringRef text, const Twine &why) {
  return createStringError("LAUNCH: '" + text + "' " + why);
}

static Expected<int64_t> parseNumber(StringRef text) {
  int64_t number;
  if (text.getAsInteger(0, number))
    return wrong(text, "is no integer of 64 bits");
  return number;
}

static Expected<LaunchArg> parseBuffer(StringRef text);

/// What stands between the braces.
static Expected<Contents> parseContents(StringRef text) {
  Contents contents;
  if (StringRef pointee = text; pointee.consume_front("->")) {
    Expected<LaunchArg> buffer = parseBuffer(pointee);
    if (!buffer)
      return buffer.takeError();
    contents.kind = Contents::Kind::Addresses;
    contents.pointee.push_back(std::move(*buffer));
    return contents;
  }
  if (auto [first, last] = text.split(".."); first.size() < text.size()) {
    Expected<int64_t> from = parseNumber(first);
    if (!from)
      return from.takeError();
    Expected<int64_t> to = parseNumber(last);
    if (!to)
      return to.takeError();
    if (*from > *to)
      return wrong(text, "are bounds without a number between them");
    return Contents::bounds(*from, *to);
  }
  if (StringRef sequence = text.split('%').first; sequence.consume_back("i")) {
    // The sign of the step parts it from the first: 0+16i, 63-1i, -8+1i.
    size_t sign = sequence.find_first_of("+-", 1);
    if (sign == StringRef::npos)
      return wrong(text, "is no sequence like 0+16i or 3+5i%64");
    Expected<int64_t> first = parseNumber(sequence.take_front(sign));
    if (!first)
      return first.takeError();
    StringRef rest = sequence.drop_front(sign);
    rest.consume_front("+");
    Expected<int64_t> step = parseNumber(rest);
    if (!step)
      return step.takeError();
    int64_t modulus = 0;
    if (text.contains('%')) {
      Expected<int64_t> parsed = parseNumber(text.split('%').second);
      if (!parsed)
        return parsed.takeError();
      if (*parsed <= 0 || *step < 0)
        return wrong(text, "needs a step that is not negative and a modulus above 0");
      modulus = *parsed;
    }
    return Contents::sequence(*first, *step, modulus);
  }
  SmallVector<StringRef> parts;
  text.split(parts, '|');
  contents.kind = Contents::Kind::List;
  for (StringRef part : parts) {
    Expected<int64_t> number = parseNumber(part);
    if (!number)
      return wrong(text, "is not one of 0..7, 0+16i, 3+5i%64, 1|2|3, ->f16[64]");
    contents.list.push_back(*number);
  }
  return contents;
}

/// Without desc: and with what is before it, which is in `arg`.
static Error parseSize(StringRef text, bool isDescriptor, LaunchArg &arg) {
  auto [head, tail] = text.split('[');
  auto [size, rest] = tail.split(']');
  if (head.empty() || size.empty() || text.count(']') == 0)
    return wrong(text, "is no buffer like f16[4096]");
  arg.type = head.str();
  SmallVector<StringRef> dimensions;
  size.split(dimensions, 'x');
  if (dimensions.size() > 1 && !isDescriptor)
    return wrong(text, "has several dimensions; only a desc: may");
  arg.count = 1;
  for (StringRef dimension : dimensions) {
    uint64_t extent;
    constexpr uint64_t most = uint64_t(1) << 40;
    if (dimension.getAsInteger(10, extent) || (extent && arg.count > most / extent))
      return wrong(text, "has a size that is no number up to 2^40");
    arg.count *= extent;
    if (isDescriptor)
      arg.shape.push_back(extent);
  }
  bool zeros = arg.kind == LaunchArg::Kind::Output || arg.kind == LaunchArg::Kind::Atomic;
  arg.contents.kind = zeros ? Contents::Kind::Zeros : Contents::Kind::Rng;
  if (rest.empty())
    return Error::success();
  if (!rest.consume_front("{") || !rest.consume_back("}"))
    return wrong(text, "goes on after its size with something that is not in braces");
  Expected<Contents> contents = parseContents(rest);
  if (!contents)
    return contents.takeError();
  arg.contents = std::move(*contents);
  return Error::success();
}

static Expected<LaunchArg> parseBuffer(StringRef text) {
  LaunchArg arg;
  StringRef rest = text;
  arg.kind = rest.consume_front("out:")      ? LaunchArg::Kind::Output
             : rest.consume_front("inout:")  ? LaunchArg::Kind::InOut
             : rest.consume_front("atomic:") ? LaunchArg::Kind::Atomic
                                             : LaunchArg::Kind::Input;
  bool isDescriptor = rest.consume_front("desc:");
  if (Error error = parseSize(rest, isDescriptor, arg))
    return error;
  return arg;
}

static Expected<LaunchArg> parseArg(StringRef text) {
  auto [type, value] = text.split('=');
  if (type.contains('[') || type.size() == text.size())
    return parseBuffer(text);
  LaunchArg arg;
  arg.type = type.str();
  bool isInteger = type.starts_with("i");
  if (isInteger ? value.getAsInteger(0, arg.integer) : value.getAsDouble(arg.number))
    return wrong(text, isInteger ? "has a value that is no integer of 64 bits"
                                 : "has a value that is no number");
  return arg;
}

Expected<Launch> parseLaunch(StringRef line) {
  Launch launch;
  SmallVector<StringRef> words;
  SplitString(line, words);
  bool hasGrid = false;
  for (StringRef word : words) {
    auto [key, value] = word.split('=');
    if (key == "grid") {
      SmallVector<StringRef> extents;
      value.split(extents, ',');
      if (extents.empty() || extents.size() > 3)
        return wrong(word, "has not one to three numbers");
      for (auto [extent, number] : zip(extents, launch.grid))
        if (extent.getAsInteger(10, number) || number == 0)
          return wrong(word, "has a number that is not above 0");
      hasGrid = true;
    } else if (key == "rng-seed") {
      if (value.getAsInteger(10, launch.rngSeed))
        return wrong(word, "has no number");
    } else if (key == "args") {
      SmallVector<StringRef> texts;
      value.split(texts, ';', /*MaxSplit=*/-1, /*KeepEmpty=*/true);
      for (StringRef text : texts) {
        Expected<LaunchArg> arg = parseArg(text);
        if (!arg)
          return arg.takeError();
        launch.args.push_back(std::move(*arg));
      }
    } else {
      return wrong(word, "is not one of grid=, rng-seed=, args=");
    }
  }
  if (!hasGrid)
    return wrong(line, "does not say the grid: grid=1,1,1");
  return launch;
}

//===--- Printing ---===//

static void printBuffer(raw_ostream &out, const LaunchArg &arg);

static void printContents(raw_ostream &out, const Contents &contents) {
  switch (contents.kind) {
  case Contents::Kind::Zeros:
    out << '0';
    return;
  case Contents::Kind::Rng:
    llvm_unreachable("an out: or atomic: buffer does not start with RNG numbers");
  case Contents::Kind::Bounds:
    out << contents.first << ".." << contents.last;
    return;
  case Contents::Kind::Sequence:
    out << contents.first << (contents.step < 0 ? "" : "+") << contents.step << 'i';
    if (contents.modulus)
      out << '%' << contents.modulus;
    return;
  case Contents::Kind::List:
    interleave(contents.list, out, "|");
    return;
  case Contents::Kind::Addresses:
    out << "->";
    printBuffer(out, contents.pointee.front());
    return;
  }
}

static void printBuffer(raw_ostream &out, const LaunchArg &arg) {
  bool zeros = arg.kind == LaunchArg::Kind::Output || arg.kind == LaunchArg::Kind::Atomic;
  out << (arg.kind == LaunchArg::Kind::Output   ? "out:"
          : arg.kind == LaunchArg::Kind::InOut  ? "inout:"
          : arg.kind == LaunchArg::Kind::Atomic ? "atomic:"
                                                : "")
      << (arg.shape.empty() ? "" : "desc:") << arg.type << '[';
  if (arg.shape.empty())
    out << arg.count;
  else
    interleave(arg.shape, out, "x");
  out << ']';
  if (arg.contents.kind == (zeros ? Contents::Kind::Zeros : Contents::Kind::Rng))
    return;
  out << '{';
  printContents(out, arg.contents);
  out << '}';
}

std::string printLaunch(const Launch &launch) {
  std::string text;
  raw_string_ostream out(text);
  out << formatv("grid={0},{1},{2} rng-seed={3}", launch.grid[0], launch.grid[1], launch.grid[2],
                 launch.rngSeed);
  for (auto [index, arg] : enumerate(launch.args)) {
    out << (index == 0 ? " args=" : ";");
    if (arg.isBuffer()) {
      printBuffer(out, arg);
      continue;
    }
    out << arg.type << '=';
    if (StringRef(arg.type).starts_with("i")) {
      out << arg.integer;
    } else {
      char digits[32];
      out << StringRef(digits, std::to_chars(digits, std::end(digits), arg.number).ptr - digits);
    }
  }
  return text;
}

} // namespace fathom::interp
