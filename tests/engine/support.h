// These helpers serve the engine's tests. They make small normal tensors, leaves and inference tensors, and check that
// a call is rejected.
#pragma once

#include <gtest/gtest.h>
#include <torch/torch.h>

#include <functional>
#include <string>
#include <vector>

#include "engine/core/memory/live_objects.h"
#include "engine/core/memory/thread_state.h"
#include "engine/dispatch/route.h"

namespace modecheck::engine {

using at::Tensor;

inline Tensor number(double value) { return at::full({}, value); }
inline Tensor normal(c10::IntArrayRef sizes = {2, 3}) { return at::ones(sizes); }
inline Tensor leaf(c10::IntArrayRef sizes = {2, 3}) { return at::ones(sizes).set_requires_grad(true); }
inline Tensor computed(c10::IntArrayRef sizes = {2, 3}) { return leaf(sizes).mul(number(2)); }
inline Tensor inference(c10::IntArrayRef sizes = {2, 3}) {
  const c10::InferenceMode mode;
  return at::ones(sizes);
}

inline std::vector<double> values(const Tensor& tensor) {
  const at::NoGradGuard quiet;
  const Tensor dense = tensor.detach().to(at::kDouble).contiguous();
  return {dense.data_ptr<double>(), dense.data_ptr<double>() + dense.numel()};
}

// Returns the class of the error that `action` throws, or ErrorClass::Internal if it throws nothing.
inline ErrorClass rejected(const std::function<void()>& action) {
  try {
    action();
  } catch (const std::exception& error) {
    const Classified* const known = classified(error);
    EXPECT_NE(known, nullptr) << error.what();
    return known == nullptr ? ErrorClass::Internal : known->error_class();
  }
  ADD_FAILURE() << "nothing was rejected";
  return ErrorClass::Internal;
}

inline void PrintTo(ErrorClass error_class, std::ostream* out) { *out << name_of(error_class); }

// Returns the dispatch keys that ran, one letter each: A for Autograd, V for ADInplaceOrView, B for the backend.
inline std::string route(const std::function<void()>& action) {
  RouteTrace trace;
  action();
  std::string out;
  for (const RouteStep& step : trace.steps())
    out += step.key == c10::DispatchKey::Autograd ? 'A' : step.key == c10::DispatchKey::ADInplaceOrView ? 'V' : 'B';
  return out;
}

}  // namespace modecheck::engine
