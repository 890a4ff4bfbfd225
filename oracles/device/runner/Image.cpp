// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lays out, fills and checks the memory of a case.
#include "oracles/device/runner/Image.h"

#include <algorithm>
#include <cstring>

using namespace fathom;

static constexpr char redZoneByte = char(0xb5), scratchByte = char(0xa5);

static uint64_t alignTo(uint64_t size, uint64_t align) {
  return (size + align - 1) / align * align;
}

Image fathom::layOut(const KernelCase &test, uint64_t redZone) {
  Image image;
  image.redZone = redZone;
  uint64_t end = 0;
  auto place = [&](uint64_t bytes, uint64_t align, std::string name) {
    uint64_t at = alignTo(end + redZone, align);
    image.parts.push_back({at, bytes, std::move(name)});
    end = at + bytes;
    return int(image.parts.size() - 1);
  };
  for (const CaseBuffer &buffer : test.buffers)
    place(buffer.size, Image::bufferAlign, buffer.name);
  const KernelLaunch &launch = test.launch;
  if (uint64_t bytes = launch.globalScratchBytes * launch.blocks())
    image.globalScratch = place(
        bytes, std::max<uint64_t>(Image::bufferAlign, launch.globalScratchAlign), "global scratch");
  if (uint64_t bytes = launch.profileScratchBytes * launch.blocks())
    image.profileScratch =
        place(bytes, std::max<uint64_t>(Image::bufferAlign, launch.profileScratchAlign),
              "profile scratch");
  image.bytes = alignTo(end + redZone, Image::bufferAlign);
  return image;
}

static void fillRepeated(std::string_view bytes, char *to, uint64_t size) {
  if (bytes.size() <= 1) {
    std::memset(to, bytes.empty() ? 0 : bytes[0], size);
    return;
  }
  std::memcpy(to, bytes.data(), std::min<uint64_t>(bytes.size(), size));
  for (uint64_t done = bytes.size(); done < size;) {
    uint64_t more = std::min(done - done % bytes.size(), size - done);
    std::memcpy(to + done, to, more);
    done += more;
  }
}

std::string_view fathom::repeated(std::string_view bytes, uint64_t size, std::string &storage) {
  if (bytes.size() >= size)
    return bytes.substr(0, size);
  storage.resize(size);
  fillRepeated(bytes, storage.data(), size);
  return storage;
}

void fathom::fillImage(const KernelCase &test, const Image &image,
                       const std::vector<Address> &addresses, char *block) {
  uint64_t end = 0;
  for (const Image::Part &part : image.parts) {
    std::memset(block + end, redZoneByte, part.at - end);
    end = part.at + part.bytes;
  }
  std::memset(block + end, redZoneByte, image.bytes - end);
  for (size_t i = 0; i < image.parts.size(); ++i) {
    const Image::Part &part = image.parts[i];
    if (i < test.buffers.size())
      fillRepeated(test.buffers[i].initial.view(), block + part.at, part.bytes);
    else
      std::memset(block + part.at, scratchByte, part.bytes);
  }
  for (const PointerInBuffer &pointer : test.pointers) {
    Address value = addresses[pointer.target] + pointer.targetOffset;
    std::memcpy(block + image.parts[pointer.buffer].at + pointer.offset, &value, sizeof(value));
  }
}

void fathom::checkRedZones(const Image &image, const char *block, const CompareOptions &options,
                           std::vector<RangeReport> &reports) {
  if (!image.redZone)
    return;
  std::string clean;
  auto check = [&](size_t part, const char *where, uint64_t from, uint64_t to) {
    clean.resize(std::max<uint64_t>(clean.size(), to - from), redZoneByte);
    CaseBuffer named;
    named.name = image.parts[part].name;
    compareBits(named, part, where, 0, std::string_view(clean).substr(0, to - from),
                std::string_view(block + from, to - from), options, reports);
  };
  uint64_t end = 0;
  for (size_t i = 0; i < image.parts.size(); ++i) {
    uint64_t middle = i ? end + (image.parts[i].at - end) / 2 : 0;
    if (i)
      check(i - 1, "red zone after", end, middle);
    check(i, "red zone before", middle, image.parts[i].at);
    end = image.parts[i].at + image.parts[i].bytes;
  }
  if (!image.parts.empty())
    check(image.parts.size() - 1, "red zone after", end, image.bytes);
}
