// Saves a tensor to a stream with torch::save and loads it again.
#pragma once

#include <ATen/ATen.h>
#include <torch/serialize.h>

#include <sstream>

namespace modecheck::subjects {

inline at::Tensor save_and_load(const at::Tensor& tensor) {
  std::ostringstream out;
  out.exceptions(std::ios::badbit);  // the stream throws if an allocation fails, and does not only remember it
  torch::save(tensor, out);
  std::istringstream in(out.str());
  at::Tensor loaded;
  torch::load(loaded, in);
  return loaded;
}

}  // namespace modecheck::subjects
