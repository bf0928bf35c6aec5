// Declares paddings as modules.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ostream>

#include "engine/core/tensor/tensor.h"
#include "engine/nn/cloneable.h"
#include "engine/nn/module_holder.h"
#include "engine/nn/options/padding.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

using at::Tensor;

template <std::size_t D, typename Derived>
class ReflectionPadImpl : public Cloneable<Derived> {
 public:
  ReflectionPadImpl(ExpandingArray<D * 2> padding) : ReflectionPadImpl(ReflectionPadOptions<D>(padding)) {}
  explicit ReflectionPadImpl(const ReflectionPadOptions<D>& options_) : options(options_) {}
  void reset() override;
  void pretty_print(std::ostream& stream) const override;
  Tensor forward(const Tensor& input);
  ReflectionPadOptions<D> options;
};

template <std::size_t D, typename Derived>
class ReplicationPadImpl : public Cloneable<Derived> {
 public:
  ReplicationPadImpl(ExpandingArray<D * 2> padding) : ReplicationPadImpl(ReplicationPadOptions<D>(padding)) {}
  explicit ReplicationPadImpl(const ReplicationPadOptions<D>& options_) : options(options_) {}
  void reset() override;
  void pretty_print(std::ostream& stream) const override;
  Tensor forward(const Tensor& input);
  ReplicationPadOptions<D> options;
};

template <std::size_t D, typename Derived>
class ConstantPadImpl : public Cloneable<Derived> {
 public:
  ConstantPadImpl(ExpandingArray<D * 2> padding, double value)
      : ConstantPadImpl(ConstantPadOptions<D>(padding, value)) {}
  explicit ConstantPadImpl(const ConstantPadOptions<D>& options_) : options(options_) {}
  void reset() override;
  void pretty_print(std::ostream& stream) const override;
  Tensor forward(const Tensor& input);
  ConstantPadOptions<D> options;
};

class ZeroPad2dImpl : public Cloneable<ZeroPad2dImpl> {
 public:
  ZeroPad2dImpl(ExpandingArray<4> padding);
  explicit ZeroPad2dImpl(const ZeroPad2dOptions& options_);
  void reset() override;
  void pretty_print(std::ostream& stream) const override;
  Tensor forward(const Tensor& input);
  ZeroPad2dOptions options;
};
TORCH_MODULE(ZeroPad2d);

class ReflectionPad1dImpl : public ReflectionPadImpl<1, ReflectionPad1dImpl> {
 public:
  using ReflectionPadImpl<1, ReflectionPad1dImpl>::ReflectionPadImpl;
};
TORCH_MODULE(ReflectionPad1d);

class ReflectionPad2dImpl : public ReflectionPadImpl<2, ReflectionPad2dImpl> {
 public:
  using ReflectionPadImpl<2, ReflectionPad2dImpl>::ReflectionPadImpl;
};
TORCH_MODULE(ReflectionPad2d);

class ReflectionPad3dImpl : public ReflectionPadImpl<3, ReflectionPad3dImpl> {
 public:
  using ReflectionPadImpl<3, ReflectionPad3dImpl>::ReflectionPadImpl;
};
TORCH_MODULE(ReflectionPad3d);

class ReplicationPad1dImpl : public ReplicationPadImpl<1, ReplicationPad1dImpl> {
 public:
  using ReplicationPadImpl<1, ReplicationPad1dImpl>::ReplicationPadImpl;
};
TORCH_MODULE(ReplicationPad1d);

class ReplicationPad2dImpl : public ReplicationPadImpl<2, ReplicationPad2dImpl> {
 public:
  using ReplicationPadImpl<2, ReplicationPad2dImpl>::ReplicationPadImpl;
};
TORCH_MODULE(ReplicationPad2d);

class ReplicationPad3dImpl : public ReplicationPadImpl<3, ReplicationPad3dImpl> {
 public:
  using ReplicationPadImpl<3, ReplicationPad3dImpl>::ReplicationPadImpl;
};
TORCH_MODULE(ReplicationPad3d);

class ConstantPad1dImpl : public ConstantPadImpl<1, ConstantPad1dImpl> {
 public:
  using ConstantPadImpl<1, ConstantPad1dImpl>::ConstantPadImpl;
};
TORCH_MODULE(ConstantPad1d);

class ConstantPad2dImpl : public ConstantPadImpl<2, ConstantPad2dImpl> {
 public:
  using ConstantPadImpl<2, ConstantPad2dImpl>::ConstantPadImpl;
};
TORCH_MODULE(ConstantPad2d);

class ConstantPad3dImpl : public ConstantPadImpl<3, ConstantPad3dImpl> {
 public:
  using ConstantPadImpl<3, ConstantPad3dImpl>::ConstantPadImpl;
};
TORCH_MODULE(ConstantPad3d);

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
