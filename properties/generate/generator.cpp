#include "properties/generate/generator.h"

#include <utility>

#include "properties/choice/choice_random.h"
#include "properties/generate/writer.h"

namespace modecheck::properties {

Generator::Generator(GeneratorOptions options) : options_(std::move(options)), menu_(options_.operations) {}

void Generator::generate_into(spec::Program& program, Choice& choice) const {
  reference::Rehearsal& rehearsal = *reference::Rehearsal::of_this_thread(options_.device);
  ProgramWriter<Choice>(choice, options_, menu_, rehearsal).write();
  program = rehearsal.program();
}

spec::Program Generator::generate(Choice& choice) const {
  spec::Program out;
  generate_into(out, choice);
  return out;
}

void Generator::program_into(spec::Program& program, std::uint64_t seed, std::uint64_t index) const {
  RandomChoice choice(program_seed(seed, index));
  reference::Rehearsal& rehearsal = *reference::Rehearsal::of_this_thread(options_.device);
  ProgramWriter<RandomChoice>(choice, options_, menu_, rehearsal).write();
  program = rehearsal.program();
}

void Generator::call_into(spec::Program& program, const CallPlan& plan, std::uint64_t seed) const {
  RandomChoice choice(seed);
  reference::Rehearsal& rehearsal = *reference::Rehearsal::of_this_thread(options_.device);
  ProgramWriter<RandomChoice>(choice, options_, menu_, rehearsal).write_call(plan);
  program = rehearsal.program();
}

spec::Program Generator::program_of(std::uint64_t seed, std::uint64_t index) const {
  spec::Program out;
  program_into(out, seed, index);
  return out;
}

spec::Program generate(Choice& choice, const GeneratorOptions& options) { return Generator(options).generate(choice); }

spec::Program program_of(std::uint64_t seed, std::uint64_t index, const GeneratorOptions& options) {
  return Generator(options).program_of(seed, index);
}

}  // namespace modecheck::properties
