// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compilers with a bug that the program does not meet and one variant of it does, a bug for each row of Variants.def; and compilers that are right.
#include "core/ir/Dialects.h"
#include "core/ir/ReadModule.h"
#include "core/ir/Triton.h"
#include "oracles/Oracle.h"
#include "oracles/check/StageIr.h"
#include "oracles/check/variant/Variant.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

#include "gtest/gtest.h"

#include <functional>

using namespace fathom;
using namespace mlir;

namespace fathom {
llvm::Expected<Verdict> metamorphic(const Trial &trial);
}

namespace {

// Compilers do not know %n, which is 5: three trips of the outer loop, two to four of the inner one.
constexpr const char *launch =
    "grid=1,1,1 rng-seed=3 args=i32[64]{1..9};out:i32[32];out:i32[8];i32=5";
constexpr const char *text = R"(module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %sums: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c3 = arith.constant 3 : i32
    %zero = arith.constant dense<0> : tensor<32xi32>
    %range = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %xs = tt.splat %x : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %outs = tt.splat %out : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%acc = %zero, %count = %c0) -> (tensor<32xi32>, i32) : i32 {
      %inner:2 = scf.for %j = %i to %n step %c1 iter_args(%a = %acc, %c = %count) -> (tensor<32xi32>, i32) : i32 {
        %offs = tt.splat %j : i32 -> tensor<32xi32>
        %where = arith.addi %range, %offs : tensor<32xi32>
        %d = arith.addi %c, %j : i32
        %p = tt.addptr %xs, %where : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
        %v = tt.load %p : tensor<32x!tt.ptr<i32>>
        %e = arith.muli %d, %c1 : i32
        %b = arith.addi %a, %v : tensor<32xi32>
        scf.yield %b, %e : tensor<32xi32>, i32
      }
      scf.yield %inner#0, %inner#1 : tensor<32xi32>, i32
    }
    %op = tt.addptr %outs, %range : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    tt.store %op, %r#0 : tensor<32x!tt.ptr<i32>>
    tt.store %sums, %r#1 : !tt.ptr<i32>
    tt.return
  }
}
)";

/// What a compiler makes of a module, in place.
using Compiler = std::function<void(ModuleOp module, const CompileRequest &request)>;

class PlantedCompiler : public Subject {
public:
  explicit PlantedCompiler(Compiler compiler) : compiler(std::move(compiler)) {}
  llvm::StringRef name() const override { return "planted"; }
  bool knows(const Target &) const override { return true; }
  llvm::Expected<Artifact> compile(ModuleOp program, const CompileRequest &request) override {
    OwningOpRef<ModuleOp> module = program.clone();
    Artifact artifact;
    artifact.dumps.push_back({"PlantedPass", printedIr(*module)});
    compiler(*module, request);
    artifact.stages.push_back({Stage::Ttgir, printedIr(*module), 0});
    ++compiles;
    return artifact;
  }
  llvm::Expected<Artifact> reprint(llvm::StringRef, const CompileRequest &) override {
    return llvm::createStringError("not asked for");
  }
  Compiler compiler;
  unsigned compiles = 0;
};

template <class Op> void each(ModuleOp module, llvm::function_ref<void(Op)> body) {
  std::vector<Op> ops;
  module.walk([&](Op op) { ops.push_back(op); });
  for (Op op : ops)
    body(op);
}
template <class Op> unsigned number(ModuleOp module) {
  unsigned count = 0;
  module.walk([&](Op) { ++count; });
  return count;
}

/// The loop is left one trip early.
void loseTrip(scf::ForOp loop) {
  OpBuilder builder(loop);
  loop.getUpperBoundMutable().assign(
      arith::SubIOp::create(builder, loop.getLoc(), loop.getUpperBound(), loop.getStep()));
}
/// What is stored is not what it was.
void spoil(tt::StoreOp store) {
  OpBuilder builder(store);
  Value value = store.getValue();
  store.getValueMutable().assign(arith::AddIOp::create(builder, store.getLoc(), value, value));
}
void spoilFirstStore(ModuleOp module) {
  bool first = true;
  each<tt::StoreOp>(module, [&](tt::StoreOp store) {
    if (std::exchange(first, false))
      spoil(store);
  });
}

struct Bug {
  const char *row;
  Compiler compiler;
};

const Bug bugs[] = {
    // Without stages the loop ends where its epilogue would begin.
    {"change-stages",
     [](ModuleOp module, const CompileRequest &request) {
       if (request.options.numStages == 1)
         each<scf::ForOp>(module, loseTrip);
     }},
    {"change-warps",
     [](ModuleOp module, const CompileRequest &request) {
       if (request.options.numWarps == 8)
         spoilFirstStore(module);
     }},
    // The flattened loop has as many trips as the first inner loop says.
    {"flatten-loops",
     [](ModuleOp module, const CompileRequest &) {
       each<scf::ForOp>(module, [](scf::ForOp loop) {
         if (loop->hasAttr("tt.flatten"))
           loop.walk([&](scf::ForOp inner) {
             if (inner != loop)
               inner.getLowerBoundMutable().assign(loop.getLowerBound());
           });
       });
     }},
    // The remainder is dropped.
    {"unroll-loops",
     [](ModuleOp module, const CompileRequest &) {
       each<scf::ForOp>(module, [](scf::ForOp loop) {
         if (loop->hasAttr("tt.loop_unroll_factor"))
           loseTrip(loop);
       });
     }},
    {"stage-loops",
     [](ModuleOp module, const CompileRequest &) {
       each<scf::ForOp>(module, [](scf::ForOp loop) {
         if (loop->hasAttr("tt.num_stages"))
           loseTrip(loop);
       });
     }},
    // A load whose value is used at once is taken for the one before it.
    {"sink-values",
     [](ModuleOp module, const CompileRequest &) {
       each<tt::LoadOp>(module, [](tt::LoadOp load) {
         Operation *next = load->getNextNode();
         if (load->hasOneUse() && *load->user_begin() == next)
           load.replaceAllUsesWith(next->getOperand(0));
       });
     }},
    // A load right after its address is done unconditionally at the address before.
    {"hoist-values",
     [](ModuleOp module, const CompileRequest &) {
       each<tt::LoadOp>(module, [](tt::LoadOp load) {
         Operation *address = load.getPtr().getDefiningOp();
         Operation *offset = address->getOperand(1).getDefiningOp();
         if (load->getPrevNode() == address && address->getPrevNode() == offset)
           address->setOperand(1, offset->getOperand(0));
       });
     }},
    // A wide store after a narrow one is dropped.
    {"swap-stores",
     [](ModuleOp module, const CompileRequest &) {
       each<tt::StoreOp>(module, [](tt::StoreOp store) {
         auto before = llvm::dyn_cast_or_null<tt::StoreOp>(store->getPrevNode());
         if (before && !isa<RankedTensorType>(before.getValue().getType()))
           store.erase();
       });
     }},
    // x * 1 is x, and so is 1 * x, but the wrong one of them.
    {"swap-operands",
     [](ModuleOp module, const CompileRequest &) {
       each<arith::MulIOp>(module, [](arith::MulIOp op) {
         if (op.getLhs().getDefiningOp<arith::ConstantOp>())
           op.replaceAllUsesWith(op.getLhs());
       });
     }},
    {"guard-stores",
     [](ModuleOp module, const CompileRequest &) {
       each<tt::StoreOp>(module, [](tt::StoreOp store) {
         if (isa<scf::IfOp>(store->getParentOp()))
           store.erase();
       });
     }},
    // The branch that a loop stands in gives what the loop begins with.
    {"guard-loops",
     [](ModuleOp module, const CompileRequest &) {
       each<scf::ForOp>(module, [](scf::ForOp loop) {
         if (isa<scf::IfOp>(loop->getParentOp()))
           loop.getResults().replaceAllUsesWith(loop.getInitArgs());
       });
     }},
    // A store in a branch is done with its condition as its mask; the mask is forgotten.
    {"add-dead-stores",
     [](ModuleOp module, const CompileRequest &) {
       each<scf::IfOp>(module, [](scf::IfOp branch) {
         Block *body = branch.thenBlock();
         branch->getBlock()->getOperations().splice(branch->getIterator(), body->getOperations(),
                                                    body->begin(),
                                                    body->getTerminator()->getIterator());
         branch.erase();
       });
     }},
    // What follows a return in the middle is dropped.
    {"return-early",
     [](ModuleOp module, const CompileRequest &) {
       each<cf::CondBranchOp>(
           module, [](cf::CondBranchOp branch) { branch.setSuccessor(branch.getTrueDest(), 1); });
     }},
    // A mask is inverted.
    {"mask-loads",
     [](ModuleOp module, const CompileRequest &) {
       each<tt::LoadOp>(module, [](tt::LoadOp load) {
         if (load.getMask())
           load.replaceAllUsesWith(load.getOther());
       });
     }},
    // An accumulator that is selected is taken for one that is reset.
    {"select-yields",
     [](ModuleOp module, const CompileRequest &) {
       each<arith::SelectOp>(module, [](arith::SelectOp select) {
         select.replaceAllUsesWith(select.getFalseValue());
       });
     }},
    // A loop is thought to begin with the values that the loop around it carries.
    {"peel-loops",
     [](ModuleOp module, const CompileRequest &) {
       each<scf::ForOp>(module, [](scf::ForOp loop) {
         auto first = loop.getInitArgs()[0].getDefiningOp<scf::IfOp>();
         if (first)
           loop.getInitArgsMutable()[0].assign(first.elseYield().getOperand(0));
       });
     }},
    // The results of a while loop are those of its body, not of its condition.
    {"write-whiles",
     [](ModuleOp module, const CompileRequest &) {
       each<scf::WhileOp>(module, [](scf::WhileOp loop) {
         auto condition = loop.getConditionOp();
         condition.getArgsMutable()[2].assign(condition.getArgs()[0]);
       });
     }},
    // A loop with as many trips as are known is one trip short.
    {"fix-arguments",
     [](ModuleOp module, const CompileRequest &) {
       each<scf::ForOp>(module, [](scf::ForOp loop) {
         auto bound = loop.getUpperBound().getDefiningOp<arith::ConstantIntOp>();
         if (bound && bound.value() == 5)
           loseTrip(loop);
       });
     }},
    {"hide-bounds",
     [](ModuleOp module, const CompileRequest &) {
       each<scf::ForOp>(module, [](scf::ForOp loop) {
         if (loop.getStep().getDefiningOp<arith::AddIOp>())
           loseTrip(loop);
       });
     }},
    // Of a callee's arguments the first two are mixed up.
    {"call-body",
     [](ModuleOp module, const CompileRequest &) {
       each<tt::CallOp>(module, [](tt::CallOp call) { call.setOperand(2, call.getOperand(1)); });
     }},
};

class MetamorphicTest : public testing::Test {
protected:
  std::unique_ptr<MLIRContext> context = makeContext();
  OwningOpRef<ModuleOp> module = readModule(text, ParserConfig(context.get()), "test");
  CompileRequest request{.target = *parseTarget("cuda:80"), .options = {}, .launch = launch};

  Verdict judgeBy(PlantedCompiler &subject, llvm::StringRef tries) {
    Artifact artifact = llvm::cantFail(subject.compile(*module, request));
    subject.compiles = 0;
    Trial trial{*module, request, artifact, subject};
    trial.tries = tries;
    return llvm::cantFail(metamorphic(trial));
  }
};

TEST_F(MetamorphicTest, everyRowSeesItsBug) {
  std::vector<std::string> planted;
  for (const Bug &bug : bugs) {
    PlantedCompiler subject(bug.compiler);
    Verdict verdict = judgeBy(subject, bug.row);
    ASSERT_TRUE(verdict.failed()) << bug.row << ": " << verdict.reason << "\n" << verdict.detail;
    EXPECT_EQ(verdict.signature.str(), std::string("metamorphic: ") + bug.row +
                                           " in PlantedPass: " + verdict.signature.message);
    planted.push_back(bug.row);
  }
  for (const Variant &variant : allVariants())
    EXPECT_TRUE(llvm::is_contained(planted, variant.name)) << variant.name.str() << " has no bug";
}

TEST_F(MetamorphicTest, allVariantsOfARightCompilePass) {
  PlantedCompiler subject([](ModuleOp, const CompileRequest &) {});
  Verdict verdict = judgeBy(subject, "all");
  EXPECT_EQ(verdict.kind, Verdict::Kind::Pass) << verdict.reason << "\n" << verdict.detail;
  EXPECT_EQ(subject.compiles, allVariants().size());
}

TEST_F(MetamorphicTest, aCampaignTriesOneVariant) {
  PlantedCompiler subject([](ModuleOp, const CompileRequest &) {});
  EXPECT_EQ(judgeBy(subject, "").kind, Verdict::Kind::Pass);
  EXPECT_EQ(subject.compiles, 1u);
}

TEST_F(MetamorphicTest, theFindingSaysHowToMeetItWithoutVariants) {
  PlantedCompiler subject(bugs[9].compiler);
  Verdict verdict = judgeBy(subject, "guard-stores");
  size_t begin = verdict.detail.find("// "), end = verdict.detail.find("\nlaunch: ");
  ASSERT_NE(end, std::string::npos);
  TestCase variant =
      llvm::cantFail(parseTestCase(verdict.detail.substr(begin, end - begin), "detail", *context));
  CompileRequest again = request;
  again.launch = variant.launch;
  Verdict same = llvm::cantFail(judge(*variant.program, again, subject, 0, {"same-meaning"}));
  EXPECT_EQ(same.signature.str(), "same-meaning: difference in PlantedPass: a store is missing");
}

TEST_F(MetamorphicTest, aProgramThatIsItselfCompiledWronglyIsLeftToSameMeaning) {
  PlantedCompiler subject([](ModuleOp module, const CompileRequest &) { spoilFirstStore(module); });
  Verdict verdict = judgeBy(subject, "all");
  EXPECT_EQ(verdict.kind, Verdict::Kind::Inconclusive);
  EXPECT_EQ(verdict.reason, "the program itself is compiled wrongly");
}

TEST_F(MetamorphicTest, aVariantThatIsNotCompiledIsLeftToNoCrash) {
  PlantedCompiler subject([](ModuleOp, const CompileRequest &) {});
  class Crashes : public PlantedCompiler {
  public:
    using PlantedCompiler::PlantedCompiler;
    llvm::Expected<Artifact> compile(ModuleOp program, const CompileRequest &request) override {
      if (number<scf::IfOp>(program) == 0)
        return PlantedCompiler::compile(program, request);
      Artifact artifact;
      artifact.failure = Failure{Failure::Kind::Assertion, "ttgir", "", "planted", "", ""};
      return artifact;
    }
  } crashes([](ModuleOp, const CompileRequest &) {});
  Verdict verdict = judgeBy(crashes, "guard-stores");
  EXPECT_EQ(verdict.kind, Verdict::Kind::Inconclusive);
  EXPECT_EQ(verdict.reason, "a variant is not compiled");
}

} // namespace
