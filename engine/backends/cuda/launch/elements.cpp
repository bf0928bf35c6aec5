#include "engine/backends/cuda/launch/elements.h"

#include "engine/backends/cuda/device_code/visit_bytes.h"
#include "engine/backends/cuda/launch/launch_pointwise.h"
#include "engine/backends/functions/elements.h"
#include "engine/backends/iterate/loop.h"
#include "engine/backends/iterate/plan.h"

namespace modecheck::engine::cuda {
namespace {

using backends::Constant;
using backends::Loop;
using backends::Plan;
using backends::Same;

void bind_whole(Loop& loop, const at::Tensor& tensor) {
  loop.bind(tensor.data_ptr(), tensor.sizes(), tensor.strides(), static_cast<int>(tensor.itemsize()));
}

}  // namespace

void copy_elements(const at::Tensor& target, const at::Tensor& source) {
  if (target.numel() == 0) return;
  Plan plan;
  plan.add_output(target.sizes(), target.strides());
  plan.add_input(source.sizes(), source.strides());
  plan.order_for(target.sizes());
  Loop loop(plan);
  bind_whole(loop, target);
  bind_whole(loop, source);
  PointwiseLaunch launch("copy_", target);
  launch.read(source);
  if (target.scalar_type() == source.scalar_type()) {
    PointwiseArguments arguments;
    keep_op(arguments, Same{});
    visit_values(target.scalar_type(), [&](auto type) {
      loop.each_strided([&](const Strided& part) {
        arguments.where = part;
        launch.part<Same, decltype(type), 1>(arguments);
      });
    });
  } else {
    ConversionArguments arguments;
    arguments.from = source.scalar_type();
    backends::visit_dtype(target.scalar_type(), [&](auto type) {
      loop.each_strided([&](const Strided& part) {
        arguments.where = part;
        launch.part<decltype(type)>(arguments);
      });
    });
  }
}

void fill_elements(const at::Tensor& target, const c10::Scalar& value) {
  if (target.numel() == 0) return;
  Plan plan;
  plan.order_row_major(target.sizes());
  Loop loop(plan);
  bind_whole(loop, target);
  PointwiseArguments arguments;
  Constant op;
  op.value = value;
  keep_op(arguments, op);
  const PointwiseLaunch launch("fill_", target);
  backends::visit_dtype(target.scalar_type(), [&](auto type) {
    loop.each_strided([&](const Strided& part) {
      arguments.where = part;
      launch.part<Constant, decltype(type), 0>(arguments);
    });
  });
}

}  // namespace modecheck::engine::cuda
