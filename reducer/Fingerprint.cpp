// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hashes a program's structure.
#include "reducer/Fingerprint.h"

#include "llvm/ADT/Hashing.h"

using namespace mlir;
using llvm::hash_combine;

namespace fathom {

namespace {
class Hasher {
public:
  explicit Hasher(llvm::hash_code start) : hash(start) {}

  void add(Operation *op) {
    hash = hash_combine(hash, op->getName().getAsOpaquePointer(),
                        op->getAttrDictionary().getAsOpaquePointer(), op->getNumOperands(),
                        op->getNumRegions(), op->getNumResults(), op->getNumSuccessors());
    for (Value operand : op->getOperands())
      hash = hash_combine(hash, number(operand));
    for (Value result : op->getResults())
      hash = hash_combine(hash, result.getType().getAsOpaquePointer(), number(result));
    for (Block *successor : op->getSuccessors())
      hash = hash_combine(hash, number(successor));
    for (Region &region : op->getRegions())
      add(region);
  }

  llvm::hash_code hash;

private:
  void add(Region &region) {
    hash = hash_combine(hash, region.getBlocks().size());
    for (Block &block : region) {
      hash = hash_combine(hash, number(&block), block.getNumArguments());
      for (Value argument : block.getArguments())
        hash = hash_combine(hash, argument.getType().getAsOpaquePointer(), number(argument));
      for (Operation &op : block)
        add(&op);
    }
  }

  template <typename T> unsigned number(T thing) {
    return numbers.try_emplace(toPointer(thing), numbers.size()).first->second;
  }
  static const void *toPointer(Value value) { return value.getAsOpaquePointer(); }
  static const void *toPointer(Block *block) { return block; }

  llvm::DenseMap<const void *, unsigned> numbers;
};
} // namespace

uint64_t fingerprint(ModuleOp program, const CompileOptions &options) {
  Hasher hasher(hash_combine(options.numWarps, options.numStages, options.numCtas));
  hasher.add(program);
  return hasher.hash;
}

} // namespace fathom
