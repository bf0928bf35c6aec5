// FakeTensorMode runs a program without its data, as PyTorch's class of this name does. A fake tensor has sizes,
// strides, a dtype and a device that it claims. It has a kind, views, a version and a history, but no elements.
//
//   FakeTensorMode mode;
//   const at::Tensor x = mode.from_tensor(real);   // claims the device of `real`
//   const FakeTensorModeGuard guard(mode);
//   const at::Tensor y = at::relu(x.mm(at::ones({3, 4})));   // no memory, no arithmetic
//
// An operator on fake tensors raises the errors that it raises on real ones, unless they depend on elements. What
// depends on elements in another way raises DataDependentError, which names the operator: item(), nonzero(). Operators
// also run without the guard if all tensors are fake. The guard makes factories give fake tensors.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/core/tensor/tensor.h"
#include "engine/fake/fake_tensor_converter.h"

namespace modecheck::engine::fake {

// A mode must be used by one thread at a time. It keeps the tensors alive that it has converted.
class FakeTensorMode {
 public:
  FakeTensorMode();
  FakeTensorMode(const FakeTensorMode&) = delete;
  FakeTensorMode& operator=(const FakeTensorMode&) = delete;

  // A number, at least 1, that no other mode of the process has.
  std::uint32_t number() const { return number_; }
  // Returns the fake tensor of a real one (FakeTensorConverter::convert()). The call runs no operator, so the tensor's
  // kind does not depend on the thread's modes.
  at::Tensor from_tensor(const at::Tensor& real) { return converter_.convert(real); }
  // Returns the real tensors of the mode's fake ones, in the order in which they were first converted.
  const std::vector<at::Tensor>& converted() const { return converter_.converted(); }

 private:
  friend std::unique_ptr<FakeTensorMode> fresh_fake_mode(const FakeTensorMode& old);

  std::uint32_t number_;
  FakeTensorConverter converter_;
};

// Returns a new mode for another trace of the same inputs. A trace changes its fake tensors: it writes, resizes and
// detaches them, so afterwards they show its end. The new mode converts all real tensors of the old mode again. No
// trace touches those, so its fake tensors are as before the trace (PyTorch's pull request 113926).
std::unique_ptr<FakeTensorMode> fresh_fake_mode(const FakeTensorMode& old);

}  // namespace modecheck::engine::fake
