// Programs that are worth running: calls that mostly succeed, under guards that come and go, with views, writes,
// gradients and wrong calls in between. The generator runs the model while it writes: a command that the model rejects
// or drops is seldom kept, and another one is drawn. Whatever is decided comes from a Choice, so the same code serves
// random campaigns, libFuzzer and enumeration.
//
// The run stays behind in reference::Rehearsal::of_this_thread, where whoever judges the program finds it.
//
//   const Generator generator(GeneratorOptions{});
//   spec::Program program;
//   for (std::uint64_t i = 0; i < n; ++i) { generator.program_into(program, seed, i); check(program); }
#pragma once

#include <cstdint>

#include "properties/choice/choice.h"
#include "properties/generate/swarm.h"
#include "spec/interface/device_kind.h"
#include "spec/program/program.h"

namespace modecheck::properties {

struct GeneratorOptions {
  // The length of a program is drawn evenly from this range: 18 on average.
  int min_commands = 8;
  int max_commands = 28;
  OperationSet operations = operations_of_one_device();
  // The device that the model is asked about. Programs for a device may move tensors between it and the host.
  spec::DeviceKind device = spec::DeviceKind::Cpu;
  int second_thread_one_in = 12;  // programs that use thread slot 1; 0: none
  // Of 256 commands. Their faults are not avoided; one in seven of all others may be a rejected one.
  int blind_of_256 = 11;       // arguments drawn without looking
  int reckless_of_256 = 100;   // sizes and dtypes fit; what modes and autograd forbid is not asked
  int nearly_of_256 = 19;      // one argument of a fitting call is another: sizes off by one, operands that overlap
  bool keeps_dropped = false;  // whether a dropped command will do where a rejected one does
};

class Generator {
 public:
  explicit Generator(GeneratorOptions options);

  const GeneratorOptions& options() const { return options_; }

  spec::Program generate(Choice& choice) const;
  void generate_into(spec::Program& program, Choice& choice) const;

  // Program `index` of the campaign with this seed: the same on every machine, whatever was generated before.
  spec::Program program_of(std::uint64_t seed, std::uint64_t index) const;
  void program_into(spec::Program& program, std::uint64_t seed, std::uint64_t index) const;

 private:
  GeneratorOptions options_;
  OperationMenu menu_;
};

spec::Program generate(Choice& choice, const GeneratorOptions& options);
spec::Program program_of(std::uint64_t seed, std::uint64_t index, const GeneratorOptions& options);

}  // namespace modecheck::properties
