// Compares functions of the engine with their definitions, in several dtypes and layouts. First derivatives are
// compared with central differences of the definition. Second derivatives are compared with central differences of the
// engine's first derivatives. Forward-mode tangents are compared, too.
#pragma once

#include <torch/torch.h>

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "tests/definitions/array.h"
#include "tests/definitions/judged.h"

namespace modecheck::definitions {

using Tensors = std::vector<at::Tensor>;
using Call = std::function<Tensors(const Tensors&)>;
using Definition = std::function<Arrays(const Arrays&)>;

class Judge {
 public:
  enum class Mode : bool { Names, Judges };
  explicit Judge(Mode mode) : mode_(mode) {}

  // Compares `call` with `definition` for these arguments. `declaration` names the function, for example
  // "mm(Tensor,Tensor)".
  void operator()(const char* declaration, const Arrays& arguments, const Call& call, const Definition& definition,
                  const Judged& how = {});
  // Tests a function whose result is not a tensor of fixed values. `body` does the checks itself.
  void by_hand(const char* declaration, const std::function<void()>& body);

  const std::set<std::string>& names() const { return names_; }

 private:
  Mode mode_;
  std::set<std::string> names_;
};

}  // namespace modecheck::definitions
