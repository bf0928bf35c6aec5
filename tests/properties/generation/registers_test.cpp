// Tests that the generator's cache of registers always equals what the model holds.
#include "properties/generate/registers.h"

#include <gtest/gtest.h>

#include "properties/choice/choice_random.h"
#include "properties/generate/generator.h"
#include "reference/run/rehearsal.h"
#include "spec/program/text.h"

namespace modecheck::properties {
namespace {

// After every command, compares some registers of the cache with the model. The test does not read the other registers,
// so the cache keeps them as they were.
void expect_memory_is_right(const spec::Program& program, reference::Rehearsal& rehearsal, RandomChoice& choice) {
  rehearsal.begin();
  Registers registers(rehearsal.model());
  const spec::Queries& queries = registers.queries();
  for (std::size_t i = 0; i < program.records.size(); ++i) {
    rehearsal.step(program.records[i]);
    rehearsal.keep();
    registers.forget_after(program.records[i]);
    const std::uint32_t looked_at = choice.below(1U << spec::kRegisters);
    for (int reg = 0; reg < spec::kRegisters; ++reg) {
      if ((looked_at >> reg & 1) == 0) continue;
      ASSERT_TRUE(registers[reg] == Candidate(queries.held(reg))) << "r" << reg << " after command " << i + 1 << " of\n"
                                                                  << to_text(program);
      ASSERT_EQ(registers.past(reg).registers, queries.look_back(reg).registers);
      ASSERT_EQ(registers.past(reg).backward_is_possible, queries.look_back(reg).backward_is_possible);
    }
  }
}

TEST(Registers, AreWhatTheModelHolds) {
  GeneratorOptions options;
  options.keeps_dropped = true;
  const Generator generator(options);
  reference::Rehearsal rehearsal(options.device);
  RandomChoice choice(1);
  for (std::uint64_t i = 0; i < 20'000 && !HasFatalFailure(); ++i)
    expect_memory_is_right(generator.program_of(23, i), rehearsal, choice);
}

}  // namespace
}  // namespace modecheck::properties
