// Reduces the elements of a tensor, wherever they are.
#pragma once

#include <type_traits>

#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/cpu/reductions/reduction_loop.h"
#include "engine/backends/cuda/launch/reduction_launch.h"

namespace modecheck::engine::backends {

// What the host does when a stream comes to it: the additions in the order of the CPU, where it matters.
template <typename R, typename Write>
const char* reduce_on_host(const void* bytes) {
  if constexpr (std::is_integral_v<typename R::Total>) return cuda::reduce_like_a_gpu<R, Write>(bytes);
  const auto& arguments = *static_cast<const cuda::ReductionArguments<R, Write>*>(bytes);
  ReductionLoop(arguments.shape).run(arguments.from, arguments.reducer, arguments.write);
  return nullptr;
}

// Calls write(index, total) for every result, which is in row-major order; it writes to `out`, and to `beside` if that
// is defined. Both are plain data with functions that a GPU has, too.
template <typename R, typename Write>
void reduce_elements(const char* name, const Reduction& reduction, const at::Tensor& self, const at::Tensor& out,
                     const R& reducer, const Write& write, const at::Tensor& beside = {}) {
  const ReductionLoop loop(reduction, self);
  if (self.is_cuda()) [[unlikely]]
    return cuda::launch_reduction(name, loop.shape(), self, out, beside, reducer, write, &reduce_on_host<R, Write>);
  loop.run(elements_of(self), reducer, write);
}

}  // namespace modecheck::engine::backends
