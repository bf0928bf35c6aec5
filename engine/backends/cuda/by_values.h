// Operators whose shapes or errors depend on the values of elements: those have to be known before the call returns.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace modecheck::engine::cuda {

// `name` is the operator's, with its overload: "gather.out".
inline bool goes_by_values(std::string_view name) {
  constexpr std::array by_name{
      // An index may be out of range.
      std::string_view("_embedding_bag"), std::string_view("_index_added"), std::string_view("_scatter_added"),
      std::string_view("embedding"), std::string_view("gather"), std::string_view("index"),
      std::string_view("index_add"), std::string_view("index_copy"), std::string_view("index_fill"),
      std::string_view("index_put"), std::string_view("index_select"), std::string_view("put"),
      std::string_view("scatter"), std::string_view("scatter_add"), std::string_view("scatter_reduce"),
      std::string_view("take"),
      // A class or a probability may be none, a matrix singular.
      std::string_view("binary_cross_entropy"), std::string_view("linalg_cholesky_ex"),
      std::string_view("linalg_inv_ex"), std::string_view("_linalg_solve_ex"), std::string_view("searchsorted"),
      std::string_view("nll_loss_forward"),
      // So may a number for the dtype, and an integer divisor may be zero.
      std::string_view("div"), std::string_view("fill"), std::string_view("floor_divide"), std::string_view("fmod"),
      std::string_view("masked_fill"), std::string_view("remainder"),
      // How many there are.
      std::string_view("masked_scatter"), std::string_view("masked_select"), std::string_view("nonzero"),
      std::string_view("unique"), std::string_view("_unique2"),
      // Drawn from a generator of the host, in the order of the calls.
      std::string_view("bernoulli"), std::string_view("exponential"), std::string_view("multinomial"),
      std::string_view("normal"), std::string_view("rand"), std::string_view("randn"), std::string_view("random"),
      std::string_view("uniform")};
  std::string_view base = name.substr(0, name.find('.'));
  if (base.size() > 1 && base.back() == '_') base.remove_suffix(1);
  return std::find(by_name.begin(), by_name.end(), base) != by_name.end();
}

}  // namespace modecheck::engine::cuda
