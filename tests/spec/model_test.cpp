// Tests the rules by examples, one group of rules after the other. spec/program/program.h says what the registers hold
// at the start.
#include <cstring>

#include "tests/spec/model_fixture.h"

namespace modecheck::spec {
namespace {

// ---- Rules K: normal tensors and inference tensors ------------------------------------------------------------------

TEST(Kinds, FreshStorageIsOfTheKindOfTheMode) {
  ModelFixture fixture;
  fixture("InferenceMode(enabled=true) {");
  fixture("r3 = mul.Tensor(r0, r0)");
  EXPECT_TRUE(fixture.tensor(3).is_inference);
  EXPECT_EQ(fixture.tensor(3).keys, kKeyBackend);
  fixture("}");
  fixture("r4 = clone(r3)");  // clone turns an inference tensor into a normal one (K4)
  EXPECT_FALSE(fixture.tensor(4).is_inference);
}

TEST(Kinds, AliasesAreOfTheKindOfTheirSource) {
  ModelFixture fixture;
  fixture("InferenceMode(enabled=true) {");
  fixture("r3 = t(r0)");
  EXPECT_FALSE(fixture.tensor(3).is_inference);
  fixture("r4 = ones(size=[2], dtype=float32)");
  fixture("}");
  fixture("r5 = view(r4, size=[1, 2])");
  EXPECT_TRUE(fixture.tensor(5).is_inference);
  fixture("r5 = detach(r4)");
  EXPECT_TRUE(fixture.tensor(5).is_inference);
  EXPECT_EQ(fixture.tensor(5).version, kNoVersion);
}

TEST(Kinds, AStorageHasOneKindForLife) {
  ModelFixture fixture;
  fixture("InferenceMode(enabled=true) {");
  fixture("r4 = ones(size=[2], dtype=float32)");
  EXPECT_EQ(fixture.error("set_data(r3, r4)"), ErrorClass::KindMismatch);
  EXPECT_EQ(fixture.error("set_.source_Tensor(r4, r3)"), ErrorClass::KindMismatch);
}

// ---- Rules G: modes and guards --------------------------------------------------------------------------------------

TEST(Guards, InferenceModeIsTheReverseOfItself) {
  ModelFixture fixture;
  fixture("NoGradGuard() {");
  fixture("InferenceMode(enabled=false) {");
  EXPECT_TRUE(fixture.mode().grad_mode);  // rule G2: InferenceMode(false) turns grad mode on, whatever it was before
  fixture("InferenceMode(enabled=true) {");
  EXPECT_TRUE(fixture.mode().inference_mode);
  EXPECT_TRUE(fixture.mode().autograd_excluded);
  EXPECT_FALSE(fixture.mode().adinplaceorview_included);
  fixture("leave_by_exception(count=2)");
  EXPECT_FALSE(fixture.mode().grad_mode);
  EXPECT_FALSE(fixture.mode().inference_mode);
  fixture("}");
  EXPECT_TRUE(fixture.mode().grad_mode);
  EXPECT_TRUE(fixture.dropped("}"));
}

TEST(Guards, StateIsPerThreadAndCanBeHandedOver) {
  ModelFixture fixture;
  fixture("InferenceMode(enabled=true) {");
  EXPECT_TRUE(fixture.dropped("[t1] leave()"));
  EXPECT_FALSE(fixture.mode().inference_mode);
  fixture("capture_state()");
  fixture("[t1] ThreadLocalStateGuard() {");
  EXPECT_TRUE(fixture.mode().inference_mode);
}

TEST(Guards, DestroyedOutOfOrderEachRestoresWhatItSaved) {
  ModelFixture fixture;
  EXPECT_TRUE(fixture.dropped("destroy_outer()"));
  fixture("InferenceMode(enabled=true) {");
  EXPECT_TRUE(fixture.dropped("destroy_outer()"));
  fixture("NoGradGuard() {");
  // destroy_outer destroys the guard of InferenceMode, which restores the state that it saved
  fixture("destroy_outer()");
  EXPECT_FALSE(fixture.mode().inference_mode);
  EXPECT_TRUE(fixture.mode().grad_mode);
  EXPECT_TRUE(fixture.dropped("destroy_outer()"));
  fixture("}");  // leaving NoGradGuard restores the grad mode that NoGradGuard saved
  EXPECT_FALSE(fixture.mode().grad_mode);
  fixture("}");  // this leaves InferenceMode's scope, whose guard is gone already, so nothing is restored
  EXPECT_FALSE(fixture.mode().grad_mode);
}

TEST(Guards, AKeyGuardDestroyedOutOfOrderTakesItsOwnKeysBack) {
  ModelFixture fixture;
  fixture("AutoDispatchBelowAutograd() {");
  fixture("AutoDispatchBelowADInplaceOrView() {");
  fixture("InferenceMode(enabled=true) {");
  fixture("destroy_outer()");
  EXPECT_TRUE(fixture.mode().autograd_excluded);  // the enclosing guard and the mode both exclude Autograd
  EXPECT_FALSE(fixture.mode().adinplaceorview_excluded);
  EXPECT_TRUE(fixture.mode().inference_mode);
}

TEST(OperatorCheck, NamesTheFirstKernelThatIsMissing) {
  ModelFixture fixture;
  fixture("operator_check(kind=0, adinplaceorview=false, autograd=false)");
  fixture("operator_check(kind=2, adinplaceorview=true, autograd=true)");
  EXPECT_EQ(fixture.error("operator_check(kind=1, adinplaceorview=false, autograd=false)"),
            ErrorClass::NoADInplaceOrViewKernel);
  EXPECT_EQ(fixture.error("operator_check(kind=2, adinplaceorview=true, autograd=false)"),
            ErrorClass::NoAutogradKernel);
}

// ---- Rules D: dispatch ----------------------------------------------------------------------------------------------

TEST(Dispatch, TheRouteFollowsFromKindsAndMode) {
  ModelFixture fixture;
  fixture("r3 = add.Tensor(r3, r3, alpha=1)");
  EXPECT_EQ(fixture.route(), "AB");
  fixture("add_.Tensor(r3, r3, alpha=1)");
  EXPECT_EQ(fixture.route(), "AVB");
  fixture("r4 = t(r3)");
  EXPECT_EQ(fixture.route(), "AVB");
  fixture("InferenceMode(enabled=true) {");
  fixture("add_.Tensor(r3, r3, alpha=1)");
  EXPECT_EQ(fixture.route(), "VB");
  fixture("r4 = add.Tensor(r3, r3, alpha=1)");
  EXPECT_EQ(fixture.route(), "B");
  fixture("zero_(r4)");
  EXPECT_EQ(fixture.route(), "B");
  fixture("}");
  fixture("r5 = t(r4)");
  EXPECT_EQ(fixture.route(), "VB");
}

TEST(Dispatch, CompositesRunAsTheirParts) {
  ModelFixture fixture;
  fixture("r4 = t(r3)");
  fixture("r5 = reshape(r4, shape=[4])");
  EXPECT_EQ(fixture.route(), "ABAB");  // the route of a copy and of a view with the new sizes
  fixture("r5 = reshape(r3, shape=[4])");
  EXPECT_EQ(fixture.route(), "AVB");
  fixture("r5 = contiguous(r3)");
  EXPECT_EQ(fixture.route(), "");
  EXPECT_EQ(fixture.tensor(5).same_tensor, 3);
}

// ---- Rules V: versions ----------------------------------------------------------------------------------------------

TEST(Versions, WritesBumpInEveryMode) {
  ModelFixture fixture;
  fixture("r4 = t(r3)");
  fixture("r5 = data(r3)");
  fixture("InferenceMode(enabled=true) {");
  fixture("zero_(r3)");
  EXPECT_EQ(fixture.tensor(3).version, 1);
  EXPECT_EQ(fixture.tensor(4).version, 1);
  EXPECT_EQ(fixture.tensor(5).version, 0);  // a tensor that .data returns has its own version counter
  fixture("resize_(r3, size=[2, 2])");      // resize_ changes nothing here, but counts as a write
  EXPECT_EQ(fixture.tensor(3).version, 2);
  fixture("r5 = ones(size=[2], dtype=float32)");
  EXPECT_EQ(fixture.error("version(r5)"), ErrorClass::InferenceVersion);
}

// ---- Rules W: tracked views -----------------------------------------------------------------------------------------

TEST(Views, TheCreationMetaComesFromModeAndOperator) {
  ModelFixture fixture;
  fixture("r3 = mul.Tensor(r0, r0)");
  fixture("r4, r5 = split.Tensor(r3, split_size=1, dim=0)");
  EXPECT_EQ(fixture.tensor(4).creation_meta, CreationMeta::MultiOutputNode);
  EXPECT_EQ(fixture.tensor(5).output_nr, 1);
  EXPECT_EQ(fixture.error("zero_(r4)"), ErrorClass::ViewFromMultiOutput);
  fixture("NoGradGuard() {");
  fixture("r4 = t(r3)");
  fixture("}");
  EXPECT_EQ(fixture.error("zero_(r4)"), ErrorClass::ViewMadeInNoGrad);
  fixture("r4 = alias(r4)");
  // rule W2: the creation meta says how the view was made
  EXPECT_EQ(fixture.tensor(4).creation_meta, CreationMeta::NoGradMode);
}

TEST(Views, AWriteToAViewRebasesItsBase) {
  ModelFixture fixture;
  fixture("r4 = t(r3)");
  fixture("mul_.Tensor(r4, r0)");
  EXPECT_TRUE(fixture.tensor(3).requires_grad);
  EXPECT_TRUE(fixture.tensor(3).has_grad_fn);
  EXPECT_TRUE(fixture.tensor(4).has_grad_fn);
}

TEST(Views, AStaleViewIsRegeneratedWhenItIsRead) {
  ModelFixture fixture;
  fixture("r4 = t(r3)");
  fixture("mul_.Tensor(r3, r0)");
  EXPECT_TRUE(fixture.tensor(4).requires_grad);
  EXPECT_FALSE(fixture.tensor(4).has_grad_fn);  // observing the view does not regenerate its grad_fn
  fixture("grad_fn(r4)");
  EXPECT_TRUE(fixture.tensor(4).has_grad_fn);
}

TEST(Views, AStaleViewOfIntegersIsReadByOperatorsThatRecordNothing) {
  ModelFixture fixture;
  fixture("InferenceMode(enabled=true) {");
  fixture("r4 = t(r5)");
  fixture("zero_(r4)");
  fixture("set_data(r5, r1)");
  fixture("requires_grad_(r5, requires_grad=true)");
  fixture("}");
  EXPECT_TRUE(fixture.tensor(4).requires_grad);  // the view requires grad, because its base does
  EXPECT_EQ(fixture.error("r3 = expand(r4, size=[2])"), ErrorClass::ViewMadeInInference);
  EXPECT_EQ(fixture.error("r3 = clone(r4)"), ErrorClass::ViewMadeInInference);
  fixture("NoGradGuard() {");
  fixture("r3 = expand(r4, size=[2])");
}

TEST(Views, WritesToLeavesAndTheirViewsAreRejected) {
  ModelFixture fixture;
  EXPECT_EQ(fixture.error("zero_(r0)"), ErrorClass::LeafInPlace);
  fixture("r3 = t(r0)");
  EXPECT_EQ(fixture.error("zero_(r3)"), ErrorClass::ViewOfLeafInPlace);
  fixture("NoGradGuard() {");
  fixture("zero_(r0)");
}

// ---- Rules M: mutation ----------------------------------------------------------------------------------------------

TEST(Mutation, AnInferenceTensorCannotBeWrittenOutsideTheMode) {
  ModelFixture fixture;
  fixture("InferenceMode(enabled=true) {");
  fixture("r4 = ones(size=[2, 2], dtype=float32)");
  fixture("t_(r4)");
  fixture("InferenceMode(enabled=false) {");
  for (const char* line : {"zero_(r4)", "t_(r4)", "resize_(r4, size=[1])", "add.out(r3, r3, alpha=1, out=r4)",
                           "copy_(r4, r3)", "set_.source_Tensor(r4, r4)"})
    EXPECT_EQ(fixture.error(line), ErrorClass::InferenceInPlace) << line;
  fixture("add_.Tensor(r3, r4, alpha=1)");  // rule M5: autograd does not save r4, so the call succeeds
  fixture("requires_grad_(r4, requires_grad=false)");
  EXPECT_EQ(fixture.error("requires_grad_(r4, requires_grad=true)"), ErrorClass::InferenceRequiresGrad);
}

TEST(Mutation, OutAndResizeWhereAutogradRuns) {
  ModelFixture fixture;
  EXPECT_EQ(fixture.error("add.out(r0, r3, alpha=1, out=r4)"), ErrorClass::OutRequiresGrad);
  EXPECT_EQ(fixture.error("resize_(r0, size=[1])"), ErrorClass::ResizeRequiresGrad);
  fixture("r4 = t(r3)");
  EXPECT_EQ(fixture.error("detach_(r4)"), ErrorClass::DetachView);
}

// ---- Rules S: saving and backward -----------------------------------------------------------------------------------

TEST(Saving, InferenceTensorsCannotBeSaved) {
  ModelFixture fixture;
  fixture("InferenceMode(enabled=true) {");
  fixture("r4 = ones(size=[2], dtype=float32)");
  fixture("}");
  EXPECT_EQ(fixture.error("r5 = mul.Tensor(r0, r4)"), ErrorClass::InferenceSaved);
  fixture("r5 = add.Tensor(r0, r4, alpha=1)");
  fixture("r5 = mul.Tensor(r3, r4)");  // no operand of this mul requires grad, so autograd records nothing
}

TEST(Saving, AWrittenInferenceTensorCannotBeSavedAsTheResult) {
  ModelFixture fixture;
  fixture("InferenceMode(enabled=true) {");
  fixture("r4 = ones(size=[2], dtype=float32)");
  fixture("AutoDispatchBelowADInplaceOrView() {");
  fixture("InferenceMode(enabled=false) {");
  for (const char* line : {"copysign_.Tensor(r4, r1)", "pow_.Tensor(r4, r1)"})
    EXPECT_EQ(fixture.error(line), ErrorClass::InferenceSaved) << line;
  fixture("add_.Tensor(r4, r1, alpha=1)");  // add_ with a number for alpha needs no saved tensor, so the call succeeds
}

// Nothing says which elements of its base r0 has, since set_data gave it another dtype. So nothing says whether mv
// records and would save the inference tensor r1. It is rejected in any case, because r0 is no matrix.
TEST(Stale, AViewOfAnotherDtypeMayBeRejectedForAnyReason) {
  ModelFixture fixture;
  for (const char* command : {"r0 = t(r3)", "zero_(r0)", "set_data(r0, r5)", "requires_grad_(r3)",
                              "InferenceMode(enabled=true) {", "r1 = ones(size=[2])", "}"})
    fixture(command);
  const Outcome outcome = fixture.run("r4 = mv(r0, r1)");
  EXPECT_EQ(outcome.error, ErrorClass::Shape);
  EXPECT_TRUE(contains(outcome.reasons, ErrorClass::InferenceSaved));
}

TEST(Saving, AMaskIsNoDifferentiableArgument) {
  ModelFixture fixture;
  fixture("r4, r5 = unbind.int(r3, dim=0)");
  // The mask r1 has a wrong dtype (float32), and requires grad. The write to the view r4 is not a second error.
  EXPECT_EQ(fixture.run("masked_fill_.Scalar(r4, r1, value=2)").reasons, set_of(ErrorClass::Dtype));
  EXPECT_EQ(fixture.run("r2 = masked_fill.Scalar(r4, r1, value=2)").reasons, set_of(ErrorClass::Dtype));
  fixture("InferenceMode(enabled=true) {");
  fixture("r2 = ones(size=[2], dtype=float32)");
  fixture("requires_grad_(r2)");
  fixture("}");
  EXPECT_EQ(fixture.run("r2 = masked_fill.Scalar(r4, r2, value=2)").reasons, set_of(ErrorClass::Dtype));
}

TEST(Saving, ASavedTensorMustNotChange) {
  ModelFixture fixture;
  fixture("r3 = mul.Tensor(r0, r2)");
  fixture("NoGradGuard() {");
  fixture("zero_(r0)");
  fixture("}");
  EXPECT_EQ(fixture.error("backward(r3, r3, seeding=1, retain_graph=false)"), ErrorClass::BackwardVersion);
}

TEST(Saving, PlacesAreSavedBesideWhatWasChosen) {
  ModelFixture fixture;
  fixture("r3, r4 = max.dim(r0, dim=0)");
  EXPECT_EQ(fixture.tensor(3).dtype, DType::Float32);
  EXPECT_EQ(fixture.tensor(4).dtype, DType::Int64);
  EXPECT_TRUE(fixture.tensor(3).has_grad_fn);
  EXPECT_FALSE(fixture.tensor(4).requires_grad);
  EXPECT_TRUE(fixture.tensor(4).is_leaf);
  EXPECT_EQ(fixture.tensor(4).storage, 4);
  fixture("zero_(r4)");
  EXPECT_EQ(fixture.error("backward(r3, seeding=1, retain_graph=false)"), ErrorClass::BackwardVersion);
  fixture("InferenceMode(enabled=true) {");
  fixture("r3, r4 = max.dim(r0, dim=0)");
  EXPECT_TRUE(fixture.tensor(3).is_inference);
  EXPECT_TRUE(fixture.tensor(4).is_inference);
  EXPECT_FALSE(fixture.tensor(3).requires_grad);
  EXPECT_EQ(fixture.route(), "B");
}

TEST(Saving, TheDifferentiableResultsAreOneNodes) {
  ModelFixture fixture;
  fixture("r3, r4 = var_mean.correction(r0, dim=[0], correction=None)");
  EXPECT_TRUE(fixture.tensor(3).has_grad_fn);
  EXPECT_TRUE(fixture.tensor(4).has_grad_fn);
  EXPECT_EQ(fixture.tensor(4).node, 3);
  EXPECT_EQ(fixture.tensor(3).output_nr, 0);
  EXPECT_EQ(fixture.tensor(4).output_nr, 1);
  fixture("zero_(r3)");  // autograd saved neither the variance nor the mean, so the write does not disturb backward
  fixture("backward(r4, seeding=1, retain_graph=false)");
  EXPECT_EQ(fixture.error("backward(r4, seeding=1, retain_graph=false)"), ErrorClass::BackwardFreed);
  fixture("r3, r4 = std_mean.correction(r2, dim=[0], correction=None)");
  fixture("zero_(r3)");
  EXPECT_EQ(fixture.error("backward(r4, seeding=1, retain_graph=false)"), ErrorClass::BackwardVersion);
}

TEST(Saving, AFreedGraphRaises) {
  ModelFixture fixture;
  fixture("r3 = mul.Tensor(r0, r2)");
  fixture("backward(r3, r3, seeding=1, retain_graph=true)");
  fixture("backward(r3, r3, seeding=1, retain_graph=false)");
  EXPECT_EQ(fixture.error("backward(r3, r3, seeding=1, retain_graph=false)"), ErrorClass::BackwardFreed);
  EXPECT_TRUE(fixture.grad(0).defined);
  EXPECT_TRUE(fixture.grad(2).defined);
}

TEST(Backward, GradientsAreOfTheKindOfTheModeThatBackwardRunsIn) {
  ModelFixture fixture;
  fixture("r3 = sum(r0, dtype=None)");
  fixture("InferenceMode(enabled=true) {");
  fixture("backward(r3, r3, seeding=0, retain_graph=true)");
  EXPECT_TRUE(fixture.grad(0).is_inference);
  fixture("}");
  // rules S6 and M2: the gradient is an inference tensor, which backward may not write outside the mode
  EXPECT_EQ(fixture.error("backward(r3, r3, seeding=0, retain_graph=true)"), ErrorClass::InferenceInPlace);
}

TEST(Backward, NothingFlowsThroughAConstantView) {
  ModelFixture fixture;
  fixture("r4 = t(r3)");
  fixture("requires_grad_(r3, requires_grad=true)");
  EXPECT_TRUE(fixture.tensor(4).requires_grad);  // rule W3: the view requires grad, because its base does
  fixture("r5 = sum(r4, dtype=None)");
  fixture("backward(r5, r5, seeding=0, retain_graph=false)");
  EXPECT_FALSE(fixture.grad(3).defined);
}

// r3 and r4 were recorded by two threads, so backward may run their nodes in any order. The second backward
// stops early, where this order matters, so it is dropped.
TEST(Backward, TheOrderOfTwoThreadsNodesIsOpen) {
  ModelFixture fixture;
  fixture("r3 = mul.Tensor(r0, r0)");
  fixture("[t1] r4 = mul.Tensor(r3, r3)");
  fixture("backward(r4, r4, seeding=1, retain_graph=false)");
  EXPECT_TRUE(fixture.dropped("backward(r4, r4, seeding=1, retain_graph=false)"));
  fixture("r4 = mul.Tensor(r0, r0)");
  fixture("r4 = mul.Tensor(r4, r4)");
  fixture("backward(r4, r4, seeding=1, retain_graph=false)");
  EXPECT_EQ(fixture.error("backward(r4, r4, seeding=1, retain_graph=false)"), ErrorClass::BackwardFreed);
}

// Rule H: set_data gives a tracked view other data than the view that autograd would regenerate. So a backward through
// the view is dropped.
TEST(Backward, ThroughAViewWithOtherDataIsNotJudged) {
  ModelFixture fixture;
  fixture("r3 = mul.Tensor(r0, r0)");
  fixture("r4 = t(r3)");
  fixture("set_data(r4, r2)");
  fixture("add_.Tensor(r3, r0)");
  EXPECT_TRUE(fixture.dropped("backward(r4, r4, seeding=1, retain_graph=false)"));
}

// Rule H: if set_data changes the dtype of the base, it is unspecified which elements a view has. So a backward through
// the view is dropped.
TEST(Backward, ThroughAViewOfABaseOfAnotherDtypeIsNotJudged) {
  ModelFixture fixture;
  fixture("r0 = leaf(size=[2], dtype=float64, requires_grad=true, seed=0)");
  fixture("r1 = t(r0)");
  fixture("NoGradGuard() {");
  fixture("set_data(r0, r2)");
  // set_data gave r0 other data without writing it, so the view r1 still shows the old data
  fixture("r3 = mul.Tensor(r1, r1)");
  fixture("zero_(r0)");
  fixture("zero_(r1)");
  fixture("}");
  EXPECT_TRUE(fixture.dropped("backward(r1, r1, seeding=1, retain_graph=false)"));
}

// Rule H: the same holds for a gradient of the base, after a recorded write to the view.
TEST(Backward, ThroughAWriteToAViewOfABaseOfAnotherDtypeIsNotJudged) {
  ModelFixture fixture;
  fixture("r0 = t(r3)");
  fixture("r5 = leaf(size=[2, 2], dtype=complex128, requires_grad=false, seed=0)");
  fixture("set_data(r3, r5)");
  fixture("add_.Tensor(r0, r1)");
  EXPECT_TRUE(fixture.dropped("r0 = grad(r3, r1, seeding=1, retain_graph=false, allow_unused=false)"));
}

// Rule H: if a result was resized, a gradient of the new sizes does not fit the node that recorded the old sizes.
TEST(Backward, FromAResultWithOtherSizesIsNotJudged) {
  ModelFixture fixture;
  fixture("r3, r4 = var_mean.correction(r2, dim=None, correction=None)");
  fixture("InferenceMode(enabled=true) {");
  fixture("neg.out(r2, out=r3)");
  fixture("neg.out(r2, out=r4)");
  EXPECT_TRUE(fixture.dropped("r5 = grad(r3, r3, seeding=1, retain_graph=false, allow_unused=false)"));
  EXPECT_TRUE(fixture.dropped("r5 = grad(r4, r4, seeding=1, retain_graph=false, allow_unused=false)"));
}

TEST(Backward, AsStridedBeyondItsArgumentDependsOnTheFamily) {
  ModelFixture fixture;
  fixture("r3 = mul.Tensor(r0, r0)");
  fixture("r4 = select.int(r3, dim=0, index=0)");
  fixture("r5 = as_strided(r4, size=[2, 2], stride=[2, 1])");
  // r5 also has elements of r3 that r4 does not have, and their gradient does not go through r4. Autograd cannot tell
  // the gradient of r4 from theirs, so the command is dropped.
  EXPECT_TRUE(fixture.dropped("r1 = grad(r5, r4, seeding=1, retain_graph=true, allow_unused=true)"));
  fixture("backward(r5, r5, seeding=1, retain_graph=false)");
}

// ---- Rules E: errors ------------------------------------------------------------------------------------------------

TEST(Errors, ARejectedCommandChangesNothing) {
  ModelFixture fixture;
  fixture("r4 = t(r3)");
  fixture("mul_.Tensor(r3, r0)");
  const Observation before = fixture.observation();
  EXPECT_EQ(fixture.error("r5 = mm(r4, r1)"), ErrorClass::Shape);
  Observation after = fixture.observation();
  after.route = before.route;
  EXPECT_EQ(std::memcmp(&before.registers, &after.registers, sizeof before.registers), 0);
}

}  // namespace
}  // namespace modecheck::spec
