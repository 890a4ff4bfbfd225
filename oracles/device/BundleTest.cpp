// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracles/device/Bundle.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

using namespace fathom;

namespace {

KernelCase sample() {
  KernelCase test;
  test.name = "sample";
  test.target = "cuda:90";
  test.group = "g";
  test.code = std::string("\x7f"
                          "ELF and so on");
  test.symbol = "kernel";
  test.launch.grid = {2, 3, 4};
  test.launch.threads = 256;
  test.launch.sharedBytes = 1234;
  test.launch.cluster = {2, 1, 1};
  test.launch.globalScratchBytes = 128;
  test.launch.globalScratchAlign = 64;
  CaseParameter map = CaseParameter::of(CaseParameter::Kind::TensorMap);
  map.buffer = 1;
  map.map.rank = 2;
  map.map.dims = {64, 32};
  map.map.box = {16, 8};
  map.map.swizzle = 3;
  test.parameters = {CaseParameter::pointer(0, 16), CaseParameter::scalar("\x01\x02"), map,
                     CaseParameter::of(CaseParameter::Kind::GlobalScratch)};
  CaseBuffer in, out;
  in.name = "in";
  in.size = 64;
  in.initial = std::string("abcd");
  out.name = "out";
  out.size = 16;
  out.check = CaseBuffer::Check::Compare;
  out.expected = std::string(16, 'x');
  out.ranges = {ElementRange{0, 2, ElementKind::F32, 0.5f},
                ElementRange{8, 2, ElementKind::F16, 0, std::string(8, '\1')},
                ElementRange{12, 4, ElementKind::I8, 0, {}, true}};
  test.buffers = {in, out};
  test.pointers = {{0, 8, 1, 4}};
  return test;
}

std::string write(const std::vector<KernelCase> &cases) {
  BundleWriter writer;
  for (const KernelCase &test : cases) {
    EXPECT_EQ(problemOf(test), "");
    writer.add(test);
  }
  return writer.bytes();
}

std::string errorOf(std::string_view bytes) {
  std::string error;
  EXPECT_EQ(Bundle::read(bytes, "x.bundle", error), nullptr);
  return error;
}

} // namespace

TEST(Bundle, isReadBack) {
  std::string bytes = write({sample()}), error;
  std::unique_ptr<Bundle> bundle = Bundle::read(bytes, "x.bundle", error);
  ASSERT_TRUE(bundle) << error;
  ASSERT_EQ(bundle->size(), 1u);
  KernelCase test = bundle->at(0), expected = sample();
  EXPECT_EQ(test.name, "sample");
  EXPECT_EQ(test.target, "cuda:90");
  EXPECT_EQ(test.group, "g");
  EXPECT_EQ(test.codeKind, CodeKind::Cubin);
  EXPECT_EQ(test.code.view(), expected.code.view());
  EXPECT_EQ(test.symbol, "kernel");
  EXPECT_EQ(test.launch.grid, expected.launch.grid);
  EXPECT_EQ(test.launch.threads, 256u);
  EXPECT_EQ(test.launch.sharedBytes, 1234u);
  EXPECT_EQ(test.launch.cluster, expected.launch.cluster);
  EXPECT_EQ(test.launch.globalScratchBytes, 128u);
  EXPECT_EQ(test.launch.globalScratchAlign, 64u);
  EXPECT_EQ(test.launch.blocks(), 48u);
  ASSERT_EQ(test.parameters.size(), 4u);
  EXPECT_EQ(test.parameters[0].offset, 16u);
  EXPECT_EQ(test.parameters[1].bytes, "\x01\x02");
  EXPECT_EQ(test.parameters[2].map.dims[1], 32u);
  EXPECT_EQ(test.parameters[2].map.box[0], 16u);
  EXPECT_EQ(test.parameters[2].map.swizzle, 3u);
  EXPECT_EQ(test.parameters[3].kind, CaseParameter::Kind::GlobalScratch);
  ASSERT_EQ(test.buffers.size(), 2u);
  EXPECT_EQ(test.buffers[0].initial.view(), "abcd");
  EXPECT_EQ(test.buffers[0].check, CaseBuffer::Check::Unchanged);
  EXPECT_EQ(test.buffers[1].expected.view(), std::string(16, 'x'));
  ASSERT_EQ(test.buffers[1].ranges.size(), 3u);
  EXPECT_EQ(test.buffers[1].ranges[0].slack, 0.5f);
  EXPECT_EQ(test.buffers[1].ranges[1].slacks.size(), 8u);
  EXPECT_TRUE(test.buffers[1].ranges[2].ignored);
  ASSERT_EQ(test.pointers.size(), 1u);
  EXPECT_EQ(test.pointers[0].targetOffset, 4u);
}

TEST(Bundle, sharesEqualBytes) {
  KernelCase big = sample();
  big.code = std::string(100000, 'c');
  std::vector<KernelCase> cases(10, big);
  EXPECT_LT(write(cases).size(), 110000u);
}

TEST(Bundle, isTheConcatenationOfItsSections) {
  KernelCase other = sample();
  other.name = "other";
  std::string bytes = write({sample(), sample()}) + write({other}), error;
  std::unique_ptr<Bundle> bundle = Bundle::read(bytes, "x.bundle", error);
  ASSERT_TRUE(bundle) << error;
  ASSERT_EQ(bundle->size(), 3u);
  EXPECT_EQ(bundle->at(2).name, "other");
  EXPECT_EQ(bundle->at(2).code.view(), sample().code.view());
}

TEST(Bundle, anEmptyOneHasNoCases) {
  std::string bytes = write({}), error;
  std::unique_ptr<Bundle> bundle = Bundle::read(bytes, "x.bundle", error);
  ASSERT_TRUE(bundle) << error;
  EXPECT_EQ(bundle->size(), 0u);
}

TEST(Bundle, everyTruncationIsAnError) {
  std::string bytes = write({sample(), sample()});
  for (size_t size = 0; size < bytes.size(); ++size)
    EXPECT_NE(errorOf(std::string_view(bytes).substr(0, size)).find("ends too early"),
              std::string::npos)
        << size;
  // A second section that is cut is one, too.
  EXPECT_NE(errorOf(bytes + bytes.substr(0, 100)).find("in the section at byte"),
            std::string::npos);
}

TEST(Bundle, everyDamagedByteIsAnError) {
  std::string bytes = write({sample()});
  for (size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] ^= 0x20;
    EXPECT_NE(errorOf(damaged), "") << i;
  }
}

/// Bytes that somebody wrote wrongly, and summed up rightly.
TEST(Bundle, nonsenseIsRefusedOrMakesSense) {
  std::string good = write({sample(), sample()});
  std::mt19937 random(1);
  unsigned refused = 0;
  for (unsigned i = 0; i < 20000; ++i) {
    std::string bytes = good;
    for (unsigned changes = 1 + random() % 3; changes; --changes)
      bytes[8 + random() % (bytes.size() - 8)] = random() % 4 ? random() % 256 : random() % 2 * 255;
    uint64_t checksum = checksumOf(std::string_view(bytes).substr(48),
                                   checksumOf(std::string_view(bytes).substr(0, 40)));
    std::memcpy(bytes.data() + 40, &checksum, sizeof(checksum));
    std::string error;
    std::unique_ptr<Bundle> bundle = Bundle::read(bytes, "x.bundle", error);
    EXPECT_EQ(error.empty(), bundle != nullptr);
    refused += !bundle;
    for (size_t k = 0; bundle && k < bundle->size(); ++k)
      EXPECT_EQ(problemOf(bundle->at(k)), "");
  }
  EXPECT_GT(refused, 1000u);
  EXPECT_LT(refused, 19000u);
}

TEST(Bundle, aForeignFileIsNamed) {
  EXPECT_EQ(errorOf("#!/bin/sh\necho no\n"),
            "x.bundle: this is no bundle: it does not start with the magic bytes 89 'FATHOM' 0a");
}

TEST(Bundle, anotherVersionIsNamed) {
  std::string bytes = write({sample()});
  bytes[8] = 9;
  EXPECT_NE(errorOf(bytes).find("format version 9"), std::string::npos);
}

TEST(Bundle, filesAreWrittenAndOpened) {
  std::string path = testing::TempDir() + "fathom-bundle-test.bundle", error;
  BundleWriter writer;
  writer.add(sample());
  ASSERT_TRUE(writer.write(path, error)) << error;
  std::unique_ptr<Bundle> bundle = Bundle::open(path, error);
  ASSERT_TRUE(bundle) << error;
  EXPECT_EQ(bundle->at(0).name, "sample");
  std::remove(path.c_str());
  EXPECT_FALSE(Bundle::open(path, error));
  EXPECT_NE(error.find("cannot open"), std::string::npos);
  EXPECT_FALSE(writer.write("/nonexistent/folder/x.bundle", error));
  EXPECT_NE(error.find("cannot create"), std::string::npos);
}

TEST(Bundle, senselessCasesAreRefused) {
  auto problem = [](auto change) {
    KernelCase test = sample();
    change(test);
    // What was written without asking is refused when it is read.
    BundleWriter writer;
    writer.add(test);
    std::string bytes = writer.bytes(), error;
    EXPECT_EQ(Bundle::read(bytes, "x.bundle", error), nullptr);
    EXPECT_NE(error.find(problemOf(test)), std::string::npos);
    return problemOf(test);
  };
  EXPECT_NE(problem([](KernelCase &c) { c.target = "vax:11"; }).find("neither cuda"),
            std::string::npos);
  EXPECT_NE(
      problem([](KernelCase &c) { c.codeKind = CodeKind::Hsaco; }).find("nothing for cuda:90"),
      std::string::npos);
  EXPECT_NE(problem([](KernelCase &c) { c.symbol = ""; }).find("no name"), std::string::npos);
  EXPECT_NE(problem([](KernelCase &c) { c.launch.threads = 2048; }).find("2048 threads"),
            std::string::npos);
  EXPECT_NE(problem([](KernelCase &c) { c.launch.cluster[0] = 0; }).find("cluster"),
            std::string::npos);
  EXPECT_NE(problem([](KernelCase &c) {
              c.launch.globalScratchBytes = uint64_t(1) << 39;
            }).find("scratch"),
            std::string::npos);
  EXPECT_NE(problem([](KernelCase &c) { c.parameters[0].buffer = 2; }).find("there are 2"),
            std::string::npos);
  EXPECT_NE(problem([](KernelCase &c) { c.parameters[2].map.rank = 6; }).find("rank 6"),
            std::string::npos);
  EXPECT_NE(problem([](KernelCase &c) { c.buffers[0].size = 2; }).find("more are given"),
            std::string::npos);
  EXPECT_NE(problem([](KernelCase &c) { c.buffers[1].ranges[2].count = 5; }).find("beyond its end"),
            std::string::npos);
  EXPECT_NE(problem([](KernelCase &c) { c.buffers[1].ranges[1].offset = 4; }).find("overlap"),
            std::string::npos);
  EXPECT_NE(problem([](KernelCase &c) {
              c.buffers[1].ranges[0].slacks = std::string(4, '0');
            }).find("of slacks"),
            std::string::npos);
  EXPECT_NE(problem([](KernelCase &c) { c.pointers[0].offset = 60; }).find("pointer"),
            std::string::npos);
}
