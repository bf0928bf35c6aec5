// Reads the declarations of the engine's headers: functions of namespace at and methods of at::Tensor, with every
// overload.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace modecheck::definitions {

struct Declaration {
  std::string name;
  std::vector<std::string> types;  // types of the parameters, without const, &, c10::, caffe2::, at::, std::
  bool method = false;             // if true, the first type is Tensor and stands for `this`

  // Returns the declaration as text, for example "norm(Tensor,Scalar)".
  std::string text() const;
};

// Returns the declarations in the preprocessed headers. Only headers in engine/{api,composites,kernels,derivatives} and
// *.inc below engine/core/tensor count.
std::vector<Declaration> declarations(std::string_view preprocessed);

}  // namespace modecheck::definitions
