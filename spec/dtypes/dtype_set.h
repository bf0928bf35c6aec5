// A set of dtypes, and its name in words.
#pragma once

#include <bitset>
#include <cstddef>
#include <string>
#include <vector>

#include "spec/program/dtype.h"

namespace modecheck::spec {

using DTypeSet = std::bitset<kDTypes>;

constexpr std::size_t index_of(DType dtype) { return static_cast<std::size_t>(dtype); }
constexpr DType dtype_at(std::size_t index) { return static_cast<DType>(index); }

// Returns the name of a set of dtypes, for example "any dtype but bool", or "floating or complex". `last` is the word
// before the last part, here "or".
std::string words_of(DTypeSet set, const std::string& last = "or");

// Joins words to a list such as "a", "a and b", or "a, b and c". `last` is the word before the last part, here "and".
std::string joined(const std::vector<std::string>& words, const std::string& last);

}  // namespace modecheck::spec
