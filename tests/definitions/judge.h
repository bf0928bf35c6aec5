// Holds functions of the engine against their definitions: values of several dtypes and layouts, first derivatives
// against central differences of the definition, second ones against those of the engine's first, tangents.
#pragma once

#include <torch/torch.h>

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "tests/definitions/array.h"
#include "tests/definitions/judged.h"

namespace modecheck::witness {

using Tensors = std::vector<at::Tensor>;
using Call = std::function<Tensors(const Tensors&)>;
using Definition = std::function<Arrays(const Arrays&)>;

class Judge {
 public:
  enum class Mode : bool { Names, Judges };
  explicit Judge(Mode mode) : mode_(mode) {}

  // `declaration` is what the inventory calls the function.
  void operator()(const char* declaration, const Arrays& arguments, const Call& call, const Definition& definition,
                  const Judged& how = {});
  // For what is no value of tensors: `body` judges it by itself.
  void by_hand(const char* declaration, const std::function<void()>& body);

  const std::set<std::string>& names() const { return names_; }

 private:
  Mode mode_;
  std::set<std::string> names_;
};

}  // namespace modecheck::witness
