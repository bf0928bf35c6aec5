// A list of sizes or dimensions that a derivative saves. Up to six of them need no heap memory.
#pragma once

#include "engine/autograd/graph/small_vector.h"
#include "engine/core/types/array_ref.h"

namespace modecheck::engine {

class SmallSizes {
 public:
  SmallSizes() = default;
  explicit SmallSizes(c10::IntArrayRef values) { *this = values; }
  SmallSizes(const SmallSizes& other) { *this = c10::IntArrayRef(other); }
  SmallSizes& operator=(const SmallSizes& other) { return *this = c10::IntArrayRef(other); }
  SmallSizes& operator=(c10::IntArrayRef values) {
    values_.assign(values.data(), values.size());
    return *this;
  }
  void push_back(std::int64_t value) { values_.emplace_back(value); }
  std::int64_t* begin() { return values_.begin(); }
  std::int64_t* end() { return values_.end(); }
  const std::int64_t* begin() const { return values_.begin(); }
  const std::int64_t* end() const { return values_.end(); }
  std::size_t size() const { return values_.size(); }
  bool empty() const { return values_.empty(); }
  std::int64_t& operator[](std::size_t index) { return values_[index]; }
  std::int64_t operator[](std::size_t index) const { return values_[index]; }
  operator c10::IntArrayRef() const { return {values_.begin(), values_.size()}; }  // NOLINT: reads as a list
  operator c10::OptionalIntArrayRef() const { return c10::IntArrayRef(*this); }    // NOLINT: reads as a list

 private:
  SmallVector<std::int64_t, 6> values_;
};

}  // namespace modecheck::engine
