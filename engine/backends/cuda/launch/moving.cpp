#include "engine/backends/cuda/launch/moving.h"

#include <algorithm>
#include <cstring>
#include <initializer_list>

#include "engine/backends/cuda/device_code/moving_kernels.h"
#include "engine/backends/cuda/device_code/visit_bytes.h"
#include "engine/backends/cuda/launch/raised_flag.h"
#include "engine/backends/cuda/launch/range_launch.h"
#include "engine/backends/iterate/dims.h"
#include "engine/backends/iterate/loop.h"
#include "engine/backends/iterate/plan.h"
#include "engine/core/memory/allocate.h"
#include "engine/dispatch/device_kernel.h"

namespace modecheck::engine::cuda {
namespace {

using backends::Dims;
using backends::DimSpan;
using backends::Loop;
using backends::Plan;

void bind(Loop& loop, const at::Tensor& tensor) {
  loop.bind(tensor.data_ptr(), tensor.sizes(), tensor.strides(), static_cast<int>(tensor.itemsize()));
}
// Adds a tensor to a loop as an operand. The operand has the sizes and strides given here, and not the sizes and
// strides of the tensor.
void bind(Loop& loop, const at::Tensor& tensor, DimSpan sizes, DimSpan strides) {
  loop.bind(tensor.data_ptr(), sizes, strides, static_cast<int>(tensor.itemsize()));
}

std::int64_t bytes_between(const at::Tensor& tensor, std::int64_t dimension) {
  return tensor.strides()[static_cast<std::size_t>(dimension)] * static_cast<std::int64_t>(tensor.itemsize());
}

// Returns `strides` with zero for the dimension `along`, so that all indices along this dimension lead to the same
// element.
Dims strides_without(DimSpan strides, std::int64_t along) {
  Dims out(strides);
  out[static_cast<int>(along)] = 0;
  return out;
}

// Returns strides that read a vector along dimension `along`, and repeat it along all other dimensions.
Dims strides_along(int rank, std::int64_t along, const at::Tensor& vector) {
  Dims out(rank, 0);
  out[static_cast<int>(along)] = vector.dim() == 0 ? 0 : vector.strides()[0];
  return out;
}

// Returns the number of adjacent elements that a thread of index_select copies at once. If the rows are dense and
// aligned to 16 bytes, it is the number of elements that 16 bytes hold, else one. Bools are copied one by one, because
// a byte other than 0 and 1 must become 1.
std::int64_t elements_at_once(const at::Tensor& out, const at::Tensor& self, std::int64_t along) {
  const std::int64_t last = out.dim() - 1;
  const auto width = static_cast<std::int64_t>(16 / out.itemsize());
  if (last < 1 || along == last || out.scalar_type() == c10::kBool || width == 1) return 1;
  for (const at::Tensor* tensor : {&out, &self}) {
    const DimSpan strides = tensor->strides();
    bool fits = strides[static_cast<std::size_t>(last)] == 1 && tensor->size(last) % width == 0 &&
                reinterpret_cast<std::uintptr_t>(tensor->data_ptr()) % 16 == 0;
    for (std::int64_t d = 0; d < last; ++d) fits = fits && strides[static_cast<std::size_t>(d)] % width == 0;
    if (!fits) return 1;
  }
  return width;
}

// The operator gather, or index_select if `slices` is true. The caller gives the strides of the index, so that a vector
// can be broadcast as the index.
void gather(const at::Tensor& out, const at::Tensor& self, std::int64_t along, const at::Tensor& index,
            DimSpan index_strides, bool slices) {
  if (out.numel() == 0) return;
  const std::int64_t width = slices ? elements_at_once(out, self, along) : 1;
  const int last = static_cast<int>(out.dim()) - 1;
  Dims sizes(out.sizes());
  if (width > 1) sizes[last] /= width;
  Plan plan;
  plan.order_row_major(sizes);
  Loop loop(plan);
  const auto bind_wide = [&](const at::Tensor& tensor, Dims strides) {
    for (int d = 0; d < last; ++d) strides[d] /= width;
    loop.bind(tensor.data_ptr(), sizes, strides, static_cast<int>(tensor.itemsize()) * static_cast<int>(width));
  };
  bind_wide(out, Dims(out.strides()));
  bind(loop, index, sizes, index_strides);
  bind_wide(self, strides_without(self.strides(), along));
  RangeLaunch launch("gather");
  launch.writes(out).reads(index).reads(self);
  const auto run = [&](auto type) {
    GatherKernel<decltype(type)> kernel{{}, bytes_between(self, along)};
    loop.each_strided([&](const Strided& part) {
      kernel.where = part;
      launch.run(kernel, part.count);
    });
  };
  if (width > 1) return run(c10::complex<double>());
  slices ? visit_values(out.scalar_type(), run) : visit_bytes(out.scalar_type(), run);
}

// The operators that scatter. `put` writes one element of `source`. If `source` is undefined, `put` knows the value.
// `sizes` and `index_strides` describe the index. `beside`, if defined, is a second tensor that the kernel writes.
template <typename Put>
void scatter(const at::Tensor& out, std::int64_t along, const at::Tensor& index, DimSpan sizes, DimSpan index_strides,
             const at::Tensor& source, const Put& put, const at::Tensor& beside = {}) {
  const auto at = static_cast<std::size_t>(along);
  if (backends::numel(sizes) == 0 || out.numel() == 0) return;
  Dims lines(sizes);
  lines[static_cast<int>(along)] = 1;
  Plan plan;
  plan.order_row_major(lines);
  Loop loop(plan);
  bind(loop, out, lines, out.strides());
  bind(loop, index, lines, index_strides);
  RangeLaunch launch("scatter");
  launch.writes(out).reads(index);
  if (beside.defined()) launch.writes(beside);
  if (source.defined()) {
    bind(loop, source, lines, source.strides());
    launch.reads(source);
  } else {
    loop.bind(out.data_ptr(), {}, {}, 0);  // fills the place of `source`; `put` does not read it
  }
  ScatterKernel<Put> kernel{{},
                            sizes[at],
                            out.sizes()[at],
                            {bytes_between(out, along), index_strides[at] * std::int64_t{sizeof(std::int64_t)},
                             source.defined() ? bytes_between(source, along) : 0},
                            put};
  loop.each_strided([&](const Strided& part) {
    kernel.lines = part;
    launch.run(kernel, part.count);
  });
}

}  // namespace

void choose_elements(const at::Tensor& out, const at::Tensor& condition, const at::Tensor& self,
                     const at::Tensor& other) {
  if (out.numel() == 0) return;
  Plan plan;
  plan.add_output(out.sizes(), out.strides());
  for (const at::Tensor* input : {&condition, &self, &other}) plan.add_input(input->sizes(), input->strides());
  plan.order_for(out.sizes());
  Loop loop(plan);
  RangeLaunch launch("where");
  launch.writes(out);
  bind(loop, out);
  for (const at::Tensor* input : {&condition, &self, &other}) {
    bind(loop, *input);
    launch.reads(*input);
  }
  visit_values(out.scalar_type(), [&](auto type) {
    using T = decltype(type);
    constexpr std::int64_t bytes = sizeof(T);
    loop.each_strided([&](const Strided& part) {
      if constexpr (bytes <= 8)
        if (has_packed_elements(part, {bytes, 1, bytes, bytes}))
          return launch.run(WherePacksKernel<T>{part}, part.count / packed_elements);
      launch.run(WhereKernel<T>{part}, part.count);
    });
  });
}

void fill_masked(const at::Tensor& self, const at::Tensor& mask, const c10::Scalar& value) {
  if (self.numel() == 0) return;
  Plan plan;
  plan.add_output(self.sizes(), self.strides());
  plan.add_input(mask.sizes(), mask.strides());
  plan.order_for(self.sizes());
  Loop loop(plan);
  bind(loop, self);
  bind(loop, mask);
  RangeLaunch launch("masked_fill");
  launch.writes(self).reads(mask);
  backends::visit_dtype(self.scalar_type(), [&](auto type) {
    using T = decltype(type);
    MaskedFillKernel<T> kernel{{}, static_cast<backends::Stored<T>>(value.unchecked<T>())};
    loop.each_strided([&](const Strided& part) {
      if (has_packed_elements(part, {std::int64_t{sizeof(kernel.value)}, 1}))
        return visit_bytes(self.scalar_type(), [&](auto bits) {
          if constexpr (sizeof(bits) == sizeof(kernel.value)) {
            std::memcpy(&bits, &kernel.value, sizeof bits);
            launch.run(MaskedFillPacksKernel<decltype(bits)>{part, bits}, part.count / packed_elements);
          }
        });
      kernel.where = part;
      launch.run(kernel, part.count);
    });
  });
}

namespace {

// Returns true if packs of four elements cover the rows of all matrices. `bytes` is the size of an element.
template <typename T>
bool has_packed_rows(const TriangleKernel<T>& kernel, std::int64_t bytes) {
  const std::int64_t pack = bytes * packed_elements;
  bool out = bytes <= 8 && kernel.columns % packed_elements == 0;
  for (int k = 0; k < 2; ++k) {
    out = out && kernel.column_steps[k] == bytes && kernel.row_steps[k] % pack == 0 &&
          reinterpret_cast<std::uintptr_t>(kernel.matrices.data[k]) % static_cast<std::uintptr_t>(pack) == 0;
    for (int d = 0; d < kernel.matrices.rank; ++d) out = out && kernel.matrices.steps[k][d] % pack == 0;
  }
  return out;
}

}  // namespace

void keep_triangles(const at::Tensor& out, const at::Tensor& self, bool upper, std::int64_t diagonal) {
  if (self.numel() == 0) return;
  const std::int64_t rank = self.dim();
  const DimSpan sizes = self.sizes();
  const Dims matrices(sizes.slice(0, sizes.size() - 2));
  Plan plan;
  plan.order_row_major(matrices);
  Loop loop(plan);
  for (const at::Tensor* tensor : {&out, &self})
    bind(loop, *tensor, matrices, tensor->strides().slice(0, sizes.size() - 2));
  RangeLaunch launch(upper ? "triu" : "tril");
  launch.writes(out).reads(self);
  visit_values(self.scalar_type(), [&](auto type) {
    using T = decltype(type);
    const std::int64_t rows = sizes[sizes.size() - 2];
    const std::int64_t columns = sizes[sizes.size() - 1];
    TriangleKernel<T> kernel{{},
                             rows,
                             columns,
                             {bytes_between(out, rank - 2), bytes_between(self, rank - 2)},
                             {bytes_between(out, rank - 1), bytes_between(self, rank - 1)},
                             upper,
                             std::clamp(diagonal, -rows, columns)};
    loop.each_strided([&](const Strided& part) {
      kernel.matrices = part;
      if constexpr (sizeof(T) <= 8)
        if (has_packed_rows(kernel, sizeof(T)))
          return launch.run(TrianglePacksKernel<T>{kernel}, part.count * rows * (columns / packed_elements));
      launch.run(kernel, part.count * kernel.rows * kernel.columns);
    });
  });
}

void copy_flipped(const at::Tensor& out, const at::Tensor& self, const bool* flipped) {
  if (self.numel() == 0) return;
  // A flipped dimension starts at its last element and has a negative stride.
  Dims strides(self.strides());
  std::int64_t first = 0;
  for (int d = 0; d < strides.size(); ++d) {
    if (!flipped[d]) continue;
    first += strides[d] * (self.sizes()[static_cast<std::size_t>(d)] - 1);
    strides[d] = -strides[d];
  }
  Plan plan;
  plan.add_output(out.sizes(), out.strides());
  plan.order_for(out.sizes());
  Loop loop(plan);
  const auto bytes = static_cast<std::int64_t>(self.itemsize());
  bind(loop, out);
  loop.bind(static_cast<char*>(self.data_ptr()) + first * bytes, self.sizes(), strides, static_cast<int>(bytes));
  RangeLaunch launch("flip");
  launch.writes(out).reads(self);
  visit_values(self.scalar_type(), [&](auto type) {
    using T = decltype(type);
    loop.each_strided([&](const Strided& part) {
      if constexpr (sizeof(T) <= 8)
        if (has_packed_elements(part, {bytes, bytes}))
          return launch.run(CopyPacksKernel<T>{part}, part.count / packed_elements);
      launch.run(CopyKernel<T>{part}, part.count);
    });
  });
}

void write_sequence(const at::Tensor& out, const c10::Scalar& first, const c10::Scalar& by) {
  RangeLaunch launch("arange");
  launch.writes(out);
  backends::visit_real_dtype(out.scalar_type(), [&](auto type) {
    using T = decltype(type);
    using Number = std::conditional_t<std::is_integral_v<T>, std::int64_t, double>;
    if constexpr (!std::is_same_v<T, bool>)
      launch.run(SequenceKernel<T, Number>{static_cast<char*>(out.data_ptr()), first.unchecked<Number>(),
                                           by.unchecked<Number>()},
                 out.numel());
  });
}

at::Tensor doubtful_indices(const at::Tensor& index, std::int64_t least, std::int64_t end) {
  if (!index.has_bytes()) return {};
  if (!index.in_cuda_memory()) return index;
  const auto outside = [&](auto type) {
    return raises_flag("an index", index, [&](const Strided& part, std::int64_t* flag) {
      return OutsideKernel<decltype(type)>{part, least, end, flag};
    });
  };
  const bool any = index.scalar_type() == c10::kInt ? outside(std::int32_t()) : outside(std::int64_t());
  return any ? on_host(index) : at::Tensor();
}

bool has_zero(const at::Tensor& tensor) {
  bool out = false;
  backends::visit_dtype(tensor.scalar_type(), [&](auto type) {
    out = raises_flag("a divisor", tensor, [&](const Strided& part, std::int64_t* flag) {
      return ZeroKernel<decltype(type)>{part, flag};
    });
  });
  return out;
}

void gather_elements(const at::Tensor& out, const at::Tensor& self, std::int64_t along, const at::Tensor& index) {
  gather(out, self, along, index, index.strides(), false);
}

void gather_slices(const at::Tensor& out, const at::Tensor& self, std::int64_t along, const at::Tensor& index) {
  gather(out, self, along, index, strides_along(static_cast<int>(out.dim()), along, index), true);
}

void scatter_elements(const at::Tensor& out, std::int64_t along, const at::Tensor& index, const at::Tensor& source) {
  visit_bytes(out.scalar_type(), [&](auto type) {
    scatter(out, along, index, index.sizes(), index.strides(), source, PutElement<decltype(type)>{});
  });
}

void scatter_number(const at::Tensor& out, std::int64_t along, const at::Tensor& index, const c10::Scalar& value) {
  backends::visit_dtype(out.scalar_type(), [&](auto type) {
    using T = decltype(type);
    scatter(out, along, index, index.sizes(), index.strides(), at::Tensor(),
            PutNumber<T>{static_cast<backends::Stored<T>>(value.unchecked<T>())});
  });
}

void scatter_sums(const at::Tensor& out, std::int64_t along, const at::Tensor& index, const at::Tensor& source) {
  backends::visit_dtype(out.scalar_type(), [&](auto type) {
    using T = decltype(type);
    scatter(out, along, index, index.sizes(), index.strides(), source, AddElement<T>{Computed<T>(1), false});
  });
}

void scatter_together(const at::Tensor& out, std::int64_t along, const at::Tensor& index, const at::Tensor& source,
                      const at::Tensor& counts, backends::TakenTogether how) {
  backends::visit_dtype(out.scalar_type(), [&](auto type) {
    scatter(out, along, index, index.sizes(), index.strides(), source,
            JoinElement<decltype(type)>{static_cast<const char*>(out.data_ptr()),
                                        static_cast<std::int64_t*>(counts.data_ptr()), how},
            counts);
  });
}

void divide_by_counts(const at::Tensor& out, const at::Tensor& counts) {
  RangeLaunch launch("scatter_reduce");
  launch.writes(out).reads(counts);
  backends::visit_dtype(out.scalar_type(), [&](auto type) {
    launch.run(DivideByCountKernel<decltype(type)>{static_cast<char*>(out.data_ptr()),
                                                   static_cast<const std::int64_t*>(counts.data_ptr())},
               out.numel());
  });
}

void scatter_slices(const at::Tensor& out, std::int64_t along, const at::Tensor& index, const at::Tensor& source) {
  const Dims strides = strides_along(static_cast<int>(out.dim()), along, index);
  visit_values(out.scalar_type(), [&](auto type) {
    scatter(out, along, index, source.sizes(), strides, source, PutElement<decltype(type)>{});
  });
}

void fill_slices(const at::Tensor& out, std::int64_t along, const at::Tensor& index, const c10::Scalar& value) {
  const Dims strides = strides_along(static_cast<int>(out.dim()), along, index);
  Dims sizes(out.sizes());
  sizes[static_cast<int>(along)] = index.numel();
  backends::visit_dtype(out.scalar_type(), [&](auto type) {
    using T = decltype(type);
    scatter(out, along, index, sizes, strides, at::Tensor(),
            PutNumber<T>{static_cast<backends::Stored<T>>(value.unchecked<T>())});
  });
}

void add_slices(const at::Tensor& out, std::int64_t along, const at::Tensor& index, const at::Tensor& source,
                const c10::Scalar& alpha) {
  const Dims strides = strides_along(static_cast<int>(out.dim()), along, index);
  const bool scales = alpha.type() != c10::kLong || alpha.toLong() != 1;
  backends::visit_dtype(out.scalar_type(), [&](auto type) {
    using C = Computed<decltype(type)>;
    scatter(out, along, index, source.sizes(), strides, source,
            AddElement<decltype(type)>{alpha.unchecked<C>(), scales});
  });
}

}  // namespace modecheck::engine::cuda
