// Holds the sizes and dtypes of a kernel's tensors until the kernel is done. They become text only if an error message
// names the tensors.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "engine/core/types/array_ref.h"
#include "engine/core/types/scalar_type.h"

namespace modecheck::engine::cuda {

enum class Access : std::uint8_t { Reads, Writes };

class Operands {
 public:
  // The number of tensors whose sizes and dtypes are kept. Only the number of further tensors is kept.
  static constexpr int max_tensors = 6;
  static constexpr std::size_t max_sizes = 5;

  void add(c10::IntArrayRef sizes, c10::ScalarType type, Access access) {
    if (count_++ >= max_tensors) return;
    Tensor& to = tensors_[count_ - 1];
    to.dimensions = static_cast<std::uint8_t>(sizes.size());
    to.type = type;
    to.access = access;
    for (std::size_t i = 0; i < std::min(sizes.size(), max_sizes); ++i) to.sizes[i] = sizes[i];
  }

  // Returns a text such as " [reads [2, 3] Float and [3] Float; writes [2, 3] Float]". The text is empty if there are
  // no tensors.
  std::string text() const {
    if (count_ == 0) return {};
    std::string out;
    for (const Access access : {Access::Reads, Access::Writes}) {
      std::string of_access;
      for (int i = 0; i < std::min(count_, max_tensors); ++i)
        if (tensors_[i].access == access) of_access += (of_access.empty() ? "" : " and ") + text_of(tensors_[i]);
      if (!of_access.empty())
        out += (out.empty() ? " [" : "; ") + std::string(access == Access::Reads ? "reads " : "writes ") + of_access;
    }
    if (count_ > max_tensors) out += "; and " + std::to_string(count_ - max_tensors) + " more";
    return out + ']';
  }

 private:
  struct Tensor {
    std::int64_t sizes[max_sizes];
    std::uint8_t dimensions;
    c10::ScalarType type;
    Access access;
  };

  static std::string text_of(const Tensor& tensor) {
    std::string out = "[";
    for (std::size_t i = 0; i < std::min<std::size_t>(tensor.dimensions, max_sizes); ++i)
      out += (i == 0 ? "" : ", ") + std::to_string(tensor.sizes[i]);
    if (tensor.dimensions > max_sizes) out += ", ... of " + std::to_string(tensor.dimensions) + " dimensions";
    return out + "] " + toString(tensor.type);
  }

  int count_ = 0;
  Tensor tensors_[max_tensors] = {};
};

}  // namespace modecheck::engine::cuda
