// Defines c10::variant as another name of std::variant.
#pragma once

#include <variant>

namespace c10 {
inline namespace modecheck_v1 {
using std::bad_variant_access;
using std::get;
using std::get_if;
using std::holds_alternative;
using std::in_place_index;
using std::in_place_type;
using std::monostate;
using std::variant;
using std::variant_alternative;
using std::variant_alternative_t;
using std::variant_size;
using std::visit;
}  // namespace modecheck_v1
}  // namespace c10
