// Reduces the elements of a tensor, on the CPU or on the CUDA device.
#pragma once

#include <type_traits>

#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/cpu/reductions/reduction_loop.h"
#include "engine/backends/cuda/launch/reduction_launch.h"

namespace modecheck::engine::backends {

// Runs a device reduction on the host, for the simulated device. Totals that are integers are computed in a GPU's order
// of operations, because the order does not change them. All other totals are computed in the CPU's order.
template <typename R, typename Write>
const char* reduce_on_host(const void* bytes) {
  if constexpr (std::is_integral_v<typename R::Total>) return cuda::reduce_like_a_gpu<R, Write>(bytes);
  const auto& arguments = *static_cast<const cuda::ReductionArguments<R, Write>*>(bytes);
  ReductionLoop(arguments.shape).run(arguments.from, arguments.reducer, arguments.write);
  return nullptr;
}

// Reduces `self` and calls write(index, total) for every result, where `index` is the row-major index of the result.
// `write` writes to `out`, and to `beside` if that is defined. `reducer` and `write` are trivially copyable, with
// functions that also run on a GPU.
template <typename R, typename Write>
void reduce_elements(const char* name, const Reduction& reduction, const at::Tensor& self, const at::Tensor& out,
                     const R& reducer, const Write& write, const at::Tensor& beside = {}) {
  const ReductionLoop loop(reduction, self);
  if (self.in_cuda_memory()) [[unlikely]]
    return cuda::launch_reduction(name, loop.shape(), self, out, beside, reducer, write, &reduce_on_host<R, Write>);
  loop.run(elements_of(self), reducer, write);
}

}  // namespace modecheck::engine::backends
