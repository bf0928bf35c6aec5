// Generates programs: calls that mostly succeed, under changing guards, mixed with views, writes, gradients and wrong
// calls. The generator runs the model while it writes a program. If the model rejects or drops a command, the generator
// mostly draws another command. A Choice makes every decision, so random campaigns, libFuzzer and enumeration use the
// same code.
//
// The model's run of the program stays in reference::Rehearsal::of_this_thread, where the code that judges the program
// takes it.
//
//   const Generator generator(GeneratorOptions{});
//   spec::Program program;
//   for (std::uint64_t i = 0; i < n; ++i) { generator.program_into(program, seed, i); check(program); }
#pragma once

#include <cstdint>

#include "properties/choice/choice.h"
#include "properties/generate/call_plan.h"
#include "properties/generate/swarm.h"
#include "spec/interface/device_kind.h"
#include "spec/program/program.h"

namespace modecheck::properties {

struct GeneratorOptions {
  // A program has min_commands to max_commands commands. All lengths are equally likely, so the average is 18.
  int min_commands = 8;
  int max_commands = 28;
  OperationSet operations = operations_of_one_device();
  // The device that the model assumes. Programs for a device may move tensors between the device and the host.
  spec::DeviceKind device = spec::DeviceKind::Cpu;
  int second_thread_one_in = 12;  // on average one in this number of programs also uses thread 1; 0: none does
  // The next three members say how many of 256 commands are drawn in a special way. Such a command stays in the program
  // even if the model rejects it. Of all other commands that the model rejects, one in seven stays.
  int blind_of_256 = 11;  // how many of 256 commands have arguments that are all drawn at random
  // how many of 256 commands may break rules of modes and autograd, although their sizes and dtypes fit
  int reckless_of_256 = 100;
  // how many of 256 commands differ in one argument from a call that fits, for example in a size that is larger by one
  int nearly_of_256 = 19;
  // The specification drops a command whose effect it does not define. If this option is true, a dropped command stays
  // in the program wherever a rejected one would.
  bool keeps_dropped = false;
};

class Generator {
 public:
  explicit Generator(GeneratorOptions options);

  const GeneratorOptions& options() const { return options_; }

  spec::Program generate(Choice& choice) const;
  void generate_into(spec::Program& program, Choice& choice) const;

  // Returns program `index` of the campaign with this seed. It depends neither on the machine nor on earlier programs.
  spec::Program program_of(std::uint64_t seed, std::uint64_t index) const;
  void program_into(spec::Program& program, std::uint64_t seed, std::uint64_t index) const;

  // Writes the program of the plan. The seed decides what the plan leaves open: the call's other arguments, and how
  // gradients are asked for.
  void call_into(spec::Program& program, const CallPlan& plan, std::uint64_t seed) const;

 private:
  GeneratorOptions options_;
  OperationMenu menu_;
};

spec::Program generate(Choice& choice, const GeneratorOptions& options);
spec::Program program_of(std::uint64_t seed, std::uint64_t index, const GeneratorOptions& options);

}  // namespace modecheck::properties
