// FakeTensorMode runs a program without its data, as PyTorch's class of this name does. A fake tensor has sizes,
// strides, a dtype and a device that it claims. It has a kind, views, a version and a history, but no elements.
//
//   FakeTensorMode mode;
//   const at::Tensor x = mode.from_tensor(real);   // claims the device of `real`
//   const FakeTensorModeGuard guard(mode);
//   const at::Tensor y = at::relu(x.mm(at::ones({3, 4})));   // no memory, no arithmetic
//
// A mode with a shape environment makes sizes, strides and offsets symbolic (engine/fake/symbolic):
//
//   FakeTensorMode mode(std::make_shared<ShapeEnv>());
//   const auto context = std::make_shared<StatefulSymbolicContext>("x");
//   const at::Tensor x = mode.from_tensor(real, context);   // mode.symbolic_geometry(x).sizes is {s0, s1}
//
// An operator on fake tensors raises the errors that it raises on real ones, unless they depend on elements. What
// depends on elements in another way raises DataDependentError, which names the operator: item(), nonzero(). Operators
// also run without the guard if all tensors are fake. The guard makes factories give fake tensors.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/core/tensor/tensor.h"
#include "engine/fake/fake_tensor_converter.h"
#include "engine/fake/symbolic_sizes.h"

namespace modecheck::engine::fake {

// A tensor that was given to from_tensor(), the name of its sources and its policy.
struct SymbolicInput {
  at::Tensor real;
  std::string source;
  std::shared_ptr<SymbolicContext> context;  // null if the caller named none
};

// A mode must be used by one thread at a time. It keeps the tensors alive that it has converted.
class FakeTensorMode {
 public:
  // Without symbols: sizes are numbers.
  FakeTensorMode();
  // With the symbols of the environment. Raises an Argument error for null.
  explicit FakeTensorMode(std::shared_ptr<ShapeEnv> shape_env);
  FakeTensorMode(const FakeTensorMode&) = delete;
  FakeTensorMode& operator=(const FakeTensorMode&) = delete;

  // A number, at least 1, that no other mode of the process has.
  std::uint32_t number() const { return number_; }
  // Returns the fake tensor of a real one (FakeTensorConverter::convert()). The call runs no operator, so the tensor's
  // kind does not depend on the thread's modes.
  // In a mode with symbols, the tensor and its base get a StatelessSymbolicContext, and its sources are named after its
  // number, such as "t0". A tensor that was converted before keeps its symbols.
  at::Tensor from_tensor(const at::Tensor& real);
  // Returns the fake tensor of a real one, whose sizes, strides and offset become symbols by the policy of `context`.
  // `source` names the tensor, such as "x". Without one a StatefulSymbolicContext names it. A tensor that was converted
  // before keeps its symbols, and must get the same context again. Raises an Argument error for another context, for a
  // source that names another tensor, and in a mode without symbols. An error converts nothing and makes no symbol.
  at::Tensor from_tensor(const at::Tensor& real, const std::shared_ptr<SymbolicContext>& context,
                         std::string source = "");
  // Returns the real tensors of the mode's fake ones, in the order in which they were first converted.
  const std::vector<at::Tensor>& converted() const { return converter_.converted(); }
  // Returns the tensors that were given to from_tensor(), in the order of the calls, each once.
  const std::vector<SymbolicInput>& inputs() const { return inputs_; }

  // Returns the shape environment, or null for a mode without symbols.
  std::shared_ptr<ShapeEnv> shape_env() const { return symbols_ ? symbols_->env() : nullptr; }
  // Returns the symbolic sizes, strides and offset of a fake tensor. In a mode without symbols they are numbers. Raises
  // an Argument error for a fake tensor of another mode.
  SymbolicGeometry symbolic_geometry(const at::Tensor& fake) const;
  // Returns the number that item() of an integer tensor with one element would return: an unbacked symbol. item()
  // itself raises DataDependentError, because a c10::Scalar is a plain number here. Raises an Argument error for
  // another tensor, for one of another mode, and in a mode without symbols.
  c10::SymInt symbolic_item(const at::Tensor& fake) const;
  // Returns a new mode for another trace of the same inputs. A trace changes its fake tensors: it writes, resizes and
  // detaches them, so afterwards they show its end. The new mode converts all real tensors of this one again. No
  // trace touches those, so its fake tensors are as before the trace (PyTorch's pull request 113926).
  //
  // The new mode has the shape environment of this one. `contexts` are those of inputs(), one for each, or none. A
  // StatefulSymbolicContext that was used for this mode gives the same symbols. Without contexts, inputs keep their
  // policies, and symbols are new.
  std::unique_ptr<FakeTensorMode> fresh(const std::vector<std::shared_ptr<SymbolicContext>>& contexts = {}) const;
  // Returns a mode without symbols for another trace of the same inputs, whose sizes, strides and offsets are those for
  // other values of the symbols. `contexts` are those of inputs(). Raises an Argument error if a symbol has no value,
  // if a size, stride or offset would be negative, or if a guard is false of the values.
  std::unique_ptr<FakeTensorMode> with_other_sizes(const std::vector<std::shared_ptr<SymbolicContext>>& contexts,
                                                   const ShapeEnv::Assignment& values) const;
  // Returns how many calls had equal arguments in an earlier call, so that the sizes of their results were known, and
  // how many had not. A mode without symbols keeps no calls.
  CallCache::Info cache_info() const { return symbols_ ? symbols_->cache_info() : CallCache::Info(); }
  // Returns how often each operator had no rule for symbolic sizes, so that the sizes of its arguments became numbers.
  std::map<std::string, std::uint64_t> concretised() const;

 private:
  at::Tensor convert(const at::Tensor& real, const std::shared_ptr<SymbolicContext>& context, std::string source);
  void check_mode(const at::Tensor& fake, const char* function) const;

  std::uint32_t number_;
  std::unique_ptr<SymbolicSizes> symbols_;
  FakeTensorConverter converter_;
  std::vector<SymbolicInput> inputs_;
};

// Calls fresh().
std::unique_ptr<FakeTensorMode> fresh_fake_mode(const FakeTensorMode& old,
                                                const std::vector<std::shared_ptr<SymbolicContext>>& contexts = {});

}  // namespace modecheck::engine::fake
