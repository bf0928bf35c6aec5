// Translates keys of files under known/ that had another name in an earlier version of modecheck. Such keys are still
// read, and never written.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace modecheck::properties {

// Returns the JSON value with each retired key, at any depth, replaced by its present name. Throws
// std::invalid_argument if an object has a key under both names.
nlohmann::json with_present_keys(const nlohmann::json& from);

}  // namespace modecheck::properties
