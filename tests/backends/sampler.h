// This file draws random calls of operators, and the operands of each call. Each family of operators has a file
// sampler_*.cpp.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "spec/program/operation.h"
#include "tests/backends/call_text.h"

namespace modecheck::tests {

using Sizes = std::vector<std::int64_t>;

class Sampler {
 public:
  // If of_all_dtypes is set, every dtype is drawn equally often. Complex dtypes are then drawn also for operators whose
  // complex results in libtorch are known to differ from the engine's.
  explicit Sampler(std::uint64_t seed, bool of_all_dtypes = false)
      : state_(seed * 0x9E3779B97F4A7C15u + 1), of_all_dtypes_(of_all_dtypes) {}

  std::string call(const std::string& operation);

 private:
  std::uint64_t draw() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return state_ * 0x2545F4914F6CDD1Du;
  }
  std::int64_t between(std::int64_t least, std::int64_t greatest) {
    return least + static_cast<std::int64_t>((draw() >> 11) % static_cast<std::uint64_t>(greatest - least + 1));
  }
  bool chance(int percent) { return between(1, 100) <= percent; }
  template <typename T>
  T one_of(std::initializer_list<T> values) {
    return values.begin()[between(0, static_cast<std::int64_t>(values.size()) - 1)];
  }

  std::string dtype() {
    if (of_all_dtypes_)
      return one_of<const char*>({"float", "double", "int64", "bool", "uint8", "int8", "int16", "int32", "half",
                                  "bfloat16", "complex64", "complex128"});
    if (chance(70)) return one_of<const char*>({"float", "double", "int64", "bool"});
    for (;;) {
      const auto drawn =
          one_of<const char*>({"uint8", "int8", "int16", "int32", "half", "bfloat16", "complex64", "complex128"});
      if (complex_ || drawn[0] != 'c') return drawn;
    }
  }
  std::string like(const std::string& type) { return chance(60) ? type : dtype(); }
  std::string number() {
    return one_of<const char*>({"si2", "si1", "si0", "si-3", "sd0.5", "sd2.5", "sd-1.25", "sb1", "sb0"});
  }
  Sizes shape(std::int64_t rank) {
    Sizes sizes;
    for (std::int64_t i = 0; i < rank; ++i) sizes.push_back(chance(8) ? 0 : one_of<std::int64_t>({1, 1, 2, 2, 3, 3}));
    return sizes;
  }
  Sizes shape() { return shape(one_of<std::int64_t>({0, 1, 1, 2, 2, 2, 3, 3, 4})); }
  Sizes broadcasting_with(const Sizes& sizes);
  std::int64_t dimension(const Sizes& sizes) {
    const auto rank = static_cast<std::int64_t>(sizes.size());
    return chance(93) ? between(-rank, std::max<std::int64_t>(rank - 1, 0)) : between(-rank - 2, rank + 1);
  }

  // Declares a tensor of the call on a new storage, or on the first storage if `sharing` is set. Returns the word that
  // stands for the tensor in the text of the call, such as T0.
  std::string tensor(const Sizes& sizes, const std::string& type, bool sharing = false, std::int64_t least = -8,
                     std::int64_t greatest = 8);
  // Declares a row-major tensor for an argument that is written. If elements of such an argument shared memory, the
  // result would depend on the order of writes.
  std::string fresh(const Sizes& sizes, const std::string& type);
  std::string line(const std::string& operation, const std::vector<std::string>& arguments) const;

  std::string unary(const std::string& operation);
  std::string function(const spec::operators::Schema& schema);
  std::string binary(const std::string& operation);
  std::string ternary(const std::string& operation);
  std::string clamp_between(const std::string& operation);
  std::string reduction(const std::string& operation);
  std::string along(const std::string& operation);
  std::string selection(const std::string& operation);
  std::string product(const std::string& operation);
  std::string rearranging(const std::string& operation);
  std::string small_product(const std::string& operation);
  std::string joining(const std::string& operation);
  std::string indexing(const std::string& operation);
  std::string index_writing(const std::string& operation);
  std::string part_writing(const std::string& operation);
  std::string image(const std::string& operation);
  std::string convolution();
  std::string columns();
  std::string upsampled(const std::string& operation);
  std::string sampled_image();
  std::string window(const std::string& operation, std::size_t spatial, const std::string& self, const Sizes& image);
  std::string normalization(const std::string& operation);
  std::string indices(const std::string& operation);
  std::string distances(const std::string& operation);
  std::string bags();
  std::string transform(const std::string& operation);
  std::string view(const std::string& operation);

  std::uint64_t state_;
  bool of_all_dtypes_;
  bool complex_ = true;
  std::vector<StorageText> storages_;
  std::vector<TensorText> tensors_;
};

bool is_out(const std::string& operation);
// Say whether `Sampler` draws an operator as a pointwise function. is_function: the operator takes one tensor and
// scalars. is_of_two: the operator takes `self` and another operand, which is a tensor or a scalar.
bool is_function(const spec::Operation& row);
bool is_of_two(const spec::Operation& row);

}  // namespace modecheck::tests
