// Bounds on the TorchScript sources that the engine accepts and on what they may do. A program beyond a bound is
// refused with an error that names the bound, so that a small source cannot take much memory or time, or end the
// process.
#pragma once

#include <cstddef>
#include <cstdint>

namespace modecheck::engine::script {

// The number of bytes of one source file.
constexpr std::size_t kMostSourceBytes = std::size_t{1} << 24;
// The number of tokens of one source file.
constexpr std::size_t kMostTokens = std::size_t{1} << 22;
// How deep expressions and blocks may be nested, together.
constexpr int kMostNesting = 150;
// The number of parameters of a function. Each call compares the names of its arguments with them.
constexpr std::size_t kMostParameters = 1024;
// The number of calls that are active at once.
constexpr int kMostCalls = 256;
// The number of expressions and blocks that are active at once, in all active calls. It bounds the use of the stack.
constexpr int kMostLevels = 6000;
// The number of statements that one call from outside may execute.
constexpr std::uint64_t kMostSteps = std::uint64_t{1} << 26;
// The number of elements of a list or a dictionary, and of bytes of a string.
constexpr std::size_t kMostElements = std::size_t{1} << 22;
// The number of elements that one comparison visits. A list can hold another one many times, so that a small value can
// have any number of elements.
constexpr std::size_t kMostVisits = 2 * kMostElements;
// The number of elements of tuples that one sort visits.
constexpr std::size_t kMostSortVisits = std::size_t{1} << 26;
// How deep values may be nested in one another where the whole value is examined, such as in a comparison.
constexpr int kMostValueNesting = 150;

}  // namespace modecheck::engine::script
