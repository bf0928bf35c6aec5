// Launches a reduction on the current stream of the CUDA device.
#pragma once

#include <cstdint>

#include "engine/backends/cuda/device_code/reduction_kernel.h"
#include "engine/backends/cuda/launch/range_launch.h"
#include "engine/core/memory/allocate.h"

namespace modecheck::engine::cuda {

// Merges the totals of the threads of a block on the host, in the order in which a GPU merges them.
template <typename R, typename Totals>
typename R::Total merged_like_a_gpu(const R& reducer, int threads, const Totals& totals_of) {
  typename R::Total totals[reduction_threads];
  for (int thread = 0; thread < threads; ++thread) totals[thread] = totals_of(thread);
  for (int width = threads / 2; width > 0; width /= 2)
    for (int thread = 0; thread < width; ++thread) reducer.merge(totals[thread], totals[thread + width]);
  return totals[0];
}

// Reduces on the host in a GPU's order of operations. The simulated device calls this function in place of the GPU's
// kernel where the order does not change the result.
template <typename R, typename Write>
const char* reduce_like_a_gpu(const void* bytes) {
  const auto& arguments = *static_cast<const ReductionArguments<R, Write>*>(bytes);
  const int threads = arguments.shape.columns ? 1 : reduction_threads;
  for (std::int64_t result = 0; result < arguments.shape.results; ++result)
    for (std::int64_t part = 0; part < arguments.parts; ++part)
      keep_total(arguments, result, part, merged_like_a_gpu(arguments.reducer, threads, [&](int thread) {
                   return thread_total(arguments, result, part, thread, threads);
                 }));
  if (arguments.partial == nullptr) return nullptr;
  const int mergers = merges_by_blocks(arguments) ? reduction_threads : 1;
  for (std::int64_t result = 0; result < arguments.shape.results; ++result)
    write_result(arguments, result, merged_like_a_gpu(arguments.reducer, mergers, [&](int thread) {
                   return merged_parts(arguments, result, thread, mergers);
                 }));
  return nullptr;
}

// Launches a reduction. The simulated device calls `on_host` in place of the GPU's kernel. `beside`, if defined, is a
// second tensor that the kernel writes.
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
