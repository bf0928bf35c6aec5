#include "engine/tracing/call_record.h"

namespace modecheck::engine {

void CallRecord::add(const at::Tensor& tensor) {
  // Most operators take a tensor first, and few have more arguments. So a record needs memory once.
  constexpr std::size_t usual_count = 8;
  if (arguments_.empty()) arguments_.reserve(usual_count);
  arguments_.emplace_back(tensor);
}

void CallRecord::add(const c10::optional<at::Tensor>& tensor) {
  arguments_.emplace_back(tensor.has_value() ? Argument(*tensor) : Argument());
}

void CallRecord::add(at::TensorList tensors) { arguments_.emplace_back(Tensors(tensors.begin(), tensors.end())); }

void CallRecord::add(const c10::List<c10::optional<at::Tensor>>& tensors) {
  Tensors out;
  for (const c10::optional<at::Tensor>& tensor : static_cast<const std::vector<c10::optional<at::Tensor>>&>(tensors))
    out.push_back(tensor.has_value() ? *tensor : at::Tensor());
  arguments_.emplace_back(std::move(out));
}

void CallRecord::add(std::int64_t number) { arguments_.emplace_back(number); }

void CallRecord::add(c10::IntArrayRef numbers) { arguments_.emplace_back(Ints(numbers.begin(), numbers.end())); }

void CallRecord::add(const c10::OptionalIntArrayRef& numbers) {
  arguments_.emplace_back(numbers.has_value() ? Argument(Ints(numbers->begin(), numbers->end())) : Argument());
}

void CallRecord::add(bool value) { arguments_.emplace_back(value); }

void CallRecord::add(const c10::Scalar& scalar) { arguments_.emplace_back(scalar); }

void CallRecord::add(c10::MemoryFormat format) { arguments_.emplace_back(format); }

void CallRecord::add(c10::ScalarType dtype) { arguments_.emplace_back(dtype); }

void CallRecord::add(c10::ArrayRef<double> numbers) {
  arguments_.emplace_back(std::vector<double>(numbers.begin(), numbers.end()));
}

void CallRecord::add(std::string_view text) { arguments_.emplace_back(std::string(text)); }

}  // namespace modecheck::engine
