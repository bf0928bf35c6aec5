#include "audit/model/comparison.h"

#include <algorithm>
#include <sstream>
#include <string>

#include "audit/model/value_functions.h"

namespace modecheck::audit {
namespace {

std::string describe(const at::Tensor& tensor) {
  std::ostringstream text;
  text << tensor.scalar_type() << " " << tensor.sizes();
  return text.str();
}

// Returns the elements in double precision, as real numbers.
at::Tensor widened(const at::Tensor& tensor) {
  const at::Tensor plain = dense(tensor.detach()).contiguous();
  return plain.is_complex() ? at::view_as_real(plain.to(at::kComplexDouble)) : plain.to(at::kDouble);
}

}  // namespace

nlohmann::json different(const std::string& reason) {
  return {{"same", false}, {"close", false}, {"largest_difference", nullptr}, {"reason", reason}};
}

nlohmann::json compare(const std::vector<at::Tensor>& outputs, const std::vector<at::Tensor>& expected) {
  if (outputs.size() != expected.size())
    return different(std::to_string(outputs.size()) + " tensors, not " + std::to_string(expected.size()));
  bool same = true;
  bool close = true;
  double largest = 0;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (outputs[i].scalar_type() != expected[i].scalar_type() || outputs[i].sizes() != expected[i].sizes())
      return different("tensor " + std::to_string(i) + " is " + describe(outputs[i]) + ", not " +
                       describe(expected[i]));
    if (outputs[i].numel() == 0) continue;
    const c10::InferenceMode guard;
    const at::Tensor a = widened(outputs[i]);
    const at::Tensor b = widened(expected[i]);
    same = same && at::allclose(a, b, 0, 0, true);
    close = close && at::allclose(a, b, 1e-4, 1e-5, true);
    largest = std::max(largest, at::nan_to_num((a - b).abs(), 0).max().item<double>());
  }
  return {{"same", same}, {"close", close}, {"largest_difference", largest}};
}

}  // namespace modecheck::audit
