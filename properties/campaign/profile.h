// A profile says which mismatches a run reports, by the rules that they break.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "properties/lockstep/mismatch.h"

namespace modecheck::properties {

enum class Profile : std::uint8_t {
  Semantics,  // what RFC-0011 and autograd promise: rules K, P, V, W, S, M, G, D, F and E1
  Operators,  // also what each operator promises: rules E2 and E3, and its result's values, dtype and geometry
  All,        // every rule and every observed field
};
inline constexpr std::array kProfiles{Profile::Semantics, Profile::Operators, Profile::All};

// Returns the profile's name, for example "semantics".
std::string_view name_of(Profile profile);
std::optional<Profile> profile_named(std::string_view name);

// Whether the profile judges a difference. `rule` is the id of the broken rule or, if no rule covers the difference,
// the name of the field.
bool judges(Profile profile, std::string_view rule);

// Whether the profile judges at least one difference of the mismatch. If so, the report shows all its differences.
bool judges(Profile profile, const Mismatch& mismatch);

}  // namespace modecheck::properties
