// Launches kernels that work along lines on the current stream. A line is all elements along one dimension, at fixed
// indices in the other dimensions.
#pragma once

#include <cstdint>

#include "engine/backends/cuda/device_code/line_kernels.h"
#include "engine/backends/cuda/device_code/line_scan.h"
#include "engine/backends/cuda/launch/range_launch.h"
#include "engine/backends/iterate/dims.h"
#include "engine/backends/iterate/loop.h"
#include "engine/backends/iterate/plan.h"

namespace modecheck::engine::cuda {

// Launches Kernel{lines} for all lines along a dimension of `out` and `self`. `out` and `self` have the same sizes and
// may be the same tensor. If lines are long and their elements adjacent, it launches LongLines<Shared> instead. Shared
// derives from Kernel (see line_scan.h).
template <typename Kernel, typename Shared>
void launch_lines(const char* name, const at::Tensor& out, const at::Tensor& self, std::int64_t dimension) {
  if (out.numel() == 0) return;
  backends::Dims starts(out.sizes());
  Lines lines{{}, 1, {0, 0}};
  const at::Tensor* const tensors[] = {&out, &self};
  if (out.dim() > 0) {
    const auto along = static_cast<std::size_t>(dimension);
    lines.length = out.sizes()[along];
    starts[static_cast<int>(dimension)] = 1;
    for (int k = 0; k < 2; ++k)
      lines.steps[k] = tensors[k]->strides()[along] * static_cast<std::int64_t>(tensors[k]->itemsize());
  }
  backends::Plan plan;
  plan.order_row_major(starts);
  backends::Loop loop(plan);
  for (const at::Tensor* tensor : tensors)
    loop.bind(tensor->data_ptr(), starts, tensor->strides(), static_cast<int>(tensor->itemsize()));
  const auto is_dense = [&](int operand) {
    return lines.steps[operand] == static_cast<std::int64_t>(tensors[operand]->itemsize());
  };
  const bool is_long = lines.length > longest_line_for_a_thread<Shared>() && is_dense(0) && is_dense(1);
  RangeLaunch launch(name);
  launch.writes(out).reads(self);
  loop.each_strided([&](const backends::Strided& part) {
    lines.where = part;
    if (is_long)
      launch.run(LongLines<Shared>{{part.count, Shared{{lines}}}}, &long_lines_on_host<Shared>);
    else
      launch.run(Kernel{lines}, part.count);
  });
}

}  // namespace modecheck::engine::cuda
