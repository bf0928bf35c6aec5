// Programs that are worth running: calls that mostly succeed, under guards that come and go, with views, writes,
// gradients and wrong calls in between. The generator looks ahead with a Sketch of the state; whatever it decides comes
// from a Choice, so the same code serves random campaigns, libFuzzer and enumeration.
//
//   const Generator generator(GeneratorOptions{});
//   spec::Program program;
//   for (std::uint64_t i = 0; i < n; ++i) { generator.program_into(program, seed, i); check(program); }
#pragma once

#include <cstdint>
#include <functional>

#include "properties/choice/choice.h"
#include "properties/generate/swarm.h"
#include "spec/program/program.h"

namespace modecheck::properties {

// What is roughly known of a command when it is proposed; for `GeneratorOptions::avoid`.
struct Situation {
  bool inference_mode = false;
  bool grad_mode = true;
  bool autograd_excluded = false;
  std::array<bool, spec::kMaxOperands> inference{};      // per operand
  std::array<bool, spec::kMaxOperands> requires_grad{};  // per operand
  std::array<bool, spec::kMaxOperands> view{};           // per operand: a tracked view
};

struct GeneratorOptions {
  // The length of a program is drawn evenly from this range: 18 on average.
  int min_commands = 8;
  int max_commands = 28;
  OperationSet operations = operations_of_one_device();
  // Commands for which it returns true are not generated. It must depend on its arguments only.
  std::function<bool(const spec::Record&, const Situation&)> avoid;
  int second_thread_one_in = 12;  // programs that use thread slot 1; 0: none
  // Of 256 commands. Their faults are not avoided; of all others, one in eight proposals foreseen to fail is kept.
  int blind_of_256 = 10;     // arguments drawn without looking
  int reckless_of_256 = 72;  // sizes and dtypes fit; what modes and autograd forbid is not asked
  int nearly_of_256 = 16;    // one argument of a fitting call is another: sizes off by one, operands that overlap
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
