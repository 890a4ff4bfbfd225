// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For tests of ops on tensors: a kernel that loads tensors from its arguments, computes, and stores tensors.
//
//   TensorKernel kernel;
//   kernel.input("4x8xf32", floats({..}));                                       // %0
//   kernel.body("%r = tt.trans %0 {order = array<i32: 1, 0>} : tensor<4x8xf32> -> tensor<8x4xf32>");
//   unsigned out = kernel.output("%r", "8x4xf32");
//   RunResult r = kernel.run(Semantics::Ieee);
//   r.as<float>(out)
//
// A type without a shape, "f32", is a scalar.
#ifndef FATHOM_ORACLES_INTERP_TENSORTESTING_H
#define FATHOM_ORACLES_INTERP_TENSORTESTING_H

#include "oracles/interp/InterpTesting.h"
#include "oracles/interp/numbers/FloatFormat.h"

#include "llvm/ADT/StringExtras.h"

namespace fathom::interp {

/// The codes of floats in a narrow type.
template <class Code> std::vector<Code> codesOf(FloatKind kind, const std::vector<float> &values) {
  std::vector<Code> codes(values.size());
  fathom::floats::encode(kind, values.data(), codes.data(), values.size());
  return codes;
}
inline TestArg halves(const std::vector<float> &values) {
  return bufferOf(codesOf<uint16_t>(FloatKind::F16, values));
}
inline std::vector<float> halvesOf(const std::vector<uint16_t> &codes) {
  std::vector<float> values(codes.size());
  fathom::floats::decode(FloatKind::F16, codes.data(), values.data(), codes.size());
  return values;
}

class TensorKernel {
public:
  /// The next of %0, %1, ...; where `mask` (bytes, an element each) is 0 it is not loaded, and undefined.
  void input(llvm::StringRef type, TestArg elements, const std::vector<uint8_t> &mask = {}) {
    std::string n = std::to_string(inputs++);
    std::string from = pointers(type, argument(std::move(elements), elementOf(type)), "i" + n);
    if (!mask.empty()) {
      std::string on = pointers(type, argument(bufferOf(mask), "i1"), "m" + n, "i1");
      text += "  %on" + n + " = tt.load " + on + " : " + pointerType(type, "i1") + "\n";
      from += ", %on" + n;
    }
    text += "  %" + n + " = tt.load " + from + " : " + pointerType(type, elementOf(type)) + "\n";
  }
  /// A scalar argument, %name.
  void scalar(llvm::StringRef name, llvm::StringRef type, Value value) {
    TestArg arg;
    arg.scalar = std::move(value);
    args.push_back(std::move(arg));
    signature.push_back(("%" + name + ": " + type).str());
  }
  /// A buffer's address, %name, and its number.
  unsigned pointer(llvm::StringRef name, llvm::StringRef element, TestArg elements) {
    args.push_back(std::move(elements));
    signature.push_back(("%" + name + ": !tt.ptr<" + element + ">").str());
    return buffers++;
  }
  void body(llvm::StringRef lines) { text += lines.str() + "\n"; }
  /// A function that the body calls.
  void function(llvm::StringRef lines) { functions += "\n" + lines.str(); }
  /// Stores a value; the number of the buffer.
  unsigned output(llvm::StringRef value, llvm::StringRef type) {
    std::string element = elementOf(type);
    unsigned bits = 64;
    llvm::StringRef(element).drop_until(llvm::isDigit).consumeInteger(10, bits);
    TestArg zeros;
    zeros.buffer = true;
    zeros.granule = (bits + 7) / 8;
    zeros.bytes.resize(count(type) * zeros.granule);
    unsigned buffer = buffers;
    std::string to =
        pointers(type, argument(std::move(zeros), element), "o" + std::to_string(buffer));
    text += "  tt.store " + to + ", " + value.str() + " : " + pointerType(type, element) + "\n";
    return buffer;
  }
  RunResult run(Semantics semantics, std::array<uint32_t, 3> grid = {1, 1, 1},
                InterpretOptions options = {}) const {
    return runIr("tt.func public @k(" + llvm::join(signature, ", ") + ") {\n" + text +
                     "  tt.return\n}" + functions,
                 semantics, args, grid, options);
  }

private:
  static std::string elementOf(llvm::StringRef type) {
    auto [shape, element] = type.rsplit('x');
    return element.empty() ? type.str() : element.str();
  }
  static std::string shapeOf(llvm::StringRef type) {
    auto [shape, element] = type.rsplit('x');
    return element.empty() ? "" : shape.str();
  }
  static int64_t count(llvm::StringRef type) {
    int64_t product = 1;
    std::string shape = shapeOf(type);
    for (llvm::StringRef dim : llvm::split(shape, 'x')) {
      int64_t size = 1;
      dim.getAsInteger(10, size);
      product *= size;
    }
    return product;
  }
  static std::string pointerType(llvm::StringRef type, llvm::StringRef element) {
    std::string pointer = ("!tt.ptr<" + element + ">").str(), shape = shapeOf(type);
    return shape.empty() ? pointer : "tensor<" + shape + "x" + pointer + ">";
  }
  std::string argument(TestArg elements, llvm::StringRef element) {
    args.push_back(std::move(elements));
    std::string name = "%arg" + std::to_string(buffers++);
    signature.push_back((name + ": !tt.ptr<" + element + ">").str());
    return name;
  }
  /// Pointers to the elements, row-major.
  std::string pointers(llvm::StringRef type, const std::string &base, const std::string &name,
                       std::string element = "") {
    if (element.empty())
      element = elementOf(type);
    std::string shape = shapeOf(type);
    if (shape.empty())
      return base;
    std::string n = std::to_string(count(type)), ints = "tensor<" + n + "xi32>",
                flat = "tensor<" + n + "x!tt.ptr<" + element + ">>", at = "%" + name;
    text += "  " + at + "r = tt.make_range {end = " + n + " : i32, start = 0 : i32} : " + ints +
            "\n  " + at + "s = tt.splat " + base + " : !tt.ptr<" + element + "> -> " + flat +
            "\n  " + at + "p = tt.addptr " + at + "s, " + at + "r : " + flat + ", " + ints +
            "\n  " + at + " = tt.reshape " + at + "p : " + flat + " -> " +
            pointerType(type, element) + "\n";
    return at;
  }

  std::string text, functions;
  std::vector<std::string> signature;
  std::vector<TestArg> args;
  unsigned inputs = 0, buffers = 0;
};

} // namespace fathom::interp

#endif
