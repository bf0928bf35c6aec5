// A known departure excuses what its cause does, and nothing else.

#include "properties/excuser.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/driver/fakes.h"

namespace modecheck::properties {
namespace {

using nlohmann::json;

spec::OperationId id(const char* name) { return static_cast<spec::OperationId>(spec::find_operation(name)); }

bool contains(const spec::ProgramView& program, const char* operation) {
  return std::any_of(program.records, program.records + program.count,
                     [&](const spec::Record& record) { return record.operation == id(operation); });
}

// r0 holds a gradient after every command.
void with_gradients(spec::Trace& trace) {
  for (std::uint32_t i = 0; i < trace.completed; ++i) {
    spec::RegisterObservation& r0 = trace.steps[i].observation.registers[0];
    r0.grad.defined = 1;
    r0.grad_values = r0.storage;
  }
}

// The gradient of r0 is wrong after the last command.
void spoil_gradient(spec::Trace& trace) {
  spec::Observation& last = trace.steps[trace.completed - 1].observation;
  last.registers[0].grad_values = last.registers[1].storage;
}

KnownDeparture entry(const char* name, const json& pattern) {
  KnownDeparture out;
  out.id = name;
  out.versions = {"1"};
  out.signature.subject = "fake:cpu";
  out.pattern = pattern_of(pattern);
  return out;
}

json pattern(const char* operation, std::vector<std::string> fields) {
  return {{"operations", {operation}}, {"expected", {"ok"}}, {"observed", {"ok"}}, {"fields", fields}};
}

json with_cure(json pattern, json cure) {
  pattern["cure"] = std::move(cure);
  return pattern;
}

// The id of what excuses the first departure, "" for nothing.
std::string excuse(const std::vector<KnownDeparture>& known, const char* commands, FakeSubject::Fault fault,
                   FakeOracle::Edit edit = with_gradients) {
  auto owned = std::make_unique<FakeOracle>(std::move(edit));
  std::vector<std::unique_ptr<subjects::Runner>> subjects;
  subjects.push_back(std::make_unique<FakeSubject>("fake", *owned, std::move(fault)));
  Lockstep lockstep([&](spec::DeviceKind) { return std::unique_ptr<Oracle>(std::move(owned)); }, std::move(subjects));
  const spec::Program program = spec::parse_program(std::string("modecheck 1\n") + commands);
  const std::vector<Departure> departures = lockstep.check(program).departures;
  if (departures.empty()) return "nothing departs";
  const KnownDeparture* const found = Excuser(known, lockstep).excuses(program, departures).front();
  return found == nullptr ? "" : found->id;
}

FakeSubject::Fault bump(std::vector<std::size_t> registers) {
  return [registers](const spec::ProgramView&, spec::Trace& trace) {
    for (const std::size_t reg : registers) ++trace.steps[0].observation.registers[reg].tensor.version;
  };
}

constexpr const char* kAdd = "add_.Tensor(r0, r1)\n";

TEST(Excuser, OnlyTheFieldsThatAreNamed) {
  const std::vector<KnownDeparture> known{entry("known", pattern("in_place", {"version"}))};
  EXPECT_EQ(excuse(known, kAdd, bump({0})), "known");
  EXPECT_EQ(excuse(known, kAdd,
                   [](const spec::ProgramView&, spec::Trace& trace) {
                     ++trace.steps[0].observation.registers[0].tensor.version;
                     trace.steps[0].observation.registers[0].tensor.is_view = 1;
                   }),
            "");
}

TEST(Excuser, OnlyTheOperationsThatAreNamed) {
  const std::vector<KnownDeparture> known{entry("known", pattern("in_place", {"version"}))};
  EXPECT_EQ(excuse(known, "r0 = neg(r1)\n", bump({0})), "");
}

TEST(Excuser, OnlyThePlaceThatIsNamed) {
  json written = pattern("in_place", {"version"});
  written["where"] = "what is written";
  const std::vector<KnownDeparture> known{entry("known", written)};
  EXPECT_EQ(excuse(known, kAdd, bump({0})), "known");
  EXPECT_EQ(excuse(known, kAdd, bump({2})), "");
  EXPECT_EQ(excuse(known, kAdd, bump({0, 2})), "");
}

TEST(Excuser, OnlyWhereTheFactsHold) {
  json outside = pattern("in_place", {"version"});
  outside["facts"] = {"outside the mode"};
  EXPECT_EQ(excuse({entry("known", outside)}, kAdd, bump({0})), "known");
  outside["facts"] = {"outside the mode", "an operand is a view"};
  EXPECT_EQ(excuse({entry("known", outside)}, kAdd, bump({0})), "");
}

TEST(Excuser, OnlyTheOutcomesThatAreNamed) {
  const auto raise = [](spec::ErrorClass error) {
    return [error](const spec::ProgramView&, spec::Trace& trace) {
      trace.steps[0].outcome.kind = spec::OutcomeKind::Error;
      trace.steps[0].outcome.error = error;
    };
  };
  json shape = pattern("in_place", {"outcome"});
  shape["observed"] = {"Shape"};
  EXPECT_EQ(excuse({entry("known", shape)}, kAdd, raise(spec::ErrorClass::Shape)), "known");
  EXPECT_EQ(excuse({entry("known", shape)}, kAdd, raise(spec::ErrorClass::Dtype)), "");
  shape["expected"] = {"Dtype"};
  EXPECT_EQ(excuse({entry("known", shape)}, kAdd, raise(spec::ErrorClass::Shape)), "");
}

TEST(Excuser, OnlyTheVersionsThatAreNamed) {
  KnownDeparture other = entry("known", pattern("in_place", {"version"}));
  other.versions = {"2"};
  EXPECT_EQ(excuse({other}, kAdd, bump({0})), "");
}

TEST(Excuser, KnownDeparturesThatMeetInOneStep) {
  json written = pattern("in_place", {"version"});
  written["where"] = "what is written";
  const std::vector<KnownDeparture> known{entry("written", written),
                                          entry("views", pattern("in_place", {"is_view", "base", "creation_meta"}))};
  const auto fault = [](bool third) {
    return [third](const spec::ProgramView&, spec::Trace& trace) {
      spec::Observation& observation = trace.steps[0].observation;
      ++observation.registers[0].tensor.version;
      observation.registers[4].tensor.is_view = 1;
      if (third) observation.registers[5].tensor.requires_grad = 1;
    };
  };
  EXPECT_NE(excuse(known, kAdd, fault(false)), "");
  EXPECT_EQ(excuse({known[0]}, kAdd, fault(false)), "");
  EXPECT_EQ(excuse(known, kAdd, fault(true)), "");
}

// as_strided loses gradients, as is known; a wrong derivative of sigmoid has the same signature.
FakeSubject::Fault wrong_gradients(std::vector<const char*> culprits) {
  return [culprits](const spec::ProgramView& program, spec::Trace& trace) {
    if (std::any_of(culprits.begin(), culprits.end(), [&](const char* one) { return contains(program, one); }))
      spoil_gradient(trace);
  };
}

const KnownDeparture kAsStrided =
    entry("as_strided", with_cure(pattern("backward", {"grad values"}), {{"operations", {"as_strided"}}}));
const KnownDeparture kGather =
    entry("gather", with_cure(pattern("backward", {"grad values"}),
                              {{"operations", {"gather"}}, {"argument", "sparse_grad"}, {"value", 0}}));

constexpr const char* kStrided =
    "r0 = as_strided(r0, size=[2], stride=[1])\nbackward(r0, seeding=1, retain_graph=false)\n";
constexpr const char* kBoth =
    "r0 = as_strided(r0, size=[2], stride=[1])\nr0 = sigmoid(r0)\nbackward(r0, seeding=1, retain_graph=false)\n";
constexpr const char* kSigmoid = "r0 = sigmoid(r0)\nbackward(r0, seeding=1, retain_graph=false)\n";

TEST(Excuser, AWrongGradientOfAnotherOperatorIsNotExcused) {
  const auto fault = wrong_gradients({"as_strided", "sigmoid"});
  EXPECT_EQ(excuse({kAsStrided}, kStrided, fault), "as_strided");
  EXPECT_EQ(excuse({kAsStrided}, kBoth, fault), "");
  EXPECT_EQ(excuse({kAsStrided}, kSigmoid, fault), "");
}

TEST(Excuser, WhatIsBesideTheCauseDoesNoHarm) {
  EXPECT_EQ(excuse({kAsStrided}, kBoth, wrong_gradients({"as_strided"})), "as_strided");
}

TEST(Excuser, TwoCausesInOneProgramAreCuredTogether) {
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
  EXPECT_EQ(excuse({kAsStrided}, program, fault), "");
  EXPECT_EQ(excuse({kAsStrided, kGather}, program, fault), "as_strided");
}

}  // namespace
}  // namespace modecheck::properties
