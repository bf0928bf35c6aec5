// Compares two lists of outputs.
#pragma once

#include <ATen/ATen.h>

#include <nlohmann/json.hpp>
#include <vector>

namespace modecheck::audit {

// Returns an object: `same` (every bit is equal), `close` (within 1e-4 of the value plus 1e-5, where NaN equals NaN)
// and `largest_difference`. Outputs that differ in number, size or dtype are neither, and `reason` says how they
// differ.
nlohmann::json compare(const std::vector<at::Tensor>& outputs, const std::vector<at::Tensor>& expected);

}  // namespace modecheck::audit
