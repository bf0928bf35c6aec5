#include <gtest/gtest.h>

#include "arbitrary.h"
#include "properties/choice/choice_random.h"
#include "properties/generate/mutate.h"
#include "spec/program/slots.h"
#include "spec/program/text.h"

namespace modecheck::properties {
namespace {

using spec::Program;

void expect_program(const Program& program, std::size_t most) {
  RC_ASSERT(program.records.size() <= most);
  for (const spec::Record& record : program.records) RC_ASSERT(spec::is_canonical(record));
}

TEST(Mutation, GivesCanonicalProgramsWithinTheLimit) {
  const Generator generator({});
  EXPECT_TRUE(rc::check("mutate keeps programs canonical and short enough", [&] {
    Program program = *testing::arbitrary_program();
    RandomChoice choice(*rc::gen::arbitrary<std::uint64_t>());
    const auto most = *rc::gen::inRange<std::size_t>(0, 80);
    mutate(program, choice, generator, most);
    expect_program(program, std::min<std::size_t>(most, spec::kMaxCommands));
  }));
}

TEST(Mutation, MostlyChangesSomething) {
  const Generator generator({});
  RandomChoice choice(1);
  int changed = 0;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const Program before = generator.program_of(1, i);
    Program after = before;
    mutate(after, choice, generator, spec::kMaxCommands);
    changed += after == before ? 0 : 1;
  }
  EXPECT_GT(changed, 900);
}

// A fault that needs a program whose commands fit each other must not wait until single changes have made one.
TEST(Mutation, GeneratesOneProgramInFourAnew) {
  const Generator generator({});
  RandomChoice choice(1);
  Program none;
  spec::Record unlike_all;
  unlike_all.operation = spec::id_of(spec::BuiltinCommand::Leave);
  none.records.assign(spec::kMaxCommands, unlike_all);
  int anew = 0;
  for (int i = 0; i < 1000; ++i) {
    Program after = none;
    mutate(after, choice, generator, spec::kMaxCommands);
    const auto kept = std::count(after.records.begin(), after.records.end(), none.records.front());
    anew += kept < static_cast<std::ptrdiff_t>(spec::kMaxCommands / 2) ? 1 : 0;
  }
  EXPECT_GT(anew, 200);
  EXPECT_LT(anew, 300);
}

// If most mutations made programs longer, a campaign would end with inputs of the most commands only: the average of
// this test would be 63.
TEST(Mutation, DoesNotMakeAllProgramsLong) {
  const Generator generator({});
  RandomChoice choice(1);
  Program program = generator.program_of(1, 0);
  std::size_t sum = 0;
  std::size_t longest = 0;
  constexpr int kMutations = 2000;
  for (int i = 0; i < kMutations; ++i) {
    mutate(program, choice, generator, spec::kMaxCommands);
    sum += program.records.size();
    longest = std::max(longest, program.records.size());
  }
  EXPECT_LT(sum / kMutations, spec::kMaxCommands * 7 / 8);
  EXPECT_GT(sum / kMutations, spec::kMaxCommands / 5);
  EXPECT_GT(longest, spec::kMaxCommands / 2);
}

TEST(CrossOver, TakesCommandsFromBoth) {
  EXPECT_TRUE(rc::check("every command comes from one of the two", [] {
    const Program a = *testing::arbitrary_program();
    const Program b = *testing::arbitrary_program();
    RandomChoice choice(*rc::gen::arbitrary<std::uint64_t>());
    const auto most = *rc::gen::inRange<std::size_t>(0, 80);
    const Program child = cross_over(a, b, choice, most);
    expect_program(child, std::min<std::size_t>(most, spec::kMaxCommands));
    for (const spec::Record& record : child.records)
      RC_ASSERT(std::find(a.records.begin(), a.records.end(), record) != a.records.end() ||
                std::find(b.records.begin(), b.records.end(), record) != b.records.end());
  }));
}

}  // namespace
}  // namespace modecheck::properties
