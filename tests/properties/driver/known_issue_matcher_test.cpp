// Tests KnownIssueMatcher: an entry of the known issues matches the mismatches that its cause produces, and no other
// mismatch.

#include "properties/known/known_issue_matcher.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/properties/driver/fakes.h"

namespace modecheck::properties {
namespace {

using nlohmann::json;

bool contains(const spec::ProgramView& program, const char* operation) {
  return std::any_of(program.records, program.records + program.count,
                     [&](const spec::Record& record) { return record.operation == id(operation); });
}

// Gives r0 a gradient after every command.
void with_gradients(spec::Trace& trace) {
  for (std::uint32_t i = 0; i < trace.completed; ++i) {
    spec::RegisterObservation& r0 = trace.steps[i].observation.registers[0];
    r0.grad.defined = 1;
    r0.grad_values = r0.storage;
  }
}

// Makes the gradient of r0 wrong after the last command.
void spoil_gradient(spec::Trace& trace) {
  spec::Observation& last = trace.steps[trace.completed - 1].observation;
  last.registers[0].grad_values = last.registers[1].storage;
}

KnownMismatch entry(const char* name, const json& pattern) {
  KnownMismatch out;
  out.id = name;
  out.versions = {"1"};
  out.signature.subject = "fake:cpu";
  out.pattern = pattern_of(pattern);
  return out;
}

json pattern(const char* operation, std::vector<std::string> fields) {
  return {{"operations", {operation}}, {"expected", {"ok"}}, {"observed", {"ok"}}, {"fields", fields}};
}

json with_counterfactual(json pattern, json counterfactual) {
  pattern["counterfactuals"] = json::array({std::move(counterfactual)});
  return pattern;
}

// Returns the id of the entry that matches the first mismatch, or "" if none does.
std::string match(const std::vector<KnownMismatch>& known, const char* commands, FakeSubject::Fault fault,
                  FakeOracle::Edit edit = with_gradients) {
  auto owned = std::make_unique<FakeOracle>(std::move(edit));
  std::vector<std::unique_ptr<subjects::Runner>> subjects;
  subjects.push_back(std::make_unique<FakeSubject>("fake", *owned, std::move(fault)));
  Lockstep lockstep([&](spec::DeviceKind) { return std::unique_ptr<Oracle>(std::move(owned)); }, std::move(subjects));
  const spec::Program program = spec::parse_program(std::string("modecheck 1\n") + commands);
  const std::vector<Mismatch> mismatches = lockstep.check(program).mismatches;
  if (mismatches.empty()) return "no mismatch";
  const KnownMismatch* const found = KnownIssueMatcher(known, lockstep).matches(program, mismatches).front();
  return found == nullptr ? "" : found->id;
}

FakeSubject::Fault bump(std::vector<std::size_t> registers) {
  return [registers](const spec::ProgramView&, spec::Trace& trace) {
    for (const std::size_t reg : registers) ++trace.steps[0].observation.registers[reg].tensor.version;
  };
}

constexpr const char* kAdd = "add_.Tensor(r0, r1)\n";

TEST(KnownIssueMatcher, OnlyTheFieldsThatAreNamed) {
  const std::vector<KnownMismatch> known{entry("known", pattern("in_place", {"version"}))};
  EXPECT_EQ(match(known, kAdd, bump({0})), "known");
  EXPECT_EQ(match(known, kAdd,
                  [](const spec::ProgramView&, spec::Trace& trace) {
                    ++trace.steps[0].observation.registers[0].tensor.version;
                    trace.steps[0].observation.registers[0].tensor.is_view = 1;
                  }),
            "");
}

TEST(KnownIssueMatcher, OnlyTheOperationsThatAreNamed) {
  const std::vector<KnownMismatch> known{entry("known", pattern("in_place", {"version"}))};
  EXPECT_EQ(match(known, "r0 = neg(r1)\n", bump({0})), "");
}

TEST(KnownIssueMatcher, OnlyThePlaceThatIsNamed) {
  json written = pattern("in_place", {"version"});
  written["where"] = "what is written";
  const std::vector<KnownMismatch> known{entry("known", written)};
  EXPECT_EQ(match(known, kAdd, bump({0})), "known");
  EXPECT_EQ(match(known, kAdd, bump({2})), "");
  EXPECT_EQ(match(known, kAdd, bump({0, 2})), "");
}

TEST(KnownIssueMatcher, StridesOfOneElementOnly) {
  json lying = pattern("neg", {"strides"});
  lying["where"] = "results, in dimensions of one element";
  const std::vector<KnownMismatch> known{entry("known", lying)};
  const auto column = [](spec::Trace& trace) {
    spec::TensorObservation& r0 = trace.steps[0].observation.registers[0].tensor;
    r0.rank = 2;
    r0.sizes = {3, 1};
    r0.strides = {1, 3};
  };
  const auto stride = [](std::size_t dim) {
    return [dim](const spec::ProgramView&, spec::Trace& trace) {
      trace.steps[0].observation.registers[0].tensor.strides[dim] = 7;
    };
  };
  EXPECT_EQ(match(known, "r0 = neg(r1)\n", stride(1), column), "known");
  EXPECT_EQ(match(known, "r0 = neg(r1)\n", stride(0), column), "");
}

TEST(KnownIssueMatcher, OnlyWhereTheFactsHold) {
  json outside = pattern("in_place", {"version"});
  outside["predicates"] = {"outside the mode"};
  EXPECT_EQ(match({entry("known", outside)}, kAdd, bump({0})), "known");
  outside["predicates"] = {"outside the mode", "a view is written"};
  EXPECT_EQ(match({entry("known", outside)}, kAdd, bump({0})), "");
}

TEST(KnownIssueMatcher, OnlyWhereTheConditionsHold) {
  json same = pattern("in_place", {"version"});
  same["conditions"] = {{{"this", true}, {"other.sizes", "== self.sizes"}}};
  EXPECT_EQ(match({entry("known", same)}, kAdd, bump({0})), "known");
  same["conditions"] = {{{"this", true}, {"other.sizes", "!= self.sizes"}}};
  EXPECT_EQ(match({entry("known", same)}, kAdd, bump({0})), "");
}

TEST(KnownIssueMatcher, OnlyTheOutcomesThatAreNamed) {
  const auto raise = [](spec::ErrorClass error) {
    return [error](const spec::ProgramView&, spec::Trace& trace) {
      trace.steps[0].outcome.kind = spec::OutcomeKind::Error;
      trace.steps[0].outcome.error = error;
    };
  };
  json shape = pattern("in_place", {"outcome"});
  shape["observed"] = {"Shape"};
  EXPECT_EQ(match({entry("known", shape)}, kAdd, raise(spec::ErrorClass::Shape)), "known");
  EXPECT_EQ(match({entry("known", shape)}, kAdd, raise(spec::ErrorClass::Dtype)), "");
  shape["expected"] = {"Dtype"};
  EXPECT_EQ(match({entry("known", shape)}, kAdd, raise(spec::ErrorClass::Shape)), "");
}

TEST(KnownIssueMatcher, OnlyTheVersionsThatAreNamed) {
  KnownMismatch other = entry("known", pattern("in_place", {"version"}));
  other.versions = {"2"};
  EXPECT_EQ(match({other}, kAdd, bump({0})), "");
}

TEST(KnownIssueMatcher, KnownMismatchesThatMeetInOneStep) {
  json written = pattern("in_place", {"version"});
  written["where"] = "what is written";
  const std::vector<KnownMismatch> known{entry("written", written),
                                         entry("views", pattern("in_place", {"is_view", "base", "creation_meta"}))};
  const auto fault = [](bool third) {
    return [third](const spec::ProgramView&, spec::Trace& trace) {
      spec::Observation& observation = trace.steps[0].observation;
      ++observation.registers[0].tensor.version;
      observation.registers[4].tensor.is_view = 1;
      if (third) observation.registers[5].tensor.requires_grad = 1;
    };
  };
  EXPECT_NE(match(known, kAdd, fault(false)), "");
  EXPECT_EQ(match({known[0]}, kAdd, fault(false)), "");
  EXPECT_EQ(match(known, kAdd, fault(true)), "");
}

// Returns a fault that makes the subject's gradient wrong if the program calls one of the operators `culprits`. A wrong
// gradient after as_strided is known. A wrong derivative of sigmoid is not known, but has the same signature.
FakeSubject::Fault wrong_gradients(std::vector<const char*> culprits) {
  return [culprits](const spec::ProgramView& program, spec::Trace& trace) {
    if (std::any_of(culprits.begin(), culprits.end(), [&](const char* one) { return contains(program, one); }))
      spoil_gradient(trace);
  };
}

const KnownMismatch kAsStrided = entry(
    "as_strided",
    with_counterfactual(pattern("backward", {"grad values"}), {{"operations", {"as_strided"}}, {"how", "take out"}}));
const KnownMismatch kGather = entry(
    "gather",
    with_counterfactual(pattern("backward", {"grad values"}),
                        {{"operations", {"gather"}}, {"replace", {{{"argument", "sparse_grad"}, {"value", 0}}}}}));

constexpr const char* kStrided =
    "r0 = as_strided(r0, size=[2], stride=[1])\nbackward(r0, seeding=1, retain_graph=false)\n";
constexpr const char* kBoth =
    "r0 = as_strided(r0, size=[2], stride=[1])\nr0 = sigmoid(r0)\nbackward(r0, seeding=1, retain_graph=false)\n";
constexpr const char* kSigmoid = "r0 = sigmoid(r0)\nbackward(r0, seeding=1, retain_graph=false)\n";

TEST(KnownIssueMatcher, AWrongGradientOfAnotherOperatorIsNotMatched) {
  const auto fault = wrong_gradients({"as_strided", "sigmoid"});
  EXPECT_EQ(match({kAsStrided}, kStrided, fault), "as_strided");
  EXPECT_EQ(match({kAsStrided}, kBoth, fault), "");
  EXPECT_EQ(match({kAsStrided}, kSigmoid, fault), "");
}

TEST(KnownIssueMatcher, WhatIsBesideTheCauseDoesNoHarm) {
  EXPECT_EQ(match({kAsStrided}, kBoth, wrong_gradients({"as_strided"})), "as_strided");
}

// In the original program, the specification drops sigmoid because it comes after as_strided. Without as_strided,
// sigmoid would run, and its wrong derivative would spoil the gradient.
TEST(KnownIssueMatcher, WhatWasDroppedDoesNotRunInACuredProgram) {
  const auto dropped = [](spec::Trace& trace) {
    with_gradients(trace);
    if (trace.completed == 3) trace.steps[1].outcome.kind = spec::OutcomeKind::Dropped;
  };
  const auto fault = wrong_gradients({"as_strided", "sigmoid"});
  EXPECT_EQ(match({kAsStrided}, kBoth, fault, dropped), "as_strided");
  EXPECT_EQ(match({kAsStrided}, kBoth, fault), "");
}

// In the program without as_strided, backward is rejected, and a mismatch shows at this command. That mismatch does not
// belong to the known one.
TEST(KnownIssueMatcher, AFailedBackwardThatHasNoPartInItIsLeftOut) {
  constexpr const char* commands =
      "r0 = as_strided(r0, size=[2], stride=[1])\nbackward(r0, seeding=1, retain_graph=true)\n"
      "backward(r0, seeding=1, retain_graph=false)\n";
  const auto rejected = [](spec::Trace& trace) {
    with_gradients(trace);
    if (trace.completed < 2) return;
    spec::Outcome& outcome = trace.steps[trace.completed - 2].outcome;
    outcome.kind = spec::OutcomeKind::Error;
    outcome.error = spec::ErrorClass::InferenceInPlace;
    outcome.reasons = spec::set_of(spec::ErrorClass::InferenceInPlace);
  };
  const auto fault = [](bool has_part) {
    return [has_part](const spec::ProgramView& program, spec::Trace& trace) {
      if (contains(program, "as_strided")) {
        if (!has_part || trace.completed == 3) spoil_gradient(trace);
      } else if (trace.completed == 2) {
        ++trace.steps[0].observation.registers[0].tensor.version;
      }
    };
  };
  EXPECT_EQ(match({kAsStrided}, commands, fault(false), rejected), "as_strided");
  EXPECT_EQ(match({kAsStrided}, commands, fault(true), rejected), "");
}

TEST(KnownIssueMatcher, TwoCausesInOneProgramAreCuredTogether) {
  constexpr const char* program =
      "r0 = as_strided(r0, size=[2], stride=[1])\nr0 = gather(r0, dim=0, index=r5, sparse_grad=true)\n"
      "backward(r0, seeding=1, retain_graph=false)\n";
  const auto fault = [](const spec::ProgramView& view, spec::Trace& trace) {
    bool sparse = false;
    for (std::uint32_t i = 0; i < view.count; ++i) {
      const spec::Record& record = view.records[i];
      if (record.operation == id("gather"))
        sparse = std::any_of(record.immediates.begin() + 1, record.immediates.end(), [](auto value) { return value; });
    }
    if (sparse || contains(view, "as_strided")) spoil_gradient(trace);
  };
  EXPECT_EQ(match({kAsStrided}, program, fault), "");
  EXPECT_EQ(match({kAsStrided, kGather}, program, fault), "as_strided");
}

TEST(KnownIssueMatcher, EveryRejectionThatIsMissingMustBeKnown) {
  const auto two_reasons = [](spec::Trace& trace) {
    spec::Outcome& outcome = trace.steps[0].outcome;
    outcome.kind = spec::OutcomeKind::Error;
    outcome.error = spec::ErrorClass::KindMismatch;
    outcome.reasons = spec::set_of(spec::ErrorClass::KindMismatch) | spec::set_of(spec::ErrorClass::InferenceInPlace);
  };
  const auto runs = [](const spec::ProgramView&, spec::Trace& trace) {
    trace.steps[0].outcome = {};
    trace.steps[0].outcome.kind = spec::OutcomeKind::Ok;
  };
  json kind = pattern("in_place", {"outcome"});
  kind["expected"] = {"KindMismatch"};
  json in_place = pattern("in_place", {"outcome"});
  in_place["expected"] = {"InferenceInPlace"};
  EXPECT_EQ(match({entry("kind", kind)}, kAdd, runs, two_reasons), "");
  EXPECT_EQ(match({entry("kind", kind), entry("in_place", in_place)}, kAdd, runs, two_reasons), "kind");
}

TEST(KnownIssueMatcher, ReasonsThatAPlugInWritesAreNotRead) {
  json shape = pattern("in_place", {"outcome"});
  shape["observed"] = {"Shape"};
  EXPECT_EQ(match({entry("known", shape)}, kAdd,
                  [](const spec::ProgramView&, spec::Trace& trace) {
                    trace.steps[0].outcome.kind = spec::OutcomeKind::Error;
                    trace.steps[0].outcome.error = spec::ErrorClass::Dtype;
                    trace.steps[0].outcome.reasons = spec::set_of(spec::ErrorClass::Shape);
                  }),
            "");
}

TEST(KnownIssueMatcher, NoDifferenceIsTooFarBack) {
  // The entry explains the first 64 differences. The matcher must also look at the difference after them, is_view.
  const auto fault = [](const spec::ProgramView&, spec::Trace& trace) {
    for (spec::RegisterObservation& one : trace.steps[0].observation.registers) {
      one.tensor.is_inference ^= 1;
      one.tensor.keys ^= 1;
      one.tensor.requires_grad ^= 1;
      one.tensor.is_leaf ^= 1;
      one.tensor.has_grad_fn ^= 1;
      one.tensor.retains_grad ^= 1;
      one.tensor.output_nr ^= 1;
      one.tensor.storage_offset ^= 1;
      one.tensor.strides[0] ^= 2;
      one.tensor.dtype = spec::DType::Float64;
      ++one.tensor.version;
    }
    trace.steps[0].observation.registers[5].tensor.is_view = 1;
  };
  std::vector<std::string> fields{"is_inference", "keys",         "requires_grad", "is_leaf",
                                  "has grad_fn",  "retains_grad", "output_nr",     "storage_offset",
                                  "strides",      "dtype",        "version",       "values"};
  EXPECT_EQ(match({entry("known", pattern("in_place", fields))}, kAdd, fault), "");
  fields.emplace_back("is_view");
  EXPECT_EQ(match({entry("known", pattern("in_place", fields))}, kAdd, fault), "known");
}

// Returns a fault. In a program with as_strided, it makes the gradient wrong. In any other program it changes the trace
// by `otherwise`.
FakeSubject::Fault altered_to(std::function<void(spec::Trace&)> otherwise) {
  return [otherwise](const spec::ProgramView& program, spec::Trace& trace) {
    contains(program, "as_strided") ? spoil_gradient(trace) : otherwise(trace);
  };
}

TEST(KnownIssueMatcher, ACureMustReachTheCommand) {
  EXPECT_EQ(match({kAsStrided}, kBoth, altered_to([](spec::Trace& trace) {
                    // without as_strided, the subject mismatches at an earlier command
                    ++trace.steps[0].observation.registers[2].tensor.version;
                  })),
            "");
  EXPECT_EQ(match({kAsStrided}, kBoth, altered_to([](spec::Trace& trace) {
                    // without as_strided, the subject does not support an earlier command, so judging ends there
                    trace.steps[0].outcome.kind = spec::OutcomeKind::Unsupported;
                  })),
            "");
}

TEST(KnownIssueMatcher, ACureMustLeaveNothingElseAtTheCommand) {
  EXPECT_EQ(match({kAsStrided}, kBoth, altered_to([](spec::Trace& trace) {
                    ++trace.steps[trace.completed - 1].observation.registers[2].tensor.version;
                  })),
            "");
}

TEST(KnownIssueMatcher, ACureMayLeaveWhatIsKnownWithoutIt) {
  const KnownMismatch version = entry("version", pattern("backward", {"version"}));
  const auto bump_last = [](spec::Trace& trace) {
    ++trace.steps[trace.completed - 1].observation.registers[2].tensor.version;
  };
  EXPECT_EQ(match({kAsStrided, version}, kBoth, altered_to(bump_last)), "as_strided");
  // Two known mismatches occur in the last command. The counterfactual (the program without as_strided) removes the
  // wrong gradient, unless `stays` is true.
  const auto both = [&](bool stays) {
    return [stays, bump_last](const spec::ProgramView& program, spec::Trace& trace) {
      if (stays || contains(program, "as_strided")) spoil_gradient(trace);
      bump_last(trace);
    };
  };
  EXPECT_EQ(match({kAsStrided, version}, kBoth, both(false)), "as_strided");
  EXPECT_EQ(match({kAsStrided, version}, kBoth, both(true)), "");
}

TEST(KnownIssueMatcher, ACureMustNotLeadToAnotherRejection) {
  json storage = pattern("backward", {"outcome"});
  storage["expected"] = {"error"};
  storage["observed"] = {"StorageSize"};
  const KnownMismatch known =
      entry("known", with_counterfactual(storage, {{"operations", {"as_strided"}}, {"how", "take out"}}));
  const auto raise = [](spec::Trace& trace, spec::ErrorClass error) {
    spec::Outcome& outcome = trace.steps[trace.completed - 1].outcome;
    outcome.kind = spec::OutcomeKind::Error;
    outcome.error = error;
    outcome.reasons = spec::set_of(error);
  };
  const auto fault = [&](const spec::ProgramView& program, spec::Trace& trace) {
    if (contains(program, "as_strided")) raise(trace, spec::ErrorClass::StorageSize);
  };
  const auto expected = [&](spec::ErrorClass altered) {
    return [raise, altered](spec::Trace& trace) {
      raise(trace, trace.completed == 2 ? spec::ErrorClass::BackwardVersion : altered);
    };
  };
  EXPECT_EQ(match({known}, kStrided, fault, expected(spec::ErrorClass::BackwardVersion)), "known");
  EXPECT_EQ(match({known}, kStrided, fault, expected(spec::ErrorClass::BackwardNoGraph)), "");
}

TEST(KnownIssueMatcher, VersionsThatTheSpecificationDoesNotMoveAreAnotherPlace) {
  json moved = pattern("in_place", {"version"});
  moved["where"] = "versions that move";
  const auto moves = [](spec::Trace& trace) { ++trace.steps[0].observation.registers[0].tensor.version; };
  EXPECT_EQ(match({entry("known", moved)}, kAdd, bump({0}), moves), "known");
  EXPECT_EQ(match({entry("known", moved)}, kAdd, bump({0, 2}), moves), "");
}

TEST(KnownIssueMatcher, WhatWasPassedAsTheGradient) {
  json passed = pattern("backward", {"values"});
  passed["where"] = "gradients, and what was passed as one";
  const auto spoil = [](std::size_t reg) {
    return [reg](const spec::ProgramView&, spec::Trace& trace) {
      spec::Observation& last = trace.steps[trace.completed - 1].observation;
      last.registers[reg].storage = last.registers[5].storage;
    };
  };
  constexpr const char* program =
      "backward(r0, r3, seeding=2, retain_graph=true)\nr4 = t(r3)\nr3 = neg(r1)\n"
      "backward(r0, seeding=1, retain_graph=false)\n";
  const auto view = [](spec::Trace& trace) { trace.steps[1].observation.registers[4].tensor.storage = 3; };
  // The storage of r3 was passed as a gradient. r3 was then overwritten, but r4, a view of the old r3, still holds that
  // storage.
  EXPECT_EQ(match({entry("known", passed)}, program, spoil(4), view), "known");
  EXPECT_EQ(match({entry("known", passed)}, program, spoil(3), view), "");
  EXPECT_EQ(match({entry("known", passed)}, program, spoil(2), view), "");
}

TEST(KnownIssueMatcher, ACureMustNotChangeTheCourseOfEvents) {
  const auto without = [](std::function<void(spec::Trace&)> edit) {
    return [edit](spec::Trace& trace) {
      with_gradients(trace);
      if (trace.completed == 2) edit(trace);  // this is the program from which as_strided was removed
    };
  };
  const auto fault = wrong_gradients({"as_strided"});
  EXPECT_EQ(match({kAsStrided}, kBoth, fault, without([](spec::Trace&) {})), "as_strided");
  EXPECT_EQ(match({kAsStrided}, kBoth, fault,
                  without([](spec::Trace& trace) { trace.steps[1].outcome.kind = spec::OutcomeKind::Error; })),
            "");
  EXPECT_EQ(match({kAsStrided}, kBoth, fault,
                  without([](spec::Trace& trace) { trace.steps[1].outcome.kind = spec::OutcomeKind::Dropped; })),
            "");
  EXPECT_EQ(match({kAsStrided}, kBoth, fault, without([](spec::Trace& trace) {
                    spec::RegisterObservation& r0 = trace.steps[1].observation.registers[0];
                    r0.grad = {};
                    r0.grad_values = {};
                  })),
            "");
}

TEST(KnownIssueMatcher, AReplacementIsMadeOnlyWhereTheValueWas) {
  const auto known = [](int from) {
    return entry("known",
                 with_counterfactual(pattern("backward", {"grad values"}),
                                     {{"operations", {"backward"}},
                                      {"replace", {{{"argument", "seeding"}, {"from", from}, {"value", 1}}}}}));
  };
  // The last gradient is wrong unless the earlier backward was called with seeding=1.
  const auto fault = [](const spec::ProgramView& program, spec::Trace& trace) {
    if (program.records[0].immediates[0] != 1) spoil_gradient(trace);
  };
  constexpr const char* program =
      "backward(r0, r1, seeding=2, retain_graph=true)\nbackward(r0, seeding=1, retain_graph=false)\n";
  EXPECT_EQ(match({known(2)}, program, fault), "known");
  EXPECT_EQ(match({known(0)}, program, fault), "");
}

}  // namespace
}  // namespace modecheck::properties
