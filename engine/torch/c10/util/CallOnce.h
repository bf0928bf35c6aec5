// Defines c10::call_once as another name of std::call_once.
#pragma once

#include <mutex>

namespace c10 {
inline namespace modecheck_v1 {
using std::call_once;
using std::once_flag;
}  // namespace modecheck_v1
}  // namespace c10
