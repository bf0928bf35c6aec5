#include "tests/stress/planted.h"

#include <stdexcept>
#include <utility>

namespace modecheck::stress {
namespace {

const std::vector<std::pair<std::string, Planted>>& table() {
  static const std::vector<std::pair<std::string, Planted>> out{
      {"guard-leaks-on-exception", Planted::GuardLeaksOnException},
      {"guard-restores-only-grad", Planted::GuardRestoresOnlyGrad},
      {"exclude-guard-removes-all", Planted::ExcludeGuardRemovesAll},
      {"hand-off-is-lost", Planted::HandOffIsLost},
      {"state-outlives-thread", Planted::StateOutlivesThread},
      {"backward-keeps-hooks-state", Planted::BackwardKeepsHooksState},
      {"reentrant-backward-forgets", Planted::ReentrantBackwardForgets},
      {"last-reference-stays", Planted::LastReferenceStays},
      {"gradient-is-lost", Planted::GradientIsLost},
      {"unsynchronised-counter", Planted::UnsynchronisedCounter},
      {"read-after-release", Planted::ReadAfterRelease},
      {"undefined-overflow", Planted::UndefinedOverflow},
      {"uninitialised-element", Planted::UninitialisedElement},
  };
  return out;
}

}  // namespace

std::vector<std::string> planted_names() {
  std::vector<std::string> out;
  for (const auto& [name, planted] : table()) out.push_back(name);
  return out;
}

Planted planted_of(const std::string& wanted) {
  std::string known;
  for (const auto& [name, planted] : table()) {
    if (name == wanted) return planted;
    known += (known.empty() ? "" : ", ") + name;
  }
  throw std::invalid_argument("there is no defect '" + wanted + "' to plant; name one of " + known);
}

}  // namespace modecheck::stress
