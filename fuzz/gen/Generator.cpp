// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes programs and test cases from bytes, by profile, and again from their ORIGIN line.
#include "fuzz/gen/Generator.h"

#include "fuzz/gen/Rows.h"
#include "fuzz/gen/gpu/GpuProgram.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

using namespace fathom;

llvm::ArrayRef<Profile> fathom::allProfiles() {
  static const Profile profiles[] = {
#define PROFILE(...) {__VA_ARGS__},
#include "fuzz/gen/Profiles.def"
  };
  return profiles;
}

const Profile *fathom::findProfile(llvm::StringRef name) {
  for (const Profile &profile : allProfiles())
    if (profile.name == name)
      return &profile;
  return nullptr;
}

mlir::OwningOpRef<mlir::ModuleOp> fathom::generateProgram(Choices &choices, const Profile &profile,
                                                          mlir::MLIRContext &context,
                                                          std::string *launch, RowCounts *counts) {
  if (counts && counts->times.empty()) {
    counts->programs.resize(rowNames(profile).size());
    counts->times.resize(rowNames(profile).size());
  }
  if (profile.layouts)
    return gen::gpuProgram(choices, profile, context, launch, counts);
  gen::Writer writer(choices, profile, context, counts);
  mlir::OwningOpRef<mlir::ModuleOp> program = writer.program();
  if (launch)
    *launch = writer.launch();
  return program;
}

// Elements of the biggest tensor.
static int64_t biggestTile(mlir::ModuleOp program) {
  int64_t most = 1;
  program.walk([&](mlir::Operation *op) {
    for (mlir::Type type : op->getResultTypes())
      if (auto shaped = llvm::dyn_cast<mlir::RankedTensorType>(type))
        most = std::max(most, shaped.getNumElements());
  });
  return most;
}

TestCase fathom::generateTestCase(llvm::ArrayRef<uint8_t> bytes, const Profile &profile,
                                  mlir::MLIRContext &context) {
  Choices choices(bytes);
  return generateTestCase(choices, profile, context);
}

TestCase fathom::generateTestCase(Choices &choices, const Profile &profile,
                                  mlir::MLIRContext &context) {
  TestCase test;
  if (profile.layouts) {
    test = gen::gpuTestCase(choices, profile, context);
  } else {
    // Before the program: so a change of it leaves them as they are.
    test.options.numWarps = choices.pick({4, 4, 8, 2, 1, 4, 16, 4});
    test.options.numStages = choices.pick({3, 2, 4, 1, 3, 5, 2, 3});
    test.program = generateProgram(choices, profile, context, &test.launch);
    // A warp with hundreds of elements a lane compiles for seconds and tests nothing more.
    int64_t least = std::min<int64_t>(16, biggestTile(*test.program) / 4096);
    test.options.numWarps = std::max<int>(test.options.numWarps, least);
  }
  test.origin =
      ("choices:" + profile.name + ":" + llvm::toHex(choices.usedBytes(), /*LowerCase=*/true))
          .str();
  return test;
}

std::string fathom::generateLine(const Profile &profile, uint64_t seed, uint64_t index) {
  return llvm::formatv("{0}--profile {1} --seed {2} --index {3}", generateKey, profile.name, seed,
                       index);
}

llvm::Expected<Origin> fathom::parseOrigin(llvm::StringRef origin) {
  auto fail = [&](const llvm::Twine &why) {
    return llvm::createStringError("'" + origin.substr(0, 60) + "' is no generator's origin: " +
                                   why + "; it looks like choices:default:9f3a");
  };
  llvm::StringRef rest = origin.trim();
  if (!rest.consume_front("choices:"))
    return fail("it does not start with choices:");
  auto [name, hex] = rest.split(':');
  const Profile *profile = findProfile(name);
  if (!profile)
    return fail("there is no profile '" + name + "'");
  std::string bytes;
  if (!llvm::tryGetFromHex(hex, bytes))
    return fail("the bytes are not in hexadecimal");
  return Origin{profile, std::vector<uint8_t>(bytes.begin(), bytes.end())};
}

llvm::Expected<TestCase> fathom::regenerate(llvm::StringRef origin, mlir::MLIRContext &context) {
  auto parsed = parseOrigin(origin);
  if (!parsed)
    return parsed.takeError();
  return generateTestCase(parsed->bytes, *parsed->profile, context);
}
