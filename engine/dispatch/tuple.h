// Declares c10::ivalue::Tuple, the elements of a boxed tuple. Copies of the box share one Tuple.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "engine/dispatch/ivalue.h"

namespace c10 {
inline namespace modecheck_v1 {
namespace ivalue {

class Tuple final {
 public:
  explicit Tuple(std::vector<IValue> elements) : elements_(std::move(elements)) {}

  static std::shared_ptr<Tuple> create(std::vector<IValue> elements) {
    return std::make_shared<Tuple>(std::move(elements));
  }
  // Makes a tuple of values that are boxed one by one.
  template <typename... Elements>
  static std::shared_ptr<Tuple> create(const IValue& first, Elements&&... rest) {
    return create(std::vector<IValue>{first, IValue(std::forward<Elements>(rest))...});
  }

  const std::vector<IValue>& elements() const& { return elements_; }
  std::vector<IValue> elements() && { return std::move(elements_); }
  std::size_t size() const { return elements_.size(); }

 private:
  std::vector<IValue> elements_;
};

}  // namespace ivalue
}  // namespace modecheck_v1
}  // namespace c10
