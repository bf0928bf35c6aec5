// Tests that what is observed survives its way through JSON: what observation_json.h writes, answers.h reads.
#include "subjects/exec/observation_json.h"

#include <gtest/gtest.h>

#include <cstring>

#include "properties/generate/generator.h"
#include "properties/lockstep/spec_oracle.h"
#include "reference/values/expectation.h"
#include "spec/program/text.h"
#include "subjects/exec/answers.h"

namespace modecheck::subjects {
namespace {

template <typename T>
bool same_bytes(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

// Whether the bits are equal, but for those of a NaN.
bool same_values(const spec::Trace& a, spec::ByteRange in_a, const spec::Trace& b, spec::ByteRange in_b,
                 spec::DType dtype) {
  return in_a.size == in_b.size &&
         reference::matches({reference::Certainty::Exact, dtype, 0}, a.bytes.data() + in_a.begin,
                            b.bytes.data() + in_b.begin, in_a.size);
}

void expect_equal(const spec::Trace& written, const spec::Observation& a, const spec::Trace& read,
                  const spec::Observation& b, const std::string& where) {
  EXPECT_TRUE(same_bytes(a.mode, b.mode)) << where;
  for (std::size_t reg = 0; reg < spec::kRegisters; ++reg) {
    const std::string at = where + "\nr" + std::to_string(reg);
    EXPECT_TRUE(same_bytes(a.registers[reg].tensor, b.registers[reg].tensor)) << at;
    EXPECT_TRUE(same_bytes(a.registers[reg].grad, b.registers[reg].grad)) << at;
    EXPECT_TRUE(
        same_values(written, a.registers[reg].storage, read, b.registers[reg].storage, a.registers[reg].tensor.dtype))
        << at;
    EXPECT_TRUE(same_values(written, a.registers[reg].grad_values, read, b.registers[reg].grad_values,
                            a.registers[reg].grad.dtype))
        << at;
  }
}

TEST(ObservationJsonTest, WhatIsWrittenIsRead) {
  const properties::Generator generator(properties::GeneratorOptions{});
  properties::SpecOracle oracle(spec::DeviceKind::Cpu);
  const auto read = std::make_unique<spec::Trace>();
  const auto exact = [](int, bool) { return std::optional<double>(); };
  for (std::uint64_t i = 0; i < 300; ++i) {
    const spec::Program program = generator.program_of(5, i);
    const properties::Expected& expected = oracle.run(program);
    const spec::Trace& written = *expected.trace;
    read->clear();
    Answers answers(*read, /*with_values=*/true);
    answers.read_initial(json_of(written, written.initial.observation, exact).dump());
    expect_equal(written, written.initial.observation, *read, read->initial.observation, "before");
    for (std::uint32_t step = 0; step < expected.judged; ++step) {
      nlohmann::ordered_json answer = json_of(written, written.steps[step].observation, exact);
      // What a register has taken has the version 0, or none.
      answer["taken"] = nlohmann::ordered_json::array();
      for (int reg = 0; reg < spec::kRegisters; ++reg)
        if (written.steps[step].outcome.kind == spec::OutcomeKind::Ok &&
            written.steps[step].observation.registers[static_cast<std::size_t>(reg)].tensor.version <= 0)
          answer["taken"].push_back("r" + std::to_string(reg));
      answers.read_step(answer.dump(), program.records[step], read->steps[step]);
      expect_equal(written, written.steps[step].observation, *read, read->steps[step].observation,
                   "program " + std::to_string(i) + ", " + spec::to_text(program.records[step]));
    }
  }
}

TEST(ObservationJsonTest, AToleranceIsWrittenBesideTheElements) {
  properties::SpecOracle oracle(spec::DeviceKind::Cpu);
  const properties::Expected& expected = oracle.run(spec::parse_program("modecheck 1\nr3 = exp(r3)\n"));
  const nlohmann::ordered_json state =
      json_of(*expected.trace, expected.step(0).observation, [](int reg, bool) -> std::optional<double> {
        if (reg == 3) return 0.5;
        if (reg == 4) return std::numeric_limits<double>::infinity();
        return std::nullopt;
      });
  EXPECT_EQ(state["registers"][3]["tolerance"], 0.5);
  EXPECT_EQ(state["registers"][4]["tolerance"], "any");
  EXPECT_FALSE(state["registers"][0].contains("tolerance"));
}

}  // namespace
}  // namespace modecheck::subjects
