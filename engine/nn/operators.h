// Includes the operators of at:: that the modules and optimizers call. Only .cpp files include this header.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/api/composed_functions.h"
#include "engine/api/factories.h"
#include "engine/api/formatting.h"
#include "engine/api/further_overloads.h"
#include "engine/api/generated/functions.h"
#include "engine/api/like_factories.h"
#include "engine/api/number_factories.h"
#include "engine/api/operator_overloads.h"
#include "engine/api/random_factories.h"
#include "engine/api/tensor_index.h"
#include "engine/api/tensor_literal.h"
#include "engine/composites/arrangement_functions.h"
#include "engine/composites/contraction_functions.h"
#include "engine/composites/distance_functions.h"
#include "engine/composites/elementary_functions.h"
#include "engine/composites/linalg_functions.h"
#include "engine/composites/loss_functions.h"
#include "engine/composites/neural_functions.h"
#include "engine/composites/norm_functions.h"
#include "engine/composites/normalization_functions.h"
#include "engine/composites/product_functions.h"
#include "engine/composites/random_functions.h"
#include "engine/composites/recurrent_functions.h"
#include "engine/composites/sampling_functions.h"
#include "engine/composites/sorting_functions.h"
#include "engine/composites/statistics_functions.h"
#include "engine/core/errors/error.h"
#include "engine/core/errors/warning.h"
#include "engine/core/tensor/tensor.h"
#include "engine/core/tensor/tensor_options.h"
#include "engine/modes/grad_mode.h"

// Raises an Argument error with the text that follows unless the condition holds.
#define MODECHECK_ARGUMENT(condition, ...) \
  MODECHECK_CHECK(condition, ::modecheck::engine::ErrorClass::Argument, __VA_ARGS__)

namespace torch {
inline namespace modecheck_v1 {
namespace nn {
namespace detail {

// Returns the values as a stream writes them, one after the other.
template <typename... Parts>
std::string text_of(const Parts&... parts) {
  std::ostringstream out;
  static_cast<void>((out << ... << parts));
  return std::move(out).str();
}

// Returns the numbers as a list, such as "[3, 2]".
template <typename Numbers>
std::string list_of(const Numbers& numbers) {
  std::ostringstream out;
  const char* before = "[";
  for (const auto& number : numbers) {
    out << before << number;
    before = ", ";
  }
  return std::move(out).str() + "]";
}

// Returns whether both tensors are undefined, or have the same sizes and numbers.
inline bool are_equal(const at::Tensor& a, const at::Tensor& b) {
  return a.defined() == b.defined() && (!a.defined() || at::equal(a, b));
}

// Warns once for each place that calls this function.
inline void warn(const char* function, const std::string& text) {
  c10::Warning::warn({function, __FILE__, __LINE__}, text, false);
}

}  // namespace detail
}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
