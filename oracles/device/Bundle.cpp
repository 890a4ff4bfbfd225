// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes and reads bundles. A case record is what transfer() goes through, in that order: numbers as they are, a string or a list as a
// 4-byte count and its items, bytes as the 4-byte number of their blob.
#include "oracles/device/Bundle.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <functional>
#include <sys/mman.h>
#include <sys/stat.h>
#include <type_traits>
#include <unistd.h>

using namespace fathom;

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
              "bundles are read and written as they lie in memory");

namespace {

constexpr std::string_view magic = "\x89"
                                   "FATHOM\n";
constexpr uint32_t formatVersion = 1;
constexpr uint64_t headerBytes = 48, checksumAt = 40, blobAlign = 16;
/// Nothing in a case may be larger, so that sums of sizes stay far from overflowing.
constexpr uint64_t largest = uint64_t(1) << 40;

template <typename T> void append(std::string &to, T value) {
  to.append(reinterpret_cast<const char *>(&value), sizeof(value));
}

template <typename T> T load(std::string_view from, uint64_t at) {
  T value;
  std::memcpy(&value, from.data() + at, sizeof(value));
  return value;
}

uint64_t alignTo(uint64_t size, uint64_t align) { return (size + align - 1) / align * align; }

std::string number(uint64_t value) { return std::to_string(value); }

} // namespace

//===- Case records --------------------------------------------------------------------------------------------------------------===//

namespace {

/// Appends fields to a record.
class FieldWriter {
public:
  FieldWriter(std::string &out, const std::function<uint32_t(std::string_view)> &blob)
      : out(out), blob(blob) {}
  template <typename T> void value(const T &field) { append(out, field); }
  void text(const std::string &field) {
    append(out, uint32_t(field.size()));
    out += field;
  }
  void bytes(const Bytes &field) { append(out, blob(field.view())); }
  template <typename List, typename Item> void list(List &items, Item item) {
    append(out, uint32_t(items.size()));
    for (auto &each : items)
      item(each);
  }

private:
  std::string &out;
  const std::function<uint32_t(std::string_view)> &blob;
};

/// Takes fields off a record. Past its end, or at a blob that is not there, it is broken and gives zeros.
class FieldReader {
public:
  FieldReader(std::string_view fields, std::string_view section, uint64_t numBlobs)
      : fields(fields), section(section), numBlobs(numBlobs) {}
  bool whole() const { return !broken && fields.empty(); }

  template <typename T> void value(T &field) {
    std::string_view raw = take(sizeof(T));
    if (!broken)
      std::memcpy(&field, raw.data(), sizeof(T));
  }
  void value(bool &field) { // Not every byte is one.
    uint8_t byte = 0;
    value(byte);
    field = byte != 0;
  }
  void text(std::string &field) {
    uint32_t size = 0;
    value(size);
    field = take(size);
  }
  void bytes(Bytes &field) {
    uint32_t index = 0;
    value(index);
    if (index >= numBlobs)
      broken = true;
    if (broken)
      return;
    uint64_t entry = headerBytes + uint64_t(index) * 16;
    field = Bytes::viewOf(
        section.substr(load<uint64_t>(section, entry), load<uint64_t>(section, entry + 8)));
  }
  template <typename List, typename Item> void list(List &items, Item item) {
    uint32_t count = 0;
    value(count);
    for (uint32_t i = 0; i < count && !broken; ++i)
      item(items.emplace_back());
  }

private:
  std::string_view take(uint64_t size) {
    if (broken || size > fields.size()) {
      broken = true;
      return {};
    }
    std::string_view result = fields.substr(0, size);
    fields.remove_prefix(size);
    return result;
  }

  std::string_view fields, section;
  uint64_t numBlobs;
  bool broken = false;
};

/// Goes through all that a case holds, to write or to read it.
template <typename Fields, typename Case> void transfer(Fields &fields, Case &test) {
  fields.text(test.name);
  fields.text(test.target);
  fields.text(test.group);
  fields.value(test.codeKind);
  fields.bytes(test.code);
  fields.text(test.symbol);

  auto &launch = test.launch;
  fields.value(launch.grid);
  fields.value(launch.threads);
  fields.value(launch.sharedBytes);
  fields.value(launch.cluster);
  fields.value(launch.globalScratchBytes);
  fields.value(launch.globalScratchAlign);
  fields.value(launch.profileScratchBytes);
  fields.value(launch.profileScratchAlign);

  fields.list(test.parameters, [&](auto &parameter) {
    fields.value(parameter.kind);
    fields.value(parameter.buffer);
    fields.value(parameter.offset);
    fields.text(parameter.bytes);
    if (parameter.kind != CaseParameter::Kind::TensorMap)
      return;
    auto &map = parameter.map;
    fields.value(map.dataType);
    fields.value(map.rank);
    fields.value(map.interleave);
    fields.value(map.swizzle);
    fields.value(map.l2Promotion);
    fields.value(map.fill);
    fields.value(map.dims);
    fields.value(map.strides);
    fields.value(map.box);
    fields.value(map.elementStrides);
  });
  fields.list(test.buffers, [&](auto &buffer) {
    fields.text(buffer.name);
    fields.value(buffer.size);
    fields.bytes(buffer.initial);
    fields.value(buffer.check);
    fields.bytes(buffer.expected);
    fields.list(buffer.ranges, [&](auto &range) {
      fields.value(range.offset);
      fields.value(range.count);
      fields.value(range.kind);
      fields.value(range.ignored);
      fields.value(range.slack);
      fields.bytes(range.slacks);
    });
  });
  fields.list(test.pointers, [&](auto &pointer) {
    fields.value(pointer.buffer);
    fields.value(pointer.offset);
    fields.value(pointer.target);
    fields.value(pointer.targetOffset);
  });
}

} // namespace

//===- What makes sense ----------------------------------------------------------------------------------------------------------===//

std::string_view fathom::codeKindName(CodeKind kind) {
  switch (kind) {
  case CodeKind::Cubin:
    return "cubin";
  case CodeKind::Ptx:
    return "ptx";
  case CodeKind::Hsaco:
    return "hsaco";
  }
  return "unknown code";
}

static std::string problemOf(const CaseBuffer &buffer) {
  if (buffer.size > largest)
    return "has " + number(buffer.size) + " bytes, too many for any GPU";
  if (buffer.initial.size() > buffer.size || buffer.expected.size() > buffer.size)
    return "has " + number(buffer.size) + " bytes, and more are given for it";
  if (buffer.check > CaseBuffer::Check::Ignore)
    return "has a check that this version does not know";
  uint64_t end = 0;
  for (const ElementRange &range : buffer.ranges) {
    if (unsigned(range.kind) >= numElementKinds)
      return "has a range of an element kind that this version does not know";
    if (range.offset < end)
      return "has ranges that overlap, or are not in the order of their offsets";
    if (range.offset > buffer.size ||
        range.count > (buffer.size - range.offset) / elementBytes(range.kind))
      return "has a range beyond its end";
    end = range.offset + range.count * elementBytes(range.kind);
    if (!range.slacks.empty() && range.slacks.size() != range.count * sizeof(float))
      return "has a range of " + number(range.count) + " elements with " +
             number(range.slacks.size()) + " bytes of slacks";
  }
  return "";
}

static std::string problemOf(const CaseParameter &parameter, size_t numBuffers) {
  using Kind = CaseParameter::Kind;
  if (parameter.kind > Kind::TensorMap)
    return "is of a kind that this version does not know";
  bool isAddress = parameter.kind == Kind::Pointer || parameter.kind == Kind::TensorMap;
  if (isAddress && parameter.buffer >= numBuffers)
    return "points into buffer " + number(parameter.buffer) + ", and there are " +
           number(numBuffers);
  if (parameter.kind == Kind::TensorMap && (parameter.map.rank < 1 || parameter.map.rank > 5))
    return "is a tensor map of rank " + number(parameter.map.rank);
  if (parameter.kind == Kind::Scalar && parameter.bytes.empty())
    return "is a scalar of no bytes";
  return "";
}

std::string fathom::problemOf(const KernelCase &test) {
  if (test.target.rfind("cuda:", 0) != 0 && test.target.rfind("hip:", 0) != 0)
    return "its target '" + test.target + "' is neither cuda:ARCH nor hip:ARCH";
  if (test.codeKind > CodeKind::Hsaco)
    return "its code is of a kind that this version does not know";
  if ((test.codeKind == CodeKind::Hsaco) != (test.target[0] == 'h'))
    return "a " + std::string(codeKindName(test.codeKind)) + " is nothing for " + test.target;
  if (test.code.empty() || test.symbol.empty())
    return "it has no code, or the kernel has no name";
  if (test.name.find('\n') != std::string::npos)
    return "its name has a line's end in it";
  const KernelLaunch &launch = test.launch;
  if (launch.threads < 1 || launch.threads > 1024)
    return "it has " + number(launch.threads) + " threads in a block";
  for (uint32_t size : launch.cluster)
    if (size < 1 || size > 16)
      return "it has a cluster of " + number(size) + " blocks in one dimension";
  for (uint32_t size : launch.grid)
    if (size > uint32_t(1) << 31)
      return "its grid is beyond all limits";
  for (uint64_t bytes : {launch.globalScratchBytes, launch.profileScratchBytes})
    if (bytes > largest || (bytes && launch.blocks() > largest / bytes))
      return "its scratch memory is beyond all limits";
  for (uint32_t align : {launch.globalScratchAlign, launch.profileScratchAlign})
    if (align > 4096)
      return "its scratch memory wants an alignment of " + number(align);
  for (size_t i = 0; i < test.parameters.size(); ++i)
    if (std::string problem = ::problemOf(test.parameters[i], test.buffers.size());
        !problem.empty())
      return "parameter " + number(i) + " " + problem;
  for (size_t i = 0; i < test.buffers.size(); ++i)
    if (std::string problem = ::problemOf(test.buffers[i]); !problem.empty())
      return "buffer " + number(i) + " (" + test.buffers[i].name + ") " + problem;
  for (const PointerInBuffer &pointer : test.pointers)
    if (pointer.buffer >= test.buffers.size() || pointer.target >= test.buffers.size() ||
        test.buffers[pointer.buffer].size < 8 ||
        pointer.offset > test.buffers[pointer.buffer].size - 8)
      return "a pointer in a buffer is beyond the buffer, or points into one that is not there";
  return "";
}

uint64_t fathom::checksumOf(std::string_view bytes, uint64_t state) {
  constexpr uint64_t prime = 0x100000001b3;
  while (!bytes.empty()) {
    uint64_t word = 0;
    size_t size = std::min<size_t>(bytes.size(), sizeof(word));
    std::memcpy(&word, bytes.data(), size);
    state = (state ^ word) * prime;
    bytes.remove_prefix(size);
  }
  return state;
}

//===- Writing -------------------------------------------------------------------------------------------------------------------===//

uint32_t BundleWriter::blob(std::string_view bytes) {
  if (auto found = known.find(bytes); found != known.end())
    return found->second;
  uint32_t index = blobs.size();
  blobs.push_back(std::make_unique<const std::string>(bytes));
  known[*blobs.back()] = index;
  return index;
}

void BundleWriter::add(const KernelCase &test) {
  std::string fields;
  std::function<uint32_t(std::string_view)> intern = [this](std::string_view bytes) {
    return blob(bytes);
  };
  FieldWriter writer(fields, intern);
  transfer(writer, test);
  append(records, uint32_t(fields.size()));
  records += fields;
  ++numCases;
}

std::string BundleWriter::bytes() const {
  uint64_t blobsAt = alignTo(headerBytes + blobs.size() * 16 + records.size(), blobAlign);
  std::string table, result;
  uint64_t end = blobsAt;
  for (const std::unique_ptr<const std::string> &each : blobs) {
    append(table, end);
    append(table, uint64_t(each->size()));
    end = alignTo(end + each->size(), blobAlign);
  }
  result.reserve(end);
  result += magic;
  append(result, formatVersion);
  append(result, numCases);
  append(result, end);
  append(result, uint64_t(blobs.size()));
  append(result, uint64_t(records.size()));
  append(result, uint64_t(0));
  result += table;
  result += records;
  for (const std::unique_ptr<const std::string> &each : blobs) {
    result.resize(alignTo(result.size(), blobAlign));
    result += *each;
  }
  result.resize(end);
  std::string_view whole = result;
  uint64_t checksum =
      checksumOf(whole.substr(headerBytes), checksumOf(whole.substr(0, checksumAt)));
  std::memcpy(result.data() + checksumAt, &checksum, sizeof(checksum));
  return result;
}

bool BundleWriter::write(const std::string &path, std::string &error) const {
  std::string partial = path + ".partial", contents = bytes();
  auto failed = [&](const char *what) {
    error = "cannot " + std::string(what) + " '" + partial + "': " + std::strerror(errno);
    ::unlink(partial.c_str());
    return false;
  };
  int fd = ::open(partial.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0)
    return failed("create");
  std::string_view left = contents;
  while (!left.empty()) {
    ssize_t written = ::write(fd, left.data(), left.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0) {
      int why = errno;
      ::close(fd);
      errno = why;
      return failed("write");
    }
    left.remove_prefix(written);
  }
  if (::close(fd) != 0)
    return failed("write");
  if (::rename(partial.c_str(), path.c_str()) != 0)
    return failed("rename");
  return true;
}

//===- Reading -------------------------------------------------------------------------------------------------------------------===//

bool Bundle::readSection(std::string_view rest, uint64_t at, const std::string &name,
                         uint64_t &size, std::string &error) {
  auto refuse = [&](const std::string &why) {
    error = name + ": " + why;
    if (at)
      error += " (in the section at byte " + number(at) + ")";
    return false;
  };
  std::string_view start = rest.substr(0, std::min(rest.size(), magic.size()));
  if (start != magic.substr(0, start.size()))
    return refuse("this is no bundle: it does not start with the magic bytes 89 'FATHOM' 0a");
  constexpr const char *cut = "the file ends too early; write or copy it again";
  if (rest.size() < headerBytes)
    return refuse(cut);
  uint32_t version = load<uint32_t>(rest, 8);
  if (version != formatVersion)
    return refuse("the bundle has format version " + number(version) +
                  ", and this program reads version " + number(formatVersion) +
                  "; take a runner of the version that wrote it");
  uint32_t numCases = load<uint32_t>(rest, 12);
  size = load<uint64_t>(rest, 16);
  uint64_t numBlobs = load<uint64_t>(rest, 24), recordBytes = load<uint64_t>(rest, 32);
  if (size > rest.size())
    return refuse(cut);
  constexpr const char *damaged = "the bundle is damaged; write or copy it again";
  if (size < headerBytes || size % blobAlign)
    return refuse(damaged);
  std::string_view section = rest.substr(0, size);
  if (checksumOf(section.substr(headerBytes), checksumOf(section.substr(0, checksumAt))) !=
      load<uint64_t>(section, checksumAt))
    return refuse(damaged);
  // From here on the bytes are those that somebody wrote; whether they make sense is another question.
  constexpr const char *nonsense = "the bundle's tables do not fit together";
  if (numBlobs > (size - headerBytes) / 16 || recordBytes > size - headerBytes - numBlobs * 16)
    return refuse(nonsense);
  for (uint64_t i = 0; i < numBlobs; ++i) {
    uint64_t offset = load<uint64_t>(section, headerBytes + i * 16);
    if (offset > size || load<uint64_t>(section, headerBytes + i * 16 + 8) > size - offset)
      return refuse(nonsense);
  }
  std::string_view left = section.substr(headerBytes + numBlobs * 16, recordBytes);
  for (uint32_t i = 0; i < numCases; ++i) {
    if (left.size() < 4 || left.size() - 4 < load<uint32_t>(left, 0))
      return refuse(nonsense);
    std::string_view fields = left.substr(4, load<uint32_t>(left, 0));
    left.remove_prefix(4 + fields.size());
    KernelCase test;
    FieldReader reader(fields, section, numBlobs);
    transfer(reader, test);
    if (!reader.whole())
      return refuse(nonsense);
    if (std::string problem = problemOf(test); !problem.empty())
      return refuse("case " + number(i) + " (" + test.name + "): " + problem);
    records.push_back({section, fields, numBlobs});
  }
  return left.empty() || refuse(nonsense);
}

std::unique_ptr<Bundle> Bundle::read(std::string_view bytes, const std::string &name,
                                     std::string &error) {
  std::unique_ptr<Bundle> result(new Bundle);
  uint64_t at = 0;
  do {
    uint64_t size = 0;
    if (!result->readSection(bytes.substr(at), at, name, size, error))
      return nullptr;
    at += size;
  } while (at < bytes.size());
  return result;
}

std::unique_ptr<Bundle> Bundle::open(const std::string &path, std::string &error) {
  auto failed = [&](const char *what) {
    error = "cannot " + std::string(what) + " '" + path + "': " + std::strerror(errno);
    return nullptr;
  };
  int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return failed("open");
  struct stat facts;
  if (::fstat(fd, &facts) != 0 || !S_ISREG(facts.st_mode)) {
    ::close(fd);
    error = "'" + path + "' is not a regular file";
    return nullptr;
  }
  size_t size = facts.st_size;
  void *memory = size ? ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0) : nullptr;
  ::close(fd);
  if (memory == MAP_FAILED)
    return failed("map");
  std::string_view mapped(static_cast<const char *>(memory), size);
  std::unique_ptr<Bundle> result = read(mapped, path, error);
  if (result)
    result->mapped = mapped;
  else if (size)
    ::munmap(memory, size);
  return result;
}

Bundle::~Bundle() {
  if (!mapped.empty())
    ::munmap(const_cast<char *>(mapped.data()), mapped.size());
}

KernelCase Bundle::at(size_t index) const {
  const Record &record = records[index];
  KernelCase result;
  FieldReader reader(record.fields, record.section, record.numBlobs);
  transfer(reader, result);
  return result;
}
