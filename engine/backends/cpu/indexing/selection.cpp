// Implements the kernels of max and min of a whole tensor, masked_select, take, roll, diag_embed, trace and
// logcumsumexp.
#include "spec/operators/selection.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "engine/backends/cpu/memory/checks.h"
#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/cuda/launch/choosing.h"
#include "engine/backends/cuda/launch/line_launch.h"
#include "engine/backends/cuda/launch/moving.h"
#include "engine/backends/iterate/broadcast.h"
#include "engine/backends/iterate/dims.h"
#include "engine/backends/iterate/element.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/memory/allocate.h"
#include "engine/core/tensor/size_of_data.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/activation.h"
#include "spec/operators/arrangement.h"
#include "spec/operators/copy.h"
#include "spec/operators/joining.h"
#include "spec/operators/reduction.h"
#include "spec/operators/view.h"

namespace modecheck::engine {
namespace backends {
namespace {

void check_not_empty(const char* name, const at::Tensor& self) {
  // max and min of a tensor without elements raise a plain Error and not an IndexError, as in libtorch.
  if (self.numel() == 0)
    throw c10::Error(ErrorClass::Dimension,
                     std::string(name) +
                         "(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim "
                         "with the 'dim' argument.");
}

// roll along one dimension: moves the elements by `shift`. It cuts the tensor in two, and joins the two slices in
// reverse order.
at::Tensor rolled(const at::Tensor& self, std::int64_t shift, std::int64_t dim) {
  MODECHECK_CHECK(self.dim() > 0, ErrorClass::Dimension, "roll: Dimension specified as ", dim,
                  " but tensor has no dimensions");
  const std::int64_t along = wrap_dimension("roll", dim, self.dim());
  if (self.numel() == 0) return Kernel<operators::clone>::call(self, c10::nullopt);
  const std::int64_t size = self.size(along);
  const std::int64_t start = (size - shift % size) % size;
  const at::Tensor parts[] = {Kernel<operators::slice_Tensor>::call(self, along, start, size, 1),
                              Kernel<operators::slice_Tensor>::call(self, along, 0, start, 1)};
  return Kernel<operators::cat>::call(at::TensorList(parts, 2), along);
}

// Copies `count` elements of `size` bytes each. Element i of the target is a copy of element place(i) of the source.
template <typename Place>
void copy_each(std::int64_t count, std::size_t size, const char* from, char* to, const Place& place) {
  for (std::int64_t i = 0; i < count; ++i)
    std::memcpy(to + static_cast<std::size_t>(i) * size, from + static_cast<std::size_t>(place(i)) * size, size);
}

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

template <>
at::Tensor Kernel<operators::max>::call(const at::Tensor& self) {
  check_not_empty("max", self);
  return Kernel<operators::amax>::call(self, c10::IntArrayRef(), false);
}

template <>
at::Tensor Kernel<operators::min>::call(const at::Tensor& self) {
  check_not_empty("min", self);
  return Kernel<operators::amin>::call(self, c10::IntArrayRef(), false);
}

template <>
at::Tensor Kernel<operators::masked_select>::call(const at::Tensor& self, const at::Tensor& mask) {
  constexpr const char* name = "masked_select";
  MODECHECK_CHECK(mask.scalar_type() == c10::kBool, ErrorClass::Dtype, name, ": expected BoolTensor for mask, but got ",
                  mask.scalar_type());
  check_same_device(name, self, mask);
  Dims shape(self.sizes());
  BroadcastMismatch mismatch;
  MODECHECK_CHECK(broadcast_into(shape, mask.sizes(), mismatch), ErrorClass::Shape, name, ": The size of tensor a (",
                  mismatch.size_a, ") must match the size of tensor b (", mismatch.size_b,
                  ") at non-singleton dimension ", mismatch.dimension);
  if (numel(shape) == 0) return empty(0, self.scalar_type(), self.device());
  if (const auto count = size_of_data(name, mask)) return empty(*count, self.scalar_type(), self.device());
  const at::Tensor values = dense(Kernel<operators::expand>::call(self, shape, false));
  const at::Tensor chosen = dense(Kernel<operators::expand>::call(mask, shape, false));
  if (self.in_cuda_memory()) {
    const at::Tensor where = cuda::chosen_places(chosen);
    at::Tensor out = empty(where.numel(), self.scalar_type(), self.device());
    if (out.numel() != 0) cuda::take_elements(out, values, where);
    return out;
  }
  const auto* const marks = static_cast<const std::uint8_t*>(chosen.data_ptr());
  std::vector<std::int64_t> places;
  for (std::int64_t i = 0; i < chosen.numel(); ++i)
    if (marks[i] != 0) places.push_back(i);
  const auto count = static_cast<std::int64_t>(places.size());
  const at::Tensor out = empty(count, self.scalar_type(), self.device());
  copy_each(count, static_cast<std::size_t>(out.itemsize()), elements_of(values), static_cast<char*>(out.data_ptr()),
            [&](std::int64_t i) { return places[static_cast<std::size_t>(i)]; });
  return out;
}

template <>
at::Tensor Kernel<operators::take>::call(const at::Tensor& self, const at::Tensor& index) {
  constexpr const char* name = "take";
  MODECHECK_CHECK(index.scalar_type() == c10::kLong, ErrorClass::Dtype, name,
                  ": Expected a long tensor for index, but got ", index.scalar_type());
  check_same_device(name, self, index);
  const std::int64_t count = self.numel();
  MODECHECK_CHECK(count > 0 || index.numel() == 0, ErrorClass::Index, name, ": tried to take from an empty tensor");
  const at::Tensor out = empty(index.sizes(), self.scalar_type(), self.device());
  if (!has_bytes(out)) return out;
  const at::Tensor values = dense(self);
  const at::Tensor places = dense(index);
  if (const at::Tensor doubtful = cuda::doubtful_indices(places, -count, count); doubtful.defined())
    for (std::int64_t i = 0; i < places.numel(); ++i) {
      const std::int64_t at = static_cast<const std::int64_t*>(doubtful.data_ptr())[i];
      MODECHECK_CHECK(at >= -count && at < count, ErrorClass::Index, name, ": out of range: tried to access index ", at,
                      " on a tensor of ", count, " elements.");
    }
  if (out.in_cuda_memory()) {
    if (out.numel() != 0) cuda::take_elements(out, values, places);
    return out;
  }
  const auto* const place = static_cast<const std::int64_t*>(places.data_ptr());
  copy_each(places.numel(), static_cast<std::size_t>(out.itemsize()), elements_of(values),
            static_cast<char*>(out.data_ptr()),
            [&](std::int64_t i) { return place[i] < 0 ? place[i] + count : place[i]; });
  return out;
}

template <>
at::Tensor Kernel<operators::roll>::call(const at::Tensor& self, c10::IntArrayRef shifts, c10::IntArrayRef dims) {
  MODECHECK_CHECK(!shifts.empty(), ErrorClass::Argument, "roll: `shifts` required");
  if (dims.empty() && shifts.size() == 1) {
    // Without `dims`, roll moves the elements of the flattened tensor.
    const at::Tensor rows = dense(self);
    const at::Tensor flat = make_contiguous_alias(rows, rows.numel(), rows.storage_offset());
    at::Tensor out = rolled(flat, shifts[0], 0);
    out.unsafeGetTensorImpl()->set_contiguous_geometry(self.sizes());
    return out;
  }
  MODECHECK_CHECK(shifts.size() == dims.size(), ErrorClass::Argument,
                  "roll: shifts and dimensions must align. shifts: ", shifts.size(), ", dims: ", dims.size());
  at::Tensor out = self;
  for (std::size_t i = 0; i < dims.size(); ++i) out = rolled(out, shifts[i], dims[i]);
  return out;
}

template <>
at::Tensor Kernel<operators::diag_embed>::call(const at::Tensor& self, std::int64_t offset, std::int64_t dim1,
                                               std::int64_t dim2) {
  const std::int64_t rank = self.dim() + 1;
  const std::int64_t first = wrap_dimension("diag_embed", dim1, rank);
  const std::int64_t second = wrap_dimension("diag_embed", dim2, rank);
  // diag_embed with two equal dimensions raises a plain Error and not an IndexError, as in libtorch.
  if (first == second || self.dim() == 0)
    throw c10::Error(ErrorClass::Dimension, "diag_embed: diagonal dimensions cannot be identical " +
                                                std::to_string(dim1) + ", " + std::to_string(dim2));
  std::vector<std::int64_t> sizes(self.sizes().begin(), self.sizes().end());
  // diag_embed does not compute the absolute value of `offset`, because the smallest integer has none.
  std::int64_t length = sizes.back();
  const bool counted =
      offset < 0 ? !__builtin_sub_overflow(length, offset, &length) : !__builtin_add_overflow(length, offset, &length);
  MODECHECK_CHECK(counted, ErrorClass::Shape, "diag_embed: with offset ", offset,
                  " there are more elements than can be counted");
  sizes.pop_back();
  sizes.insert(sizes.begin() + std::min(first, second), length);
  sizes.insert(sizes.begin() + std::max(first, second), length);
  check_rank("diag_embed", sizes.size());
  const at::Tensor out = empty(sizes, self.scalar_type(), self.device());
  if (!has_bytes(out)) return out;
  fill_elements(out, 0);
  copy_elements(Kernel<operators::diagonal>::call(out, offset, first, second), self);
  return out;
}

template <>
at::Tensor Kernel<operators::trace>::call(const at::Tensor& self) {
  MODECHECK_CHECK(self.dim() == 2, ErrorClass::Shape, "trace: expected a matrix, but got tensor with dim ", self.dim());
  const c10::ScalarType type = self.scalar_type();
  MODECHECK_CHECK(type != c10::kBool && type != c10::kHalf && type != c10::kBFloat16, ErrorClass::Dtype,
                  "trace: not implemented for ", type, "; convert the tensor to Float");
  return Kernel<operators::sum>::call(Kernel<operators::diagonal>::call(self, 0, 0, 1), c10::nullopt);
}

template <>
at::Tensor Kernel<operators::logcumsumexp>::call(const at::Tensor& self, std::int64_t dim) {
  constexpr const char* name = "logcumsumexp";
  const std::int64_t along = wrap_dimension(name, dim, self.dim());
  const c10::ScalarType type = self.scalar_type();
  MODECHECK_CHECK(c10::isFloatingType(type) && type != c10::kHalf, ErrorClass::Dtype, name, ": not implemented for ",
                  type, "; use Float or Double");
  const at::Tensor out = empty(self.sizes(), type, self.device());
  if (!has_bytes(out) || out.numel() == 0) return out;
  const at::Tensor values = dense(self);
  if (out.in_cuda_memory()) {
    visit_real_dtype(type, [&](auto element) {
      using T = decltype(element);
      if constexpr (!std::is_integral_v<T>)
        cuda::launch_lines<cuda::LogCumulativeKernel<T>, cuda::LogCumulativeScan<T>>(name, out, values, along);
    });
    return out;
  }
  const std::int64_t length = self.dim() == 0 ? 1 : self.size(along);
  std::int64_t inner = 1;
  for (std::int64_t d = along + 1; d < self.dim(); ++d) inner *= self.size(d);
  visit_real_dtype(type, [&](auto element) {
    using T = decltype(element);
    const T* const from = static_cast<const T*>(values.data_ptr());
    T* const to = static_cast<T*>(out.data_ptr());
    for (std::int64_t line = 0; line < out.numel() / length; ++line) {
      const std::int64_t first = line / inner * inner * length + line % inner;
      // logcumsumexp: `most` is the largest element so far, and exp(most) * total is the sum of the exponentials so
      // far. This form does not overflow.
      double most = -std::numeric_limits<double>::infinity();
      double total = 0;
      for (std::int64_t i = 0; i < length; ++i) {
        const auto x = static_cast<double>(from[first + i * inner]);
        if (x > most) {
          total = total * std::exp(most - x) + 1;
          most = x;
        } else if (std::isnan(x) || std::isfinite(x)) {
          total += std::exp(x - most);
        } else if (x == most && x > 0) {
          total += 1;
        }
        to[first + i * inner] = convert<T>(total == 0 ? most : most + std::log(total));
      }
    }
  });
  return out;
}

}  // namespace modecheck::engine
