// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory before and after the reference's run, as buffers with expected ranges.
#include "oracles/check/DeviceCase.h"

#include "core/ir/Triton.h"
#include "oracles/interp/DescriptorOps.h"

#include <cstring>

using namespace llvm;

namespace fathom {
using interp::Buffer;

Expected<Expectation> expectationOf(mlir::ModuleOp program, StringRef line) {
  Expectation expectation;
  Expected<interp::Launch> launch =
      line.empty() ? interp::deduceLaunch(program) : interp::parseLaunch(line);
  if (!launch)
    return launch.takeError();
  expectation.launch = std::move(*launch);
  interp::InterpretOptions options{.semantics = interp::Semantics::Ieee, .approximate = true};
  expectation.after = meaningOf(program, expectation.launch, options);
  expectation.unfit = unfitAsReference(expectation.after, /*withHoles=*/true);
  if (!expectation.unfit && !expectation.after.outcome.hazards.empty()) {
    const interp::Hazard &hazard = expectation.after.outcome.hazards.front();
    expectation.unfit = {("reference: " + interp::hazardKindName(hazard.kind)).str(),
                         hazard.message};
  }
  Expected<interp::Interpreter> interpreter = interp::Interpreter::create(program, options);
  if (!interpreter)
    return interpreter.takeError();
  expectation.before.memory = std::make_unique<interp::Memory>(interp::Semantics::Ieee);
  Expected<std::vector<interp::Value>> arguments =
      interp::materialise(expectation.launch, interpreter->kernel(), *expectation.before.memory);
  if (!arguments)
    return arguments.takeError();
  return expectation;
}

static std::optional<ElementKind> elementKind(uint8_t stored, unsigned bytes) {
  if (stored == Buffer::Integer)
    switch (bytes) {
    case 1:
      return ElementKind::I8;
    case 2:
      return ElementKind::I16;
    case 4:
      return ElementKind::I32;
    default:
      return ElementKind::I64;
    }
  switch (FloatKind(stored - 1)) {
  case FloatKind::F16:
    return ElementKind::F16;
  case FloatKind::BF16:
    return ElementKind::BF16;
  case FloatKind::F32:
    return ElementKind::F32;
  case FloatKind::F64:
    return ElementKind::F64;
  case FloatKind::F8E4M3FN:
    return ElementKind::F8E4M3FN;
  case FloatKind::F8E5M2:
    return ElementKind::F8E5M2;
  case FloatKind::F8E4M3FNUZ:
    return ElementKind::F8E4M3FNUZ;
  case FloatKind::F8E5M2FNUZ:
    return ElementKind::F8E5M2FNUZ;
  default:
    return std::nullopt;
  }
}

static std::string bytesOf(const interp::PooledVector<uint8_t> &bytes) {
  return std::string(reinterpret_cast<const char *>(bytes.data()), bytes.size());
}

/// The stored elements as ranges of one kind each.
static std::vector<ElementRange> rangesOf(const Buffer &buffer) {
  std::vector<ElementRange> ranges;
  std::vector<float> slacks;
  auto finish = [&] {
    if (!ranges.empty() && any_of(slacks, [](float slack) { return slack != 0; }))
      ranges.back().slacks =
          std::string(reinterpret_cast<const char *>(slacks.data()), slacks.size() * sizeof(float));
    slacks.clear();
  };
  for (size_t k = 0; k < buffer.stored.size(); ++k) {
    uint8_t stored = buffer.stored[k];
    if (stored == Buffer::Initial || stored == Buffer::Inside)
      continue;
    unsigned bytes = buffer.storedBytes[k];
    std::optional<ElementKind> kind = elementKind(stored, bytes);
    if (!kind) // Of no kind that a bundle knows: its bits are compared.
      kind = elementKind(Buffer::Integer, bytes);
    uint64_t offset = k * buffer.granule;
    bool open = !buffer.poison.empty() && buffer.poison[k];
    if (ranges.empty() || ranges.back().kind != *kind || ranges.back().ignored != open ||
        ranges.back().offset + ranges.back().count * bytes != offset) {
      finish();
      ranges.push_back({.offset = offset, .kind = *kind, .ignored = open});
    }
    ++ranges.back().count;
    slacks.push_back(buffer.slack.empty() ? 0 : buffer.slack[k]);
  }
  finish();
  return ranges;
}

Expected<KernelCase> deviceCase(std::string name, mlir::ModuleOp program, const Target &target,
                                const Artifact &artifact, const Expectation &expectation) {
  const StageText *code = artifact.find(Stage::Binary);
  if (!code || !artifact.kernel)
    return createStringError("the compile did not get to a binary with its launch data");
  Expected<CodeKind> kind = codeKindOf(target, Stage::Binary);
  if (!kind)
    return kind.takeError();
  Expected<interp::Interpreter> interpreter = interp::Interpreter::create(program, {});
  if (!interpreter)
    return interpreter.takeError();
  // The addresses are the interpreter's; only which buffer they are of matters.
  interp::Memory memory(interp::Semantics::Ieee);
  Expected<std::vector<interp::Value>> values =
      interp::materialise(expectation.launch, interpreter->kernel(), memory);
  if (!values)
    return values.takeError();
  auto numberOf = [&](const Buffer *buffer) {
    return uint32_t(find_if(memory.buffers, [&](const auto &b) { return b.get() == buffer; }) -
                    memory.buffers.begin());
  };

  std::vector<CaseParameter> parameters;
  unsigned descriptors = 0;
  auto kernel = cast<tt::FuncOp>(interpreter->kernel());
  for (auto [argument, value] : zip(kernel.getArguments(), *values)) {
    mlir::Type type = argument.getType();
    std::optional<interp::Element> element = interp::elementOf(type, interp::Semantics::Ieee);
    if (const auto *descriptor = dynamic_cast<const interp::Descriptor *>(value.object.get())) {
      const Buffer *buffer = memory.find(descriptor->base);
      if (!buffer)
        return createStringError("a tensor descriptor of no buffer");
      Expected<std::vector<CaseParameter>> parts =
          descriptorParameters(*artifact.kernel, descriptors++,
                               {.buffer = numberOf(buffer),
                                .offset = descriptor->base - buffer->base,
                                .shape = {descriptor->shape.begin(), descriptor->shape.end()},
                                .strides = {descriptor->strides.begin(), descriptor->strides.end()},
                                .padsWithNan = descriptor->nanPadding});
      if (!parts)
        return parts.takeError();
      llvm::append_range(parameters, *parts);
      continue;
    }
    if (!element)
      return createStringError("an argument of a type that a launch cannot give");
    if (element->isPointer) {
      const Buffer *buffer = memory.find(value.integer());
      if (!buffer)
        return createStringError("a pointer argument that points to no buffer");
      parameters.push_back(
          CaseParameter::pointer(numberOf(buffer), value.integer() - buffer->base));
      continue;
    }
    std::string bytes(element->bytes, '\0');
    if (element->isFloat && element->kind != FloatKind::F64) {
      uint32_t bits = floats::encode(element->kind, *value.elements<float>());
      std::memcpy(bytes.data(), &bits, bytes.size());
    } else {
      std::memcpy(bytes.data(), value.elements<char>(), bytes.size());
    }
    parameters.push_back(CaseParameter::scalar(bytes));
  }

  std::vector<CaseBuffer> buffers;
  std::vector<PointerInBuffer> pointers;
  const interp::Memory &after = *expectation.after.memory;
  for (const auto &[number, before] : enumerate(memory.buffers)) {
    CaseBuffer buffer;
    buffer.name = before->name;
    buffer.size = before->bytes.size();
    buffer.initial = bytesOf(before->bytes);
    if (before->granule == 8)
      for (uint64_t at = 0; at + 8 <= before->bytes.size(); at += 8) {
        uint64_t address;
        std::memcpy(&address, before->bytes.data() + at, 8);
        const Buffer *pointee = memory.find(address);
        if (pointee && address - pointee->base < pointee->bytes.size() && pointee != before.get())
          pointers.push_back({uint32_t(number), at, numberOf(pointee), address - pointee->base});
      }
    const Buffer &result = *after.buffers[number];
    buffer.ranges = rangesOf(result);
    if (!buffer.ranges.empty()) {
      buffer.check = CaseBuffer::Check::Compare;
      buffer.expected = bytesOf(result.bytes);
    }
    buffers.push_back(std::move(buffer));
  }
  KernelCase test =
      makeCase(std::move(name), target, *artifact.kernel, *kind, code->text,
               {expectation.launch.grid[0], expectation.launch.grid[1], expectation.launch.grid[2]},
               std::move(parameters), std::move(buffers));
  test.pointers = std::move(pointers);
  if (none_of(test.buffers, [](const CaseBuffer &buffer) {
        return any_of(buffer.ranges, [](const ElementRange &range) { return !range.ignored; });
      }))
    return createStringError("nothing that it stores is certain on a device");
  std::string problem = problemOf(test);
  if (!problem.empty())
    return createStringError(problem);
  return test;
}

} // namespace fathom
