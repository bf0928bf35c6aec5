#include "engine/backends/cuda/launch/choosing.h"

#include <algorithm>

#include "engine/backends/cuda/device_code/choosing_kernels.h"
#include "engine/backends/cuda/device_code/moving_kernels.h"
#include "engine/backends/cuda/device_code/visit_bytes.h"
#include "engine/backends/cuda/launch/elements.h"
#include "engine/backends/cuda/launch/raised_flag.h"
#include "engine/backends/cuda/launch/range_launch.h"
#include "engine/backends/iterate/broadcast.h"
#include "engine/backends/iterate/loop.h"
#include "engine/backends/iterate/plan.h"
#include "engine/core/memory/allocate.h"

namespace modecheck::engine::cuda {
namespace {

using backends::Dims;
using backends::DimSpan;
using backends::Loop;
using backends::Plan;

std::int64_t* numbers(const at::Tensor& tensor) { return static_cast<std::int64_t*>(tensor.data_ptr()); }

// Returns a mask: a dense tensor of bytes, which are not zero where `self` is not zero. Returns `self` if it is
// contiguous and its elements are bytes.
at::Tensor truths_of(const at::Tensor& self) {
  if (self.itemsize() == 1 && self.is_contiguous()) return self;
  const at::Tensor out = empty(self.sizes(), c10::kBool, self.device());
  if (self.numel() == 0) return out;
  Plan plan;
  plan.order_row_major(self.sizes());
  Loop loop(plan);
  loop.bind(out.data_ptr(), out.sizes(), out.strides(), 1);
  loop.bind(self.data_ptr(), self.sizes(), self.strides(), static_cast<int>(self.itemsize()));
  RangeLaunch launch("nonzero");
  launch.writes(out).reads(self);
  backends::visit_dtype(self.scalar_type(), [&](auto type) {
    loop.each_strided([&](const Strided& part) { launch.run(TruthKernel<decltype(type)>{part}, part.count); });
  });
  return out;
}

}  // namespace

at::Tensor chosen_places(const at::Tensor& self) {
  const at::Tensor bytes = truths_of(self);
  const Truths truths{static_cast<const std::uint8_t*>(bytes.data_ptr()), bytes.numel()};
  const std::int64_t stretches = truths.stretches();
  const at::Tensor counts = empty(stretches + 1, c10::kLong, self.device());
  RangeLaunch count("nonzero");
  count.writes(counts).reads(bytes);
  if (stretches != 0) count.run(CountTruths{truths, numbers(counts) + 1}, &count_truths_on_host);
  count.run(AddUpCounts{numbers(counts), stretches}, &add_up_counts_on_host);
  std::int64_t total = 0;
  copy_to_host(&total, *counts.unsafeGetTensorImpl()->storage(), sizeof total);
  at::Tensor out = empty(total, c10::kLong, self.device());
  if (total == 0) return out;
  RangeLaunch list("nonzero");
  list.writes(out).reads(counts).reads(bytes);
  list.run(ListTruths{truths, numbers(counts) + 1, numbers(out)}, &list_truths_on_host);
  return out;
}

at::Tensor chosen_coordinates(const at::Tensor& self) {
  const at::Tensor places = chosen_places(self);
  const std::int64_t count = places.numel();
  const std::int64_t sizes[] = {count, self.dim()};
  const std::int64_t strides[] = {1, count};
  at::Tensor out = empty_strided(sizes, strides, c10::kLong, self.device());
  if (out.numel() == 0) return out;
  CoordinatesKernel kernel{numbers(places), numbers(out), count, static_cast<int>(self.dim()), {}};
  std::copy(self.sizes().begin(), self.sizes().end(), kernel.sizes);
  RangeLaunch launch("nonzero");
  launch.writes(out).reads(places);
  launch.run(kernel, count);
  return out;
}

bool has_other_bytes(const at::Tensor& tensor) {
  return raises_flag("a mask", tensor, [](const Strided& part, std::int64_t* flag) {
    return OutsideKernel<std::uint8_t>{part, 0, 2, flag};
  });
}

void take_elements(const at::Tensor& out, const at::Tensor& values, const at::Tensor& places) {
  RangeLaunch launch("take");
  launch.writes(out).reads(values).reads(places);
  visit_bytes(values.scalar_type(), [&](auto type) {
    launch.run(TakeKernel<decltype(type)>{numbers(places), static_cast<const char*>(values.data_ptr()),
                                          static_cast<char*>(out.data_ptr()), values.numel()},
               places.numel());
  });
}

void put_elements(const at::Tensor& out, const at::Tensor& values, const at::Tensor& places) {
  RangeLaunch launch("masked_scatter");
  launch.writes(out).reads(values).reads(places);
  visit_bytes(values.scalar_type(), [&](auto type) {
    launch.run(PutKernel<decltype(type)>{numbers(places), static_cast<const char*>(values.data_ptr()),
                                         static_cast<char*>(out.data_ptr())},
               places.numel());
  });
}

at::Tensor places_of_indices(const at::Tensor& self, const std::vector<at::Tensor>& indices, DimSpan shape) {
  at::Tensor out = empty(shape, c10::kLong, self.device());
  fill_elements(out, 0);
  for (std::size_t d = 0; d < indices.size(); ++d) {
    const at::Tensor& index = indices[d];
    if (!index.defined() || out.numel() == 0) continue;
    Plan plan;
    plan.order_row_major(shape);
    Loop loop(plan);
    loop.bind(out.data_ptr(), shape, out.strides(), sizeof(std::int64_t));
    loop.bind(index.data_ptr(), index.sizes(), index.strides(), sizeof(std::int64_t));
    RangeLaunch launch("index");
    launch.writes(out).reads(index);
    loop.each_strided([&](const Strided& part) {
      launch.run(PlaceOfIndexKernel{part, self.sizes()[d], self.strides()[d]}, part.count);
    });
  }
  return out;
}

void read_indexed(const at::Tensor& out, const at::Tensor& self, const IndexedElements& what) {
  const int rank = what.sizes.size();
  Dims of_self(rank, 0);
  Dims of_places(rank, 0);
  for (int d = 0; d < rank; ++d) {
    if (d < what.before)
      of_self[d] = what.before_strides[d];
    else if (d < what.before + what.indexed)
      of_places[d] = what.places.strides()[static_cast<std::size_t>(d - what.before)];
    else
      of_self[d] = what.after_strides[d - what.before - what.indexed];
  }
  Plan plan;
  plan.order_row_major(what.sizes);
  Loop loop(plan);
  const int bytes = static_cast<int>(self.itemsize());
  loop.bind(out.data_ptr(), out.sizes(), out.strides(), bytes);
  loop.bind(what.places.data_ptr(), what.sizes, of_places, sizeof(std::int64_t));
  loop.bind(self.data_ptr(), what.sizes, of_self, bytes);
  RangeLaunch launch("index");
  launch.writes(out).reads(what.places).reads(self);
  visit_bytes(self.scalar_type(), [&](auto type) {
    GatherKernel<decltype(type)> kernel{{}, bytes};
    loop.each_strided([&](const Strided& part) {
      kernel.where = part;
      launch.run(kernel, part.count);
    });
  });
}

// Each thread writes to all indexed positions, at fixed indices in the dimensions that are not indexed. Values for the
// same element are thus written in order.
void write_indexed(const at::Tensor& self, const at::Tensor& values, const IndexedElements& what, bool accumulate) {
  Dims lines;
  Dims of_self;
  Dims of_values;
  for (int d = 0; d < what.sizes.size(); ++d) {
    if (d >= what.before && d < what.before + what.indexed) continue;
    lines.push_back(what.sizes[d]);
    of_self.push_back(d < what.before ? what.before_strides[d] : what.after_strides[d - what.before - what.indexed]);
    of_values.push_back(values.strides()[static_cast<std::size_t>(d)]);
  }
  const std::int64_t count = what.places.numel();
  if (count == 0 || backends::numel(lines) == 0) return;
  Plan plan;
  plan.order_row_major(lines);
  Loop loop(plan);
  const int bytes = static_cast<int>(self.itemsize());
  loop.bind(self.data_ptr(), lines, of_self, bytes);
  loop.bind(what.places.data_ptr(), {}, {}, 0);
  loop.bind(values.data_ptr(), lines, of_values, bytes);
  RangeLaunch launch("index_put_");
  launch.writes(self).reads(what.places).reads(values);
  // `values` is dense, so its elements for one index and for the next index are `behind` elements apart. `behind` is
  // the number of elements in the dimensions behind the indexed ones.
  std::int64_t behind = 1;
  for (int d = what.before + what.indexed; d < what.sizes.size(); ++d) behind *= what.sizes[d];
  const auto run = [&](auto put) {
    ScatterKernel<decltype(put)> kernel{{}, count, 0, {bytes, sizeof(std::int64_t), behind * bytes}, put};
    loop.each_strided([&](const Strided& part) {
      kernel.lines = part;
      launch.run(kernel, part.count);
    });
  };
  if (accumulate)
    backends::visit_dtype(self.scalar_type(), [&](auto type) {
      using C = Computed<decltype(type)>;
      run(AddElement<decltype(type)>{C(1), false});
    });
  else
    visit_values(self.scalar_type(), [&](auto type) { run(PutElement<decltype(type)>{}); });
}

}  // namespace modecheck::engine::cuda
