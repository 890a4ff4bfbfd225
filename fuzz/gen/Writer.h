// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state of one program in the making: where to insert, which values are visible, what is known
// of them, and what the program's tiles and element types are. Rows of Ops.def are functions of a
// Writer.
//
// A row asks for operands by type (get, any) and hands its results back (define). An operand that
// no visible value can be is made on the spot, so a row never fails for want of one. Values that
// nothing has used yet are preferred, so that little is dead.
#ifndef FATHOM_FUZZ_GEN_WRITER_H
#define FATHOM_FUZZ_GEN_WRITER_H

#include "core/ir/Triton.h"
#include "fuzz/gen/Facts.h"
#include "fuzz/gen/Generator.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace fathom::gen {

using llvm::ArrayRef;
using llvm::SmallVector;
using mlir::RankedTensorType;
using mlir::Type;
using mlir::Value;
using mlir::ValueRange;
using Shape = SmallVector<int64_t, 4>;

/// The first release that has all that a program may use.
enum class Age : uint8_t { Any, Since33, Since36, Since39 };

/// The element types, made once.
struct Elements {
  explicit Elements(mlir::MLIRContext *context);
  Type i1, i8, i16, i32, i64;
  Type f8, e4m3; ///< E5M2 and E4M3FN.
  Type e4m3fnuz, e5m2fnuz;
  Type f16, bf16, f32, f64;
};

/// What a program's tensors look like. Values of few types meet each other often.
struct Palette {
  int64_t m = 32, n = 32, k = 32; ///< Tile dimensions; 16 or more, as dots want them.
  int64_t line = 128;             ///< Length of 1-D tiles.
  Type wide;                      ///< The float type of accumulators: f32, rarely f64.
  Type narrow;                    ///< The float type of operands.
  Type index;                     ///< i32, sometimes i64.
  Type data;                      ///< An integer type that is loaded and stored.
  SmallVector<Shape, 8> shapes;
};

struct Row;
ArrayRef<Row> allRows();

class Writer {
public:
  /// Writes what stands in the rows: those of Ops.def, or a table that somebody made of them.
  Writer(Choices &choices, const Profile &profile, mlir::MLIRContext &context, RowCounts *counts,
         ArrayRef<Row> rows = allRows());
  virtual ~Writer() = default;

  /// Writes the whole program.
  mlir::OwningOpRef<mlir::ModuleOp> program();
  /// The LAUNCH line that belongs to it.
  std::string launch() const;

  // --- Statements ---
  /// Writes one row, by weight, that may stand here.
  void statement();
  /// Writes up to `most` statements.
  void statements(unsigned most);

  // --- Types and constants ---
  RankedTensorType tensor(ArrayRef<int64_t> shape, Type element) const {
    return RankedTensorType::get(shape, element);
  }
  Type pointer(Type element) const { return tt::PointerType::get(element); }
  /// `like` with another element type; a scalar where `like` is one.
  static Type withElement(Type like, Type element);
  static Type elementOf(Type type);
  static bool isFp8(Type element) {
    return llvm::isa<mlir::FloatType>(element) && element.getIntOrFloatBitWidth() == 8;
  }
  static ArrayRef<int64_t> shapeOf(Value value) {
    return llvm::cast<RankedTensorType>(value.getType()).getShape();
  }
  /// A number of any type, or a tensor of it. Floats get the integer's value.
  Value constant(Type type, int64_t value);
  Value constantFloat(Type type, double value);
  Value i32(int64_t value) { return constant(types.i32, value); }
  /// A shape of the palette; of that rank unless 0.
  Shape shape(unsigned rank = 0);
  /// A number type of the palette; i1 not among them.
  Type element();
  Type floatElement();
  Type intElement();

  // --- Visible values ---
  Value define(Value value) {
    pool.push_back(value);
    return value;
  }
  /// A visible value of the type, or null.
  Value find(Type type);
  /// A visible value that satisfies the predicate, or null. Values without a use come first.
  Value find(llvm::function_ref<bool(Value)> wanted);
  /// A value of the type, visible or new.
  Value get(Type type);
  /// A tensor of numbers of that rank (0: any), visible or loaded.
  Value anyTensor(unsigned rank = 0);
  /// A new value of the type.
  Value make(Type type);
  /// Whether the value is the same to the last bit wherever the program runs, as far as it can be followed up: no sum whose order is left open, and
  /// nothing that devices approximate, goes into it. What is compared, or made an integer, should be.
  static bool isExact(Value value, unsigned depth = 6);
  /// A float (tensor) that isExact, visible or loaded.
  Value exactFloat(Type type);

  // --- Facts ---
  std::optional<Bounds> range(Value value) const;
  Value setRange(Value value, Bounds bounds);
  /// Copies what is known of a value to one that is equal to it in each element.
  Value sameFacts(Value from, Value to);
  /// Integer arithmetic that keeps the facts; both of one type, or one a scalar that is splat.
  Value add(Value a, Value b);
  Value subtract(Value a, Value b);
  Value multiply(Value a, Value b);
  /// The value made to lie in [0, limit), in one of several ways; as it is where it does.
  Value bounded(Value value, int64_t limit);
  /// A visible or new integer scalar in [0, most], most <= 4096: a program id, a loop counter, an
  /// argument, a constant.
  Value smallScalar(int64_t most = 64);
  /// Converts an integer (tensor) to another width, keeping the facts.
  Value resize(Value value, Type element);
  /// Converts between any two number types without undefined behaviour.
  Value cast(Value value, Type element);

  // --- Arguments and memory ---
  /// A scalar argument that the launch sets to `value`; an old one where there is one that is.
  Value scalarArg(Type type, int64_t value);
  unsigned inputBuffer(Type element, std::optional<Bounds> fill = std::nullopt);
  unsigned newBuffer(Type element, Buffer::Use use, std::optional<Bounds> fill = std::nullopt);
  /// A descriptor of a row-major tensor of that shape, which the caller makes; its sizes and strides are arguments as well.
  Value descriptorArg(mlir::Type type, ArrayRef<int64_t> extents);
  /// Says that a pointer points there, and makes the buffer big enough.
  Value setPointer(Value pointer, PointerFact fact);
  const PointerFact *pointerFact(Value pointer) const;
  /// ptr + offset, with facts.
  Value advance(Value pointer, Value offset);

  // --- Functions ---
  /// A function beside the kernel, with an empty block.
  tt::FuncOp addFunction(mlir::FunctionType type, bool noinline);
  /// The last one that satisfies the predicate, or null.
  tt::FuncOp findFunction(llvm::function_ref<bool(tt::FuncOp)> wanted);

  // --- Scopes ---
  /// A region: values defined in it are gone from the pool when it ends.
  struct Scope {
    size_t visible; ///< Pool entries that lie outside.
    Value
        counter; ///< Of a loop: counts iterations, or is a strictly monotone integer; may be null.
    int64_t trips = 1; ///< Iterations, at most.
    bool loop = false;
    bool unrolled = false; ///< The loop asks to be unrolled.
  };
  void enter(Scope scope);
  /// Ends the innermost region. `outlets` are the values it yields: what is unused in it is added
  /// to them or stored.
  void leave(llvm::MutableArrayRef<Value> outlets);
  unsigned depth() const { return scopes.size(); }
  bool inLoop() const {
    return llvm::any_of(scopes, [](const Scope &scope) { return scope.loop; });
  }
  /// Iterations of all enclosing loops, at most.
  int64_t work() const;
  /// How many iterations one more loop may have.
  int64_t tripsLeft() const { return std::max<int64_t>(1, 96 / work()); }
  /// Takes from the budget; false when it is spent.
  bool spend(unsigned amount = 1);

  Choices &choices;
  const Profile &profile;
  mlir::OpBuilder b;
  mlir::Location loc;
  Elements types;
  Palette palette;
  Age age = Age::Any;
  int64_t grid = 1; ///< Programs in x.
  SmallVector<Scope, 6> scopes;
  SmallVector<Buffer, 12> buffers;
  SmallVector<Value, 128> pool;
  /// Results of loops: what they started from, and how far they have moved at most.
  llvm::DenseMap<Value, std::pair<Value, int64_t>> growth;

protected:
  virtual void drawPalette();

private:
  void drawWeights();
  void finish();
  Value pickFrom(ArrayRef<Value> unused, ArrayRef<Value> used);

  struct Argument {
    Value value;
    bool hinted;
    int buffer; ///< Index into buffers, or -1.
    int64_t number = 0;
    Shape extents; ///< Of a descriptor.
  };
  ArrayRef<Row> rows;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  tt::FuncOp function;
  SmallVector<tt::FuncOp, 4> functions;
  mlir::Block *entry = nullptr;
  SmallVector<Argument, 16> arguments;
  llvm::DenseMap<Value, Bounds> ranges;
  llvm::DenseMap<Value, PointerFact> pointers;
  llvm::DenseMap<std::pair<Type, int64_t>, Value> constants;
  SmallVector<unsigned, 96> weights;
  RowCounts *counts;
  std::vector<char> met;
  unsigned budget;
  unsigned making = 0;       ///< Nesting of make().
  bool smallBuffers = false; ///< Arguments are marked with tt.pointer_range.
};

} // namespace fathom::gen

#endif
