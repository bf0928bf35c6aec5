// A Sweep calls every operation in every situation. A program of a sweep makes a situation, calls one operation, and
// does something with the result.
//
//   const Sweep sweep(argument_situations(), operations_of_sweep(), spec::DeviceKind::Cpu, seed);
//   for (std::uint64_t i = 0; i < rounds * sweep.programs(); ++i) { sweep.program_into(program, i); check(program); }
#pragma once

#include <cstdint>
#include <vector>

#include "properties/generate/call_plan.h"
#include "properties/generate/generator.h"
#include "properties/sweep/situation.h"
#include "spec/interface/device_kind.h"
#include "spec/program/program.h"

namespace modecheck::properties {

// Returns all operations but guards and the commands that leave guards.
OperationSet operations_of_sweep();

// A situation of a sweep has at most this many commands, so that guards, a call and an ending fit into the program.
inline constexpr std::size_t kMostSituationCommands = 48;

class Sweep {
 public:
  // `arguments` are the situations of the argument in r0.
  Sweep(std::vector<Situation> arguments, const OperationSet& operations, spec::DeviceKind device, std::uint64_t seed);

  // The number of programs of one round: one for each argument, mode, operation and ending.
  std::uint64_t programs() const;
  std::size_t operations() const { return operations_.size(); }
  std::size_t arguments() const { return arguments_.size(); }

  // Returns what program number `index` does. The next round begins with number programs(). The programs of a round
  // come in a mixed order, so that the first ones are a sample of all.
  CallPlan plan_of(std::uint64_t index) const;

  // Writes program number `index`. The number and the seed decide what the plan leaves open.
  void program_into(spec::Program& program, std::uint64_t index) const;

 private:
  std::vector<Situation> arguments_;
  std::vector<spec::OperationId> operations_;
  Generator generator_;
  std::uint64_t seed_;
  std::uint64_t stride_;  // a number without a common divisor with programs()
};

}  // namespace modecheck::properties
