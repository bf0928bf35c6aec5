// The rules by example, group by group. For the registers at the start see spec/program/program.h.
#include <cstring>

#include "tests/spec/told.h"

namespace modecheck::spec {
namespace {

// ---- K: the two kinds -----------------------------------------------------------------------------------------------

TEST(Kinds, FreshStorageIsOfTheKindOfTheMode) {
  Told told;
  told("InferenceMode(enabled=true) {");
  told("r3 = mul.Tensor(r0, r0)");
  EXPECT_TRUE(told.tensor(3).is_inference);
  EXPECT_EQ(told.tensor(3).keys, kKeyBackend);
  told("}");
  told("r4 = clone(r3)");  // the way from inference to normal (K4)
  EXPECT_FALSE(told.tensor(4).is_inference);
}

TEST(Kinds, AliasesAreOfTheKindOfTheirSource) {
  Told told;
  told("InferenceMode(enabled=true) {");
  told("r3 = t(r0)");
  EXPECT_FALSE(told.tensor(3).is_inference);
  told("r4 = ones(size=[2], dtype=float32)");
  told("}");
  told("r5 = view(r4, size=[1, 2])");
  EXPECT_TRUE(told.tensor(5).is_inference);
  told("r5 = detach(r4)");
  EXPECT_TRUE(told.tensor(5).is_inference);
  EXPECT_EQ(told.tensor(5).version, kNoVersion);
}

TEST(Kinds, AStorageHasOneKindForLife) {
  Told told;
  told("InferenceMode(enabled=true) {");
  told("r4 = ones(size=[2], dtype=float32)");
  EXPECT_EQ(told.error("set_data(r3, r4)"), ErrorClass::KindMismatch);
  EXPECT_EQ(told.error("set_.source_Tensor(r4, r3)"), ErrorClass::KindMismatch);
}

// ---- G: modes and guards --------------------------------------------------------------------------------------------

TEST(Guards, InferenceModeIsTheReverseOfItself) {
  Told told;
  told("NoGradGuard() {");
  told("InferenceMode(enabled=false) {");
  EXPECT_TRUE(told.mode().grad_mode);  // G2: whatever the state was before
  told("InferenceMode(enabled=true) {");
  EXPECT_TRUE(told.mode().inference_mode);
  EXPECT_TRUE(told.mode().autograd_excluded);
  EXPECT_FALSE(told.mode().adinplaceorview_included);
  told("leave_by_exception(count=2)");
  EXPECT_FALSE(told.mode().grad_mode);
  EXPECT_FALSE(told.mode().inference_mode);
  told("}");
  EXPECT_TRUE(told.mode().grad_mode);
  EXPECT_TRUE(told.dropped("}"));
}

TEST(Guards, StateIsPerThreadAndCanBeHandedOver) {
  Told told;
  told("InferenceMode(enabled=true) {");
  EXPECT_TRUE(told.dropped("[t1] leave()"));
  EXPECT_FALSE(told.mode().inference_mode);
  told("capture_state()");
  told("[t1] ThreadLocalStateGuard() {");
  EXPECT_TRUE(told.mode().inference_mode);
}

TEST(Guards, DestroyedOutOfOrderEachRestoresWhatItSaved) {
  Told told;
  EXPECT_TRUE(told.dropped("destroy_outer()"));
  told("InferenceMode(enabled=true) {");
  EXPECT_TRUE(told.dropped("destroy_outer()"));
  told("NoGradGuard() {");
  told("destroy_outer()");  // ends the mode's guard, and restores the state before it
  EXPECT_FALSE(told.mode().inference_mode);
  EXPECT_TRUE(told.mode().grad_mode);
  EXPECT_TRUE(told.dropped("destroy_outer()"));
  told("}");  // restores the grad mode that its guard saved
  EXPECT_FALSE(told.mode().grad_mode);
  told("}");  // nothing is left to restore
  EXPECT_FALSE(told.mode().grad_mode);
}

TEST(Guards, AKeyGuardDestroyedOutOfOrderTakesItsOwnKeysBack) {
  Told told;
  told("AutoDispatchBelowAutograd() {");
  told("AutoDispatchBelowADInplaceOrView() {");
  told("InferenceMode(enabled=true) {");
  told("destroy_outer()");
  EXPECT_TRUE(told.mode().autograd_excluded);  // by the enclosing guard and by the mode
  EXPECT_FALSE(told.mode().adinplaceorview_excluded);
  EXPECT_TRUE(told.mode().inference_mode);
}

TEST(OperatorCheck, NamesTheFirstKernelThatIsMissing) {
  Told told;
  told("operator_check(kind=0, adinplaceorview=false, autograd=false)");
  told("operator_check(kind=2, adinplaceorview=true, autograd=true)");
  EXPECT_EQ(told.error("operator_check(kind=1, adinplaceorview=false, autograd=false)"),
            ErrorClass::NoADInplaceOrViewKernel);
  EXPECT_EQ(told.error("operator_check(kind=2, adinplaceorview=true, autograd=false)"), ErrorClass::NoAutogradKernel);
}

// ---- D: dispatch ----------------------------------------------------------------------------------------------------

TEST(Dispatch, TheRouteFollowsFromKindsAndMode) {
  Told told;
  told("r3 = add.Tensor(r3, r3, alpha=1)");
  EXPECT_EQ(told.route(), "AB");
  told("add_.Tensor(r3, r3, alpha=1)");
  EXPECT_EQ(told.route(), "AVB");
  told("r4 = t(r3)");
  EXPECT_EQ(told.route(), "AVB");
  told("InferenceMode(enabled=true) {");
  told("add_.Tensor(r3, r3, alpha=1)");
  EXPECT_EQ(told.route(), "VB");
  told("r4 = add.Tensor(r3, r3, alpha=1)");
  EXPECT_EQ(told.route(), "B");
  told("zero_(r4)");
  EXPECT_EQ(told.route(), "B");
  told("}");
  told("r5 = t(r4)");
  EXPECT_EQ(told.route(), "VB");
}

TEST(Dispatch, CompositesRunAsTheirParts) {
  Told told;
  told("r4 = t(r3)");
  told("r5 = reshape(r4, shape=[4])");
  EXPECT_EQ(told.route(), "ABAB");  // a copy, then a view of the new sizes
  told("r5 = reshape(r3, shape=[4])");
  EXPECT_EQ(told.route(), "AVB");
  told("r5 = contiguous(r3)");
  EXPECT_EQ(told.route(), "");
  EXPECT_EQ(told.tensor(5).same_tensor, 3);
}

// ---- V: versions ----------------------------------------------------------------------------------------------------

TEST(Versions, WritesBumpInEveryMode) {
  Told told;
  told("r4 = t(r3)");
  told("r5 = data(r3)");
  told("InferenceMode(enabled=true) {");
  told("zero_(r3)");
  EXPECT_EQ(told.tensor(3).version, 1);
  EXPECT_EQ(told.tensor(4).version, 1);
  EXPECT_EQ(told.tensor(5).version, 0);  // .data has its own counter
  told("resize_(r3, size=[2, 2])");      // changes nothing, but counts as a write
  EXPECT_EQ(told.tensor(3).version, 2);
  told("r5 = ones(size=[2], dtype=float32)");
  EXPECT_EQ(told.error("version(r5)"), ErrorClass::InferenceVersion);
}

// ---- W: tracked views -----------------------------------------------------------------------------------------------

TEST(Views, TheCreationMetaComesFromModeAndOperator) {
  Told told;
  told("r3 = mul.Tensor(r0, r0)");
  told("r4, r5 = split.Tensor(r3, split_size=1, dim=0)");
  EXPECT_EQ(told.tensor(4).creation_meta, CreationMeta::MultiOutputNode);
  EXPECT_EQ(told.tensor(5).output_nr, 1);
  EXPECT_EQ(told.error("zero_(r4)"), ErrorClass::ViewFromMultiOutput);
  told("NoGradGuard() {");
  told("r4 = t(r3)");
  told("}");
  EXPECT_EQ(told.error("zero_(r4)"), ErrorClass::ViewMadeInNoGrad);
  told("r4 = alias(r4)");
  EXPECT_EQ(told.tensor(4).creation_meta, CreationMeta::NoGradMode);  // W2
}

TEST(Views, AWriteToAViewRebasesItsBase) {
  Told told;
  told("r4 = t(r3)");
  told("mul_.Tensor(r4, r0)");
  EXPECT_TRUE(told.tensor(3).requires_grad);
  EXPECT_TRUE(told.tensor(3).has_grad_fn);
  EXPECT_TRUE(told.tensor(4).has_grad_fn);
}

TEST(Views, AStaleViewIsRegeneratedWhenItIsRead) {
  Told told;
  told("r4 = t(r3)");
  told("mul_.Tensor(r3, r0)");
  EXPECT_TRUE(told.tensor(4).requires_grad);
  EXPECT_FALSE(told.tensor(4).has_grad_fn);  // observation does not refresh
  told("grad_fn(r4)");
  EXPECT_TRUE(told.tensor(4).has_grad_fn);
}

TEST(Views, AStaleViewOfIntegersIsReadByOperatorsThatRecordNothing) {
  Told told;
  told("InferenceMode(enabled=true) {");
  told("r4 = t(r5)");
  told("zero_(r4)");
  told("set_data(r5, r1)");
  told("requires_grad_(r5, requires_grad=true)");
  told("}");
  EXPECT_TRUE(told.tensor(4).requires_grad);  // because its base does
  EXPECT_EQ(told.error("r3 = expand(r4, size=[2])"), ErrorClass::ViewMadeInInference);
  EXPECT_EQ(told.error("r3 = clone(r4)"), ErrorClass::ViewMadeInInference);
  told("NoGradGuard() {");
  told("r3 = expand(r4, size=[2])");
}

TEST(Views, WritesToLeavesAndTheirViewsAreRejected) {
  Told told;
  EXPECT_EQ(told.error("zero_(r0)"), ErrorClass::LeafInPlace);
  told("r3 = t(r0)");
  EXPECT_EQ(told.error("zero_(r3)"), ErrorClass::ViewOfLeafInPlace);
  told("NoGradGuard() {");
  told("zero_(r0)");
}

// ---- M: mutation ----------------------------------------------------------------------------------------------------

TEST(Mutation, AnInferenceTensorCannotBeWrittenOutsideTheMode) {
  Told told;
  told("InferenceMode(enabled=true) {");
  told("r4 = ones(size=[2, 2], dtype=float32)");
  told("t_(r4)");
  told("InferenceMode(enabled=false) {");
  for (const char* line : {"zero_(r4)", "t_(r4)", "resize_(r4, size=[1])", "add.out(r3, r3, alpha=1, out=r4)",
                           "copy_(r4, r3)", "set_.source_Tensor(r4, r4)"})
    EXPECT_EQ(told.error(line), ErrorClass::InferenceInPlace) << line;
  told("add_.Tensor(r3, r4, alpha=1)");  // M5: r4 is not saved
  told("requires_grad_(r4, requires_grad=false)");
  EXPECT_EQ(told.error("requires_grad_(r4, requires_grad=true)"), ErrorClass::InferenceRequiresGrad);
}

TEST(Mutation, OutAndResizeWhereAutogradRuns) {
  Told told;
  EXPECT_EQ(told.error("add.out(r0, r3, alpha=1, out=r4)"), ErrorClass::OutRequiresGrad);
  EXPECT_EQ(told.error("resize_(r0, size=[1])"), ErrorClass::ResizeRequiresGrad);
  told("r4 = t(r3)");
  EXPECT_EQ(told.error("detach_(r4)"), ErrorClass::DetachView);
}

// ---- S: saving and backward -----------------------------------------------------------------------------------------

TEST(Saving, InferenceTensorsCannotBeSaved) {
  Told told;
  told("InferenceMode(enabled=true) {");
  told("r4 = ones(size=[2], dtype=float32)");
  told("}");
  EXPECT_EQ(told.error("r5 = mul.Tensor(r0, r4)"), ErrorClass::InferenceSaved);
  told("r5 = add.Tensor(r0, r4, alpha=1)");
  told("r5 = mul.Tensor(r3, r4)");  // nothing is recorded
}

TEST(Saving, AWrittenInferenceTensorCannotBeSavedAsTheResult) {
  Told told;
  told("InferenceMode(enabled=true) {");
  told("r4 = ones(size=[2], dtype=float32)");
  told("AutoDispatchBelowADInplaceOrView() {");
  told("InferenceMode(enabled=false) {");
  for (const char* line : {"copysign_.Tensor(r4, r1)", "pow_.Tensor(r4, r1)"})
    EXPECT_EQ(told.error(line), ErrorClass::InferenceSaved) << line;
  told("add_.Tensor(r4, r1, alpha=1)");  // nothing is saved
}

TEST(Saving, AMaskIsNoDifferentiableArgument) {
  Told told;
  told("r4, r5 = unbind.int(r3, dim=0)");
  // The mask requires grad, but that does not make the write to the view r4 an error of its own.
  EXPECT_EQ(told.run("masked_fill_.Scalar(r4, r1, value=2)").reasons, set_of(ErrorClass::Dtype));
  EXPECT_EQ(told.run("r2 = masked_fill.Scalar(r4, r1, value=2)").reasons, set_of(ErrorClass::Dtype));
  told("InferenceMode(enabled=true) {");
  told("r2 = ones(size=[2], dtype=float32)");
  told("requires_grad_(r2)");
  told("}");
  EXPECT_EQ(told.run("r2 = masked_fill.Scalar(r4, r2, value=2)").reasons, set_of(ErrorClass::Dtype));
}

TEST(Saving, ASavedTensorMustNotChange) {
  Told told;
  told("r3 = mul.Tensor(r0, r2)");
  told("NoGradGuard() {");
  told("zero_(r0)");
  told("}");
  EXPECT_EQ(told.error("backward(r3, r3, seeding=1, retain_graph=false)"), ErrorClass::BackwardVersion);
}

TEST(Saving, PlacesAreSavedBesideWhatWasChosen) {
  Told told;
  told("r3, r4 = max.dim(r0, dim=0)");
  EXPECT_EQ(told.tensor(3).dtype, DType::Float32);
  EXPECT_EQ(told.tensor(4).dtype, DType::Int64);
  EXPECT_TRUE(told.tensor(3).has_grad_fn);
  EXPECT_FALSE(told.tensor(4).requires_grad);
  EXPECT_TRUE(told.tensor(4).is_leaf);
  EXPECT_EQ(told.tensor(4).storage, 4);
  told("zero_(r4)");
  EXPECT_EQ(told.error("backward(r3, seeding=1, retain_graph=false)"), ErrorClass::BackwardVersion);
  told("InferenceMode(enabled=true) {");
  told("r3, r4 = max.dim(r0, dim=0)");
  EXPECT_TRUE(told.tensor(3).is_inference);
  EXPECT_TRUE(told.tensor(4).is_inference);
  EXPECT_FALSE(told.tensor(3).requires_grad);
  EXPECT_EQ(told.route(), "B");
}

TEST(Saving, TheDifferentiableResultsAreOneNodes) {
  Told told;
  told("r3, r4 = var_mean.correction(r0, dim=[0], correction=None)");
  EXPECT_TRUE(told.tensor(3).has_grad_fn);
  EXPECT_TRUE(told.tensor(4).has_grad_fn);
  EXPECT_EQ(told.tensor(4).node, 3);
  EXPECT_EQ(told.tensor(3).output_nr, 0);
  EXPECT_EQ(told.tensor(4).output_nr, 1);
  told("zero_(r3)");  // neither the variance nor the mean is saved
  told("backward(r4, seeding=1, retain_graph=false)");
  EXPECT_EQ(told.error("backward(r4, seeding=1, retain_graph=false)"), ErrorClass::BackwardFreed);
  told("r3, r4 = std_mean.correction(r2, dim=[0], correction=None)");
  told("zero_(r3)");
  EXPECT_EQ(told.error("backward(r4, seeding=1, retain_graph=false)"), ErrorClass::BackwardVersion);
}

TEST(Saving, AFreedGraphRaises) {
  Told told;
  told("r3 = mul.Tensor(r0, r2)");
  told("backward(r3, r3, seeding=1, retain_graph=true)");
  told("backward(r3, r3, seeding=1, retain_graph=false)");
  EXPECT_EQ(told.error("backward(r3, r3, seeding=1, retain_graph=false)"), ErrorClass::BackwardFreed);
  EXPECT_TRUE(told.grad(0).defined);
  EXPECT_TRUE(told.grad(2).defined);
}

TEST(Backward, GradientsAreOfTheKindOfTheModeThatBackwardRunsIn) {
  Told told;
  told("r3 = sum(r0, dtype=None)");
  told("InferenceMode(enabled=true) {");
  told("backward(r3, r3, seeding=0, retain_graph=true)");
  EXPECT_TRUE(told.grad(0).is_inference);
  told("}");
  EXPECT_EQ(told.error("backward(r3, r3, seeding=0, retain_graph=true)"), ErrorClass::InferenceInPlace);  // S6, M2
}

TEST(Backward, NothingFlowsThroughAConstantView) {
  Told told;
  told("r4 = t(r3)");
  told("requires_grad_(r3, requires_grad=true)");
  EXPECT_TRUE(told.tensor(4).requires_grad);  // W3
  told("r5 = sum(r4, dtype=None)");
  told("backward(r5, r5, seeding=0, retain_graph=false)");
  EXPECT_FALSE(told.grad(3).defined);
}

// The order in which nodes of two threads run is unspecified, and matters if a backward stops early: dropped.
TEST(Backward, TheOrderOfTwoThreadsNodesIsOpen) {
  Told told;
  told("r3 = mul.Tensor(r0, r0)");
  told("[t1] r4 = mul.Tensor(r3, r3)");
  told("backward(r4, r4, seeding=1, retain_graph=false)");
  EXPECT_TRUE(told.dropped("backward(r4, r4, seeding=1, retain_graph=false)"));
  told("r4 = mul.Tensor(r0, r0)");
  told("r4 = mul.Tensor(r4, r4)");
  told("backward(r4, r4, seeding=1, retain_graph=false)");
  EXPECT_EQ(told.error("backward(r4, r4, seeding=1, retain_graph=false)"), ErrorClass::BackwardFreed);
}

// H: after set_data a tracked view differs from the view that would be regenerated.
TEST(Backward, ThroughAViewWithOtherDataIsNotJudged) {
  Told told;
  told("r3 = mul.Tensor(r0, r0)");
  told("r4 = t(r3)");
  told("set_data(r4, r2)");
  told("add_.Tensor(r3, r0)");
  EXPECT_TRUE(told.dropped("backward(r4, r4, seeding=1, retain_graph=false)"));
}

// H: if the base changes its dtype by set_data, it is unspecified which elements the view stands for.
TEST(Backward, ThroughAViewOfABaseOfAnotherDtypeIsNotJudged) {
  Told told;
  told("r0 = leaf(size=[2], dtype=float64, requires_grad=true, seed=0)");
  told("r1 = t(r0)");
  told("NoGradGuard() {");
  told("set_data(r0, r2)");
  told("r3 = mul.Tensor(r1, r1)");  // not stale, so r1 still views the old data
  told("zero_(r0)");
  told("zero_(r1)");
  told("}");
  EXPECT_TRUE(told.dropped("backward(r1, r1, seeding=1, retain_graph=false)"));
}

// H: if a result was resized, a gradient of the new sizes does not fit the node that recorded the old ones.
TEST(Backward, FromAResultWithOtherSizesIsNotJudged) {
  Told told;
  told("r3, r4 = var_mean.correction(r2, dim=None, correction=None)");
  told("InferenceMode(enabled=true) {");
  told("neg.out(r2, out=r3)");
  told("neg.out(r2, out=r4)");
  EXPECT_TRUE(told.dropped("r5 = grad(r3, r3, seeding=1, retain_graph=false, allow_unused=false)"));
  EXPECT_TRUE(told.dropped("r5 = grad(r4, r4, seeding=1, retain_graph=false, allow_unused=false)"));
}

TEST(Backward, AsStridedBeyondItsArgumentDependsOnTheFamily) {
  Told told;
  told("r3 = mul.Tensor(r0, r0)");
  told("r4 = select.int(r3, dim=0, index=0)");
  told("r5 = as_strided(r4, size=[2, 2], stride=[2, 1])");
  // Other elements of the base are reached without r4, so the gradient with respect to r4 cannot be separated.
  EXPECT_TRUE(told.dropped("r1 = grad(r5, r4, seeding=1, retain_graph=true, allow_unused=true)"));
  told("backward(r5, r5, seeding=1, retain_graph=false)");
}

// ---- E: errors ------------------------------------------------------------------------------------------------------

TEST(Errors, ARejectedCommandChangesNothing) {
  Told told;
  told("r4 = t(r3)");
  told("mul_.Tensor(r3, r0)");
  const Observation before = told.observation();
  EXPECT_EQ(told.error("r5 = mm(r4, r1)"), ErrorClass::Shape);
  Observation after = told.observation();
  after.route = before.route;
  EXPECT_EQ(std::memcmp(&before.registers, &after.registers, sizeof before.registers), 0);
}

}  // namespace
}  // namespace modecheck::spec
