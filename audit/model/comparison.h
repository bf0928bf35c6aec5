// Compares two lists of outputs.
#pragma once

#include <ATen/ATen.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace modecheck::audit {

// Returns an object: `same` (every bit is equal), `close` (within 1e-4 of the value plus 1e-5, where NaN equals NaN)
// and `largest_difference`. Outputs that differ in number, size or dtype are neither, and `reason` says how they
// differ. Throws what the library throws if it cannot compare tensors of that kind.
nlohmann::json compare(const std::vector<at::Tensor>& outputs, const std::vector<at::Tensor>& expected);

// Returns the object of outputs that differ for the reason.
nlohmann::json different(const std::string& reason);

}  // namespace modecheck::audit
