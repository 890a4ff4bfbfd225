// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests the generator's contract on many programs: valid, deterministic, free of what the front end never writes; each row is met.
#include "fuzz/gen/Generator.h"

#include "core/ir/Dialects.h"
#include "core/ir/Triton.h"
#include "fuzz/gen/MotifQueries.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringSet.h"

#include <gtest/gtest.h>

#include <numeric>

using namespace fathom;

namespace {

struct GeneratorTest : testing::Test {
  std::unique_ptr<mlir::MLIRContext> context = makeContext();

  mlir::OwningOpRef<mlir::ModuleOp> make(llvm::ArrayRef<uint8_t> bytes,
                                         llvm::StringRef profile = "default") {
    Choices choices(bytes);
    return generateProgram(choices, *findProfile(profile), *context);
  }
  static std::string text(mlir::ModuleOp module) {
    std::string text;
    llvm::raw_string_ostream out(text);
    module.print(out);
    return text;
  }
  static unsigned size(mlir::ModuleOp module) {
    unsigned ops = 0;
    module.walk([&](mlir::Operation *) { ++ops; });
    return ops;
  }
};

std::vector<uint8_t> bytesOf(uint64_t index, llvm::StringRef profile = "default") {
  return randomBytes(17, index, findProfile(profile)->bytes);
}

} // namespace

TEST_F(GeneratorTest, NoBytesGiveOneStoreOfAConstant) {
  for (const Profile &profile : allProfiles()) {
    auto program = make({}, profile.name);
    EXPECT_TRUE(mlir::succeeded(mlir::verify(*program)));
    EXPECT_LE(size(*program), 9u) << text(*program);
    unsigned stores = 0;
    program->walk([&](tt::StoreOp store) {
      ++stores;
      EXPECT_TRUE(store.getValue().getDefiningOp<mlir::arith::ConstantOp>());
    });
    EXPECT_EQ(stores, 1u);
  }
}

// Generation asserts that every access is in bounds while it runs.
TEST_F(GeneratorTest, ProgramsVerifyStoreAndMeetEveryRow) {
  for (auto [name, programs] : {std::pair("default", 14000), std::pair("small", 5000),
                                std::pair("deep", 1000), std::pair("recent", 2000)}) {
    const Profile &profile = *findProfile(name);
    RowCounts counts;
    for (int index = 0; index < programs; ++index) {
      std::vector<uint8_t> bytes = bytesOf(index, name);
      Choices choices(bytes);
      auto program = generateProgram(choices, profile, *context, nullptr, &counts);
      ASSERT_TRUE(mlir::succeeded(mlir::verify(*program))) << name << " " << index;
      bool visible = program
                         ->walk([](mlir::Operation *op) {
                           return mlir::isa<tt::StoreOp, tt::AtomicRMWOp, tt::AtomicCASOp,
                                            tt::AtomicStoreOp, tt::DescriptorStoreOp,
                                            tt::DescriptorReduceOp, tt::DescriptorScatterOp>(op)
                                      ? mlir::WalkResult::interrupt()
                                      : mlir::WalkResult::advance();
                         })
                         .wasInterrupted();
      ASSERT_TRUE(visible) << name << " " << index;
      ASSERT_LE(size(*program), 3000u) << name << " " << index;
      if (profile.name == "default" && index == 9999)
        for (auto [row, met] : llvm::zip_equal(rowNames(), counts.programs))
          EXPECT_GT(met, 0u) << "row " << row.str() << " is never written";
    }
  }
}

// What a feature list of the front end says, each item met by what is generated.
TEST_F(GeneratorTest, MeetsEveryOpElementRankAndAttribute) {
  // Ops that the generator does not write: raw text for the assembler and libraries, what Python cannot say or only in other ages, and what only the newest
  // release has for grids that depend on each other.
  static const llvm::StringLiteral without[] = {
      "tt.elementwise_inline_asm", "tt.extern_elementwise", "tt.reinterpret_tensor_descriptor",
      "tt.grid_dependency_launch_dependents", "tt.grid_dependency_wait"};
  llvm::StringSet<> missing;
  for (mlir::RegisteredOperationName op : context->getRegisteredOperations())
    if (op.getDialectNamespace() == "tt" && !llvm::is_contained(without, op.getStringRef()))
      missing.insert(op.getStringRef());
  for (const char *item : {"rank 1",
                           "rank 2",
                           "rank 3",
                           "rank 4",
                           "rank 5",
                           "one element",
                           "i1",
                           "i8",
                           "i16",
                           "i32",
                           "i64",
                           "f16",
                           "bf16",
                           "f32",
                           "f64",
                           "f8E5M2",
                           "f8E4M3FN",
                           "f8E4M3FNUZ",
                           "f8E5M2FNUZ",
                           "scf.for",
                           "scf.while",
                           "scf.if",
                           "cf.br",
                           "cf.cond_br",
                           "llvm.intr.assume",
                           "tt.num_stages",
                           "tt.loop_unroll_factor",
                           "tt.flatten",
                           "tt.disallow_acc_multi_buffer",
                           "tt.warp_specialize",
                           "depth 3",
                           "noinline",
                           "padding of NaN",
                           "reversed scan",
                           "cache",
                           "evict",
                           "volatile"})
    missing.insert(item);
  auto met = [&](const llvm::Twine &item) { missing.erase(item.str()); };
  for (auto [name, programs] : {std::pair("default", 6000), std::pair("recent", 2000)})
    for (int index = 0; index < programs; ++index)
      make(bytesOf(index, name), name)->walk([&](mlir::Operation *op) {
        met(op->getName().getStringRef());
        for (mlir::NamedAttribute attribute : op->getDiscardableAttrs())
          met(attribute.getName().strref());
        for (mlir::Type type : op->getResultTypes()) {
          auto shaped = llvm::dyn_cast<mlir::RankedTensorType>(type);
          if (!shaped)
            continue;
          met("rank " + llvm::Twine(shaped.getRank()));
          if (shaped.getNumElements() == 1)
            met("one element");
          if (missing.empty())
            continue;
          std::string element;
          llvm::raw_string_ostream(element) << shaped.getElementType();
          met(element);
        }
        unsigned depth = 0;
        for (mlir::Operation *outer = op->getParentOp(); outer; outer = outer->getParentOp())
          depth += mlir::isa<mlir::scf::SCFDialect>(outer->getDialect());
        if (depth == 3)
          met("depth 3");
        if (auto function = mlir::dyn_cast<tt::FuncOp>(op))
          if (auto noinline = function->getAttrOfType<mlir::BoolAttr>("noinline");
              noinline && noinline.getValue())
            met("noinline");
        if (auto make = mlir::dyn_cast<tt::MakeTensorDescOp>(op))
          if (make.getPadding() == tt::PaddingOption::Nan)
            met("padding of NaN");
        if (auto scan = mlir::dyn_cast<tt::ScanOp>(op); scan && scan.getReverse())
          met("reversed scan");
        if (auto load = mlir::dyn_cast<tt::LoadOp>(op)) {
          if (load.getCache() != tt::CacheModifier::None)
            met("cache");
          if (load.getEvict() != tt::EvictionPolicy::Normal)
            met("evict");
          if (load.getIsVolatile())
            met("volatile");
        }
      });
  for (const auto &item : missing)
    ADD_FAILURE() << "never written: " << item.getKey().str();
}

TEST_F(GeneratorTest, IsDeterministicAndReadsOnlyItsBytes) {
  std::unique_ptr<mlir::MLIRContext> other = makeContext();
  for (uint64_t index = 0; index < 200; ++index) {
    std::vector<uint8_t> bytes = bytesOf(index);
    Choices choices(bytes), again(bytes);
    std::string launch, launchAgain;
    auto program = generateProgram(choices, *findProfile("default"), *context, &launch);
    auto copy = generateProgram(again, *findProfile("default"), *other, &launchAgain);
    ASSERT_EQ(text(*program), text(*copy));
    ASSERT_EQ(launch, launchAgain);
    bytes.resize(choices.used());
    ASSERT_EQ(text(*program), text(*make(bytes)));
  }
}

TEST_F(GeneratorTest, EveryPrefixGivesAValidProgram) {
  double whole = 0, half = 0;
  for (uint64_t index = 0; index < 60; ++index) {
    std::vector<uint8_t> bytes = bytesOf(index);
    Choices choices(bytes);
    whole += size(*generateProgram(choices, *findProfile("default"), *context));
    size_t used = choices.used();
    half += size(*make(llvm::ArrayRef(bytes).take_front(used / 2)));
    for (size_t length = 0; length < used; length += 23)
      ASSERT_TRUE(mlir::succeeded(mlir::verify(*make(llvm::ArrayRef(bytes).take_front(length)))));
  }
  EXPECT_LT(half, whole); // Fewer bytes, simpler programs.
}

TEST_F(GeneratorTest, ALateChangeKeepsTheBeginning) {
  unsigned kept = 0;
  for (uint64_t index = 0; index < 100; ++index) {
    std::vector<uint8_t> bytes = bytesOf(index);
    Choices choices(bytes);
    auto program = generateProgram(choices, *findProfile("default"), *context);
    bytes[choices.used() * 9 / 10] ^= 1;
    auto changed = make(bytes);
    auto names = [](mlir::ModuleOp module) {
      std::vector<llvm::StringRef> names;
      module.walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *op) {
        if (!mlir::isa<mlir::arith::ConstantOp>(op))
          names.push_back(op->getName().getStringRef());
      });
      return names;
    };
    auto a = names(*program), b = names(*changed);
    size_t same =
        std::mismatch(a.begin(), a.begin() + std::min(a.size(), b.size()), b.begin()).first -
        a.begin();
    kept += same * 2 >= a.size();
  }
  EXPECT_GE(kept, 75u);
}

TEST_F(GeneratorTest, TextIsReadBackEqual) {
  for (uint64_t index = 0; index < 300; ++index) {
    std::string printed = text(*make(bytesOf(index)));
    auto read = mlir::parseSourceString<mlir::ModuleOp>(printed, context.get());
    ASSERT_TRUE(read) << printed;
    ASSERT_EQ(printed, text(*read));
  }
}

TEST_F(GeneratorTest, OriginMakesTheTestCaseAgain) {
  for (const Profile &profile : allProfiles())
    for (uint64_t index = 0; index < 20; ++index) {
      TestCase test = generateTestCase(bytesOf(index, profile.name), profile, *context);
      auto again = regenerate(test.origin, *context);
      ASSERT_TRUE(bool(again)) << llvm::toString(again.takeError());
      EXPECT_EQ(text(*test.program), text(*again->program));
      EXPECT_EQ(test.options, again->options);
      EXPECT_EQ(test.launch, again->launch);
      EXPECT_EQ(test.origin, again->origin);
    }
}

TEST_F(GeneratorTest, OriginsThatAreNoneAreRefused) {
  for (llvm::StringRef origin : {"import:kernel", "choices:none:00", "choices:default:xy", ""}) {
    auto parsed = parseOrigin(origin);
    EXPECT_FALSE(bool(parsed)) << origin.str();
    llvm::consumeError(parsed.takeError());
  }
}

TEST_F(GeneratorTest, LaunchNamesEveryArgument) {
  for (uint64_t index = 0; index < 200; ++index) {
    TestCase test = generateTestCase(bytesOf(index), *findProfile("default"), *context);
    tt::FuncOp kernel = *test.program->getOps<tt::FuncOp>().begin();
    ASSERT_TRUE(llvm::StringRef(test.launch).starts_with("grid="));
    size_t arguments = llvm::StringRef(test.launch).split(" args=").second.count(';') + 1;
    ASSERT_EQ(arguments, kernel.getNumArguments()) << test.launch;
  }
}

// Whether all that depends on the value is stored under the mask.
static bool staysUnder(mlir::Value value, mlir::Value mask) {
  return llvm::all_of(value.getUsers(), [&](mlir::Operation *user) {
    if (auto store = mlir::dyn_cast<tt::StoreOp>(user))
      return store.getMask() == mask && store.getPtr() != value;
    if (auto select = mlir::dyn_cast<mlir::arith::SelectOp>(user))
      if (select.getCondition() == mask && select.getFalseValue() != value)
        return true;
    return user->hasTrait<mlir::OpTrait::Elementwise>() && user->getNumResults() == 1 &&
           staysUnder(user->getResult(0), mask);
  });
}

TEST_F(GeneratorTest, WritesNothingThatIsUndefinedOrThatTheFrontEndRefuses) {
  auto isF8 = [](mlir::Value value) {
    mlir::Type element = mlir::getElementTypeOrSelf(value.getType());
    return mlir::isa<mlir::FloatType>(element) && element.getIntOrFloatBitWidth() == 8;
  };
  for (uint64_t index = 0; index < 2000; ++index) {
    auto program = make(bytesOf(index));
    program->walk([&](mlir::Operation *op) {
      if (auto load = mlir::dyn_cast<tt::LoadOp>(op); load && load.getMask() && !load.getOther())
        ASSERT_TRUE(staysUnder(load.getResult(), load.getMask())) << index;
      if (auto function = mlir::dyn_cast<tt::FuncOp>(op))
        if (auto stays = function->getAttrOfType<mlir::BoolAttr>("noinline");
            stays && stays.getValue())
          for (mlir::Type type : function.getArgumentTypes())
            if (auto tile = mlir::dyn_cast<mlir::RankedTensorType>(type))
              ASSERT_EQ(tile.getNumElements(), 1) << index;
      if (mlir::isa<mlir::arith::DivSIOp, mlir::arith::RemSIOp, mlir::arith::DivUIOp,
                    mlir::arith::RemUIOp>(op)) {
        mlir::DenseElementsAttr by;
        if (mlir::matchPattern(op->getOperand(1), mlir::m_Constant(&by)))
          ASSERT_FALSE(by.getSplatValue<llvm::APInt>().isZero()) << index;
      }
      if (op->getDialect()->getNamespace() == "arith" && !mlir::isa<mlir::arith::ConstantOp>(op))
        ASSERT_FALSE(llvm::any_of(op->getOperands(), isF8))
            << index << " " << op->getName().getStringRef().str();
    });
  }
}

/// A number that the value is a multiple of, as far as it can be followed up; 0 is a multiple of all.
static int64_t knownMultiple(mlir::Value value, const motif::Known &known,
                             llvm::SmallVector<mlir::Value> above = {}) {
  if (llvm::is_contained(above,
                         value)) // Round the loop: what it starts from and is moved by counts.
    return 0;
  if (std::optional<int64_t> number = known(value))
    return std::abs(*number);
  above.push_back(value);
  auto of = [&](mlir::Value operand) { return knownMultiple(operand, known, above); };
  mlir::Operation *op = value.getDefiningOp();
  if (auto argument = mlir::dyn_cast<mlir::BlockArgument>(value)) {
    auto loop = mlir::dyn_cast<mlir::scf::ForOp>(argument.getOwner()->getParentOp());
    if (!loop || value == loop.getInductionVar())
      return loop ? std::gcd(of(loop.getLowerBound()), of(loop.getStep())) : 1;
    unsigned slot = argument.getArgNumber() - 1;
    return std::gcd(of(loop.getInitArgs()[slot]), of(loop.getYieldedValues()[slot]));
  }
  if (mlir::isa<mlir::arith::MulIOp>(op))
    return of(op->getOperand(0)) * of(op->getOperand(1));
  if (mlir::isa<mlir::arith::AddIOp, mlir::arith::SubIOp>(op))
    return std::gcd(of(op->getOperand(0)), of(op->getOperand(1)));
  if (mlir::isa<mlir::arith::ExtSIOp, mlir::arith::ExtUIOp, mlir::arith::TruncIOp>(op))
    return of(op->getOperand(0));
  return 1;
}

// The copy engine wants 16 bytes: between rows, and of the place in a row.
TEST_F(GeneratorTest, DescriptorsAreWhatTheCopyEngineTakes) {
  const Profile &profile = *findProfile("recent");
  unsigned places = 0, strides = 0;
  for (uint64_t index = 0; index < 1500; ++index) {
    TestCase test = generateTestCase(bytesOf(index, "recent"), profile, *context);
    motif::Known known(*test.program, test.launch);
    auto isWhole = [&](mlir::Value number, mlir::Value descriptor) {
      auto type = mlir::cast<tt::TensorDescType>(descriptor.getType());
      int64_t bytes = type.getLoadedType().getElementTypeBitWidth() / 8;
      return knownMultiple(number, known) * bytes % 16 == 0;
    };
    test.program->walk([&](mlir::Operation *op) {
      mlir::Value place;
      if (mlir::isa<tt::DescriptorLoadOp, tt::DescriptorGatherOp>(op))
        place = op->getOperands().back();
      else if (auto store = mlir::dyn_cast<tt::DescriptorStoreOp>(op))
        place = store.getIndices().back();
      else if (auto update = mlir::dyn_cast<tt::DescriptorReduceOp>(op))
        place = update.getIndices().back();
      else if (auto scatter = mlir::dyn_cast<tt::DescriptorScatterOp>(op))
        place = scatter.getYOffset();
      if (place && mlir::isa<tt::TensorDescType>(op->getOperand(0).getType())) {
        ++places;
        EXPECT_TRUE(isWhole(place, op->getOperand(0)))
            << index << ": " << op->getName().getStringRef().str();
      }
      if (auto made = mlir::dyn_cast<tt::MakeTensorDescOp>(op))
        for (mlir::Value stride : made.getStrides().drop_back()) {
          ++strides;
          EXPECT_TRUE(isWhole(stride, made)) << index;
        }
    });
  }
  EXPECT_GT(places, 1000u);
  EXPECT_GT(strides, 1000u);
}
