// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fuzz target: the algebra of linear layouts against its definition, place by place. Sees a product, quotient or inverse that is wrong for odd sizes and copies, a shuffle plan that
// loses an element, shared memory that keeps two in one place.
#include "core/layout/LinearLayout.h"
#include "core/layout/ShufflePlan.h"
#include "core/layout/Swizzle.h"
#include "fuzz/targets/FuzzTarget.h"

#include "llvm/ADT/StringExtras.h"

#include <array>

using namespace fathom;
using llvm::ArrayRef;

namespace fathom {
std::unique_ptr<FuzzTarget> makeLayoutsTarget(const FuzzTargetOptions &options);
}

namespace {

using DimSize = LinearLayout::DimSize;

//===--- The definition ---===//

/// A value for each dim that layouts are drawn of; 0 for those that a layout lacks.
using Values = std::array<uint32_t, 8>;

unsigned slotOf(Dim dim) {
  static const Dim dims[] = {Dim::reg(),    Dim::lane(),  Dim::warp(),  Dim::block(),
                             Dim::offset(), Dim::axis(0), Dim::axis(1), Dim::axis(2)};
  return llvm::find(dims, dim) - std::begin(dims);
}
constexpr unsigned reg = 0, lane = 1, warp = 2, block = 3;

/// A layout as a map: the XOR of the bases of the bits that are set.
class Map {
public:
  explicit Map(const LinearLayout &layout) {
    for (Dim in : layout.inDims())
      for (unsigned bit = 0; bit != layout.inBits(in); ++bit) {
        bits.push_back({slotOf(in), bit, {}});
        for (Dim out : layout.outDims())
          bits.back().basis[slotOf(out)] = layout.basis(in, bit, out);
      }
  }

  Values operator()(const Values &place) const {
    Values element = {};
    for (const Bit &bit : bits)
      if (place[bit.slot] >> bit.bit & 1)
        for (size_t i = 0; i != element.size(); ++i)
          element[i] ^= bit.basis[i];
    return element;
  }
  /// False as soon as `holds` is, for some place.
  template <typename F> bool everywhere(F holds) const {
    for (uint64_t packed = 0; packed >> bits.size() == 0; ++packed) {
      Values place = {};
      for (size_t i = 0; i != bits.size(); ++i)
        place[bits[i].slot] |= (packed >> i & 1) << bits[i].bit;
      if (!holds(place))
        return false;
    }
    return true;
  }
  /// The elements that are somewhere, sorted.
  std::vector<Values> image() const {
    std::vector<Values> elements;
    everywhere([&](const Values &place) {
      elements.push_back((*this)(place));
      return true;
    });
    llvm::sort(elements);
    elements.erase(llvm::unique(elements), elements.end());
    return elements;
  }

private:
  struct Bit {
    unsigned slot, bit;
    Values basis;
  };
  std::vector<Bit> bits;
};

bool sameEverywhere(const LinearLayout &a, const LinearLayout &b) {
  Map x(a), y(b);
  return x.everywhere([&](const Values &place) { return x(place) == y(place); });
}

/// For each dim of the list.
Values masks(ArrayRef<DimSize> dims) {
  Values values = {};
  for (const DimSize &dim : dims)
    values[slotOf(dim.dim)] = dim.size - 1;
  return values;
}

//===--- What is drawn ---===//

class Draw {
public:
  Draw(Choices &choices, bool plant) : choices(choices), plant(plant) {
    for (unsigned axis = 0, rank = choices.between(1, 3); axis != rank; ++axis)
      axes.push_back({Dim::axis(axis), uint64_t(1) << choices.below(4)});
  }

  /// Less than `mostBits` bits for each of `ins`. They go to element bits in order, and then to none, but for a few that are zero or any sum.
  LinearLayout layout(ArrayRef<Dim> ins, ArrayRef<DimSize> outs, unsigned mostBits = 4) {
    std::vector<std::pair<Dim, LinearLayout::Bases>> bases;
    unsigned next = 0;
    for (Dim in : ins) {
      bases.push_back({in, {}});
      for (unsigned bits = choices.below(mostBits); bits; --bits)
        bases.back().second.push_back(basis(outs, next));
    }
    LinearLayout layout = llvm::cantFail(LinearLayout::create(bases, outs));
    said += "// " + layout.toString() + "\n";
    return layout;
  }
  /// The same, and every element is somewhere.
  LinearLayout surjective(ArrayRef<Dim> ins, ArrayRef<DimSize> outs) {
    LinearLayout drawn = layout(ins, outs);
    if (drawn.isSurjective())
      return drawn;
    std::vector<std::pair<Dim, LinearLayout::Bases>> bases;
    for (Dim in : drawn.inDims())
      bases.push_back({in, drawn.bases(in)});
    for (unsigned bit = 0, total = drawn.totalOutBits(); bit != total; ++bit) {
      unsigned before = drawn.rank();
      auto &list = bases[choices.below(bases.size())].second;
      auto added = list.insert(list.begin() + choices.below(list.size() + 1), unit(outs, bit));
      LinearLayout more = llvm::cantFail(LinearLayout::create(bases, outs));
      if (more.rank() == before)
        list.erase(added);
      else
        drawn = more;
    }
    said += "// " + drawn.toString() + ", every element somewhere\n";
    return drawn;
  }
  LinearLayout registers(unsigned mostBits = 4) { return layout(threads(), axes, mostBits); }
  LinearLayout full() { return surjective(threads(), axes); }
  /// As many lanes, warps and blocks as the other has, at least.
  static LinearLayout asManyThreads(const LinearLayout &layout, const LinearLayout &other) {
    std::vector<std::pair<Dim, LinearLayout::Bases>> bases;
    std::vector<DimSize> outs;
    for (Dim out : layout.outDims())
      outs.push_back({out, layout.outSize(out)});
    for (Dim in : layout.inDims()) {
      bases.push_back({in, layout.bases(in)});
      while (in != Dim::reg() && bases.back().second.size() < other.inBits(in))
        bases.back().second.emplace_back(outs.size());
    }
    return llvm::cantFail(LinearLayout::create(bases, outs));
  }
  static ArrayRef<Dim> threads() {
    static const Dim dims[] = {Dim::reg(), Dim::lane(), Dim::warp(), Dim::block()};
    return dims;
  }

  /// A result as it is; where a bug is planted, with one bit wrong.
  LinearLayout made(const LinearLayout &result) const {
    if (!plant || result.totalInBits() == 0 || result.totalOutBits() == 0)
      return result;
    std::vector<std::pair<Dim, LinearLayout::Bases>> bases;
    std::vector<DimSize> outs;
    for (Dim out : result.outDims())
      outs.push_back({out, result.outSize(out)});
    bool done = false;
    for (Dim in : result.inDims()) {
      bases.push_back({in, result.bases(in)});
      for (auto &basis : bases.back().second)
        for (size_t i = 0; i != outs.size(); ++i)
          if (!done && outs[i].size > 1)
            basis[i] ^= 1, done = true;
    }
    return llvm::cantFail(LinearLayout::create(bases, outs));
  }

  Choices &choices;
  const bool plant;
  llvm::SmallVector<DimSize, 4> axes;
  std::string said; ///< The layouts, a line each.

private:
  static llvm::SmallVector<int64_t, 4> unit(ArrayRef<DimSize> outs, unsigned bit) {
    llvm::SmallVector<int64_t, 4> basis(outs.size());
    for (size_t i = 0; i != outs.size(); ++i) {
      unsigned bits = llvm::Log2_64(outs[i].size);
      if (bit < bits) {
        basis[i] = int64_t(1) << bit;
        break;
      }
      bit -= bits;
    }
    return basis;
  }
  llvm::SmallVector<int64_t, 4> basis(ArrayRef<DimSize> outs, unsigned &next) {
    switch (choices.weighted({8, 2, 3})) {
    case 0:
      return unit(outs, next++);
    case 1:
      return llvm::SmallVector<int64_t, 4>(outs.size());
    default: {
      llvm::SmallVector<int64_t, 4> sum;
      for (const DimSize &out : outs)
        sum.push_back(choices.below(out.size));
      return sum;
    }
    }
  }
};

//===--- What must hold ---===//

bool product(Draw &draw) {
  LinearLayout a = draw.registers(3), b = draw.registers(3), both = draw.made(a * b);
  Map inner(a), outer(b), map(both);
  return map.everywhere([&](const Values &place) {
    Values low = {}, high = {};
    for (Dim in : both.inDims()) {
      low[slotOf(in)] = place[slotOf(in)] & (a.inSize(in) - 1);
      high[slotOf(in)] = place[slotOf(in)] >> a.inBits(in);
    }
    Values element = inner(low), upper = outer(high);
    for (Dim out : both.outDims())
      element[slotOf(out)] |= upper[slotOf(out)] << a.outBits(out);
    return map(place) == element;
  });
}

bool associative(Draw &draw) {
  LinearLayout a = draw.registers(), b = draw.registers(),
               c = draw.layout({Dim::lane()}, draw.axes);
  return draw.made(a * b) * c == a * (b * c);
}

bool divide(Draw &draw) {
  LinearLayout a = draw.registers(), b = draw.registers(), both = a * b;
  std::optional<LinearLayout> right = both.divideLeft(a), left = both.divideRight(b);
  if (!right || !left || a * draw.made(*right) != both || draw.made(*left) * b != both)
    return false;
  // Of anything: what is there is right.
  std::optional<LinearLayout> any = a.divideLeft(b);
  return !any || b * *any == a;
}

bool applying(Draw &draw) {
  LinearLayout a = draw.registers(), used = draw.made(a);
  Map map(a);
  return map.everywhere([&](const Values &place) {
    llvm::SmallVector<LinearLayout::DimValue, 4> values;
    for (Dim in : a.inDims())
      values.push_back({in, place[slotOf(in)]});
    Values element = {};
    for (const LinearLayout::DimValue &each : used.apply(values))
      element[slotOf(each.dim)] = each.value;
    return element == map(place);
  });
}

bool compose(Draw &draw) {
  LinearLayout a = draw.registers();
  DimSize memory[] = {{Dim::offset(), 64}, {Dim::block(), 2}};
  // The in-dims of the outer one may be larger, not smaller.
  std::vector<std::pair<Dim, LinearLayout::Bases>> bases;
  for (const DimSize &axis : draw.axes) {
    bases.push_back({axis.dim, {}});
    for (unsigned bits = llvm::Log2_64(axis.size) + draw.choices.below(2); bits; --bits)
      bases.back().second.push_back(
          {int64_t(draw.choices.below(64)), int64_t(draw.choices.below(2))});
  }
  LinearLayout outer = llvm::cantFail(LinearLayout::create(bases, memory));
  Map first(a), second(outer), both(draw.made(a.compose(outer)));
  return first.everywhere([&](const Values &place) { return both(place) == second(first(place)); });
}

bool invertAndCompose(Draw &draw) {
  LinearLayout a = draw.registers();
  LinearLayout outer = draw.choices.chance(50)
                           ? draw.layout({Dim::offset(), Dim::block()}, draw.axes, 7)
                           : draw.full();
  std::optional<LinearLayout> found = a.invertAndCompose(outer);
  Map map(a), there(outer);
  if (!found) {
    std::vector<Values> has = there.image(), wants = map.image();
    return !std::includes(has.begin(), has.end(), wants.begin(), wants.end());
  }
  Map way(draw.made(*found));
  return map.everywhere([&](const Values &place) { return there(way(place)) == map(place); });
}

bool inverses(Draw &draw) {
  LinearLayout a = draw.choices.chance(60) ? draw.full() : draw.registers();
  Map map(a);
  size_t elements = map.image().size();
  bool reachesAll = elements == size_t(1) << a.totalOutBits();
  bool once = elements == size_t(1) << a.totalInBits();
  std::optional<LinearLayout> some = a.pseudoinvert(), exact = a.invert();
  if (some.has_value() != reachesAll || exact.has_value() != (reachesAll && once))
    return false;
  if (exact && !sameEverywhere(*exact, *some))
    return false;
  if (!some)
    return true;
  Map back(draw.made(*some));
  return back.everywhere([&](const Values &element) { return map(back(element)) == element; });
}

bool ranks(Draw &draw) {
  LinearLayout a = draw.registers();
  Map map(a);
  std::vector<Values> all = map.image(), once;
  if (all.size() != size_t(1) << a.rank())
    return false;
  Values free = {};
  for (const LinearLayout::DimValue &each : draw.made(a).freeVariableMasks())
    free[slotOf(each.dim)] = each.value;
  map.everywhere([&](const Values &place) {
    for (size_t i = 0; i != place.size(); ++i)
      if (place[i] & free[i])
        return true;
    once.push_back(map(place));
    return true;
  });
  llvm::sort(once); // Without copies.
  return once == all;
}

bool parts(Draw &draw) {
  LinearLayout a = draw.registers();
  llvm::SmallVector<Dim, 4> ins, outs;
  for (Dim in : a.inDims())
    if (draw.choices.chance(50))
      ins.push_back(in);
  for (Dim out : a.outDims())
    if (draw.choices.chance(50))
      outs.push_back(out);
  Map map(a), part(draw.made(a.sublayout(ins, outs)));
  bool zero = true;
  if (!part.everywhere([&](const Values &place) {
        Values whole = map(place), kept = {};
        for (Dim out : outs)
          kept[slotOf(out)] = whole[slotOf(out)];
        zero &= kept == Values{};
        return part(place) == kept;
      }))
    return false;
  if (a.sublayoutIsZero(ins, outs) != zero)
    return false;
  LinearLayout without = a.removeZeroBases(Dim::reg());
  for (const auto &basis : without.bases(Dim::reg()))
    if (llvm::all_of(basis, [](int64_t value) { return value == 0; }))
      return false;
  return Map(without).image() == map.image();
}

bool quotient(Draw &draw) {
  std::optional<LinearLayout> moves = draw.registers().invertAndCompose(draw.full());
  if (!moves)
    return false;
  Dim dim = draw.choices.pick(Draw::threads());
  unsigned slot = slotOf(dim);
  auto without = [&](Values values) {
    values[slot] = 0;
    return values;
  };
  Map map(*moves);
  bool stays =
      moves->inBits(dim) == moves->outBits(dim) && map.everywhere([&](const Values &place) {
        return map(place)[slot] == place[slot] &&
               without(map(place)) == without(map(without(place)));
      });
  std::optional<LinearLayout> rest = moves->quotient({dim});
  if (rest.has_value() != stays)
    return false;
  if (!rest)
    return true;
  Map kept(draw.made(*rest));
  return kept.everywhere([&](const Values &place) { return kept(place) == without(map(place)); });
}

bool renames(Draw &draw) {
  LinearLayout a = draw.registers();
  llvm::SmallVector<Dim, 4> ins = a.inDims(), outs = a.outDims();
  llvm::SmallVector<DimSize, 4> inSizes, outSizes, resizedTo;
  for (Dim in : ins)
    inSizes.push_back({in, a.inSize(in)});
  for (Dim out : outs) {
    outSizes.push_back({out, a.outSize(out)});
    resizedTo.push_back({out, uint64_t(1) << draw.choices.below(6)});
  }
  LinearLayout flat =
      draw.made(a.reshapeIns({{Dim::offset(), uint64_t(1) << a.totalInBits()}})
                    .reshapeOuts({{Dim::offset(), uint64_t(1) << a.totalOutBits()}}));
  if (flat.reshapeIns(inSizes).reshapeOuts(outSizes) != a)
    return false;
  for (uint64_t place = 0; place >> a.totalInBits() == 0; ++place)
    if (flat.applyPacked(place) != a.applyPacked(place))
      return false;
  std::reverse(ins.begin(), ins.end());
  std::rotate(outs.begin(), outs.begin() + draw.choices.below(outs.size()), outs.end());
  if (!sameEverywhere(a.transposeIns(ins).transposeOuts(outs), a))
    return false;
  Map map(a), resized(a.resizeOuts(resizedTo));
  Values kept = masks(resizedTo);
  return map.everywhere([&](const Values &place) {
    Values element = map(place);
    for (size_t i = 0; i != element.size(); ++i)
      element[i] &= kept[i];
    return resized(place) == element;
  });
}

bool sideBySide(Draw &draw) {
  LinearLayout a = draw.layout({Dim::reg(), Dim::lane()}, draw.axes);
  LinearLayout b = draw.layout({Dim::warp(), Dim::block()}, draw.axes);
  Map x(a), y(b), ins(draw.made(a.concatIns(b)));
  if (!ins.everywhere([&](const Values &place) {
        Values element = x(place), more = y(place);
        for (size_t i = 0; i != element.size(); ++i)
          element[i] ^= more[i];
        return ins(place) == element;
      }))
    return false;
  // The same in-dims of the same sizes.
  std::vector<std::pair<Dim, LinearLayout::Bases>> bases;
  for (Dim in : a.inDims()) {
    bases.push_back({in, {}});
    for (unsigned bit = 0; bit != a.inBits(in); ++bit)
      bases.back().second.push_back({int64_t(draw.choices.below(32))});
  }
  LinearLayout c = llvm::cantFail(LinearLayout::create(bases, {{Dim::offset(), 32}}));
  Map z(c), outs(a.concatOuts(c));
  return outs.everywhere([&](const Values &place) {
    Values element = x(place);
    element[slotOf(Dim::offset())] = z(place)[slotOf(Dim::offset())];
    return outs(place) == element;
  });
}

/// Plays the plan.
bool shuffles(Draw &draw) {
  static const Dim within[] = {Dim::reg(), Dim::lane()};
  LinearLayout from = draw.surjective(within, draw.axes),
               to = Draw::asManyThreads(draw.layout(within, draw.axes), from);
  // Both have the same warps, or there is no plan.
  LinearLayout warps = draw.layout({Dim::warp(), Dim::block()}, draw.axes, 2);
  from = Draw::asManyThreads(from, to) * warps;
  to = to * warps;
  std::optional<ShufflePlan> plan = planShuffles(from, to);
  if (!plan)
    return true;
  Map source(draw.made(plan->source)), offered(plan->offered), taken(plan->taken);
  Map before(from), after(to);
  std::vector<Values> got(to.inSize(Dim::reg()));
  Values thread = {};
  for (thread[block] = 0; thread[block] != to.inSize(Dim::block()); ++thread[block])
    for (thread[warp] = 0; thread[warp] != to.inSize(Dim::warp()); ++thread[warp])
      for (thread[lane] = 0; thread[lane] != to.inSize(Dim::lane()); ++thread[lane]) {
        for (uint32_t round = 0; round != plan->numRounds(); ++round) {
          Values at = {round, thread[lane]};
          Values there = {round, source(at)[lane]};
          Values place = {offered(there)[reg], there[lane], thread[warp], thread[block]};
          uint32_t as = taken(at)[reg];
          if (as >= got.size())
            return false;
          got[as] = before(place);
        }
        for (uint32_t number = 0; number != to.inSize(Dim::reg()); ++number) {
          Values place = {number, thread[lane], thread[warp], thread[block]};
          if (plan->copyOf[number] >= got.size() || got[plan->copyOf[number]] != after(place))
            return false;
        }
      }
  return true;
}

/// Each element has one place in one part.
bool swizzles(Draw &draw) {
  LinearLayout from = draw.full(), to = Draw::asManyThreads(draw.full(), from);
  from = Draw::asManyThreads(from, to);
  std::optional<SharedSwizzle> swizzle = optimalSwizzle(from, to, 8u << draw.choices.below(4));
  if (!swizzle)
    return true;
  LinearLayout memory = draw.made(swizzle->layout);
  uint64_t all = uint64_t(1) << from.totalOutBits();
  std::vector<char> met(all);
  uint64_t count = 0;
  for (uint64_t part = 0; part != swizzle->numParts(); ++part)
    for (uint64_t place = 0; place >> memory.totalInBits() == 0; ++place) {
      uint64_t element = memory.applyPacked(place);
      for (size_t bit = 0; bit != swizzle->parts.size(); ++bit)
        if (part >> bit & 1)
          element ^= swizzle->parts[bit];
      if (element >= all)
        return false;
      count += !std::exchange(met[element], 1);
    }
  return count == all && swizzle->elementsInMemory() * swizzle->numParts() <= all;
}

struct Law {
  llvm::StringLiteral name;
  bool (*holds)(Draw &draw);
};
constexpr Law laws[] = {
    {"apply", applying},
    {"product", product},
    {"product is associative", associative},
    {"divide", divide},
    {"compose", compose},
    {"invertAndCompose", invertAndCompose},
    {"inverses", inverses},
    {"rank and free variables", ranks},
    {"sublayout and removeZeroBases", parts},
    {"quotient", quotient},
    {"reshape, resize, transpose", renames},
    {"concat", sideBySide},
    {"planShuffles", shuffles},
    {"optimalSwizzle", swizzles},
};

class LayoutsTarget : public ChoicesTarget {
public:
  explicit LayoutsTarget(const FuzzTargetOptions &options)
      : ChoicesTarget(/*limit=*/128), plant(options.plant) {}

  Outcome run(ArrayRef<uint8_t> input) override {
    for (const Law &law : laws) {
      Choices choices(input);
      Draw draw(choices, plant);
      if (!law.holds(draw))
        return {("layouts: " + law.name + " does not hold").str(), draw.said};
    }
    return {};
  }
  std::string print(ArrayRef<uint8_t> input) override {
    std::string text = "// Choices: " + llvm::toHex(input, /*LowerCase=*/true) + "\n";
    for (const Law &law : laws) {
      Choices choices(input);
      Draw draw(choices, plant);
      if (!law.holds(draw))
        text += ("// " + law.name + " does not hold for\n").str() + draw.said;
    }
    return text;
  }

protected:
  void read(Choices &choices) override {
    Draw draw(choices, false);
    for (int i = 0; i != 3; ++i)
      draw.registers();
  }

private:
  const bool plant;
};

} // namespace

std::unique_ptr<FuzzTarget> fathom::makeLayoutsTarget(const FuzzTargetOptions &options) {
  return std::make_unique<LayoutsTarget>(options);
}
