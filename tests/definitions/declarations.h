// The declarations in the engine's headers: functions of namespace at and methods of at::Tensor, with every overload.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace modecheck::definitions {

struct Declaration {
  std::string name;
  std::vector<std::string> types;  // of parameters, without const, &, c10::, caffe2::, at::, std::
  bool method = false;             // the first type is then Tensor, for `this`

  // "norm(Tensor,Scalar)"
  std::string text() const;
};

// Reads them from the preprocessed headers. Only engine/{api,composites,kernels,derivatives} and
// *.inc below engine/core/tensor count.
std::vector<Declaration> declarations(std::string_view preprocessed);

}  // namespace modecheck::definitions
