#include "engine/backends/cpu/pointwise/pointwise.h"

#include <cstring>

namespace modecheck::engine::backends::detail {

void run_in_pieces(PointwiseForm::Part part, const void* op, char* out, std::int64_t n, const char* const* inputs) {
  parallel_pieces(n, [=](std::int64_t begin, std::int64_t end) { part(op, out, begin, end, inputs); });
}

void launch_contiguous(const char* name, const PointwiseOperator& kind, const void* op, c10::ScalarType type,
                       const at::Tensor& out, const at::Tensor* const* inputs, int count) {
  cuda::PointwiseArguments arguments;
  std::memcpy(arguments.op, op, kind.bytes);
  cuda::PointwiseLaunch launch(name, out);
  const auto place = [&](int i, const at::Tensor& tensor) {
    arguments.where.data[i] = static_cast<char*>(tensor.data_ptr());
    arguments.where.steps[i][0] = static_cast<std::int64_t>(tensor.itemsize());
  };
  arguments.where.rank = 1;
  arguments.where.count = arguments.where.sizes[0] = out.numel();
  place(0, out);
  for (int i = 0; i < count; ++i) {
    launch.read(*inputs[i]);
    place(i + 1, *inputs[i]);
  }
  if (out.numel() > 0) launch.part(arguments, kind.form(type).on_host, kind.on_device(type));
}

}  // namespace modecheck::engine::backends::detail
