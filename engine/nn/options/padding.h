// Declares the options of paddings. The padding of the last dimension comes first, and before each end of a dimension
// its beginning.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "engine/core/tensor/tensor.h"
#include "engine/core/types/expanding_array.h"
#include "engine/nn/options/argument.h"
#include "engine/nn/options/one_of.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

using at::Tensor;

template <std::size_t D>
struct ReflectionPadOptions {
  ReflectionPadOptions(ExpandingArray<D * 2> padding) : padding_(padding) {}
  TORCH_ARG(ExpandingArray<D * 2>, padding);
};

using ReflectionPad1dOptions = ReflectionPadOptions<1>;
using ReflectionPad2dOptions = ReflectionPadOptions<2>;
using ReflectionPad3dOptions = ReflectionPadOptions<3>;

template <std::size_t D>
struct ReplicationPadOptions {
  ReplicationPadOptions(ExpandingArray<D * 2> padding) : padding_(padding) {}
  TORCH_ARG(ExpandingArray<D * 2>, padding);
};

using ReplicationPad1dOptions = ReplicationPadOptions<1>;
using ReplicationPad2dOptions = ReplicationPadOptions<2>;
using ReplicationPad3dOptions = ReplicationPadOptions<3>;

struct ZeroPad2dOptions {
  ZeroPad2dOptions(ExpandingArray<4> padding) : padding_(padding) {}
  TORCH_ARG(ExpandingArray<4>, padding);
};

template <std::size_t D>
struct ConstantPadOptions {
  ConstantPadOptions(ExpandingArray<D * 2> padding, double value) : padding_(padding), value_(value) {}
  TORCH_ARG(ExpandingArray<D * 2>, padding);
  TORCH_ARG(double, value);
};

using ConstantPad1dOptions = ConstantPadOptions<1>;
using ConstantPad2dOptions = ConstantPadOptions<2>;
using ConstantPad3dOptions = ConstantPadOptions<3>;

namespace functional {

struct PadFuncOptions {
  using mode_t = enumtype::OneOf<enumtype::kConstant, enumtype::kReflect, enumtype::kReplicate, enumtype::kCircular>;
  PadFuncOptions(std::vector<std::int64_t> pad) : pad_(std::move(pad)) {}
  TORCH_ARG(std::vector<std::int64_t>, pad);
  TORCH_ARG(mode_t, mode) = torch::kConstant;
  TORCH_ARG(double, value) = 0;
};

}  // namespace functional

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
