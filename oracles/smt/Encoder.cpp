// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inputs, constants and control flow as terms, and what is computed by functions that are not known.
#include "oracles/smt/Encoder.h"

#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using namespace fathom;
using namespace fathom::smt;

std::optional<unsigned> smt::bitsOf(Type element) {
  if (isa<tt::PointerType>(element) || element.isIndex())
    return 64;
  if (element.isIntOrFloat())
    return element.getIntOrFloatBitWidth();
  return {};
}

unsigned smt::bytesOf(Type element) { return (*bitsOf(element) + 7) / 8; }

ArrayRef<int64_t> smt::shapeOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? tensor.getShape() : ArrayRef<int64_t>();
}

int64_t smt::countOf(ArrayRef<int64_t> shape) { return ShapedType::getNumElements(shape); }

SmallVector<int64_t> smt::placesOf(int64_t element, ArrayRef<int64_t> shape) {
  SmallVector<int64_t> places(shape.size());
  for (size_t dim = shape.size(); dim-- > 0; element /= shape[dim])
    places[dim] = element % shape[dim];
  return places;
}

int64_t smt::elementAt(ArrayRef<int64_t> places, ArrayRef<int64_t> shape) {
  int64_t element = 0;
  for (auto [place, size] : llvm::zip_equal(places, shape))
    element = element * size + place;
  return element;
}

Outcome::Outcome(z3::context &c)
    : memory(c.constant("memory", c.array_sort(c.bv_sort(64), c.bv_sort(8)))),
      undefined(z3::const_array(c.bv_sort(64), c.bool_val(false))), trapped(c.bool_val(false)),
      tooLong(c.bool_val(false)) {}

void Encoder::stop(Operation *op, const std::string &why) {
  if (reason.empty())
    reason = op->getName().getStringRef().str() + " " + why;
}

std::optional<Terms> Encoder::inputs(Type type, const std::string &name) {
  Terms terms;
  auto add = [&](unsigned bits) {
    std::string here = name + (terms.empty() ? "" : "." + std::to_string(terms.size()));
    terms.push_back({c.bv_const(here.c_str(), bits), c.bool_const((here + "?").c_str())});
  };
  if (tt::isBlockPointer(type)) {
    int64_t rank = shapeOf(cast<tt::PointerType>(type).getPointeeType()).size();
    for (int64_t part = 0; part < 1 + 3 * rank; ++part)
      add(part > 2 * rank ? 32 : 64);
    return terms;
  }
  std::optional<unsigned> bits = bitsOf(getElementTypeOrSelf(type));
  int64_t count = countOf(shapeOf(type));
  if (!bits || count > options.elements)
    return {};
  for (int64_t element = 0; element < count; ++element)
    add(*bits);
  return terms;
}

std::optional<Terms> Encoder::constant(Attribute value, Type type) {
  auto term = [&](const APInt &bits) {
    llvm::SmallString<64> text;
    bits.toStringUnsigned(text, 10);
    return defined(c.bv_val(text.c_str(), bits.getBitWidth()));
  };
  auto scalar = [&](Attribute attribute) -> std::optional<Term> {
    if (auto integer = dyn_cast<IntegerAttr>(attribute))
      return term(integer.getValue());
    if (auto real = dyn_cast<FloatAttr>(attribute))
      return term(real.getValue().bitcastToAPInt());
    return {};
  };
  auto elements = dyn_cast<DenseElementsAttr>(value);
  if (!elements) {
    std::optional<Term> one = scalar(value);
    return one ? std::optional<Terms>(Terms{*one}) : std::nullopt;
  }
  if (elements.getNumElements() > options.elements)
    return {};
  Terms terms;
  for (Attribute element : elements.getValues<Attribute>()) {
    std::optional<Term> one = scalar(element);
    if (!one)
      return {};
    terms.push_back(*one);
  }
  return terms;
}

void Encoder::each(Operation *op, const std::function<Term(const Terms &)> &apply) {
  Terms result;
  int64_t count = oneElement ? 1 : countOf(shapeOf(op->getResult(0).getType()));
  for (int64_t element = 0; element < count; ++element) {
    Terms operands;
    for (Value operand : op->getOperands()) {
      const Terms &terms = of(operand);
      operands.push_back(terms.size() == 1 ? terms[0] : terms[element]);
    }
    result.push_back(apply(operands));
  }
  set(op->getResult(0), std::move(result));
}

/// A function of the operands' elements at the same place, named by the op, its attributes and its types.
bool Encoder::unknownFunction(Operation *op) {
  if (!isMemoryEffectFree(op) || op->getNumRegions() || op->getNumResults() != 1 ||
      !op->hasTrait<OpTrait::Elementwise>())
    return false;
  std::string name = op->getName().getStringRef().str();
  llvm::raw_string_ostream text(name);
  text << op->getAttrDictionary();
  std::vector<z3::sort> sorts;
  z3::sort_vector domain(c);
  for (Value operand : op->getOperands()) {
    Type element = getElementTypeOrSelf(operand.getType());
    text << element;
    domain.push_back(c.bv_sort(*bitsOf(element)));
  }
  Type result = getElementTypeOrSelf(op->getResult(0).getType());
  text << result;
  z3::func_decl function = z3::function(name.c_str(), domain, c.bv_sort(*bitsOf(result)));
  outcome.approximate = true;
  each(op, [&](const Terms &operands) {
    z3::expr_vector bits(c);
    z3::expr poison = c.bool_val(false);
    for (const Term &operand : operands) {
      bits.push_back(operand.bits);
      poison = poison || operand.poison;
    }
    return Term{function(bits), poison};
  });
  return true;
}

std::optional<Term> Encoder::element(Operation *op, const Terms &operands) {
  if (op->getNumResults() != 1 || !bitsOf(getElementTypeOrSelf(op->getResult(0).getType())))
    return {};
  for (auto [operand, term] : llvm::zip_equal(op->getOperands(), operands)) {
    if (!bitsOf(getElementTypeOrSelf(operand.getType())))
      return {};
    set(operand, {term});
  }
  oneElement = true;
  bool known = integerOp(op) || unknownFunction(op);
  oneElement = false;
  return known ? std::optional<Term>(of(op->getResult(0))[0]) : std::nullopt;
}

//===--- control -----------------------------------------------------------------------------===//

std::vector<Terms> Encoder::encodeRegion(Region &region, const std::vector<Terms> &arguments) {
  if (!region.hasOneBlock()) {
    stop(region.getParentOp(), "has a region of several blocks");
    return {};
  }
  Block &block = region.front();
  for (auto [argument, terms] : llvm::zip_equal(block.getArguments(), arguments))
    set(argument, terms);
  encodeBlock(block);
  std::vector<Terms> results;
  if (!stopped())
    for (Value operand : block.getTerminator()->getOperands())
      results.push_back(of(operand));
  return results;
}

static Terms choose(const z3::expr &condition, const Terms &yes, const Terms &no) {
  Terms result;
  for (size_t element = 0; element < yes.size(); ++element)
    result.push_back({z3::ite(condition, yes[element].bits, no[element].bits),
                      z3::ite(condition, yes[element].poison, no[element].poison)});
  return result;
}

void Encoder::encodeIf(scf::IfOp op) {
  Term condition = of(op.getCondition())[0];
  trapIf(condition.poison);
  z3::expr outer = path, taken = condition.bits == number(1, 1);
  path = outer && taken;
  std::vector<Terms> yes = encodeRegion(op.getThenRegion(), {}), no;
  path = outer && !taken;
  if (!op.getElseRegion().empty())
    no = encodeRegion(op.getElseRegion(), {});
  path = outer;
  if (stopped())
    return;
  for (auto [index, result] : llvm::enumerate(op.getResults()))
    set(result, choose(taken, yes[index], no[index]));
}

/// Trip after trip under the condition that there is one.
void Encoder::encodeFor(scf::ForOp op) {
  Term lower = of(op.getLowerBound())[0], upper = of(op.getUpperBound())[0],
       step = of(op.getStep())[0];
  trapIf(lower.poison || upper.poison || step.poison ||
         step.bits <= number(0, step.bits.get_sort().bv_size()));
  std::vector<Terms> carried;
  for (Value init : op.getInitArgs())
    carried.push_back(of(init));
  z3::expr outer = path, index = lower.bits;
  z3::expr more = c.bool_val(true);
  for (unsigned trip = 0; trip <= options.loopBound && !stopped(); ++trip) {
    z3::expr left = op.getUnsignedCmp() ? z3::ult(index, upper.bits) : index < upper.bits;
    more = (more && left).simplify();
    path = outer && more;
    if (more.is_false())
      break;
    if (trip == options.loopBound) {
      outcome.tooLong = outcome.tooLong || path;
      outcome.boundedLoops = true;
      break;
    }
    std::vector<Terms> arguments{{defined(index)}};
    arguments.insert(arguments.end(), carried.begin(), carried.end());
    std::vector<Terms> next = encodeRegion(op.getRegion(), arguments);
    if (stopped())
      return;
    for (size_t value = 0; value < carried.size(); ++value)
      carried[value] = choose(more, next[value], carried[value]);
    // Past the end of its type an index would come round.
    trapIf(!z3::bvadd_no_overflow(index, step.bits, !op.getUnsignedCmp()));
    index = (index + step.bits).simplify();
  }
  path = outer;
  for (auto [result, terms] : llvm::zip_equal(op.getResults(), carried))
    set(result, terms);
}

bool Encoder::controlOp(Operation *op) {
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return encodeIf(branch), true;
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return encodeFor(loop), true;
  if (op->hasTrait<OpTrait::IsTerminator>())
    return true;
  if (auto literal = dyn_cast<arith::ConstantOp>(op)) {
    if (std::optional<Terms> terms = constant(literal.getValue(), literal.getType()))
      set(literal, *terms);
    else
      stop(op, "is a constant without terms");
    return true;
  }
  if (auto poison = dyn_cast<ub::PoisonOp>(op)) {
    std::optional<Terms> terms = inputs(poison.getType(), "poison");
    if (!terms)
      return stop(op, "has a type without terms"), true;
    for (Term &term : *terms)
      term.poison = c.bool_val(true);
    set(poison, *terms);
    return true;
  }
  if (isa<tt::GetProgramIdOp, tt::GetNumProgramsOp>(op)) {
    std::string name;
    llvm::raw_string_ostream(name) << op->getName() << op->getAttrDictionary();
    set(op->getResult(0), {defined(c.bv_const(name.c_str(), 32))});
    return true;
  }
  return false;
}

void Encoder::encodeOp(Operation *op) {
  for (Type type : op->getResultTypes())
    if (!tt::isBlockPointer(type) &&
        (!bitsOf(getElementTypeOrSelf(type)) || countOf(shapeOf(type)) > options.elements))
      return stop(op, "has a result that is not written down");
  if (!controlOp(op) && !integerOp(op) && !shapeOp(op) && !memoryOp(op) && !unknownFunction(op))
    stop(op, "is not written down");
}

void Encoder::encodeBlock(Block &block) {
  for (Operation &op : block) {
    encodeOp(&op);
    if (stopped())
      return;
  }
}

std::optional<Outcome> Encoder::encode(tt::FuncOp function, const std::vector<Terms> &arguments) {
  path = c.bool_val(true);
  outcome = Outcome(c);
  reason.clear();
  values.clear();
  if (function.isExternal()) {
    reason = "a function without a body";
    return {};
  }
  outcome.results = encodeRegion(function.getBody(), arguments);
  if (stopped())
    return {};
  return outcome;
}
