// Draws calls for the engine and libtorch to answer: every kernel, with random shapes, layouts and dtypes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace modecheck::tests {

// Returns the same lines for the same seed and compiler. The compiler decides the order in which arguments are drawn.
std::vector<std::string> sampled_calls(std::uint64_t seed, int count);

// Draws all dtypes equally often, and also the operators that libtorch computes differently. These calls compare the
// engine's CPU kernels with its device kernels.
std::vector<std::string> calls_of_all_dtypes(std::uint64_t seed, int count);

}  // namespace modecheck::tests
