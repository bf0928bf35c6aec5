// A tensor as it comes back from a file.
#pragma once

#include <ATen/ATen.h>
#include <torch/serialize.h>

#include <sstream>

namespace modecheck::subjects {

inline at::Tensor save_and_load(const at::Tensor& tensor) {
  std::ostringstream out;
  out.exceptions(std::ios::badbit);  // what a stream cannot allocate it would only remember
  torch::save(tensor, out);
  std::istringstream in(out.str());
  at::Tensor loaded;
  torch::load(loaded, in);
  return loaded;
}

}  // namespace modecheck::subjects
