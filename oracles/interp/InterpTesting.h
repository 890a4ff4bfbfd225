// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For tests of the interpreter: runs a module given as text on buffers given as numbers.
//
//   RunResult r = runIr(R"(tt.func public @k(%p: !tt.ptr<f32>, %q: !tt.ptr<f32>) { ... })", Semantics::Ieee,
//                       {floats({1, 2}), zeros(2, "f32")});
//   EXPECT_EQ(r.numbers(1, "f32"), std::vector<double>({2, 4}));
#ifndef FATHOM_ORACLES_INTERP_INTERPTESTING_H
#define FATHOM_ORACLES_INTERP_INTERPTESTING_H

#include "core/ir/Dialects.h"
#include "core/ir/ReadModule.h"
#include "oracles/interp/Interpreter.h"
#include "oracles/interp/Memory.h"

#include "gtest/gtest.h"

#include <cstring>

namespace fathom::interp {

/// An argument: a scalar, or a buffer's bytes.
struct TestArg {
  bool buffer = false;
  Value scalar;
  std::vector<uint8_t> bytes;
  unsigned granule = 4;
};

template <class T> TestArg bufferOf(const std::vector<T> &elements) {
  TestArg arg;
  arg.buffer = true;
  arg.granule = sizeof(T);
  arg.bytes.resize(elements.size() * sizeof(T));
  std::memcpy(arg.bytes.data(), elements.data(), arg.bytes.size());
  return arg;
}
inline TestArg floats(const std::vector<float> &elements) { return bufferOf(elements); }
inline TestArg ints(const std::vector<int32_t> &elements) { return bufferOf(elements); }
inline TestArg int32(int32_t value) {
  TestArg arg;
  arg.scalar = Value::scalar<uint32_t>(Lane::U32, value);
  return arg;
}

struct RunResult {
  std::unique_ptr<mlir::MLIRContext> context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::unique_ptr<Memory> memory;
  Outcome outcome;

  /// The whole buffer `b` as elements of T (its bytes; in the algebra floats that were stored are in ring()).
  template <class T> std::vector<T> as(unsigned b) const {
    const PooledVector<uint8_t> &bytes = memory->buffers[b]->bytes;
    std::vector<T> elements(bytes.size() / sizeof(T));
    std::memcpy(elements.data(), bytes.data(), elements.size() * sizeof(T));
    return elements;
  }
  std::vector<int32_t> ring(unsigned b) const { return copyOf(memory->buffers[b]->ring); }
  std::vector<float> slack(unsigned b) const { return copyOf(memory->buffers[b]->slack); }
  std::vector<uint8_t> poison(unsigned b) const { return copyOf(memory->buffers[b]->poison); }
  template <class T> static std::vector<T> copyOf(const PooledVector<T> &shadow) {
    return {shadow.begin(), shadow.end()};
  }
  std::string stop() const { return outcome.stop ? outcome.stop->message : ""; }
};

/// `text` is one or more tt.func, or a whole module. Test failure if it is not valid.
inline RunResult runIr(llvm::StringRef text, Semantics semantics, const std::vector<TestArg> &args,
                       std::array<uint32_t, 3> grid = {1, 1, 1}, InterpretOptions options = {}) {
  RunResult result;
  result.context = makeContext();
  std::string whole = text.contains("module") ? text.str() : ("module {\n" + text + "\n}").str();
  result.module = readModule(whole, mlir::ParserConfig(result.context.get()), "test");
  EXPECT_TRUE(result.module) << whole;
  options.semantics = semantics;
  result.memory = std::make_unique<Memory>(semantics);
  std::vector<Value> values;
  for (const auto &[k, arg] : llvm::enumerate(args)) {
    if (!arg.buffer) {
      values.push_back(arg.scalar);
      continue;
    }
    Buffer &buffer = result.memory->add("arg" + std::to_string(k), arg.bytes.size(), arg.granule);
    buffer.bytes.assign(arg.bytes.begin(), arg.bytes.end());
    values.push_back(Value::scalar<uint64_t>(Lane::U64, buffer.base));
  }
  llvm::Expected<Interpreter> interpreter = Interpreter::create(*result.module, options);
  if (!interpreter) {
    ADD_FAILURE() << llvm::toString(interpreter.takeError());
    return result;
  }
  result.outcome = interpreter->run(grid.data(), values, *result.memory);
  return result;
}

} // namespace fathom::interp

#endif
