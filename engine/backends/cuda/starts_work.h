// Operators that are handed over boxed, and whose kernels start work on the device themselves: those of
// engine/dispatch/native_on_device.h are not even boxed.
#pragma once

#include <string>
#include <string_view>

namespace modecheck::engine::cuda {

// `name` is the operator's, with its overload: "gather.out". All overloads of one are alike.
inline bool starts_work(std::string_view name) {
  // In the order of the alphabet, between spaces.
  constexpr std::string_view names =
      " _log_softmax _softmax addbmm addmm addmv all amax amin any arange argmax argmin baddbmm bmm cat"
      " constant_pad_nd count_nonzero cummax cummin cumprod cumsum div dot embedding flip fmod full_like"
      " gather index_add index_copy index_fill index_select kthvalue logsumexp masked_fill max mean median"
      " min mm mv nansum native_group_norm native_layer_norm prod reflection_pad1d reflection_pad2d"
      " reflection_pad3d remainder repeat replication_pad2d replication_pad3d scalar_tensor scatter"
      " scatter_add select_scatter slice_scatter sort stack std std_mean sum topk tril triu var var_mean"
      " where"
      " ";
  std::string_view base = name.substr(0, name.find('.'));
  if (base.size() > 1 && base.back() == '_') base.remove_suffix(1);
  return names.find(' ' + std::string(base) + ' ') != std::string_view::npos;
}

}  // namespace modecheck::engine::cuda
