// This file draws random calls that the engine and libtorch answer. They cover every kernel with random shapes, layouts
// and dtypes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace modecheck::tests {

// Draws `count` calls, one line of text for each. The same seed gives the same lines with the same compiler, which
// decides the order in which arguments are drawn.
std::vector<std::string> sampled_calls(std::uint64_t seed, int count);

// Draws calls with every dtype equally often. They include calls that sampled_calls leaves out, because libtorch's
// results are known to differ. The calls compare the engine's CPU kernels with its device kernels.
std::vector<std::string> calls_of_all_dtypes(std::uint64_t seed, int count);

}  // namespace modecheck::tests
