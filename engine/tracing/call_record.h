// The arguments and results of one operator call, without their C++ types. The rules of symbolic sizes read it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include "engine/core/tensor/tensor.h"
#include "engine/dispatch/facts.h"
#include "engine/dispatch/ivalue.h"

namespace modecheck::engine {

class CallRecord {
 public:
  // An argument. A tensor list is a list in which an absent tensor is undefined. What no size depends on is nothing: a
  // dtype, a device, a generator. So is an argument that is not given.
  using Tensors = std::vector<at::Tensor>;
  using Ints = std::vector<std::int64_t>;
  using Argument = std::variant<std::monostate, at::Tensor, Tensors, std::int64_t, Ints, bool, c10::Scalar,
                                c10::MemoryFormat, std::vector<double>, c10::ScalarType, std::string>;

  // What is known of the operator beside its arguments.
  struct About {
    std::string_view op;    // the qualified name, such as "add_.Tensor"
    std::string_view name;  // the name without the overload, such as "add_"
    OperatorKind kind;
    operators::Family family;
    std::size_t written_argument;  // the position of the first written argument, or no_argument
    std::size_t written_count;
  };

  explicit CallRecord(const About& about) : about_(about) {}

  void add(const at::Tensor& tensor);
  void add(const c10::optional<at::Tensor>& tensor);
  void add(at::TensorList tensors);
  void add(const c10::List<c10::optional<at::Tensor>>& tensors);
  void add(std::int64_t number);
  void add(c10::IntArrayRef numbers);
  void add(const c10::OptionalIntArrayRef& numbers);
  void add(bool value);
  void add(const c10::Scalar& scalar);
  void add(c10::MemoryFormat format);
  void add(c10::ScalarType dtype);
  void add(c10::ArrayRef<double> numbers);
  void add(std::string_view text);
  template <typename T>
  void add(const c10::optional<T>& value) {
    if (value.has_value())
      add(*value);
    else
      arguments_.emplace_back();
  }
  template <typename T>
  void add(const T& /*no size depends on it*/) {
    arguments_.emplace_back();
  }

  void add_result(const at::Tensor& tensor) { results_.push_back(tensor); }
  void add_result(const std::vector<at::Tensor>& tensors) { results_ = tensors; }
  template <typename... Each>
  void add_result(const std::tuple<Each...>& tensors) {
    std::apply([&](const auto&... each) { (add_result(each), ...); }, tensors);
  }

  const About& about() const { return about_; }
  // In the order of the schema.
  const std::vector<Argument>& arguments() const { return arguments_; }
  // Empty for an operator that writes an argument, and until the kernel has run.
  const Tensors& results() const { return results_; }

 private:
  About about_;
  std::vector<Argument> arguments_;
  Tensors results_;
};

}  // namespace modecheck::engine
