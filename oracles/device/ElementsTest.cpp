// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracles/device/Elements.h"

#include "llvm/ADT/APFloat.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

using namespace fathom;
using namespace llvm;

/// LLVM's word on a kind, to be judged by another implementation than our own.
static const fltSemantics *semanticsOf(ElementKind kind) {
  switch (kind) {
  case ElementKind::F16:
    return &APFloat::IEEEhalf();
  case ElementKind::BF16:
    return &APFloat::BFloat();
  case ElementKind::F32:
    return &APFloat::IEEEsingle();
  case ElementKind::F64:
    return &APFloat::IEEEdouble();
  case ElementKind::F8E4M3FN:
    return &APFloat::Float8E4M3FN();
  case ElementKind::F8E5M2:
    return &APFloat::Float8E5M2();
  case ElementKind::F8E4M3FNUZ:
    return &APFloat::Float8E4M3FNUZ();
  case ElementKind::F8E5M2FNUZ:
    return &APFloat::Float8E5M2FNUZ();
  default:
    return nullptr;
  }
}

TEST(Elements, everyBitPatternOfNarrowFloatsIsDecodedAsLlvmDoes) {
  for (unsigned k = 0; k < numElementKinds; ++k) {
    auto kind = ElementKind(k);
    const fltSemantics *semantics = semanticsOf(kind);
    unsigned bits = 8 * elementBytes(kind);
    if (!semantics || bits > 16)
      continue;
    for (uint64_t pattern = 0; pattern < uint64_t(1) << bits; ++pattern) {
      APFloat value(*semantics, APInt(bits, pattern));
      double got = decodeElement(kind, reinterpret_cast<const char *>(&pattern));
      if (value.isNaN()) {
        ASSERT_TRUE(std::isnan(got)) << elementKindName(kind) << " " << pattern;
        continue;
      }
      bool loses = false;
      value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &loses);
      double expected = value.convertToDouble();
      ASSERT_EQ(got, expected) << elementKindName(kind) << " " << pattern;
      ASSERT_EQ(std::signbit(got), std::signbit(expected))
          << elementKindName(kind) << " " << pattern;
    }
  }
}

TEST(Elements, largestFiniteIsLlvms) {
  for (unsigned k = 0; k < numElementKinds; ++k) {
    const fltSemantics *semantics = semanticsOf(ElementKind(k));
    if (!semantics) {
      EXPECT_TRUE(std::isinf(largestFinite(ElementKind(k))));
      continue;
    }
    APFloat largest = APFloat::getLargest(*semantics);
    bool loses = false;
    largest.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &loses);
    EXPECT_EQ(largestFinite(ElementKind(k)), largest.convertToDouble());
  }
}

TEST(Elements, namesAreReadBack) {
  for (unsigned k = 0; k < numElementKinds; ++k)
    EXPECT_EQ(parseElementKind(elementKindName(ElementKind(k))), ElementKind(k));
  EXPECT_FALSE(parseElementKind("f31"));
}

TEST(Elements, print) {
  auto print = [](ElementKind kind, auto value) {
    return printElement(kind, reinterpret_cast<const char *>(&value));
  };
  EXPECT_EQ(print(ElementKind::I32, int32_t(-1)), "-1");
  EXPECT_EQ(print(ElementKind::I64, INT64_MIN), "-9223372036854775808");
  EXPECT_EQ(print(ElementKind::I8, int8_t(-128)), "-128");
  EXPECT_EQ(print(ElementKind::F32, 0.1f), "0.1");
  EXPECT_EQ(print(ElementKind::F32, std::nextafter(1.0f, 2.0f)), "1.0000001");
  EXPECT_EQ(print(ElementKind::F64, 1.0 / 3), "0.3333333333333333");
  EXPECT_EQ(print(ElementKind::F16, uint16_t(0x3e00)), "1.5");
  EXPECT_EQ(print(ElementKind::F16, uint16_t(0xfc00)), "-inf");
  EXPECT_EQ(print(ElementKind::F32, uint32_t(0x7fc00000)), "nan(0x7fc00000)");
  EXPECT_EQ(print(ElementKind::F8E4M3FN, uint8_t(0x7f)), "nan(0x7f)");
}
