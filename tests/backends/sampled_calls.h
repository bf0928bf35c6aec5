// Calls to ask an engine and libtorch alike: every kernel, over shapes, layouts and dtypes drawn at random.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace modecheck::tests {

// The same lines for the same seed and compiler: in which order arguments are drawn is the compiler's choice.
std::vector<std::string> sampled_calls(std::uint64_t seed, int count);

}  // namespace modecheck::tests
