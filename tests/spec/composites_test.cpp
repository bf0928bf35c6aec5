// Tests composites: functions that run a sequence of other operators.
#include <gtest/gtest.h>

#include <stdexcept>

#include "spec/composites/sub_operations.h"
#include "tests/spec/model_fixture.h"

namespace modecheck::spec {
namespace {

TEST(Composite, IsLikeARowWithAKernel) {
  int functions = 0;
  for (std::size_t id = 0; id < operations().size(); ++id) {
    const Operation& row = operations()[id];
    if (row.family != operators::Family::Composite) {
      EXPECT_EQ(row.resembles, 0) << row.name;
      continue;
    }
    ++functions;
    ASSERT_NE(row.resembles, 0) << row.name;
    EXPECT_NE(operation(row.resembles).family, operators::Family::Composite) << row.name;
    EXPECT_TRUE(row.composite) << row.name;
  }
  EXPECT_GT(functions, 110);
}

// Calls with a wrong type, with too many arguments, or without an argument that has no default do not compile.
static_assert(accepts<ops::add_Tensor, TensorId, TensorId, Halves>());
static_assert(!accepts<ops::add_Tensor, TensorId, int>());
static_assert(!accepts<ops::add_Tensor, TensorId>());
static_assert(!accepts<ops::neg, TensorId, TensorId>());
static_assert(!accepts<ops::to_dtype, TensorId, int>());
static_assert(!accepts<ops::flip, TensorId, std::optional<IntList>>());

TEST(SubOperation, HoldsItsArgumentsAsTheTextFormDoes) {
  const TensorId tensor = 1;
  const auto is = [](const SubOperation& call, std::string_view text) {
    const Record wanted = parse_record(text);
    EXPECT_EQ(call.record().operation, wanted.operation) << text;
    EXPECT_EQ(call.record().immediates, wanted.immediates) << text;
  };
  is(sub_operation<ops::add_Tensor>(tensor, tensor), "r0 = add.Tensor(r0, r1)");
  is(sub_operation<ops::add_Tensor>(tensor, tensor, Halves{3}), "r0 = add.Tensor(r0, r1, alpha=1.5)");
  is(sub_operation<ops::add_Tensor>(tensor, tensor, 2), "r0 = add.Tensor(r0, r1, alpha=2)");
  is(sub_operation<ops::bernoulli__float>(tensor, Halves{2}), "bernoulli_.float(r0, p=1.0)");
  is(sub_operation<ops::zeros>(listed({2, 3}), DType::Float64), "r0 = zeros(size=[2, 3], dtype=float64)");
  is(sub_operation<ops::zeros>(Sizes()), "r0 = zeros(size=[])");
  is(sub_operation<ops::sum_dim_IntList>(tensor, std::optional<IntList>(), true),
     "r0 = sum.dim_IntList(r0, dim=None, keepdim=true)");
  is(sub_operation<ops::std_correction>(tensor, listed({-1}), -2, true),
     "r0 = std.correction(r0, dim=[-1], correction=-2, keepdim=true)");
  is(sub_operation<ops::native_layer_norm>(tensor, listed({2}), tensor, TensorId{0}, Halves{1}),
     "r0, r1, r2 = native_layer_norm(r0, normalized_shape=[2], weight=r1, bias=None, eps=0.5)");
  const std::array<TensorId, 2> tensors{tensor, tensor};
  is(sub_operation<ops::cat>(std::span<const TensorId>(tensors), 1), "r0 = cat([r0, r1], dim=1)");
}

TEST(SubOperation, HoldsScalarsThatProgramsCannotWrite) {
  const TensorId tensor = 1;
  const Record third = sub_operation<ops::mul_Scalar>(tensor, ratio(1, 3)).record();
  EXPECT_EQ(Arguments(third).scalar(1).value, 1.0 / 3);
  const Record scale = sub_operation<ops::mul_Scalar>(tensor, constant(kSeluScale)).record();
  EXPECT_EQ(Arguments(scale).scalar(1).value, 1.0507009873554805);
}

// -100, the default of `ignore_index`, does not fit into a record. So the caller must pass this argument.
TEST(SubOperation, NeedsAnArgumentWhoseDefaultNoRecordHolds) {
  const TensorId tensor = 1;
  EXPECT_THROW(sub_operation<ops::nll_loss>(tensor, tensor), std::logic_error);
  EXPECT_NO_THROW(sub_operation<ops::nll_loss>(tensor, tensor, TensorId{0}, 1, -2));
}

TEST(Composite, D4RunsThroughTheKernelsOfItsSubOperations) {
  ModelFixture fixture;
  fixture("r4 = square(r0)");
  EXPECT_EQ(fixture.route(), "AB");
  fixture("r4 = outer(r1, r1)");
  EXPECT_EQ(fixture.route(), "AVBAB");  // AVB is the route of reshape, and AB that of mul
  fixture("InferenceMode(enabled=true) {");
  fixture("r5 = outer(r1, r1)");
  EXPECT_EQ(fixture.route(), "VBB");
  fixture("}");
}

TEST(Composite, K4MayReturnItsArgument) {
  ModelFixture fixture;
  fixture("r4 = flatten.using_ints(r1)");
  EXPECT_EQ(fixture.tensor(4).same_tensor, fixture.tensor(1).same_tensor);
  fixture("r4 = atleast_1d(r1)");
  EXPECT_EQ(fixture.tensor(4).same_tensor, fixture.tensor(1).same_tensor);
  fixture("r4 = dropout(r0, p=0.5, train=false)");
  EXPECT_EQ(fixture.tensor(4).same_tensor, fixture.tensor(0).same_tensor);
  fixture("r4 = flatten.using_ints(r0)");
  EXPECT_TRUE(fixture.tensor(4).is_view);
  fixture("r4 = t(r0)");
  fixture("r4 = flatten.using_ints(r4)");
  EXPECT_FALSE(fixture.tensor(4).is_view);
}

TEST(Composite, S1APartThatSavesAnInferenceTensorIsRejected) {
  ModelFixture fixture;
  fixture("InferenceMode(enabled=true) {");
  fixture("r4 = ones(size=[2, 2])");
  fixture("}");
  EXPECT_EQ(fixture.error("r5 = linear(r0, r4)"), ErrorClass::InferenceSaved);
  EXPECT_EQ(fixture.error("dropout_(r4, p=0.5, train=true)"), ErrorClass::InferenceInPlace);
  fixture("dropout_(r4, p=0.0, train=true)");  // rule V3: with p=0 dropout_ writes nothing
}

TEST(Composite, E1WhatAPartMadeIsSeenByNobody) {
  ModelFixture fixture;
  const Observation before = fixture.observation();
  EXPECT_EQ(fixture.error("r4 = hstack([r0, r1])"), ErrorClass::Shape);
  EXPECT_EQ(fixture.error("r4 = linear(r1, r1, bias=r0)"), ErrorClass::Shape);
  for (std::size_t reg = 0; reg < kRegisters; ++reg) {
    EXPECT_EQ(fixture.tensor(reg).version, before.registers.at(reg).tensor.version);
    EXPECT_EQ(fixture.tensor(reg).same_tensor, before.registers.at(reg).tensor.same_tensor);
  }
}

TEST(Composite, W1PiecesOfTensorSplitAreSlices) {
  ModelFixture fixture;
  fixture("r3 = add.Tensor(r0, r0)");
  fixture("r4, r5 = tensor_split.sections(r3, sections=2)");
  EXPECT_EQ(fixture.tensor(4).creation_meta, CreationMeta::Default);
  fixture("zero_(r4)");  // rule W4: no command may write a result of split
  fixture("r4, r5 = split.Tensor(r3, split_size=1)");
  EXPECT_EQ(fixture.error("zero_(r4)"), ErrorClass::ViewFromMultiOutput);
}

// r0 is float32 [2, 2], and r1 is float32 [2]. The result of a contraction has the sizes of the labels on its right
// side.
TEST(Composite, D4AContractionComesDownToOneProductOfBatches) {
  ModelFixture fixture;
  fixture("r4 = einsum(equation=\"ij,jk->ik\", tensors=[r0, r0])");
  EXPECT_EQ(fixture.tensor(4).rank, 2);
  EXPECT_TRUE(fixture.tensor(4).is_view);  // r4 is a view of the product, which no register holds
  EXPECT_EQ(fixture.tensor(4).base, kElsewhere);
  EXPECT_EQ(fixture.tensor(4).storage, 4);
  fixture("InferenceMode(enabled=true) {");
  fixture("r5 = einsum(equation=\"i,j->ij\", tensors=[r1, r1])");
  EXPECT_EQ(fixture.route(), "VBVBVBVBB");  // the route of unsqueeze, permute, unsqueeze, permute and mul
  EXPECT_FALSE(fixture.tensor(5).is_view);
  fixture("r5 = einsum(equation=\"i,i->\", tensors=[r1, r1])");
  // This einsum runs permute three times, then reshape, permute, reshape, bmm and view. Only the first operators show
  // in the route (the kernels that ran), because its length is limited.
  EXPECT_EQ(fixture.route(), "VBVBVBVBVBVBBB");
  fixture("}");
}

TEST(Composite, AContractionOfOneTensorWithoutSumsIsAView) {
  ModelFixture fixture;
  fixture("r4 = einsum(equation=\"ij->ji\", tensors=[r0])");
  EXPECT_EQ(fixture.tensor(4).storage, 0);
  EXPECT_TRUE(fixture.tensor(4).is_view);
  fixture("r4 = einsum(equation=\"ii->i\", tensors=[r0])");
  EXPECT_EQ(fixture.tensor(4).rank, 1);
  EXPECT_EQ(fixture.tensor(4).strides[0], 3);
  fixture("r4 = einsum(equation=\"ii\", tensors=[r0])");
  EXPECT_EQ(fixture.tensor(4).storage, 4);
  EXPECT_EQ(fixture.tensor(4).rank, 0);
}

TEST(Composite, AContractionOfWhatDoesNotFitIsRejected) {
  ModelFixture fixture;
  EXPECT_EQ(fixture.error("r4 = einsum(equation=\"i,i->\", tensors=[r0, r1])"), ErrorClass::Shape);
  EXPECT_EQ(fixture.error("r4 = einsum(equation=\"i,i->\", tensors=[r1])"), ErrorClass::Argument);
  EXPECT_EQ(fixture.error("r4 = einsum(equation=\"ij->k\", tensors=[r0])"), ErrorClass::Argument);
  EXPECT_EQ(fixture.error("r4 = einsum(equation=\"i,i->\", tensors=[r1, r1], path=[0])"), ErrorClass::Argument);
  EXPECT_EQ(fixture.error("r4 = einsum(equation=\"i,i->\", tensors=[r1, r1], path=[1, 1])"), ErrorClass::Argument);
  fixture("r4 = einsum(equation=\"i,i->\", tensors=[r1, r1], path=[1, 0])");
  fixture("r4 = ones(size=[3])");
  EXPECT_EQ(fixture.error("r5 = einsum(equation=\"i,i->\", tensors=[r1, r4])"), ErrorClass::Shape);
  EXPECT_EQ(fixture.error("r5 = tensordot(r1, r4, dims_self=[0], dims_other=[0])"), ErrorClass::Shape);
  EXPECT_EQ(fixture.error("r5 = tensordot(r1, r4, dims_self=[0], dims_other=[])"), ErrorClass::Argument);
  EXPECT_EQ(fixture.error("r5 = inner(r1, r4)"), ErrorClass::Shape);
}

TEST(Composite, S1WhatAContractionSavesIsNoInferenceTensor) {
  ModelFixture fixture;
  fixture("InferenceMode(enabled=true) {");
  fixture("r4 = ones(size=[2])");
  fixture("}");
  EXPECT_EQ(fixture.error("r5 = einsum(equation=\"i,i->\", tensors=[r1, r4])"), ErrorClass::InferenceSaved);
  EXPECT_EQ(fixture.error("r5 = kron(r1, r4)"), ErrorClass::InferenceSaved);
}

TEST(Composite, AKroneckerProductIsSeenAnewOnlyWhereStridesAllowIt) {
  ModelFixture fixture;
  fixture("r4 = t(r0)");
  EXPECT_EQ(fixture.error("r5 = kron(r0, r4)"), ErrorClass::Strides);
  fixture("r5 = kron(r4, r4)");
  EXPECT_FALSE(fixture.tensor(5).is_view);
}

TEST(Composite, WhatKeepsACosineFromZeroIsNoFunctionOfIt) {
  ModelFixture fixture;
  fixture("r4 = cosine_similarity(r0, r0, eps=0.5)");
  EXPECT_TRUE(fixture.tensor(4).requires_grad);
  EXPECT_EQ(fixture.mode().grad_mode, 1);
  EXPECT_EQ(fixture.error("r4 = cosine_similarity(r0, r0, dim=3, eps=0.5)"), ErrorClass::Range);
  EXPECT_EQ(fixture.mode().grad_mode, 1);
}

TEST(Composite, ATransformIsOfWhatIsCutOrContinued) {
  ModelFixture fixture;
  fixture("r4 = fft_fft(r0)");
  EXPECT_EQ(fixture.tensor(4).dtype, DType::Complex64);
  fixture("r4 = fft_fft(r0, n=3)");
  EXPECT_EQ(fixture.tensor(4).sizes[1], 3);
  fixture("r4 = fft_irfft(r0, n=5)");
  EXPECT_EQ(fixture.tensor(4).dtype, DType::Float32);
  EXPECT_EQ(fixture.tensor(4).sizes[1], 5);
  EXPECT_EQ(fixture.error("r4 = fft_fft(r0, norm=other)"), ErrorClass::Argument);
  // dropped, because libtorch returns a lazily conjugated tensor, which the model does not have
  EXPECT_TRUE(fixture.dropped("r4 = fft_ifft(r0)"));
}

// Rule E2: the model reports every error that this call may raise. A subject may find any of these errors first.
TEST(Composite, AConvolutionByNameTellsAllThatIsWrong) {
  ModelFixture fixture;
  fixture("r3 = unsqueeze(r0, dim=0)");
  const Outcome outcome = fixture.run("r4 = conv2d.padding(r3, r3, padding=same, groups=0)");
  EXPECT_EQ(outcome.kind, OutcomeKind::Error);
  EXPECT_TRUE(contains(outcome.reasons, ErrorClass::Shape));
  EXPECT_TRUE(contains(outcome.reasons, ErrorClass::Argument));
}

TEST(ProgramText, WordsThatAreNoWordsStandBetweenQuotes) {
  const std::string text = "r4 = einsum(equation=\"...ij,...jk->...ik\", tensors=[r0, r0])";
  EXPECT_EQ(to_text(parse_record(text)), text);
  const std::string plain = "r4 = conv1d.padding(r0, r1, padding=same)";
  EXPECT_EQ(to_text(parse_record(plain)), plain);
  EXPECT_THROW(parse_record("r4 = einsum(equation=\"ab\", tensors=[r0])"), TextError);
  EXPECT_THROW(parse_record("r4 = einsum(equation=\"ij, tensors=[r0])"), TextError);
}

TEST(ProgramText, ListsHaveTheRoomThatTheirRowHas) {
  EXPECT_THROW(parse_program("modecheck 1\n_foreach_addcmul_.Scalar([r3, r3, r3], [r3, r3, r3], [r3, r3, r3], 1)\n"),
               TextError);
}

}  // namespace
}  // namespace modecheck::spec
