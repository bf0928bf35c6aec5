// How bad a departure is. The order is that of docs/FINDINGS.md: what nobody would notice comes first.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace modecheck::properties {

enum class Gravity : std::uint8_t {
  WrongGradient,   // backward returned a gradient that is not the derivative (S3)
  WrongValue,      // bytes are wrong and nothing was raised: a wrong result, or an immutable tensor that changed (P3)
  MissingReject,   // a command ran that a rule forbids
  Death,           // the process died, hung, or an internal assertion fired
  WrongState,      // versions, flags, views, kinds or modes differ
  WrongRejection,  // a command was rejected that the rules allow
  WrongReason,     // rejected rightly, with a reason that does not hold
  Route,           // only the way through the dispatcher differs
};
constexpr int kGravities = 8;

// "wrong gradient", ...
std::string_view name_of(Gravity gravity);
std::optional<Gravity> gravity_named(std::string_view name);

}  // namespace modecheck::properties
