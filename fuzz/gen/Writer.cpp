// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes a program statement by statement, keeps the pool of visible values, and sees to it that
// what is computed is stored.
#include "fuzz/gen/Writer.h"

#include "fuzz/gen/Emit.h"
#include "fuzz/gen/Memory.h"
#include "fuzz/gen/Rows.h"

using namespace fathom;
using namespace fathom::gen;
using namespace mlir;

Elements::Elements(MLIRContext *context)
    : i1(IntegerType::get(context, 1)), i8(IntegerType::get(context, 8)),
      i16(IntegerType::get(context, 16)), i32(IntegerType::get(context, 32)),
      i64(IntegerType::get(context, 64)), f8(Float8E5M2Type::get(context)),
      e4m3(Float8E4M3FNType::get(context)), e4m3fnuz(Float8E4M3FNUZType::get(context)),
      e5m2fnuz(Float8E5M2FNUZType::get(context)), f16(Float16Type::get(context)),
      bf16(BFloat16Type::get(context)), f32(Float32Type::get(context)),
      f64(Float64Type::get(context)) {}

Writer::Writer(Choices &choices, const Profile &profile, MLIRContext &context, RowCounts *counts,
               ArrayRef<Row> rows)
    : choices(choices), profile(profile), b(&context), loc(UnknownLoc::get(&context)),
      types(&context), rows(rows), counts(counts), budget(profile.budget) {
  if (counts)
    met.assign(rows.size(), 0);
}

OwningOpRef<ModuleOp> Writer::program() {
  module = ModuleOp::create(loc);
  b.setInsertionPointToEnd(module->getBody());
  function = tt::FuncOp::create(b, loc, "kernel", b.getFunctionType({}, {}));
  function->setAttr("sym_visibility", b.getStringAttr("public"));
  function->setAttr("noinline", b.getBoolAttr(false));
  entry = b.createBlock(&function.getBody());

  grid = choices.pick({1, 2, 4});
  smallBuffers = choices.chance(35);
  drawPalette();
  drawWeights();
  statements(profile.statements);
  finish();
  return std::move(module);
}

void Writer::drawPalette() {
  auto dim = [&](std::initializer_list<int64_t> sizes) {
    return std::min<int64_t>(choices.pick(sizes), profile.maxDim);
  };
  palette.m = dim({32, 16, 64, 32, 16, 64, 32, 128});
  palette.n = dim({32, 16, 64, 16, 32, 64, 16, 128});
  palette.k = dim({32, 16, 64, 32});
  palette.line = dim({128, 64, 256, 32, 16, 8, 512, 1024, 2, 1});
  palette.wide =
      choices.pick({types.f32, types.f32, types.f32, types.f32, types.f32, types.f32, types.f64});
  palette.narrow = choices.pick({types.f16, types.bf16, types.f32, types.f16});
  palette.index = choices.pick({types.i32, types.i32, types.i32, types.i64});
  palette.data = choices.pick({types.i32, types.i64, types.i8, types.i16});
  int64_t m = palette.m, n = palette.n, k = palette.k;
  palette.shapes = {{palette.line}, {m, n}, {m}, {n}, {m, k}, {k, n}};
  // One odd shape: small tiles and a third dimension meet bugs that square ones don't.
  switch (choices.below(7)) {
  case 0:
    break;
  case 1:
    palette.shapes.push_back({2, m, n});
    break;
  case 2:
    palette.shapes.push_back({m, 1, n});
    break;
  case 3:
    palette.shapes.push_back(
        {choices.pick<int64_t>({1, 2, 4, 8}), choices.pick<int64_t>({4, 1, 2, 8})});
    break;
  case 4:
    palette.shapes.push_back({1, palette.line});
    break;
  case 5:
    palette.shapes.push_back({4, 4, choices.pick<int64_t>({4, 2, 16, 32})});
    break;
  case 6:
    palette.shapes.push_back(
        {2, choices.pick<int64_t>({2, 4, 1}), 4, choices.pick<int64_t>({16, 8, 32})});
    break;
  }
}

void Writer::drawWeights() {
  // A swarm leaves whole families out and lets others dominate, so that rare neighbours meet.
  unsigned factor[familyCount];
  bool recent = choices.chance(profile.recent);
  if (recent)
    age = choices.pick({Age::Since33, Age::Since36, Age::Since39});
  for (unsigned family = 0; family < familyCount; ++family) {
    if (Family(family) >= Family::Recent) {
      auto first = Age(unsigned(Age::Since33) + family - unsigned(Family::Recent));
      factor[family] = age >= first ? 8 : 0;
      continue;
    }
    if (recent && Family(family) == Family::Legacy) {
      factor[family] = 0;
      continue;
    }
    bool always = Family(family) == Family::Memory || Family(family) == Family::Legacy ||
                  Family(family) == Family::Control;
    factor[family] = !profile.swarm ? 2
                     : always       ? choices.pick({2u, 2u, 4u, 1u})
                                    : choices.pick({2u, 2u, 6u, 0u, 1u});
  }
  weights.resize(rows.size());
  for (auto [weight, row] : llvm::zip_equal(weights, rows))
    weight = row.weight * factor[unsigned(row.family)];
  SmallVector<llvm::StringRef, 16> favourites;
  profile.favourites.split(favourites, ' ', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef name : favourites) {
    const Row *row = llvm::find_if(rows, [&](const Row &row) { return row.name == name; });
    assert(row != rows.end() && "Profiles.def names a row that is not there");
    bool isThere = row->family < Family::Legacy || factor[unsigned(row->family)] != 0;
    weights[row - rows.begin()] = isThere ? 100 * std::max(1u, factor[unsigned(row->family)]) : 0;
  }
}

bool Writer::spend(unsigned amount) {
  if (budget < amount || choices.atEnd())
    return false;
  budget -= amount;
  return true;
}

void Writer::statement() {
  if (!spend())
    return;
  Choices::Statement part(choices);
  SmallVector<unsigned, 160> here(weights.begin(), weights.end());
  unsigned left = profile.depth - std::min(profile.depth, depth());
  for (auto [weight, row] : llvm::zip_equal(here, rows)) {
    if (row.place == Place::Anywhere)
      continue;
    bool fits = row.place == Place::Region ? left >= 1
                : row.place == Place::Deep ? left >= 2
                                           : scopes.empty();
    // Nests are common at the top and rarer with each level.
    weight = !fits ? 0 : row.place == Place::Region ? weight * 3 / (1 + depth()) : weight * 2;
  }
  size_t index = choices.weighted(here);
  if (counts) {
    ++counts->times[index];
    if (!std::exchange(met[index], 1))
      ++counts->programs[index];
  }
  rows[index].write(*this);
}

void Writer::statements(unsigned most) {
  for (uint64_t left = choices.length(most); left > 0 && !choices.atEnd(); --left)
    statement();
}

// --- Visible values ---

Value Writer::pickFrom(ArrayRef<Value> unused, ArrayRef<Value> used) {
  if (unused.empty() && used.empty())
    return {};
  // Three times in four one of those that nothing has used.
  bool old = unused.empty() || (!used.empty() && choices.chance(25));
  return choices.pick(old ? used : unused);
}

Value Writer::find(Type type) {
  return find([&](Value value) { return value.getType() == type; });
}

Value Writer::find(llvm::function_ref<bool(Value)> wanted) {
  SmallVector<Value, 8> unused, used;
  for (Value value : llvm::reverse(pool)) {
    if (!wanted(value))
      continue;
    SmallVector<Value, 8> &list = value.use_empty() ? unused : used;
    if (list.size() < 8)
      list.push_back(value);
  }
  return pickFrom(unused, used);
}

Value Writer::get(Type type) {
  if (!choices.chance(15))
    if (Value value = find(type))
      return value;
  return make(type);
}

static bool isNumberTensor(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getElementType().isIntOrFloat() && !type.getElementType().isInteger(1) &&
         type.getElementTypeBitWidth() >= 8 && !Writer::isFp8(type.getElementType());
}

Value Writer::anyTensor(unsigned rank) {
  if (!choices.chance(15))
    if (Value value = find([&](Value value) {
          return isNumberTensor(value) && (rank == 0 || shapeOf(value).size() == rank);
        }))
      return value;
  return make(tensor(shape(rank), element()));
}

// --- Scopes ---

int64_t Writer::work() const {
  int64_t product = 1;
  for (const Scope &scope : scopes)
    product *= std::max<int64_t>(1, scope.trips);
  return product;
}

void Writer::enter(Scope scope) {
  scope.visible = pool.size();
  scopes.push_back(scope);
}

static bool isNumber(Type type) {
  return Writer::elementOf(type).isIntOrFloat() && !Writer::isFp8(Writer::elementOf(type));
}

void Writer::leave(MutableArrayRef<Value> outlets) {
  unsigned stores = 0;
  // What is yielded twice stays so.
  auto addTo = [&](Value outlet, Value value) {
    std::replace(outlets.begin(), outlets.end(), outlet, combine(*this, outlet, value));
  };
  for (size_t i = scopes.back().visible; i < pool.size(); ++i) {
    Value value = pool[i];
    if (!value.use_empty() || !isNumber(value.getType()) || llvm::is_contained(outlets, value) ||
        choices.chance(4))
      continue;
    auto same =
        llvm::find_if(outlets, [&](Value outlet) { return outlet.getType() == value.getType(); });
    auto alike = llvm::find_if(outlets, [&](Value outlet) { // A cast or a splat away.
      return isNumber(outlet.getType()) &&
             (value.getType().isIntOrFloat() ||
              withElement(value.getType(), types.i1) == withElement(outlet.getType(), types.i1));
    });
    if (same != outlets.end() && !choices.chance(35)) {
      addTo(*same, value);
    } else if (stores < 2 || alike == outlets.end()) {
      ++stores;
      storeValue(*this, value);
    } else {
      value = cast(value, elementOf(alike->getType()));
      if (auto shaped = dyn_cast<RankedTensorType>(alike->getType());
          shaped && value.getType().isIntOrFloat())
        value = splat(*this, value, shaped.getShape());
      addTo(*alike, value);
    }
  }
  pool.truncate(scopes.back().visible);
  scopes.pop_back();
}

void Writer::finish() {
  // Values of one type are stored as one, beyond the first few.
  SmallVector<Value, 8> sinks;
  for (size_t i = 0; i < pool.size(); ++i) {
    Value value = pool[i];
    if (!value.use_empty() || !isNumber(value.getType()))
      continue;
    auto same = llvm::find_if(sinks, [&](Value sink) { return sink.getType() == value.getType(); });
    if (same != sinks.end() && (sinks.size() >= 4 || choices.chance(50)))
      *same = combine(*this, *same, value);
    else
      sinks.push_back(value);
  }
  for (Value sink : sinks)
    storeValue(*this, sink);
  bool stores =
      llvm::any_of(buffers, [](const Buffer &buffer) { return buffer.use != Buffer::In; });
  if (!stores)
    storeValue(*this, make(tensor({palette.line}, types.f32)));
  tt::ReturnOp::create(b, loc);

  SmallVector<Type, 16> types;
  SmallVector<DictionaryAttr, 16> hints;
  DictionaryAttr none = b.getDictionaryAttr({});
  NamedAttribute by16 = b.getNamedAttr("tt.divisibility", b.getI32IntegerAttr(16));
  NamedAttribute small = b.getNamedAttr("tt.pointer_range", b.getI32IntegerAttr(32));
  for (const Argument &argument : arguments) {
    types.push_back(argument.value.getType());
    // All buffers are small; AMD's front end says so.
    SmallVector<NamedAttribute, 2> said;
    if (argument.hinted)
      said.push_back(by16);
    if (argument.buffer >= 0 && smallBuffers)
      said.push_back(small);
    hints.push_back(said.empty() ? none : b.getDictionaryAttr(said));
  }
  function.setFunctionType(b.getFunctionType(types, {}));
  function.setAllArgAttrs(hints);
}

// --- Functions ---

tt::FuncOp Writer::addFunction(FunctionType type, bool noinline) {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(module->getBody());
  auto made = tt::FuncOp::create(b, loc, ("helper" + Twine(functions.size())).str(), type);
  made->setAttr("sym_visibility", b.getStringAttr("private"));
  made->setAttr("noinline", b.getBoolAttr(noinline));
  SmallVector<Location, 4> locations(type.getNumInputs(), loc);
  b.createBlock(&made.getBody(), {}, type.getInputs(), locations);
  functions.push_back(made);
  return made;
}

tt::FuncOp Writer::findFunction(llvm::function_ref<bool(tt::FuncOp)> wanted) {
  for (tt::FuncOp one : llvm::reverse(functions))
    if (wanted(one))
      return one;
  return {};
}

// --- Arguments ---

Value Writer::scalarArg(Type type, int64_t value) {
  for (const Argument &argument : arguments)
    if (argument.buffer < 0 && argument.extents.empty() && argument.value.getType() == type &&
        argument.number == value)
      return argument.value;
  Value argument = entry->addArgument(type, loc);
  bool divisible = isa<IntegerType>(type) && value % 16 == 0;
  arguments.push_back({argument, divisible && !choices.chance(30), -1, value, {}});
  if (isa<IntegerType>(type))
    setRange(argument, {value, value});
  return argument;
}

unsigned Writer::newBuffer(Type element, Buffer::Use use, std::optional<Bounds> fill) {
  Value argument = entry->addArgument(pointer(element), loc);
  arguments.push_back({argument, !choices.chance(20), int(buffers.size()), 0, {}});
  buffers.push_back({argument, element, use, 1, fill});
  pointers[argument] = {unsigned(buffers.size() - 1), {0, 0}};
  return buffers.size() - 1;
}

unsigned Writer::inputBuffer(Type element, std::optional<Bounds> fill) {
  for (auto [index, buffer] : llvm::enumerate(buffers)) {
    if (buffer.use != Buffer::In || buffer.element != element ||
        buffer.fill.has_value() != fill.has_value())
      continue;
    if (fill && !buffer.fill->within(fill->lo, fill->hi))
      continue;
    if (!choices.chance(60))
      return index;
  }
  return newBuffer(element, Buffer::In, fill);
}

Value Writer::descriptorArg(Type type, ArrayRef<int64_t> extents) {
  Value descriptor = entry->addArgument(type, loc);
  arguments.push_back({descriptor, false, -1, 0, Shape(extents)});
  auto number = [&](Type type, int64_t value) {
    arguments.push_back({entry->addArgument(type, loc), false, -1, value, {}});
    setRange(arguments.back().value, {value, value});
  };
  for (int64_t extent : extents)
    number(types.i32, extent);
  for (size_t dim = 0; dim < extents.size(); ++dim)
    number(types.i64, llvm::product_of(extents.drop_front(dim + 1)));
  return descriptor;
}

static void printType(llvm::raw_ostream &out, Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    out << 'i' << integer.getWidth();
  else
    type.print(out);
}

std::string Writer::launch() const {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << "grid=" << grid << ",1,1 rng-seed=" << 1;
  char separator = ' ';
  for (const Argument &argument : arguments) {
    out << (separator == ' ' ? " args=" : ";");
    separator = ';';
    if (!argument.extents.empty()) {
      out << "desc:";
      printType(out, llvm::cast<tt::TensorDescType>(argument.value.getType())
                         .getLoadedType()
                         .getElementType());
      out << '[';
      llvm::interleave(argument.extents, out, "x");
      out << ']';
      continue;
    }
    if (argument.buffer < 0) {
      printType(out, argument.value.getType());
      if (isa<FloatType>(argument.value.getType()))
        out << '=' << llvm::formatv("{0:f2}", double(argument.number) / 4);
      else
        out << '=' << argument.number;
      continue;
    }
    const Buffer &buffer = buffers[argument.buffer];
    out << (buffer.use == Buffer::Out ? "out:" : buffer.use == Buffer::Atomic ? "atomic:" : "");
    printType(out, buffer.element);
    out << '[' << buffer.size << ']';
    if (buffer.fill)
      out << '{' << buffer.fill->lo << ".." << buffer.fill->hi << '}';
  }
  return text;
}
