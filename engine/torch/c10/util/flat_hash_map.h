// Defines ska::flat_hash_map and ska::flat_hash_set, with which programs for libtorch name the type of
// Optimizer::state(). Here they are other names of the standard containers.
#pragma once

#include <unordered_map>
#include <unordered_set>

namespace ska {

template <typename Key, typename Value>
using flat_hash_map = std::unordered_map<Key, Value>;
template <typename Key>
using flat_hash_set = std::unordered_set<Key>;

}  // namespace ska
