#include "properties/sweep/sweep.h"

#include <numeric>
#include <utility>

#include "properties/choice/choice_random.h"

namespace modecheck::properties {
namespace {

GeneratorOptions options_for(spec::DeviceKind device) {
  GeneratorOptions out;
  out.device = device;
  return out;
}

}  // namespace

OperationSet operations_of_sweep() {
  OperationSet out = operations_of_one_device();
  for (std::size_t id = 0; id < spec::operations().size(); ++id) {
    const spec::CommandKind kind = spec::operations()[id].kind;
    if (kind == spec::CommandKind::EnterGuard || kind == spec::CommandKind::Leave) out.reset(id);
  }
  return out;
}

Sweep::Sweep(std::vector<Situation> arguments, const OperationSet& operations, spec::DeviceKind device,
             std::uint64_t seed)
    : arguments_(std::move(arguments)), generator_(options_for(device)), seed_(seed) {
  for (std::size_t id = 0; id < spec::operations().size(); ++id)
    if (operations.test(id)) operations_.push_back(static_cast<spec::OperationId>(id));
  // Steps of about 0.618 of a round leave no large part of it out.
  stride_ = programs() / 1000 * 618 + 1;
  while (std::gcd(stride_, programs()) != 1) ++stride_;
}

std::uint64_t Sweep::programs() const {
  return std::uint64_t{arguments_.size()} * mode_situations().size() * operations_.size() * kEndings.size();
}

CallPlan Sweep::plan_of(std::uint64_t index) const {
  std::uint64_t place = index % programs() * stride_ % programs();
  const auto choose = [&](const auto& items) -> const auto& {
    const auto& out = items[place % items.size()];
    place /= items.size();
    return out;
  };
  CallPlan out;
  out.ending = choose(kEndings);
  out.operation = choose(operations_);
  const Situation& mode = choose(mode_situations());
  out.before = choose(arguments_).commands;
  out.before.insert(out.before.end(), mode.commands.begin(), mode.commands.end());
  return out;
}

void Sweep::program_into(spec::Program& program, std::uint64_t index) const {
  generator_.call_into(program, plan_of(index), program_seed(seed_, index));
}

}  // namespace modecheck::properties
