// Tests which commands meet a condition of a known mismatch, and which conditions are rejected as malformed.

#include "properties/known/condition.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "properties/known/counterfactual.h"
#include "properties/known/pattern.h"
#include "tests/properties/driver/fakes.h"

namespace modecheck::properties {
namespace {

using nlohmann::json;

// Returns true if the condition holds at the last of the commands.
bool holds(const json& condition, const std::string& commands, FakeOracle::Edit edit = {}) {
  const spec::Program program = spec::parse_program("modecheck 1\n" + commands);
  FakeOracle oracle(std::move(edit));
  const Expected& expected = oracle.run(program);
  Mismatch mismatch;
  mismatch.step = static_cast<int>(program.records.size()) - 1;
  const OperationSet own = OperationSet().set(program.records.back().operation);
  return condition_of(condition, own).holds(MismatchContext(program, expected, mismatch));
}

std::string complaint(const json& condition, const char* operation = "add_.Tensor") {
  try {
    condition_of(condition, *operations_named(operation));
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

json here(const char* key, const json& value) { return {{"this", true}, {key, value}}; }

constexpr const char* kLast = "backward(r2, seeding=1, retain_graph=false)\n";

std::string before_backward(const std::string& command) { return command + kLast; }

// Returns an edit of the oracle's trace: it applies `change` to register r1 in the initial state and after every
// command.
FakeOracle::Edit with_r1(void (*change)(spec::TensorObservation& r1)) {
  return [change](spec::Trace& trace) {
    change(trace.initial.observation.registers[1].tensor);
    for (std::uint32_t i = 0; i < trace.completed; ++i) change(trace.steps[i].observation.registers[1].tensor);
  };
}

TEST(Condition, AnEarlierCommandIsOfTheOperations) {
  const json earlier{{"earlier", {"neg"}}};
  EXPECT_TRUE(holds(earlier, before_backward("r2 = neg(r0)\n")));
  EXPECT_FALSE(holds(earlier, before_backward("r2 = abs(r0)\n")));
  EXPECT_FALSE(holds(earlier, "r2 = neg(r0)\n"));
  EXPECT_TRUE(holds({{"earlier", {"neg"}}}, before_backward("neg.out(r0, out=r2)\n")));
  EXPECT_FALSE(holds({{"earlier", {"operation neg"}}}, before_backward("neg.out(r0, out=r2)\n")));
  EXPECT_TRUE(holds({{"earlier", {"operation neg"}}}, before_backward("r2 = neg(r0)\n")));
  EXPECT_TRUE(holds({{"earlier", {"pointwise"}}}, before_backward("r2 = abs(r0)\n")));
}

TEST(Condition, NoEarlierCommand) {
  const json none{{"no earlier", {"neg"}}};
  EXPECT_FALSE(holds(none, before_backward("r2 = neg(r0)\n")));
  EXPECT_TRUE(holds(none, before_backward("r2 = abs(r0)\n")));
}

TEST(Condition, OneCommandMeetsAllDemands) {
  const json both{{"earlier", {"select.int"}}, {"dim", 0}, {"index", 1}};
  EXPECT_TRUE(holds(both, before_backward("r2 = select.int(r0, dim=0, index=1)\n")));
  EXPECT_FALSE(
      holds(both, before_backward("r2 = select.int(r0, dim=0, index=0)\nr2 = select.int(r0, dim=1, index=1)\n")));
}

TEST(Condition, AfterAnother) {
  const json after{{"earlier", {"neg"}}, {"after", {"abs"}}};
  EXPECT_TRUE(holds(after, before_backward("r1 = abs(r0)\nr2 = neg(r1)\n")));
  EXPECT_FALSE(holds(after, before_backward("r1 = neg(r0)\nr2 = abs(r1)\n")));
}

TEST(Condition, FactsHoldOfTheEarlierCommand) {
  const json written{{"earlier", {"every operation"}}, {"predicates", {"a view is written"}}};
  const auto view = with_r1([](spec::TensorObservation& r1) { r1.is_view = 1; });
  EXPECT_TRUE(holds(written, before_backward("neg_(r1)\n"), view));
  EXPECT_FALSE(holds(written, before_backward("neg_(r0)\n"), view));
}

TEST(Condition, TheOutcome) {
  const auto reject = [](spec::Trace& trace) { trace.steps[0].outcome.kind = spec::OutcomeKind::Error; };
  const json succeeds{{"earlier", {"neg"}}, {"outcome", "ok"}};
  EXPECT_TRUE(holds(succeeds, before_backward("r2 = neg(r0)\n")));
  EXPECT_FALSE(holds(succeeds, before_backward("r2 = neg(r0)\n"), reject));
  EXPECT_TRUE(
      holds({{"earlier", {"neg"}}, {"outcome", {"error", "dropped"}}}, before_backward("r2 = neg(r0)\n"), reject));
}

TEST(Condition, RecordedIsWhatIsGivenOrWritten) {
  const json recorded{{"earlier", {"pointwise", "in_place"}}, {"recorded", true}};
  const auto history = [](spec::Trace& trace) { trace.steps[0].observation.registers[2].tensor.has_grad_fn = 1; };
  EXPECT_TRUE(holds(recorded, before_backward("r2 = neg(r0)\n"), history));
  EXPECT_TRUE(holds(recorded, before_backward("neg_(r2)\n"), history));
  EXPECT_FALSE(holds(recorded, before_backward("neg_(r1)\n"), history));
  EXPECT_FALSE(holds(recorded, before_backward("r2 = neg(r0)\n")));
  EXPECT_FALSE(holds(recorded, before_backward("neg_(r2)\n"), [&](spec::Trace& trace) {
    history(trace);
    trace.steps[0].observation.mode.grad_mode = 0;
  }));
}

TEST(Condition, TheValueOfAnArgument) {
  const std::string sum = "r2 = sum.dim_IntList(r0, dim=[1], keepdim=true)\n";
  EXPECT_TRUE(holds(here("keepdim", true), sum));
  EXPECT_FALSE(holds(here("keepdim", false), sum));
  EXPECT_TRUE(holds(here("dim", 1), sum));
  EXPECT_FALSE(holds(here("dim", "< 1"), sum));
  EXPECT_TRUE(holds(here("dtype", "absent"), sum));
  EXPECT_FALSE(holds(here("dtype", "given"), sum));
  EXPECT_FALSE(holds(here("dtype", "not differentiable"), sum));
  const std::string to_integers = "r2 = sum.dim_IntList(r0, dim=[1], keepdim=true, dtype=int64)\n";
  EXPECT_TRUE(holds(here("dtype", "not differentiable"), to_integers));
  EXPECT_TRUE(holds(here("dtype", "!= self.dtype"), to_integers));
  EXPECT_TRUE(holds(here("alpha", 2), "add_.Tensor(r0, r1, alpha=2)\n"));
  EXPECT_TRUE(holds(here("alpha", {3, "> 1"}), "add_.Tensor(r0, r1, alpha=2)\n"));
  EXPECT_FALSE(holds(here("alpha", "<= 1"), "add_.Tensor(r0, r1, alpha=2)\n"));
}

TEST(Condition, TheWordOfAnArgument) {
  const std::string reduce =
      "r2 = scatter_reduce.two(r0, dim=0, index=r1, src=r0, reduce=\"amax\", include_self=true)\n";
  EXPECT_TRUE(holds(here("reduce", {"amax", "amin"}), reduce));
  EXPECT_FALSE(holds(here("reduce", "sum"), reduce));
  EXPECT_TRUE(holds(here("reduce", "!= sum"), reduce));
}

TEST(Condition, ListsOfTensorsAreAbsentIfAllOfThemAre) {
  EXPECT_TRUE(holds(here("indices", "absent"), "r2 = index.Tensor(r0, indices=[None, None])\n"));
  EXPECT_FALSE(holds(here("indices", "absent"), "r2 = index.Tensor(r0, indices=[None, r1])\n"));
  EXPECT_TRUE(holds(here("indices", "given"), "r2 = index.Tensor(r0, indices=[None, r1])\n"));
}

TEST(Condition, PropertiesOfAnArgument) {
  const std::string add = "add_.Tensor(r0, r1)\n";
  EXPECT_TRUE(holds(here("other.rank", 1), add));
  EXPECT_TRUE(holds(here("other.numel", 2), add));
  EXPECT_TRUE(holds(here("other.size(0)", 2), add));
  EXPECT_TRUE(holds(here("other.size(-1)", ">= 2"), add));
  EXPECT_FALSE(holds(here("other.size(1)", "!= 0"), add));
  EXPECT_TRUE(holds(here("other.stride(0)", 1), add));
  EXPECT_TRUE(holds(here("other.strides", 1), add));
  EXPECT_FALSE(holds(here("other.strides", 0), add));
  EXPECT_TRUE(holds(here("other.dtype", "float32"), add));
  EXPECT_TRUE(holds(here("other.dtype", "floating"), add));
  EXPECT_FALSE(holds(here("other.dtype", {"integer", "complex"}), add));
  EXPECT_TRUE(holds(here("other.is_view", false), add));
  EXPECT_TRUE(holds(here("other.is_view", true), add, with_r1([](spec::TensorObservation& r1) { r1.is_view = 1; })));
  EXPECT_TRUE(holds(here("other.requires_grad", true), add,
                    with_r1([](spec::TensorObservation& r1) { r1.requires_grad = 1; })));
  EXPECT_TRUE(
      holds(here("other.is_inference", true), add, with_r1([](spec::TensorObservation& r1) { r1.is_inference = 1; })));
  EXPECT_TRUE(holds(here("self.size(dim)", 2), "r2 = select.int(r0, dim=0, index=1)\n"));
}

TEST(Condition, AStaleView) {
  const json stale{{"earlier", {"hook"}}, {"self.is_stale", true}};
  const auto view = with_r1([](spec::TensorObservation& r1) { r1.is_view = r1.requires_grad = r1.version = 1; });
  EXPECT_TRUE(holds(stale, before_backward("hook(r1, r0, kind=0)\n"), view));
  EXPECT_FALSE(holds(stale, before_backward("hook(r0, r1, kind=0)\n"), view));
}

TEST(Condition, ThingsAreCompared) {
  const std::string add = "add_.Tensor(r0, r1)\n";
  const auto longer = with_r1([](spec::TensorObservation& r1) { r1.sizes[0] = 3; });
  const auto wider = with_r1([](spec::TensorObservation& r1) { r1.dtype = spec::DType::Float64; });
  EXPECT_TRUE(holds(here("other.sizes", "== self.sizes"), add));
  EXPECT_TRUE(holds(here("other.sizes", "!= self.sizes"), add, longer));
  EXPECT_TRUE(holds(here("other.size(0)", "== self.size(0) + 1"), add, longer));
  EXPECT_FALSE(holds(here("other.size(0)", "> self.size(0) + 1"), add, longer));
  EXPECT_TRUE(holds(here("other.size(0)", ">= self.size(0) - 2"), add));
  EXPECT_TRUE(holds(here("other.dtype", "!= self.dtype"), add, wider));
  EXPECT_FALSE(holds(here("other.dtype", "!= self.dtype"), add));
}

TEST(Condition, TheResultIsThereIfTheCommandSucceeds) {
  const json fewer = here("result.numel", "< self.numel");
  const auto shrink = [](spec::Trace& trace) { trace.steps[0].observation.registers[2].tensor.sizes[0] = 1; };
  EXPECT_TRUE(holds(fewer, "r2 = neg(r0)\n", shrink));
  EXPECT_FALSE(holds(fewer, "r2 = neg(r0)\n"));
  EXPECT_FALSE(holds(fewer, "r2 = neg(r0)\n", [&](spec::Trace& trace) {
    shrink(trace);
    trace.steps[0].outcome.kind = spec::OutcomeKind::Error;
  }));
}

TEST(Condition, AnyAndEvery) {
  const auto whole = with_r1([](spec::TensorObservation& r1) { r1.dtype = spec::DType::Int64; });
  const std::string add = "add_.Tensor(r0, r1)\n";
  EXPECT_TRUE(holds(here("any operand.dtype", "integer"), add, whole));
  EXPECT_FALSE(holds(here("every operand.dtype", "integer"), add, whole));
  EXPECT_TRUE(holds(here("every input.dtype", "integer"), add, whole));
  EXPECT_FALSE(holds(here("any input.dtype", "integer"), "add_.Tensor(r1, r0)\n", whole));
  EXPECT_TRUE(holds(here("self or other.dtype", "integer"), add, whole));
  EXPECT_TRUE(holds(here("beta or alpha", 2), "r2 = addmm(r0, r0, r0, beta=1, alpha=2)\n"));
  EXPECT_FALSE(holds(here("beta or alpha", 0), "r2 = addmm(r0, r0, r0, beta=1, alpha=2)\n"));
}

TEST(Condition, ACureChangesWhereItHolds) {
  const json take_out{{"operations", {"select.int"}}, {"how", "take out"}, {"conditions", {here("index", 1)}}};
  const auto changed = [&](const std::string& command) {
    const spec::Program program = spec::parse_program("modecheck 1\n" + before_backward(command));
    FakeOracle oracle;
    return counterfactual_of(take_out).changes(program, oracle.run(program), 1).size();
  };
  EXPECT_EQ(changed("r2 = select.int(r0, dim=0, index=1)\n"), 1U);
  EXPECT_EQ(changed("r2 = select.int(r0, dim=0, index=0)\n"), 0U);
}

TEST(Condition, APatternNamesWhatDoesNotHold) {
  const Pattern pattern = pattern_of({{"operations", {"neg_"}},
                                      {"expected", {"ok"}},
                                      {"observed", {"ok"}},
                                      {"fields", {"version"}},
                                      {"conditions", {{{"earlier", {"abs"}}}}}});
  const spec::Program program = spec::parse_program("modecheck 1\nneg_(r0)\n");
  FakeOracle oracle;
  Mismatch mismatch;
  mismatch.expected.kind = mismatch.observed.kind = spec::OutcomeKind::Ok;
  const MismatchContext context(program, oracle.run(program), mismatch);
  EXPECT_EQ(pattern.unmet(context), std::vector<std::string>{R"(a condition ({"earlier":["abs"]}))"});
  EXPECT_FALSE(pattern.tells_the_cause_of(context));
}

TEST(Condition, ItSaysWhichCommandIsMeant) {
  EXPECT_NE(complaint({{"earler", {"neg"}}}).find("must have one of the keys \"earlier\", \"no earlier\""),
            std::string::npos);
  EXPECT_NE(complaint({{"earlier", {"neg"}}, {"this", true}}).find("must have one of"), std::string::npos);
  EXPECT_NE(complaint({{"this", false}}).find("must have one of"), std::string::npos);
  EXPECT_NE(complaint({{"earlier", {"negg"}}}).find("\"negg\" is no operation and no group"), std::string::npos);
  EXPECT_NE(complaint({{"earlier", {"operation pointwise"}}}).find("is no operation"), std::string::npos);
  EXPECT_NE(complaint({{"earlier", "neg"}}).find("\"earlier\" must be a list of texts"), std::string::npos);
  EXPECT_NE(complaint({{"this", true}, {"after", {"negg"}}}).find("\"negg\" is no operation"), std::string::npos);
  EXPECT_NE(complaint({{"this", true}, {"predicates", {"all is well"}}}).find("there is no predicate"),
            std::string::npos);
  EXPECT_EQ(complaint("this"), "it must be an object");
}

TEST(Condition, UnknownNamesAreRefused) {
  EXPECT_EQ(complaint(here("slef.rank", 0)),
            "\"slef.rank\": there is no argument \"slef\"; there are: other, self, and also: outcome, recorded, "
            "result, any operand, every operand, any input, every input");
  EXPECT_NE(complaint(here("alpha or beta", 0)).find("no argument \"beta\""), std::string::npos);
  EXPECT_NE(complaint(here("self.rnk", 0)).find("no property \"rnk\"; there are: dtype, rank, numel"),
            std::string::npos);
  EXPECT_NE(complaint(here("self.size(dim)", 0)).find("no argument \"dim\""), std::string::npos);
  EXPECT_NE(complaint(here("self.size(other)", 0)).find("there is no argument \"other\"; there are: alpha"),
            std::string::npos);
  EXPECT_NE(complaint(here("alpha.rank", 0)).find("there is no argument \"alpha\"; there are: other, self"),
            std::string::npos);
  // "in_place" names all in-place operators. The condition is checked only for the operators whose argument `other` is
  // a tensor, so it is not rejected.
  EXPECT_EQ(complaint(here("other.rank", 0), "in_place"), "");
  EXPECT_NE(complaint(here("self or alpha", 0)).find("\"alpha\" is of several types"), std::string::npos);
  EXPECT_NE(complaint(here("self.size(99)", 1)).find("no tensor has a dimension 99"), std::string::npos);
}

TEST(Condition, WhatMeansNothingIsRefused) {
  EXPECT_NE(complaint(here("outcome", "integer")).find("it must be one of: ok, error, dropped"), std::string::npos);
  EXPECT_NE(complaint(here("self.dtype", "== outcome")).find("is of another kind"), std::string::npos);
  EXPECT_NE(complaint(here("self.sizes", "< self.strides")).find("is a list, which is only equal or not"),
            std::string::npos);
  EXPECT_NE(complaint(here("self.sizes", "== self.strides + 1")).find("is a list, which is only equal or not"),
            std::string::npos);
  EXPECT_NE(complaint(here("result", "absent")).find("it must be asked for a property"), std::string::npos);
  EXPECT_NE(complaint({{"this", true}}).find("demands nothing of the command"), std::string::npos);
  EXPECT_NE(complaint({{"earlier", {1}}}).find("\"earlier\" must be a list of texts"), std::string::npos);
}

// cumsum's `dim` is a number, and sum's `dim` is a list.
TEST(Condition, AnArgumentMayBeAListOfAnotherOperation) {
  const json either{{"earlier", {"operation sum.dim_IntList", "operation cumsum"}}, {"self.size(dim)", 2}};
  EXPECT_TRUE(holds(either, before_backward("r2 = cumsum(r0, dim=0)\n")));
  EXPECT_FALSE(holds(either, before_backward("r2 = sum.dim_IntList(r0, dim=[0])\n")));
}

// Only tensors have properties such as a rank. `other` is a tensor in add.Tensor and a number in add.Scalar.
TEST(Condition, ANumberHasNoProperty) {
  const json either{{"earlier", {"operation add.Tensor", "operation add.Scalar"}}, {"other.rank", {1, 2}}};
  EXPECT_TRUE(holds(either, before_backward("r2 = add.Tensor(r0, r1)\n")));
  EXPECT_FALSE(holds(either, before_backward("r2 = add.Scalar(r0, other=2)\n")));
}

TEST(Condition, ImpossibleValuesAreRefused) {
  EXPECT_EQ(complaint(here("recorded", 1)), "\"recorded\": it is 1; it must be true or false");
  EXPECT_NE(complaint(here("alpha", "much")).find("it must be a number, or a comparison like \"< 1\""),
            std::string::npos);
  EXPECT_NE(complaint(here("self", true)).find("it must be \"given\" or \"absent\""), std::string::npos);
  EXPECT_NE(complaint(here("outcome", "okay")).find("it must be one of: ok, error, dropped"), std::string::npos);
  EXPECT_NE(complaint(here("self.dtype", "int31")).find("it must be one of: float32"), std::string::npos);
  EXPECT_NE(complaint(here("self.dtype", "< int64")).find("it must be one of: float32"), std::string::npos);
  EXPECT_NE(complaint(here("self.rank", "given")).find("it must be a number"), std::string::npos);
  EXPECT_NE(complaint(here("self.rank", "== self.dtype")).find("\"self.dtype\" is of another kind"), std::string::npos);
  EXPECT_NE(complaint(here("self.rank", "== other.rnk")).find("no property \"rnk\""), std::string::npos);
  EXPECT_NE(complaint(here("self.rank", json::array())).find("it must be a value or a list of values"),
            std::string::npos);
}

}  // namespace
}  // namespace modecheck::properties
