// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer ops as terms: bit-vectors, with poison where the language leaves the result open.
#include "oracles/smt/Encoder.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace fathom;
using namespace fathom::smt;

static z3::expr compare(arith::CmpIPredicate predicate, const z3::expr &a, const z3::expr &b) {
  switch (predicate) {
  case arith::CmpIPredicate::eq:
    return a == b;
  case arith::CmpIPredicate::ne:
    return a != b;
  case arith::CmpIPredicate::slt:
    return a < b;
  case arith::CmpIPredicate::sle:
    return a <= b;
  case arith::CmpIPredicate::sgt:
    return a > b;
  case arith::CmpIPredicate::sge:
    return a >= b;
  case arith::CmpIPredicate::ult:
    return z3::ult(a, b);
  case arith::CmpIPredicate::ule:
    return z3::ule(a, b);
  case arith::CmpIPredicate::ugt:
    return z3::ugt(a, b);
  case arith::CmpIPredicate::uge:
    return z3::uge(a, b);
  }
  llvm_unreachable("a predicate of integers");
}

z3::expr Encoder::product(const z3::expr &a, const z3::expr &b) {
  z3::expr x = a.simplify(), y = b.simplify();
  if (!abstractProducts || x.is_numeral() || y.is_numeral())
    return a * b;
  unsigned bits = x.get_sort().bv_size();
  std::string name = "product" + std::to_string(bits);
  z3::func_decl function =
      z3::function(name.c_str(), c.bv_sort(bits), c.bv_sort(bits), c.bv_sort(bits));
  return function(x, y);
}

bool Encoder::integerOp(Operation *op) {
  if (op->getNumResults() != 1)
    return false;
  unsigned bits = *bitsOf(getElementTypeOrSelf(op->getResult(0).getType()));
  auto truth = [&](const z3::expr &condition) {
    return z3::ite(condition, number(1, 1), number(0, 1));
  };
  z3::expr never = c.bool_val(false);

  // Operands' bits to the result's; poison if an operand is, or where `open` says so.
  using Bits = std::function<z3::expr(const z3::expr &, const z3::expr &)>;
  auto binary = [&](Bits value, Bits open = nullptr) {
    each(op, [&](const Terms &x) {
      z3::expr poison = x[0].poison || x[1].poison;
      return Term{value(x[0].bits, x[1].bits),
                  open ? poison || open(x[0].bits, x[1].bits) : poison};
    });
    return true;
  };
  auto unary = [&](const std::function<z3::expr(const z3::expr &)> &value) {
    each(op, [&](const Terms &x) { return Term{value(x[0].bits), x[0].poison}; });
    return true;
  };
  auto overflows = [&](auto flagged, auto noSigned, auto noUnsigned) -> Bits {
    bool nsw = bitEnumContainsAny(flagged.getOverflowFlags(), arith::IntegerOverflowFlags::nsw);
    bool nuw = bitEnumContainsAny(flagged.getOverflowFlags(), arith::IntegerOverflowFlags::nuw);
    return [=](const z3::expr &a, const z3::expr &b) {
      z3::expr open = a.ctx().bool_val(false);
      if (nsw)
        open = open || !noSigned(a, b);
      if (nuw)
        open = open || !noUnsigned(a, b);
      return open;
    };
  };
  auto pastWidth = [&](const z3::expr &, const z3::expr &by) {
    return z3::uge(by, number(bits, bits));
  };
  auto byZero = [&](const z3::expr &, const z3::expr &by) { return by == number(0, bits); };
  auto byZeroOrOver = [&](const z3::expr &a, const z3::expr &by) {
    z3::expr least = z3::shl(number(1, bits), number(bits - 1, bits));
    return by == number(0, bits) || (a == least && by == number(-1, bits));
  };

  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](arith::AddIOp add) {
        return binary([](auto &a, auto &b) { return a + b; },
                      overflows(
                          add,
                          [](auto &a, auto &b) {
                            return z3::bvadd_no_overflow(a, b, true) &&
                                   z3::bvadd_no_underflow(a, b);
                          },
                          [](auto &a, auto &b) { return z3::bvadd_no_overflow(a, b, false); }));
      })
      .Case([&](arith::SubIOp sub) {
        return binary([](auto &a, auto &b) { return a - b; },
                      overflows(
                          sub,
                          [](auto &a, auto &b) {
                            return z3::bvsub_no_overflow(a, b) &&
                                   z3::bvsub_no_underflow(a, b, true);
                          },
                          [](auto &a, auto &b) { return z3::bvsub_no_underflow(a, b, false); }));
      })
      .Case([&](arith::MulIOp mul) {
        return binary([&](auto &a, auto &b) { return product(a, b); },
                      overflows(
                          mul,
                          [](auto &a, auto &b) {
                            return z3::bvmul_no_overflow(a, b, true) &&
                                   z3::bvmul_no_underflow(a, b);
                          },
                          [](auto &a, auto &b) { return z3::bvmul_no_overflow(a, b, false); }));
      })
      .Case([&](arith::AndIOp) { return binary([](auto &a, auto &b) { return a & b; }); })
      .Case([&](arith::OrIOp) { return binary([](auto &a, auto &b) { return a | b; }); })
      .Case([&](arith::XOrIOp) { return binary([](auto &a, auto &b) { return a ^ b; }); })
      .Case([&](arith::ShLIOp) {
        return binary([](auto &a, auto &b) { return z3::shl(a, b); }, pastWidth);
      })
      .Case([&](arith::ShRUIOp) {
        return binary([](auto &a, auto &b) { return z3::lshr(a, b); }, pastWidth);
      })
      .Case([&](arith::ShRSIOp) {
        return binary([](auto &a, auto &b) { return z3::ashr(a, b); }, pastWidth);
      })
      .Case([&](arith::DivUIOp) {
        return binary([](auto &a, auto &b) { return z3::udiv(a, b); }, byZero);
      })
      .Case([&](arith::RemUIOp) {
        return binary([](auto &a, auto &b) { return z3::urem(a, b); }, byZero);
      })
      .Case([&](arith::DivSIOp) {
        return binary([](auto &a, auto &b) { return a / b; }, byZeroOrOver);
      })
      .Case([&](arith::RemSIOp) {
        return binary([](auto &a, auto &b) { return z3::srem(a, b); }, byZeroOrOver);
      })
      .Case([&](arith::MaxSIOp) {
        return binary([](auto &a, auto &b) { return z3::ite(a < b, b, a); });
      })
      .Case([&](arith::MinSIOp) {
        return binary([](auto &a, auto &b) { return z3::ite(a < b, a, b); });
      })
      .Case([&](arith::MaxUIOp) {
        return binary([](auto &a, auto &b) { return z3::ite(z3::ult(a, b), b, a); });
      })
      .Case([&](arith::MinUIOp) {
        return binary([](auto &a, auto &b) { return z3::ite(z3::ult(a, b), a, b); });
      })
      .Case([&](tt::MulhiUIOp) {
        return binary([&](auto &a, auto &b) {
          return (z3::zext(a, bits) * z3::zext(b, bits)).extract(2 * bits - 1, bits);
        });
      })
      .Case([&](arith::CmpIOp cmp) {
        return binary([&](auto &a, auto &b) { return truth(compare(cmp.getPredicate(), a, b)); });
      })
      .Case([&](arith::ExtSIOp) {
        return unary([&](auto &a) { return z3::sext(a, bits - a.get_sort().bv_size()); });
      })
      .Case([&](arith::ExtUIOp) {
        return unary([&](auto &a) { return z3::zext(a, bits - a.get_sort().bv_size()); });
      })
      .Case([&](arith::TruncIOp) { return unary([&](auto &a) { return a.extract(bits - 1, 0); }); })
      .Case<arith::BitcastOp, tt::BitcastOp, tt::IntToPtrOp, tt::PtrToIntOp>(
          [&](auto) { return unary([](auto &a) { return a; }); })
      .Case([&](arith::SelectOp) {
        each(op, [&](const Terms &x) {
          z3::expr yes = x[0].bits == number(1, 1);
          return Term{z3::ite(yes, x[1].bits, x[2].bits),
                      x[0].poison || z3::ite(yes, x[1].poison, x[2].poison)};
        });
        return true;
      })
      .Case([&](tt::AddPtrOp add) {
        Type pointee = cast<tt::PointerType>(getElementTypeOrSelf(add.getType())).getPointeeType();
        return binary([&](auto &pointer, auto &offset) {
          unsigned width = offset.get_sort().bv_size();
          z3::expr wide = width < 64 ? z3::sext(offset, 64 - width) : offset;
          return pointer + wide * number(bytesOf(pointee), 64);
        });
      })
      .Case([&](tt::FpToFpOp cast) {
        return cast.getSrc().getType() == cast.getType() && unary([](auto &a) { return a; });
      })
      .Default(false);
}
