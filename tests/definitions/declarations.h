// What the engine's headers declare: the functions of namespace at and the methods of at::Tensor, with every overload.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace modecheck::witness {

struct Declaration {
  std::string name;
  std::vector<std::string> types;  // of the parameters: no const, no &, no c10::, caffe2::, at:: or std::
  bool method = false;             // its first type is then Tensor, for `this`

  // "norm(Tensor,Scalar)"
  std::string text() const;
};

// From a text that the preprocessor made of them. Only engine/{api,composites,kernels,derivatives}
// and engine/core/tensor/tensor_*.inc are read.
std::vector<Declaration> declarations(std::string_view preprocessed);

}  // namespace modecheck::witness
