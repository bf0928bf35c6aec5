#include "properties/generate/mode_route.h"

#include <array>
#include <cstddef>

namespace modecheck::properties {
namespace {

using spec::BuiltinCommand;
using spec::ModeState;

constexpr std::array<GuardToEnter, 7> kGuardsToEnter{{
    {BuiltinCommand::EnterInferenceMode, true},
    {BuiltinCommand::EnterInferenceMode, false},
    {BuiltinCommand::EnterNoGrad, false},
    {BuiltinCommand::EnterAutoGradMode, true},
    {BuiltinCommand::EnterBelowAutograd, false},
    {BuiltinCommand::EnterBelowADInplaceOrView, false},
    {BuiltinCommand::EnterNonVariableTypeMode, false},
}};

int after(int modes, const GuardToEnter& entered) {
  ModeState mode;
  mode.inference = (modes & 1) != 0;
  mode.grad = (modes & 2) != 0;
  mode.autograd_excluded = (modes & 4) != 0;
  mode.adinplaceorview_excluded = (modes & 8) != 0;
  switch (entered.guard) {
    case BuiltinCommand::EnterInferenceMode:
      mode.enter_inference(entered.enabled);
      break;
    case BuiltinCommand::EnterBelowAutograd:
      mode.enter_below_autograd();
      break;
    case BuiltinCommand::EnterBelowADInplaceOrView:
    case BuiltinCommand::EnterNonVariableTypeMode:
      mode.enter_below_adinplaceorview();
      break;
    default:
      mode.enter_grad_mode(entered.enabled);
      break;
  }
  return mode_bits(mode);
}

using Routes = std::array<std::array<std::optional<GuardToEnter>, kModeStates>, kModeStates>;

// Fills the routes of growing length: a route begins with a guard after which a shorter route is known.
Routes find_routes() {
  Routes out;
  std::array<std::array<bool, kModeStates>, kModeStates> known{};
  for (std::size_t modes = 0; modes < kModeStates; ++modes) known[modes][modes] = true;
  for (bool grows = true; grows;) {
    grows = false;
    const auto before = known;
    for (std::size_t from = 0; from < kModeStates; ++from)
      for (const GuardToEnter& guard : kGuardsToEnter) {
        const auto next = static_cast<std::size_t>(after(static_cast<int>(from), guard));
        for (std::size_t to = 0; to < kModeStates; ++to) {
          if (known[from][to] || !before[next][to]) continue;
          known[from][to] = grows = true;
          out[from][to] = guard;
        }
      }
  }
  return out;
}

}  // namespace

int mode_bits(const ModeState& mode) {
  return static_cast<int>(mode.inference) | static_cast<int>(mode.grad) << 1 |
         static_cast<int>(mode.autograd_excluded) << 2 | static_cast<int>(mode.adinplaceorview_excluded) << 3;
}

std::optional<GuardToEnter> guard_towards(int from, int to) {
  static const Routes routes = find_routes();
  return routes[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)];
}

}  // namespace modecheck::properties
