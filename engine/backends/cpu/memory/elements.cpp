#include "engine/backends/cpu/memory/elements.h"

#include <cstring>

#include "engine/backends/cuda/launch/elements.h"
#include "engine/backends/functions/pointwise_rules.h"
#include "engine/backends/iterate/dims.h"
#include "engine/backends/iterate/element.h"
#include "engine/backends/iterate/layout.h"
#include "engine/backends/iterate/loop.h"
#include "engine/backends/iterate/parallel.h"
#include "engine/backends/iterate/plan.h"
#include "engine/backends/iterate/row_copy.h"
#include "engine/backends/iterate/wide.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/memory/allocate.h"
#include "engine/dispatch/device_kernel.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/copy.h"

namespace modecheck::engine::backends {
namespace {

void run_copy(Loop& loop, const at::Tensor& target, const at::Tensor& source) {
  loop.bind(target.data_ptr(), target.sizes(), target.strides(), static_cast<int>(target.itemsize()));
  loop.bind(source.data_ptr(), source.sizes(), source.strides(), static_cast<int>(source.itemsize()));
  const RowCopy copy = row_copy(source.scalar_type(), target.scalar_type());
  loop.run(
      [copy](char* const* at, const std::int64_t* step, std::int64_t n) { copy(at[1], step[1], at[0], step[0], n); });
}

// Copies to, from or within the CUDA device. A tensor on the host is contiguous, has the dtype of the target, and is
// copied as a whole storage.
[[gnu::cold]] void copy_with_device(const at::Tensor& target, const at::Tensor& source) {
  if (!target.in_cuda_memory()) return copy_elements(target, on_host(source));
  if (source.in_cuda_memory()) return cuda::copy_elements(target, source);
  const at::Tensor host = empty(source.sizes(), target.scalar_type(), c10::kCPU);
  copy_elements(host, source);
  cuda::copy_elements(target, placed(host, target.device()));
}

}  // namespace

void copy_elements(const at::Tensor& target, const at::Tensor& source) {
  if (target.in_cuda_memory() || source.in_cuda_memory()) [[unlikely]]
    return copy_with_device(target, source);
  if (target.scalar_type() == source.scalar_type() && target.scalar_type() != c10::kBool && target.is_contiguous() &&
      source.is_contiguous() && target.sizes().equals(source.sizes())) {
    char* const to = static_cast<char*>(target.data_ptr());
    const char* const from = static_cast<const char*>(source.data_ptr());
    const auto itemsize = static_cast<std::int64_t>(target.itemsize());
    if (target.numel() == 0) return;
    return parallel_for(target.numel(), parallel_grain, [=](std::int64_t begin, std::int64_t end) {
      std::memcpy(to + begin * itemsize, from + begin * itemsize, static_cast<std::size_t>((end - begin) * itemsize));
    });
  }
  Plan plan;
  plan.add_output(target.sizes(), target.strides());
  plan.add_input(source.sizes(), source.strides());
  plan.order_for(target.sizes());
  Loop loop(plan);
  run_copy(loop, target, source);
}

void copy_elements_in_order(const at::Tensor& target, const at::Tensor& source) {
  if (target.in_cuda_memory()) {
    // If elements of the target share memory, the host does the copy, because the elements must be written in order.
    const at::Tensor host = on_host(target);
    copy_elements_in_order(host, on_host(source));
    return give_back(target, host);
  }
  Plan plan;
  plan.order_row_major(target.sizes());
  Loop loop(plan);
  run_copy(loop, target, source);
}

at::Tensor dense(const at::Tensor& tensor) {
  return tensor.is_contiguous() ? tensor : Kernel<operators::clone>::call(tensor, c10::MemoryFormat::Contiguous);
}

at::Tensor read_as(const at::Tensor& tensor, c10::ScalarType type) {
  if (tensor.scalar_type() == type) return tensor;
  return Kernel<operators::_to_copy>::call(tensor, type, c10::nullopt, c10::nullopt, c10::nullopt, false, c10::nullopt);
}

at::Tensor laid_out_as(const at::Tensor& like, const at::Tensor& rows) {
  if (!strides_suggest_channels_last(like.sizes(), like.strides())) return rows;
  Dims strides;
  channels_last_strides(rows.sizes(), strides);
  at::Tensor out = empty_strided(rows.sizes(), strides, rows.scalar_type(), rows.device());
  if (has_bytes(out)) copy_elements(out, rows);
  return out;
}

at::Tensor apart_from(const at::Tensor& out, const at::Tensor& tensor) {
  return tensor.is_alias_of(out) ? Kernel<operators::clone>::call(tensor, c10::nullopt) : tensor;
}

void fill_elements(const at::Tensor& target, const c10::Scalar& value) {
  if (target.in_cuda_memory()) [[unlikely]]
    return cuda::fill_elements(target, value);
  visit_dtype(target.scalar_type(), [&](auto type) {
    using T = decltype(type);
    const T element = value.to<T>();
    char* const to = static_cast<char*>(target.data_ptr());
    if (target.is_contiguous()) {
      return parallel_for(target.numel(), parallel_grain, [to, element](std::int64_t begin, std::int64_t end) {
        wide_for(begin, end, [=](std::int64_t first, std::int64_t last) MODECHECK_WIDE_BODY {
          for (std::int64_t i = first; i < last; ++i) store<T>(to + i * std::int64_t{sizeof(Stored<T>)}, element);
        });
      });
    }
    Plan plan;
    plan.order_row_major(target.sizes());
    Loop loop(plan);
    loop.bind(to, target.sizes(), target.strides(), static_cast<int>(target.itemsize()));
    loop.run([element](char* const* at, const std::int64_t* step, std::int64_t n) {
      for (std::int64_t i = 0; i < n; ++i) store<T>(at[0] + i * step[0], element);
    });
  });
}

void check_number_fits(const char* name, const c10::Scalar& value, c10::ScalarType type) {
  check_fits(name, value, type);
}

}  // namespace modecheck::engine::backends
