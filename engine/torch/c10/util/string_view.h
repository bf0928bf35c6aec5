// Borrowed text.
#pragma once

#include <string_view>

namespace c10 {
inline namespace modecheck_v1 {
using std::string_view;
}
}  // namespace c10
