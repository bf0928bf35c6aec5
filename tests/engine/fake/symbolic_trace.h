// A fixture for tests of symbolic sizes: a mode with symbols, and texts of what is known of them.
#pragma once

#include <gtest/gtest.h>
#include <torch/torch.h>

#include <memory>
#include <string>
#include <vector>

#include "engine/fake/fake_tensor_mode.h"
#include "engine/fake/symbolic/stateful_symbolic_context.h"

namespace modecheck::engine::fake {

// A mode with symbols.
class SymbolicTrace : public testing::Test {
 protected:
  // Makes a fake tensor of these sizes, each of which has a symbol of its own.
  at::Tensor input(const std::string& name, std::vector<std::int64_t> sizes) { return input(name, at::empty(sizes)); }
  at::Tensor input(const std::string& name, const at::Tensor& real) {
    const auto context = std::make_shared<StatefulSymbolicContext>(name);
    context->dynamic_sizes.assign(static_cast<std::size_t>(real.dim()), DimDynamic::DYNAMIC);
    context->view_base_context = std::make_shared<StatefulSymbolicContext>(name + "._base");
    contexts_.push_back(context);
    return mode_.from_tensor(real, context);
  }

  std::string text(const at::Tensor& tensor) const {
    const SymbolicGeometry geometry = mode_.symbolic_geometry(tensor);
    std::string out;
    for (const Expression& size : geometry.sizes) out += env_->atoms().text(size) + " ";
    out += "|";
    for (const Expression& stride : geometry.strides) out += " " + env_->atoms().text(stride);
    if (!geometry.storage_offset.is_zero()) out += " | " + env_->atoms().text(geometry.storage_offset);
    return out;
  }

  // Returns the guards, without those that only bind a source.
  std::string guards() const {
    std::string out;
    for (const Guard& guard : env_->guards())
      out += (out.empty() ? "" : "; ") + guard.where + ": " + fake::text(guard.fact, env_->atoms());
    return out;
  }

  std::shared_ptr<ShapeEnv> env_ = std::make_shared<ShapeEnv>();
  FakeTensorMode mode_{env_};
  std::vector<std::shared_ptr<SymbolicContext>> contexts_;
};

}  // namespace modecheck::engine::fake
