// Makes std::to_string and the functions that read numbers available in c10::.
#pragma once

#include <string>

namespace c10 {
inline namespace modecheck_v1 {
using std::stod;
using std::stoi;
using std::stoll;
using std::stoull;
using std::to_string;
}  // namespace modecheck_v1
}  // namespace c10
