// Gives a reduction to the device's current stream.
#pragma once

#include <cstdint>

#include "engine/backends/cuda/range_launch.h"
#include "engine/backends/cuda/reduction_kernel.h"
#include "engine/core/allocate.h"

namespace modecheck::engine::cuda {

// What a GPU does, thread after thread: for what comes out the same in any order.
template <typename R, typename Write>
const char* reduce_like_a_gpu(const void* bytes) {
  using Total = typename R::Total;
  const auto& arguments = *static_cast<const ReductionArguments<R, Write>*>(bytes);
  const int threads = arguments.shape.columns ? 1 : reduction_threads;
  for (std::int64_t result = 0; result < arguments.shape.results; ++result)
    for (std::int64_t part = 0; part < arguments.parts; ++part) {
      Total totals[reduction_threads];
      for (int thread = 0; thread < threads; ++thread)
        totals[thread] = thread_total(arguments, result, part, thread, threads);
      for (int width = threads / 2; width > 0; width /= 2)
        for (int thread = 0; thread < width; ++thread) arguments.reducer.merge(totals[thread], totals[thread + width]);
      keep_total(arguments, result, part, totals[0]);
    }
  if (arguments.partial != nullptr)
    for (std::int64_t result = 0; result < arguments.shape.results; ++result) merge_parts(arguments, result);
  return nullptr;
}

// `on_host` does on the host, in the order of the CPU, what a GPU does in its own. `beside`, if defined, is written
// too.
template <typename R, typename Write>
void launch_reduction(const char* name, const ReductionShape& shape, const at::Tensor& self, const at::Tensor& out,
                      const at::Tensor& beside, const R& reducer, const Write& write, Launch::OnHost on_host) {
  if (shape.results == 0) return;
  ReductionArguments<R, Write> arguments{
      shape, static_cast<const char*>(self.data_ptr()), reducer, write, reduction_parts(shape), nullptr};
  RangeLaunch launch(name);
  launch.writes(out).reads(self);
  if (beside.defined()) launch.writes(beside);
  at::Tensor room;
  if (arguments.parts > 1) {
    room = empty(shape.results * arguments.parts * static_cast<std::int64_t>(sizeof(typename R::Total)), c10::kByte,
                 out.device());
    arguments.partial = static_cast<typename R::Total*>(room.data_ptr());
    launch.writes(room);
  }
  launch.run(arguments, on_host);
}

}  // namespace modecheck::engine::cuda
