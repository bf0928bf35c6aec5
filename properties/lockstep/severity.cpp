#include "properties/lockstep/severity.h"

#include <array>

namespace modecheck::properties {
namespace {

constexpr std::array<std::string_view, kSeverities> kNames{
    "wrong gradient", "wrong value",     "missing rejection", "death",
    "wrong state",    "wrong rejection", "wrong reason",      "route",
};

}  // namespace

std::string_view name_of(Severity severity) { return kNames[static_cast<std::size_t>(severity)]; }

std::optional<Severity> severity_named(std::string_view name) {
  for (std::size_t i = 0; i < kNames.size(); ++i)
    if (kNames[i] == name) return static_cast<Severity>(i);
  return std::nullopt;
}

}  // namespace modecheck::properties
