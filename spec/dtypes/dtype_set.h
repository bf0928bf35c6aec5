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

// Returns, for example, "floating or complex", where `last` is "or", "any dtype but bool", or "integer, or floating but
// float16".
std::string words_of(DTypeSet set, const std::string& last = "or");

// Returns "a", "a and b", or "a, b and c", where `last` is "and".
std::string joined(const std::vector<std::string>& words, const std::string& last);

}  // namespace modecheck::spec
