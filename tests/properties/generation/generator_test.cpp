#include "properties/generate/generator.h"

#include <gtest/gtest.h>

#include <map>

#include "arbitrary.h"
#include "properties/choice/choice_bytes.h"
#include "properties/choice/choice_odometer.h"
#include "properties/choice/choice_random.h"
#include "spec/program/slots.h"
#include "spec/program/text.h"

namespace modecheck::properties {
namespace {

using spec::BuiltinCommand;
using spec::Group;
using spec::Program;
using spec::Record;

TEST(Generator, ProgramsAreCanonicalAndOfTheLengthAskedFor) {
  const Generator generator({});
  double commands = 0;
  constexpr int kPrograms = 5000;
  for (std::uint64_t i = 0; i < kPrograms; ++i) {
    const Program program = generator.program_of(1, i);
    EXPECT_GE(program.records.size(), 8u);
    EXPECT_LE(program.records.size(), 28u);
    commands += static_cast<double>(program.records.size());
    for (const Record& record : program.records) EXPECT_TRUE(spec::is_canonical(record)) << spec::to_text(record);
  }
  EXPECT_GE(commands / kPrograms, 16);
}

TEST(Generator, TensorsOfFiveDimensionsFitARecord) {
  GeneratorOptions options;
  for (const char* name : {"unsqueeze", "ones", "arange", "nansum", "var", "segment_reduce", "empty_strided"})
    options.operations |= *operations_named(name);
  const Generator generator(options);
  for (std::uint64_t i = 0; i < 50000; ++i)
    for (const Record& record : generator.program_of(1, i).records)
      ASSERT_TRUE(spec::is_canonical(record)) << i << ": " << spec::to_text(record);
}

TEST(Generator, AProgramDependsOnSeedAndIndexOnly) {
  const Generator generator({});
  Program used = generator.program_of(9, 77);  // program_into must overwrite all that this program holds
  generator.program_into(used, 4, 5);
  EXPECT_EQ(used, Generator({}).program_of(4, 5));
  EXPECT_EQ(used, program_of(4, 5, {}));
  // A RandomChoice that is called through the interface Choice makes the same decisions as the one inside Generator.
  RandomChoice choice(program_seed(4, 5));
  EXPECT_EQ(used, generate(choice, {}));
  EXPECT_NE(used, generator.program_of(4, 6));
  EXPECT_NE(used, generator.program_of(5, 5));
}

TEST(Generator, EveryOperationOccurs) {
  const Generator generator({});
  std::vector<int> count(spec::operations().size());
  for (std::uint64_t i = 0; i < 300000; ++i)
    for (const Record& record : generator.program_of(2, i).records) ++count[record.operation];
  // Programs for the CPU alone do not move tensors to another device, so leave out the operations that do.
  for (std::size_t id = 0; id < spec::operations().size(); ++id) {
    if (!operations_of_one_device().test(id)) continue;
    EXPECT_GE(count[static_cast<std::size_t>(id)], 20) << spec::operations()[static_cast<std::size_t>(id)].name;
  }
}

TEST(Generator, TensorsAreMovedWhereThatIsAllowed) {
  GeneratorOptions options;
  options.operations = every_operation();
  const Generator generator(options);
  int moved = 0;
  for (std::uint64_t i = 0; i < 5000; ++i)
    for (const Record& record : generator.program_of(2, i).records)
      if (record.operation == spec::id_of(spec::BuiltinCommand::Move)) ++moved;
  EXPECT_GE(moved, 100);
}

TEST(Generator, WhatIsNotAllowedDoesNotOccur) {
  GeneratorOptions options;
  options.operations = *operations_named("in_place") | *operations_named("InferenceMode") | *operations_named("leave");
  const Generator generator(options);
  for (std::uint64_t i = 0; i < 500; ++i)
    for (const Record& record : generator.program_of(1, i).records)
      EXPECT_TRUE(options.operations.test(record.operation)) << spec::to_text(record);
  for (std::size_t id = 0; id < spec::operations().size(); ++id) {
    GeneratorOptions one;
    one.operations = OperationSet().set(id);
    const Program program = Generator(one).program_of(1, 1);
    for (const Record& record : program.records) EXPECT_EQ(record.operation, id);
  }
  options.operations.reset();
  EXPECT_TRUE(Generator(options).program_of(1, 1).records.empty());
}

TEST(Generator, AnyBytesMakeAProgram) {
  EXPECT_TRUE(rc::check("generate(bytes) is canonical and ends", [] {
    const auto bytes = *rc::gen::resize(500, testing::arbitrary_bytes());
    BytesChoice choice(bytes.data(), bytes.size());
    const Program program = generate(choice, {});
    RC_ASSERT(program.records.size() <= 28u);
    for (const Record& record : program.records) RC_ASSERT(spec::is_canonical(record));
  }));
}

TEST(Generator, SmallProgramsCanBeEnumerated) {
  GeneratorOptions options;
  options.min_commands = options.max_commands = 2;
  options.second_thread_one_in = 0;
  options.operations = *operations_named("t_") | *operations_named("InferenceMode");
  const Generator generator(options);
  OdometerChoice choice;
  std::map<std::string, int> seen;
  // The generator can make far more sequences of decisions than programs, so try only the first sequences. Several
  // programs must come out, which shows that OdometerChoice steers the generator.
  for (int i = 0; i < 200000; ++i) {
    ++seen[spec::to_text(generator.generate(choice))];
    if (!choice.advance()) break;
  }
  EXPECT_GE(seen.size(), 8u);
}

TEST(OperationsNamed, KnowsOperationsOverloadsAndGroups) {
  EXPECT_EQ(operations_named("add_.Tensor")->count(), 1u);
  EXPECT_EQ(operations_named("add_")->count(), 2u);
  EXPECT_GE(operations_named("unsafe_guard")->count(), 3u);
  EXPECT_FALSE(operations_named("frobnicate").has_value());
}

}  // namespace
}  // namespace modecheck::properties
