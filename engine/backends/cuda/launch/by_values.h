// Lists the operators whose result shapes or errors depend on element values. The host must know these values before
// the call returns.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace modecheck::engine::cuda {

// Returns true if the operator's result shapes or errors depend on element values. `name` includes the overload, for
// example "put.out".
inline bool goes_by_values(std::string_view name) {
  constexpr std::array by_name{// put: an index may be out of range
                               std::string_view("put"),
                               // fill with a 0-dim tensor: its value may not fit into the dtype.
                               std::string_view("fill")};
  std::string_view base = name.substr(0, name.find('.'));
  if (base.size() > 1 && base.back() == '_') base.remove_suffix(1);
  return std::find(by_name.begin(), by_name.end(), base) != by_name.end();
}

}  // namespace modecheck::engine::cuda
