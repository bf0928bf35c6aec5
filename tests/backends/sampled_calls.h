// Calls to ask an engine and libtorch alike: every kernel, over shapes, layouts and dtypes drawn at random.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace modecheck::tests {

// The same lines for the same seed and compiler: in which order arguments are drawn is the compiler's choice.
std::vector<std::string> sampled_calls(std::uint64_t seed, int count);

// The same, of all dtypes alike, and of the operators too that libtorch computes in another way: for what is compared
// with the engine itself.
std::vector<std::string> calls_of_all_dtypes(std::uint64_t seed, int count);

}  // namespace modecheck::tests
