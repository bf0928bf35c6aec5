// Tests operators that the model runs as other operators: aliases (other names of an operator) and foreach operators.
// A foreach operator applies an operator to each tensor of a list.
#include <gtest/gtest.h>

#include "spec/program/slots.h"
#include "tests/spec/model_fixture.h"

namespace modecheck::spec {
namespace {

bool same(const SlotLayout& a, const SlotLayout& b) {
  if (a.operand_count != b.operand_count || a.immediate_count != b.immediate_count) return false;
  for (std::size_t i = 0; i < a.immediate_count; ++i)
    if (a.ranges[i].low != b.ranges[i].low || a.ranges[i].high != b.ranges[i].high) return false;
  return true;
}

TEST(Aliases, TakeTheArgumentsOfWhatTheyStandFor) {
  int names = 0;
  for (std::size_t id = 0; id < operations().size(); ++id) {
    const Operation& row = operations()[id];
    if (row.alias_of == 0) continue;
    ++names;
    const Operation& meant = operation(row.alias_of);
    EXPECT_EQ(meant.alias_of, 0) << row.name << ": a name of a name";
    EXPECT_TRUE(same(slots_of(static_cast<OperationId>(id)), slots_of(row.alias_of))) << row.name;
    EXPECT_EQ(row.schema.return_count, meant.schema.return_count) << row.name;
    EXPECT_EQ(row.group, meant.group) << row.name;
    for (std::size_t i = 0; i < row.schema.argument_count; ++i) {
      EXPECT_EQ(row.schema.arguments[i].type, meant.schema.arguments[i].type) << row.name;
      EXPECT_EQ(row.schema.arguments[i].write, meant.schema.arguments[i].write) << row.name;
      EXPECT_EQ(row.schema.arguments[i].default_text, meant.schema.arguments[i].default_text) << row.name;
    }
  }
  EXPECT_GT(names, 100);
}

TEST(Aliases, MeanTheSame) {
  ModelFixture fixture;
  fixture("r4 = swapaxes(r3, axis0=0, axis1=1)");
  fixture("r5 = transpose.int(r3, dim0=0, dim1=1)");
  EXPECT_EQ(fixture.tensor(4).strides, fixture.tensor(5).strides);
  EXPECT_EQ(fixture.tensor(4).storage, fixture.tensor(5).storage);
  EXPECT_EQ(fixture.error("multiply_.Tensor(r0, r3)"), ErrorClass::LeafInPlace);
  fixture("multiply_.Tensor(r3, r3)");
  EXPECT_EQ(fixture.tensor(4).version, 1);
}

TEST(Foreach, NumbersStandBehindTheLengthsOfTheLists) {
  for (std::size_t id = 0; id < operations().size(); ++id) {
    const Operation& row = operations()[id];
    if (row.foreach_of == 0) continue;
    int lists = 0;
    for (std::size_t i = 0; i < row.schema.argument_count; ++i)
      lists += row.schema.arguments[i].type == operators::Type::TensorList ? 1 : 0;
    const SlotLayout& of_one = slots_of(row.foreach_of);
    EXPECT_EQ(of_one.operand_count, lists) << row.name;
    // The operator that foreach applies to each tensor may take one more number than the foreach operator: alpha, whose
    // default is one.
    const int numbers = slots_of(static_cast<OperationId>(id)).immediate_count - lists;
    EXPECT_TRUE(numbers == of_one.immediate_count || numbers + 2 == of_one.immediate_count) << row.name;
  }
}

TEST(Foreach, E1NothingIsWrittenIfOneMayNotBe) {
  ModelFixture fixture;
  fixture("InferenceMode(enabled=true) {");
  fixture("r5 = ones(size=[2], dtype=float32)");
  fixture("}");
  EXPECT_EQ(fixture.error("_foreach_mul_.Scalar([r3, r5], 2)"), ErrorClass::InferenceInPlace);
  EXPECT_EQ(fixture.tensor(3).version, 0);
  EXPECT_EQ(fixture.error("_foreach_add_.List([r3, r4], [r3, r3])"), ErrorClass::Shape);
  EXPECT_EQ(fixture.error("_foreach_add_.List([r3, r4], [r3])"), ErrorClass::Argument);
  EXPECT_EQ(fixture.error("_foreach_exp_([r3, r0])"), ErrorClass::LeafInPlace);
  EXPECT_EQ(fixture.tensor(3).version, 0);
}

TEST(Foreach, V3OneBumpForEveryTensor) {
  ModelFixture fixture;
  fixture("_foreach_neg_([r3, r4])");
  EXPECT_EQ(fixture.tensor(3).version, 1);
  EXPECT_EQ(fixture.tensor(4).version, 1);
  fixture("_foreach_add_.List([r3, r3], [r3, r3], alpha=2)");
  EXPECT_EQ(fixture.tensor(3).version, 3);
  fixture("NoGradGuard() {");
  fixture("_foreach_zero_([r0, r1])");
  EXPECT_EQ(fixture.tensor(0).version, 1);
}

// The documentation of torch.foreach says that the operator is applied to each tensor of the list. So autograd records
// each result.
TEST(Foreach, S3EachResultIsRecorded) {
  ModelFixture fixture;
  fixture("NoGradGuard() {");
  fixture("r3, r4 = _foreach_neg([r0, r1])");
  EXPECT_FALSE(fixture.tensor(3).requires_grad);
  fixture("}");
  fixture("r4 = ones(size=[2])");
  fixture("r3, r4 = _foreach_exp([r0, r4])");
  EXPECT_TRUE(fixture.tensor(3).requires_grad);
  EXPECT_FALSE(fixture.tensor(4).requires_grad);
  fixture("backward(r3, seeding=1, retain_graph=true)");
  EXPECT_TRUE(fixture.grad(0).defined);
  fixture("mul_.Scalar(r3, other=2)");
  EXPECT_EQ(fixture.error("backward(r3, seeding=1)"), ErrorClass::BackwardVersion);
}

TEST(Foreach, W4EachWriteIsRecorded) {
  ModelFixture fixture;
  fixture("r3 = mul.Tensor(r0, r2)");
  fixture("r5 = ones(size=[2])");
  fixture("_foreach_exp_([r3, r5])");
  EXPECT_EQ(fixture.tensor(3).version, 1);
  EXPECT_FALSE(fixture.tensor(5).requires_grad);
  fixture("_foreach_add_.List([r5], [r1])");
  EXPECT_TRUE(fixture.tensor(5).requires_grad);
  fixture("backward(r3, seeding=1, retain_graph=true)");
  EXPECT_TRUE(fixture.grad(0).defined);
  fixture("mul_.Scalar(r3, other=2)");
  EXPECT_EQ(fixture.error("backward(r3, seeding=1)"), ErrorClass::BackwardVersion);
}

// Another tensor of the list requires grad, but the view r4 does not. Autograd does not record the write to r4, so the
// write is allowed.
TEST(Foreach, W4AViewThatIsNotRecordedMayBeWritten) {
  ModelFixture fixture;
  fixture("r4, r5 = unbind.int(r3)");
  fixture("r3 = mul.Tensor(r0, r2)");
  fixture("_foreach_abs_([r3, r4])");
  EXPECT_EQ(fixture.tensor(4).version, 1);
}

TEST(Foreach, AWriteWithoutAnInPlaceOperatorIsNotJudged) {
  ModelFixture fixture;
  fixture("r3 = mul.Tensor(r0, r2)");
  EXPECT_TRUE(fixture.dropped("_foreach_maximum_.List([r3], [r2])"));
}

TEST(BatchNorm, V3TrainingWritesTheRunningStatistics) {
  ModelFixture fixture;
  fixture("r5 = clone(r4)");
  fixture(
      "r0, r1, r2 = native_batch_norm(r3, weight=None, bias=None, running_mean=r4, running_var=r5, training=true, "
      "momentum=0.5, eps=1.0)");
  EXPECT_EQ(fixture.tensor(4).version, 1);
  EXPECT_EQ(fixture.tensor(5).version, 1);
  EXPECT_EQ(fixture.tensor(0).version, 0);
  fixture(
      "r0, r1, r2 = native_batch_norm(r3, weight=None, bias=None, running_mean=r4, running_var=r5, training=false, "
      "momentum=0.5, eps=1.0)");
  EXPECT_EQ(fixture.tensor(4).version, 1);
  EXPECT_EQ(fixture.tensor(1).sizes[0], 0);
}

TEST(BatchNorm, M2TrainingLeavesInferenceTensorsAlone) {
  ModelFixture fixture;
  fixture("InferenceMode(enabled=true) {");
  fixture("r4 = ones(size=[2], dtype=float32)");
  fixture("r5 = ones(size=[2], dtype=float32)");
  const std::string call =
      "native_batch_norm(r3, weight=None, bias=None, running_mean=r4, running_var=r5, training=true, momentum=0.5, "
      "eps=1.0)";
  fixture("r0, r1, r2 = " + call);
  fixture("}");
  EXPECT_EQ(fixture.error("r0, r1, r2 = " + call), ErrorClass::InferenceInPlace);
  fixture(
      "r0, r1, r2 = native_batch_norm(r3, weight=None, bias=None, running_mean=r4, running_var=r5, training=false, "
      "momentum=0.5, eps=1.0)");
}

TEST(BatchNorm, S2EvaluationSavesTheRunningStatistics) {
  ModelFixture fixture;
  fixture("r5 = clone(r4)");
  fixture(
      "r1, r2, r3 = native_batch_norm(r0, weight=None, bias=None, running_mean=r4, running_var=r5, training=false, "
      "momentum=0.5, eps=1.0)");
  fixture("zero_(r4)");
  EXPECT_EQ(fixture.error("backward(r1, r1, seeding=1, retain_graph=false)"), ErrorClass::BackwardVersion);
}

TEST(RandomNumbers, AreWritesThatCutHistory) {
  ModelFixture fixture;
  fixture("r3 = mul.Tensor(r0, r0)");
  fixture("uniform_(r3, from=0.0, to=1.0)");
  EXPECT_TRUE(fixture.tensor(3).requires_grad);
  EXPECT_EQ(fixture.tensor(3).version, 1);
  EXPECT_EQ(fixture.error("uniform_(r4, from=1.0, to=0.5)"), ErrorClass::Argument);
  EXPECT_EQ(fixture.error("normal_(r5, mean=0.0, std=1.0)"), ErrorClass::Dtype);
  EXPECT_EQ(fixture.error("random_.from(r5, from=2, to=2)"), ErrorClass::Argument);
  EXPECT_EQ(fixture.error("bernoulli_.float(r4, p=1.5)"), ErrorClass::Argument);
  EXPECT_EQ(fixture.error("exponential_(r0, lambd=1.0)"), ErrorClass::LeafInPlace);
}

TEST(Foreach, AListThatWritesATensorAgainIsOpenBelowADInplaceOrView) {
  ModelFixture fixture;
  fixture("InferenceMode(enabled=true) {");
  fixture("r0 = ones(size=[2])");
  fixture("AutoDispatchBelowADInplaceOrView() {");
  fixture("InferenceMode(enabled=false) {");
  EXPECT_TRUE(fixture.dropped("_foreach_mul_.List([r0, r0], [r1, r0])"));
  EXPECT_FALSE(fixture.dropped("_foreach_mul_.List([r0, r2], [r1, r1])"));
}

}  // namespace
}  // namespace modecheck::spec
