// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replaces a value by an earlier one of its type: the nearest, the first, the second.
#include "reducer/Reduction.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace fathom {

namespace {
/// Lists, for each op result, the values of its type that dominate it.
class Earlier {
public:
  explicit Earlier(ModuleOp program) { visit(program->getRegion(0)); }

  struct Row {
    Value value;
    SmallVector<Value> others; ///< In program order.
  };
  std::vector<Row> rows;

private:
  void visit(Region &region) {
    for (Block &block : region) {
      size_t outer = visible.size();
      llvm::append_range(visible, block.getArguments());
      for (Operation &op : block) {
        visitRegionsOf(op);
        for (Value result : op.getResults()) {
          Row row{result, {}};
          llvm::copy_if(visible, std::back_inserter(row.others),
                        [&](Value other) { return other.getType() == result.getType(); });
          if (!result.use_empty() && !row.others.empty())
            rows.push_back(std::move(row));
        }
        llvm::append_range(visible, op.getResults());
      }
      // A function's other blocks see what its first one defines.
      if (!block.isEntryBlock() || region.hasOneBlock())
        visible.resize(outer);
    }
  }

  void visitRegionsOf(Operation &op) {
    // Regions of other ops (functions, the combiner of a reduction) see nothing from outside.
    std::vector<Value> saved = visible;
    if (!isa<scf::SCFDialect>(op.getDialect()))
      visible.clear();
    for (Region &region : op.getRegions())
      visit(region);
    visible = std::move(saved);
  }

  std::vector<Value> visible;
};
} // namespace

void reuseValue(Candidate candidate, Chunk &chunk) {
  Earlier earlier(candidate.program);
  constexpr unsigned alternatives = 3;
  std::vector<Value> chosen(earlier.rows.size());
  for (unsigned alternative = 0; alternative < alternatives; ++alternative)
    for (auto [row, choice] : llvm::zip(earlier.rows, chosen)) {
      if (row.others.size() <= alternative || !chunk.take() || choice)
        continue;
      choice = alternative == 0 ? row.others.back() : row.others[alternative - 1];
    }
  for (auto [row, choice] : llvm::reverse(llvm::zip(earlier.rows, chosen)))
    if (choice)
      row.value.replaceAllUsesWith(choice);
}

} // namespace fathom
