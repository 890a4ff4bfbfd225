// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The runner against driver libraries without a GPU, of both vendors: what it says of kernels that go wrong in every way, and that it goes on.
#include "oracles/device/Device.h"

#include "llvm/Support/FileSystem.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

using namespace fathom;
using namespace llvm;
using Kind = CaseVerdict::Kind;
using Check = CaseBuffer::Check;

namespace {

std::string words(const std::vector<int32_t> &values) {
  return std::string(reinterpret_cast<const char *>(values.data()), values.size() * 4);
}
std::string word(int32_t value) { return words({value}); }

class RunnerTest : public testing::TestWithParam<const char *> {
protected:
  bool isCuda() const { return StringRef(GetParam()) == "cuda"; }

  DeviceOptions options() const {
    DeviceOptions options;
    options.runner = FATHOM_RUNNER;
    options.limitSeconds = 20;
    options.cudaLibrary = FATHOM_FAKE_CUDA_LIBRARY;
    options.hipLibrary = FATHOM_FAKE_HIP_LIBRARY;
    return options;
  }

  KernelCase bare(std::string symbol) const {
    KernelCase test;
    test.name = symbol;
    test.target = isCuda() ? "cuda:90" : "hip:gfx942";
    test.codeKind = isCuda() ? CodeKind::Cubin : CodeKind::Hsaco;
    test.code = std::string("fake");
    test.symbol = std::move(symbol);
    return test;
  }

  /// kernel(in, out, n) with n = 5, and the out buffer one word longer than that.
  KernelCase copyLike(std::string symbol) const {
    KernelCase test = bare(std::move(symbol));
    CaseBuffer in, out;
    in.name = "in";
    in.size = 20;
    in.initial = words({1, 2, 3, 4, 5});
    out.name = "out";
    out.size = 24;
    out.initial = word(-1);
    out.check = Check::Compare;
    out.expected = words({1, 2, 3, 4, 5, -1});
    out.ranges = {ElementRange{0, 5, ElementKind::I32}};
    test.buffers = {in, out};
    test.parameters = {CaseParameter::pointer(0), CaseParameter::pointer(1),
                       CaseParameter::scalar(word(5))};
    return test;
  }

  DeviceRun run(ArrayRef<KernelCase> cases, const DeviceOptions &options) {
    Expected<DeviceRun> result = runCases(cases, options);
    if (!result) {
      ADD_FAILURE() << toString(result.takeError());
      return DeviceRun{std::vector<CaseVerdict>(cases.size()), {}};
    }
    EXPECT_EQ(result->verdicts.size(), cases.size());
    result->verdicts.resize(cases.size());
    for (auto [test, verdict] : zip(cases, result->verdicts))
      EXPECT_EQ(verdict.name, test.name);
    return std::move(*result);
  }
  DeviceRun run(ArrayRef<KernelCase> cases) { return run(cases, options()); }

  CaseVerdict runOne(const KernelCase &test) { return run({test}).verdicts[0]; }
};

std::vector<Kind> kindsOf(const DeviceRun &run) {
  std::vector<Kind> kinds;
  for (const CaseVerdict &verdict : run.verdicts)
    kinds.push_back(verdict.kind);
  return kinds;
}

} // namespace

TEST_P(RunnerTest, passes) {
  DeviceRun result = run({copyLike("copy"), copyLike("copy")});
  EXPECT_EQ(kindsOf(result), (std::vector{Kind::Pass, Kind::Pass}));
  EXPECT_EQ(result.summary.gpu, "Fake GPU");
  EXPECT_EQ(result.summary.arch, isCuda() ? "sm_90" : "gfx942:sramecc+:xnack-");
  EXPECT_EQ(result.summary.driver, isCuda() ? "CUDA 13.0" : "HIP 6.3");
  EXPECT_EQ(result.summary.passed, 2u);
  EXPECT_EQ(result.summary.launches, 2u);
  EXPECT_EQ(result.summary.processes, 1u);
}

TEST_P(RunnerTest, tellsWhichElementsDiffer) {
  KernelCase test = copyLike("add_one");
  test.buffers[1].ranges[0].slack = 0;
  test.buffers[1].expected = words({2, 3, 9, 5, 6, -1});
  CaseVerdict verdict = runOne(test);
  EXPECT_EQ(verdict.kind, Kind::Differs);
  EXPECT_EQ(verdict.message, "1 element is off");
  ASSERT_EQ(verdict.ranges.size(), 1u);
  const RangeReport &range = verdict.ranges[0];
  EXPECT_EQ(range.buffer, 1u);
  EXPECT_EQ(range.bufferName, "out");
  EXPECT_EQ(range.what, "i32");
  EXPECT_EQ(range.where, "range");
  EXPECT_EQ(range.count, 5u);
  EXPECT_EQ(range.differing, 1u);
  ASSERT_EQ(range.first.size(), 1u);
  EXPECT_EQ(range.first[0].index, 2u);
  EXPECT_EQ(range.first[0].got, "4");
  EXPECT_EQ(range.first[0].expected, "9");
}

TEST_P(RunnerTest, everyRangeThatIsOffHasItsReport) {
  KernelCase test = copyLike("copy");
  test.buffers[1].ranges = {ElementRange{0, 2, ElementKind::I32},
                            ElementRange{8, 3, ElementKind::I32}};
  test.buffers[1].expected = words({1, 7, 3, 7, 7, 8});
  CaseVerdict verdict = runOne(test);
  ASSERT_EQ(verdict.ranges.size(), 3u);
  EXPECT_EQ(verdict.ranges[0].differing, 1u);
  EXPECT_EQ(verdict.ranges[1].differing, 2u);
  EXPECT_EQ(verdict.ranges[2].where, "outside of the ranges");
  EXPECT_EQ(verdict.ranges[2].offset, 20u);
}

TEST_P(RunnerTest, slackIsHonoured) {
  KernelCase test = copyLike("add_one");
  test.buffers[1].ranges[0].slack = 1;
  EXPECT_TRUE(runOne(test).passed());
}

TEST_P(RunnerTest, aWriteBeyondABufferIsFound) {
  KernelCase test = copyLike("write_beyond");
  test.buffers[1].size = 20;
  test.buffers[1].expected = words({1, 2, 3, 4, 5});
  CaseVerdict verdict = runOne(test);
  EXPECT_EQ(verdict.kind, Kind::Differs);
  ASSERT_EQ(verdict.ranges.size(), 1u);
  EXPECT_EQ(verdict.ranges[0].where, "red zone after");
  EXPECT_EQ(verdict.ranges[0].bufferName, "out");
  EXPECT_EQ(verdict.ranges[0].differing, 4u);
  EXPECT_EQ(verdict.ranges[0].first[0].index, 0u);
}

TEST_P(RunnerTest, aWriteBeforeABufferIsFound) {
  CaseVerdict verdict = runOne(copyLike("write_before"));
  EXPECT_EQ(verdict.kind, Kind::Differs);
  ASSERT_EQ(verdict.ranges.size(), 1u);
  EXPECT_EQ(verdict.ranges[0].where, "red zone before");
  EXPECT_EQ(verdict.ranges[0].bufferName, "in");
}

TEST_P(RunnerTest, aWriteBesideTheRangesIsFound) {
  CaseVerdict verdict = runOne(copyLike("write_beyond"));
  ASSERT_EQ(verdict.ranges.size(), 1u);
  EXPECT_EQ(verdict.ranges[0].where, "outside of the ranges");
}

TEST_P(RunnerTest, aChangedInputIsFound) {
  CaseVerdict verdict = runOne(copyLike("write_input"));
  EXPECT_EQ(verdict.kind, Kind::Differs);
  ASSERT_EQ(verdict.ranges.size(), 1u);
  EXPECT_EQ(verdict.ranges[0].where, "unchanged buffer");
  EXPECT_EQ(verdict.ranges[0].first[0].index, 4u);
  KernelCase test = copyLike("write_input");
  test.buffers[0].check = Check::Ignore;
  EXPECT_TRUE(runOne(test).passed());
}

TEST_P(RunnerTest, goesOnAfterAFault) {
  DeviceRun result = run(
      {copyLike("copy"), copyLike("fault"), copyLike("copy"), copyLike("fault"), copyLike("copy")});
  EXPECT_EQ(kindsOf(result),
            (std::vector{Kind::Pass, Kind::Fault, Kind::Pass, Kind::Fault, Kind::Pass}));
  EXPECT_NE(result.verdicts[1].message.find(
                "an illegal memory access was encountered (FAKE_ERROR_ILLEGAL_ADDRESS)"),
            std::string::npos)
      << result.verdicts[1].message;
  EXPECT_EQ(result.summary.processes, 3u);
}

TEST_P(RunnerTest, goesOnAfterAHang) {
  DeviceOptions quick = options();
  quick.limitSeconds = 0.5;
  DeviceRun result = run({copyLike("copy"), copyLike("hang"), copyLike("copy")}, quick);
  EXPECT_EQ(kindsOf(result), (std::vector{Kind::Pass, Kind::Hang, Kind::Pass}));
  EXPECT_EQ(result.verdicts[1].message, "no answer in 0.5 s");
}

TEST_P(RunnerTest, theLimitIsThatOfOneRun) {
  // Six runs of 0.2 s each.
  DeviceOptions quick = options();
  quick.limitSeconds = 0.8;
  quick.repeat = 6;
  EXPECT_EQ(kindsOf(run({copyLike("nap")}, quick)), std::vector{Kind::Pass});
}

TEST_P(RunnerTest, goesOnAfterTheDriverDies) {
  DeviceRun result = run({copyLike("die"), copyLike("copy"), copyLike("leave"), copyLike("copy")});
  EXPECT_EQ(kindsOf(result), (std::vector{Kind::Fault, Kind::Pass, Kind::Fault, Kind::Pass}));
  EXPECT_EQ(result.verdicts[0].message, "the process that ran it died of signal Aborted");
  EXPECT_EQ(result.verdicts[2].message, "the process that ran it left with code 9");
}

TEST_P(RunnerTest, blamesTheRightCase) {
  // What is being compared when the next case kills the process is not to blame: it is compared again.
  std::vector<KernelCase> cases;
  for (unsigned i = 0; i < 20; ++i) {
    cases.push_back(copyLike(i % 2 ? "die" : "copy"));
    cases.back().buffers.push_back({"big", 8 << 20, Bytes(), Check::Unchanged});
  }
  DeviceRun result = run(cases);
  for (unsigned i = 0; i < 20; ++i)
    EXPECT_EQ(result.verdicts[i].kind, i % 2 ? Kind::Fault : Kind::Pass) << i;
}

TEST_P(RunnerTest, aRefusalIsNoFault) {
  KernelCase noCode = copyLike("copy"), noKernel = copyLike("copy"), noMemory = copyLike("copy");
  noCode.code = std::string("refuse");
  noKernel.symbol = "no_such_kernel";
  noMemory.launch.sharedBytes = 1 << 20;
  DeviceRun result = run({noCode, noKernel, noMemory, copyLike("copy")});
  EXPECT_EQ(kindsOf(result),
            (std::vector{Kind::Refused, Kind::Refused, Kind::Refused, Kind::Pass}));
  EXPECT_NE(result.verdicts[0].message.find("FAKE_ERROR_NO_BINARY_FOR_GPU"), std::string::npos);
  EXPECT_NE(result.verdicts[1].message.find("FAKE_ERROR_NOT_FOUND"), std::string::npos);
  EXPECT_NE(result.verdicts[2].message.find("FAKE_ERROR_INVALID_VALUE"), std::string::npos);
  EXPECT_EQ(result.summary.processes, 1u);
}

TEST_P(RunnerTest, repeatedRunsFindRaces) {
  DeviceOptions thrice = options();
  thrice.repeat = 3;
  DeviceRun result = run({copyLike("copy"), copyLike("alternate")}, thrice);
  EXPECT_EQ(kindsOf(result), (std::vector{Kind::Pass, Kind::Race}));
  EXPECT_EQ(result.verdicts[1].message, "run 2 of 3 differs from the first one: 1 element is off");
  EXPECT_EQ(result.verdicts[1].ranges[0].first[0].index, 2u);
  EXPECT_EQ(result.summary.launches, 6u);
  // With a slack that both runs are within there is none.
  KernelCase loose = copyLike("alternate");
  loose.buffers[1].ranges[0].slack = 1;
  EXPECT_EQ(kindsOf(run({loose}, thrice)), std::vector{Kind::Pass});
}

TEST_P(RunnerTest, aLaterRunThatIsOffIsARace) {
  // The runs differ by 1, which is within twice the slack; but the third is too far from what is expected.
  DeviceOptions thrice = options();
  thrice.repeat = 3;
  KernelCase test = copyLike("third_time");
  test.buffers[1].ranges[0].slack = 0.5;
  DeviceRun result = run({test}, thrice);
  EXPECT_EQ(result.verdicts[0].kind, Kind::Race);
  EXPECT_EQ(result.verdicts[0].message,
            "run 3 of 3 is off, and the first one was not: 1 element is off");
}

TEST_P(RunnerTest, aFaultOfALaterRunIsAFault) {
  DeviceOptions thrice = options();
  thrice.repeat = 3;
  DeviceRun result = run({copyLike("fault_later"), copyLike("copy")}, thrice);
  EXPECT_EQ(kindsOf(result), (std::vector{Kind::Fault, Kind::Pass}));
}

TEST_P(RunnerTest, casesOfAGroupMustAgree) {
  auto grouped = [&](std::string symbol, std::string group) {
    KernelCase test = copyLike(std::move(symbol));
    test.group = std::move(group);
    test.buffers[1].check = Check::Agree;
    return test;
  };
  DeviceRun result = run({grouped("copy", "a"), grouped("add_one", "a"), grouped("copy", "a"),
                          grouped("add_one", "b"), grouped("add_one", "b")});
  EXPECT_EQ(kindsOf(result),
            (std::vector{Kind::Pass, Kind::Differs, Kind::Pass, Kind::Pass, Kind::Pass}));
  EXPECT_EQ(result.verdicts[1].ranges[0].differing, 5u);
  // The first case's results are there again after a fault, and where it has none the next one leads.
  result = run({grouped("copy", "a"), grouped("fault", "a"), grouped("add_one", "a"),
                grouped("fault", "b"), grouped("add_one", "b"), grouped("copy", "b")});
  EXPECT_EQ(kindsOf(result), (std::vector{Kind::Pass, Kind::Fault, Kind::Differs, Kind::Fault,
                                          Kind::Pass, Kind::Differs}));
}

TEST_P(RunnerTest, launchesAsAsked) {
  KernelCase test = bare("tell_launch");
  test.launch.grid = {2, 3, 4};
  test.launch.threads = 256;
  test.launch.sharedBytes = 100000;
  test.launch.cluster = {4, 1, 1};
  CaseBuffer out;
  out.name = "out";
  out.size = 40;
  out.check = Check::Compare;
  out.expected = words({8, 3, 4, 256, 1, 1, 100000, 4, 1, 1});
  out.ranges = {ElementRange{0, 10, ElementKind::I32}};
  test.buffers = {out};
  test.parameters = {CaseParameter::pointer(0)};
  CaseVerdict verdict = runOne(test);
  EXPECT_TRUE(verdict.passed()) << describe(verdict);
  // Without a cluster by another entry point.
  test.launch.cluster = {1, 1, 1};
  test.buffers[0].expected = words({2, 3, 4, 256, 1, 1, 100000, 1, 1, 1});
  verdict = runOne(test);
  EXPECT_TRUE(verdict.passed()) << describe(verdict);
}

TEST_P(RunnerTest, anEmptyGridLaunchesNothing) {
  KernelCase test = copyLike("copy");
  test.launch.grid = {4, 0, 1};
  test.buffers[1].expected = word(-1);
  EXPECT_TRUE(runOne(test).passed());
}

TEST_P(RunnerTest, scratchMemoryIsGivenAndGuarded) {
  auto scratch = [&](uint64_t bytes, int32_t written) {
    KernelCase test = bare("use_scratch");
    test.launch.grid = {3, 2, 1};
    test.launch.globalScratchBytes = bytes;
    test.launch.globalScratchAlign = 128;
    CaseBuffer out;
    out.name = "out";
    out.size = 8;
    out.check = Check::Compare;
    out.expected = words({bytes ? 1 : 0, 0});
    out.ranges = {ElementRange{0, 2, ElementKind::I32}};
    test.buffers = {out};
    test.parameters = {CaseParameter::pointer(0), CaseParameter::scalar(word(written)),
                       CaseParameter::of(CaseParameter::Kind::GlobalScratch),
                       CaseParameter::of(CaseParameter::Kind::ProfileScratch)};
    return test;
  };
  EXPECT_TRUE(runOne(scratch(0, 0)).passed());
  EXPECT_TRUE(runOne(scratch(128, 32)).passed());
  CaseVerdict verdict = runOne(scratch(128, 33));
  ASSERT_EQ(verdict.ranges.size(), 1u);
  EXPECT_EQ(verdict.ranges[0].where, "red zone after");
  EXPECT_EQ(verdict.ranges[0].bufferName, "global scratch");
}

TEST_P(RunnerTest, pointersInMemoryAreFollowed) {
  KernelCase test = bare("follow");
  CaseBuffer table, values, out;
  table.name = "table";
  table.size = 16;
  values.name = "values";
  values.size = 8;
  values.initial = words({5, 6});
  out.name = "out";
  out.size = 4;
  out.check = Check::Compare;
  out.expected = word(6);
  out.ranges = {ElementRange{0, 1, ElementKind::I32}};
  test.buffers = {table, values, out};
  test.pointers = {{0, 8, 1, 4}};
  test.parameters = {CaseParameter::pointer(0), CaseParameter::pointer(2)};
  CaseVerdict verdict = runOne(test);
  EXPECT_TRUE(verdict.passed()) << describe(verdict);
}

TEST_P(RunnerTest, tensorMapsAreMade) {
  KernelCase test = bare("tell_map");
  CaseBuffer data, out;
  data.name = "data";
  data.size = 1024;
  out.name = "out";
  out.size = 128;
  out.check = Check::Compare;
  out.expected = words({7, 2, 16, 8, 64, 4, 2, 3, 1}) + std::string(92, '\0');
  out.ranges = {ElementRange{0, 32, ElementKind::I32}};
  test.buffers = {data, out};
  CaseParameter map = CaseParameter::of(CaseParameter::Kind::TensorMap);
  map.map.dataType = 7;
  map.map.rank = 2;
  map.map.dims = {16, 8};
  map.map.strides = {64};
  map.map.box = {4, 2};
  map.map.swizzle = 3;
  test.parameters = {map, CaseParameter::pointer(1)};
  CaseVerdict verdict = runOne(test);
  if (isCuda()) {
    EXPECT_TRUE(verdict.passed()) << describe(verdict);
  } else {
    EXPECT_EQ(verdict.kind, Kind::Refused);
    EXPECT_NE(verdict.message.find("tensor maps are CUDA's"), std::string::npos);
  }
}

TEST_P(RunnerTest, ptxIsLoadedWithItsComplaints) {
  if (!isCuda())
    GTEST_SKIP() << "PTX is CUDA's";
  KernelCase good = copyLike("copy"), bad = copyLike("copy");
  good.codeKind = bad.codeKind = CodeKind::Ptx;
  good.code = std::string("ptx");
  bad.code = std::string("pt");
  DeviceRun result = run({good, bad});
  EXPECT_EQ(kindsOf(result), (std::vector{Kind::Pass, Kind::Refused}));
  EXPECT_NE(
      result.verdicts[1].message.find("(FAKE_ERROR_INVALID_PTX): line 1: this is no fake PTX"),
      std::string::npos)
      << result.verdicts[1].message;
}

TEST_P(RunnerTest, whatKernelsPrintIsNoneOfTheReport) {
  DeviceRun result = run({copyLike("chatter"), copyLike("copy")});
  EXPECT_EQ(kindsOf(result), (std::vector{Kind::Pass, Kind::Pass}));
}

TEST_P(RunnerTest, largeCasesAfterSmallOnes) {
  std::vector<KernelCase> cases;
  for (uint64_t bytes : {64, 1 << 20, 40 << 20, 64, 90 << 20, 4096}) {
    KernelCase test = copyLike("copy");
    test.buffers[0].size = test.buffers[1].size = bytes;
    test.buffers[1].expected = test.buffers[0].initial = words({1, 2, 3, 4});
    test.buffers[1].ranges = {ElementRange{0, bytes / 4, ElementKind::I32}};
    test.parameters[2] = CaseParameter::scalar(word(bytes / 4));
    cases.push_back(test);
  }
  DeviceRun result = run(cases);
  for (const CaseVerdict &verdict : result.verdicts)
    EXPECT_TRUE(verdict.passed()) << describe(verdict);
}

TEST_P(RunnerTest, noDriverAndNoGpuAreErrors) {
  DeviceOptions nowhere = options();
  nowhere.cudaLibrary = nowhere.hipLibrary = "/nonexistent/driver.so";
  Expected<DeviceRun> noDriver = runCases({copyLike("copy")}, nowhere);
  ASSERT_FALSE(noDriver);
  std::string error = toString(noDriver.takeError());
  EXPECT_NE(error.find("cannot be loaded: /nonexistent/driver.so"), std::string::npos) << error;

  ::setenv("FATHOM_FAKE_GPUS", "0", 1);
  Expected<DeviceRun> noGpu = runCases({copyLike("copy")}, options());
  ::unsetenv("FATHOM_FAKE_GPUS");
  ASSERT_FALSE(noGpu);
  error = toString(noGpu.takeError());
  EXPECT_NE(error.find("no GPU: "), std::string::npos) << error;
  EXPECT_NE(error.find("FAKE_ERROR_NO_DEVICE"), std::string::npos) << error;

  // A library that is no driver.
  DeviceOptions wrong = options();
  wrong.cudaLibrary = FATHOM_FAKE_HIP_LIBRARY;
  wrong.hipLibrary = FATHOM_FAKE_CUDA_LIBRARY;
  Expected<DeviceRun> wrongDriver = runCases({copyLike("copy")}, wrong);
  ASSERT_FALSE(wrongDriver);
  error = toString(wrongDriver.takeError());
  EXPECT_NE(error.find("has no function"), std::string::npos) << error;
}

TEST_P(RunnerTest, senselessCasesAreErrors) {
  KernelCase test = copyLike("copy");
  test.parameters[0].buffer = 9;
  Expected<DeviceRun> result = runCases({test}, options());
  ASSERT_FALSE(result);
  EXPECT_EQ(toString(result.takeError()),
            "copy: parameter 0 points into buffer 9, and there are 2");
}

TEST_P(RunnerTest, aMissingRunnerIsAnError) {
  DeviceOptions none = options();
  none.runner = "/nonexistent/fathom-runner";
  Expected<DeviceRun> result = runCases({copyLike("copy")}, none);
  ASSERT_FALSE(result);
  EXPECT_NE(toString(result.takeError()).find("cannot run '/nonexistent/fathom-runner'"),
            std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Vendors, RunnerTest, testing::Values("cuda", "hip"),
                         [](const auto &info) { return std::string(info.param); });

TEST(MakeCase, addsWhatTheReleaseAppends) {
  Expected<Target> target = parseTarget("cuda:90");
  ASSERT_TRUE(bool(target));
  KernelInfo kernel;
  kernel.name = "k";
  kernel.numWarps = 8;
  kernel.threadsPerWarp = 32;
  kernel.cluster = {2, 1, 1};
  kernel.sharedBytes = 99;
  kernel.globalScratchBytes = 128;
  kernel.globalScratchAlign = 16;
  for (unsigned scratch : {0, 1, 2}) {
    kernel.scratchParameters = scratch;
    KernelCase test = makeCase("n", *target, kernel, CodeKind::Cubin, "code", {5, 1, 1},
                               {CaseParameter::of(CaseParameter::Kind::Null)}, {});
    EXPECT_EQ(problemOf(test), "");
    EXPECT_EQ(test.symbol, "k");
    EXPECT_EQ(test.launch.threads, 256u);
    EXPECT_EQ(test.launch.sharedBytes, 99u);
    EXPECT_EQ(test.launch.blocks(), 10u);
    ASSERT_EQ(test.parameters.size(), 1 + scratch);
    if (scratch)
      EXPECT_EQ(test.parameters[1].kind, CaseParameter::Kind::GlobalScratch);
    if (scratch > 1)
      EXPECT_EQ(test.parameters[2].kind, CaseParameter::Kind::ProfileScratch);
  }
}

TEST(MakeCase, describesTensors) {
  DescribedTensor tensor{3, 16, {100, 64}, {128, 1}, true};
  KernelInfo kernel;
  std::vector<CaseParameter> parts = cantFail(descriptorParameters(kernel, 0, tensor));
  ASSERT_EQ(parts.size(), 6u);
  EXPECT_EQ(parts[0].kind, CaseParameter::Kind::Pointer);
  EXPECT_EQ(parts[0].offset, 16u);
  EXPECT_EQ(parts[1].bytes, std::string("\x64\0\0\0\0\0\0\0", 8));
  EXPECT_EQ(parts[3].bytes, std::string("\x80\0\0\0\0\0\0\0", 8));
  EXPECT_EQ(parts[5].bytes, "\1");

  kernel.descriptors = {{.swizzle = 3, .elementBytes = 2, .elementType = 6, .block = {32, 64}}};
  std::vector<CaseParameter> whole = cantFail(descriptorParameters(kernel, 0, tensor));
  ASSERT_EQ(whole.size(), 1u);
  EXPECT_EQ(whole[0].kind, CaseParameter::Kind::TensorMap);
  EXPECT_EQ(whole[0].buffer, 3u);
  EXPECT_EQ(whole[0].offset, 16u);
  const TensorMapRecipe &map = whole[0].map;
  EXPECT_EQ(map.rank, 2u);
  EXPECT_EQ(map.dims[0], 64u);
  EXPECT_EQ(map.dims[1], 100u);
  EXPECT_EQ(map.strides[0], 256u);
  EXPECT_EQ(map.box[0], 64u);
  EXPECT_EQ(map.box[1], 32u);
  EXPECT_EQ(map.fill, 1u);

  Expected<std::vector<CaseParameter>> second = descriptorParameters(kernel, 1, tensor);
  EXPECT_EQ(toString(second.takeError()),
            "the compiler describes no tensor descriptor 1 of 2 dimensions");
}

TEST(MakeCase, knowsWhatADriverLoads) {
  Expected<Target> cuda = parseTarget("cuda:90"), hip = parseTarget("hip:gfx942");
  ASSERT_TRUE(cuda && hip);
  EXPECT_EQ(cantFail(codeKindOf(*cuda, Stage::Asm)), CodeKind::Ptx);
  EXPECT_EQ(cantFail(codeKindOf(*cuda, Stage::Binary)), CodeKind::Cubin);
  EXPECT_EQ(cantFail(codeKindOf(*hip, Stage::Binary)), CodeKind::Hsaco);
  for (Stage stage : {Stage::Ttgir, Stage::Llir, Stage::Asm}) {
    Expected<CodeKind> kind = codeKindOf(*hip, stage);
    EXPECT_FALSE(bool(kind));
    consumeError(kind.takeError());
  }
}
