// The severity of a mismatch, in the order of docs/FINDINGS.md: errors that nobody would notice come first.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace modecheck::properties {

enum class Severity : std::uint8_t {
  WrongGradient,   // backward returned a gradient that is not the true derivative (S3)
  WrongValue,      // wrong bytes without an error, for example a wrong result or an immutable tensor that changed (P3)
  MissingReject,   // a command ran although a rule forbids it
  Death,           // the process died or hung, or an internal assertion failed
  WrongState,      // versions, flags, views, kinds of tensors or modes differ
  WrongRejection,  // a command was rejected although the rules allow it
  WrongReason,     // a command was rightly rejected, but with an error class whose condition does not hold
  Route,           // only the route through the dispatcher differs
};
constexpr int kSeverities = 8;

// Returns the severity's name, for example "wrong gradient".
std::string_view name_of(Severity severity);
std::optional<Severity> severity_named(std::string_view name);

}  // namespace modecheck::properties
