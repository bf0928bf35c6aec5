// Functions of the API that move dimensions and elements, built from operators of the catalogue.
#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <vector>

#include "engine/api/generated/functions.h"
#include "engine/api/result_type.h"
#include "engine/composites/composition.h"
#include "engine/core/memory/allocate.h"
#include "engine/dispatch/call.h"
#include "engine/dispatch/device_kernel.h"
#include "engine/tracing/sizes_as_numbers.h"
#include "engine/tracing/traced_composite.h"
#include "spec/operators/composites.h"
#include "spec/operators/creation.h"
#include "spec/operators/joining.h"
#include "spec/operators/pointwise.h"

namespace at {
inline namespace modecheck_v1 {

using namespace modecheck::engine;  // NOLINT: this file implements the engine's part of a libtorch name

namespace {

using SizeList = std::vector<std::int64_t>;

// Converts a number and a tensor to their common dtype.
Tensor where_with_number(const Tensor& condition, const Tensor& self, const c10::Scalar& number, bool number_first) {
  const ScalarType type = result_type(self, number);
  const Tensor value = call<operators::scalar_tensor>(number, type, c10::nullopt, condition.device(), c10::nullopt);
  const Tensor tensor = self.to(type);
  return number_first ? call<operators::where_self>(condition, value, tensor)
                      : call<operators::where_self>(condition, tensor, value);
}

}  // namespace

// Pads circularly along `dim`: the padding comes from the opposite end. A negative padding removes elements.
static Tensor wrapped_around(const Tensor& self, std::int64_t dim, std::int64_t before, std::int64_t after) {
  sizes_as_numbers("pad", self);
  const std::int64_t size = self.size(dim);
  MODECHECK_CHECK(before <= size && after <= size, ErrorClass::Shape,
                  "pad: Padding value causes wrapping around more than once: ", before, " and ", after, " of ", size);
  // Each padding is at most `size`, so only a huge negative padding can make these sums overflow.
  std::int64_t padded = 0;
  MODECHECK_CHECK(
      !__builtin_add_overflow(before, size, &padded) && !__builtin_add_overflow(padded, after, &padded) && padded >= 0,
      ErrorClass::Shape, "pad: Negative padding value is resulting in an empty dimension");
  const std::int64_t from = std::max<std::int64_t>(-before, 0);
  const std::int64_t to = size - std::max<std::int64_t>(-after, 0);
  std::vector<Tensor> parts;
  if (before > 0) parts.push_back(self.slice(dim, size - before, size));
  parts.push_back(self.slice(dim, from, to));
  if (after > 0) parts.push_back(self.slice(dim, 0, after));
  return call<operators::cat>(parts, dim);
}

static Tensor column_of(const Tensor& self, const Tensor& vec2) {
  MODECHECK_CHECK(self.dim() == 1 && vec2.dim() == 1, ErrorClass::Shape, "outer: Expected 1-D arguments, but got ",
                  self.dim(), "-D and ", vec2.dim(), "-D");
  return as_column(self);
}
Tensor Tensor::outer(const Tensor& vec2) const {
  return as_a_whole([&] { return column_of(*this, vec2).mul(vec2); });
}

Tensor Tensor::tile(c10::IntArrayRef dims) const {
  SizeList repeats(dims.begin(), dims.end());
  const auto rank = static_cast<std::size_t>(dim());
  if (repeats.size() < rank) repeats.insert(repeats.begin(), rank - repeats.size(), 1);
  return repeat(repeats);
}

// Returns the product of the sizes, where a negative size counts as one; nullopt if the product overflows.
static c10::optional<std::int64_t> product_of(c10::IntArrayRef sizes) {
  if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) return 0;
  std::int64_t product = 1;
  for (const std::int64_t size : sizes)
    if (size > 0 && __builtin_mul_overflow(product, size, &product)) return c10::nullopt;
  return product;
}

Tensor Tensor::unflatten(std::int64_t dim, c10::IntArrayRef sizes) const {
  return traced_composite<operators::unflatten_int>(
      [&]() -> Tensor {
        const std::int64_t at = dimension_of("unflatten", dim, this->dim());
        MODECHECK_CHECK(!sizes.empty(), ErrorClass::Argument, "unflatten: sizes must be non-empty");
        const std::int64_t whole = this->size(at);  // size() raises for a tensor without dimensions
        SizeList shape = this->sizes().vec();
        SizeList parts = sizes.vec();
        const std::int64_t known = product_of(sizes).value_or(0);
        for (std::int64_t& size : parts)
          if (size == -1 && known != 0) size = whole / known;
        MODECHECK_CHECK(std::count(sizes.begin(), sizes.end(), -1) <= 1, ErrorClass::Shape,
                        "unflatten: only one dimension can be inferred, but the sizes are ", sizes);
        const bool negative = std::any_of(parts.begin(), parts.end(), [](std::int64_t size) { return size < 0; });
        MODECHECK_CHECK(!negative && product_of(parts) == whole, ErrorClass::Shape, "unflatten: Provided sizes ", sizes,
                        " don't multiply up to the size of dim ", at, " (", whole, ") in the input tensor");
        shape.erase(shape.begin() + at);
        shape.insert(shape.begin() + at, parts.begin(), parts.end());
        return view(shape);
      },
      *this, dim, sizes);
}

Tensor Tensor::movedim(c10::IntArrayRef source, c10::IntArrayRef destination) const {
  MODECHECK_CHECK(source.size() == destination.size(), ErrorClass::Argument,
                  "movedim: Invalid source or destination dims: source (", source,
                  " dims) should contain the same "
                  "number of dims as destination (",
                  destination, " dims)");
  const auto rank = static_cast<std::size_t>(dim());
  // A tensor without dimensions is treated as if it had one.
  SizeList order(std::max<std::size_t>(rank, 1), -1);
  std::vector<bool> taken(order.size(), false);
  for (std::size_t i = 0; i < source.size(); ++i) {
    const auto from = static_cast<std::size_t>(dimension_of("movedim", source[i], dim()));
    const auto to = static_cast<std::size_t>(dimension_of("movedim", destination[i], dim()));
    MODECHECK_CHECK(!taken[from] && order[to] < 0, ErrorClass::Argument, "movedim: repeated dim in source (", source,
                    ") or destination (", destination, ")");
    taken[from] = true;
    order[to] = static_cast<std::int64_t>(from);
  }
  if (rank == 0) return alias();
  std::size_t next = 0;
  for (std::int64_t& place : order) {
    if (place >= 0) continue;
    while (taken[next]) ++next;
    place = static_cast<std::int64_t>(next++);
  }
  return permute(order);
}
Tensor Tensor::movedim(std::int64_t source, std::int64_t destination) const {
  return movedim(c10::IntArrayRef(&source, 1), c10::IntArrayRef(&destination, 1));
}

Tensor Tensor::broadcast_to(c10::IntArrayRef size) const { return expand(size); }
Tensor Tensor::ravel() const { return contiguous().view(-1); }
Tensor Tensor::mT() const {
  MODECHECK_CHECK(dim() != 1, ErrorClass::Shape, "mT: only supported on matrices or batches of matrices. Got ", dim(),
                  "-D tensor.");
  if (dim() == 0) return *this;
  return transpose(-2, -1);
}
Tensor Tensor::numpy_T() const {
  SizeList order(static_cast<std::size_t>(dim()));
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = dim() - 1 - static_cast<std::int64_t>(i);
  return permute(order);
}

// The most tensors that a list may have. A longer list is rejected as a wrong argument. Even a shorter list may need
// more memory than there is.
constexpr std::int64_t most_parts = std::numeric_limits<std::int32_t>::max();

// If the size is not divisible by `sections`, the first parts are one element longer.
std::vector<Tensor> Tensor::tensor_split(std::int64_t sections, std::int64_t dim) const {
  return traced_composite<operators::tensor_split_sections>(
      [&]() -> std::vector<Tensor> {
        MODECHECK_CHECK(this->dim() > 0, ErrorClass::Shape,
                        "tensor_split: expected at least a 1-dimensional tensor, but got a tensor with 0 dims");
        MODECHECK_CHECK(sections > 0, ErrorClass::Argument,
                        "tensor_split: number of sections must be larger than 0, got ", sections);
        MODECHECK_CHECK(sections <= most_parts, ErrorClass::Argument, "tensor_split: number of sections ", sections,
                        " is more than can be kept in a list");
        const std::int64_t at = dimension_of("tensor_split", dim, this->dim());
        const std::int64_t least = size(at) / sections;
        const std::int64_t longer = size(at) % sections;
        std::vector<Tensor> out;
        std::int64_t start = 0;
        for (std::int64_t i = 0; i < sections; ++i) {
          const std::int64_t length = least + (i < longer ? 1 : 0);
          out.push_back(slice(at, start, start + length));
          start += length;
        }
        return out;
      },
      *this, sections, dim);
}

}  // namespace modecheck_v1
}  // namespace at

namespace modecheck::engine {

template <>
at::Tensor Composite<operators::where_ScalarOther>::call(const at::Tensor& condition, const at::Tensor& self,
                                                         const c10::Scalar& other) {
  return as_a_whole([&] { return at::where_with_number(condition, self, other, false); });
}

template <>
at::Tensor Composite<operators::where_ScalarSelf>::call(const at::Tensor& condition, const c10::Scalar& self,
                                                        const at::Tensor& other) {
  return as_a_whole([&] { return at::where_with_number(condition, other, self, true); });
}

template <>
at::Tensor Composite<operators::where_Scalar>::call(const at::Tensor& condition, const c10::Scalar& self,
                                                    const c10::Scalar& other) {
  const auto dtype = at::result_type(self, other);
  const auto made = [&](const c10::Scalar& number) {
    return engine::call<operators::scalar_tensor>(number, dtype, c10::nullopt, condition.device(), c10::nullopt);
  };
  return as_a_whole([&] {
    const at::Tensor mine = made(self);
    return engine::call<operators::where_self>(condition, mine, made(other));
  });
}

template <>
at::Tensor Composite<operators::pad>::call(const at::Tensor& self, c10::IntArrayRef pad, std::string_view mode,
                                           c10::optional<double> value) {
  if (mode == "constant") return at::constant_pad_nd(self, pad, value.value_or(0));
  MODECHECK_CHECK(!value.has_value() || *value == 0, ErrorClass::Argument, "pad: Padding mode \"", mode,
                  "\" doesn't take in value argument");
  const auto spatial = static_cast<std::int64_t>(pad.size() / 2);
  MODECHECK_CHECK(
      pad.size() % 2 == 0 && spatial >= 1 && spatial <= 3 && (self.dim() == spatial + 1 || self.dim() == spatial + 2),
      ErrorClass::Shape, "pad: of ", self.dim(), " dimensions and ", pad.size(),
      " numbers: only the last one, two or three of so many and one or two others can be padded so");
  if (mode == "reflect")
    return spatial == 1   ? at::reflection_pad1d(self, pad)
           : spatial == 2 ? at::reflection_pad2d(self, pad)
                          : at::reflection_pad3d(self, pad);
  if (mode == "replicate") {
    if (spatial == 2) return at::replication_pad2d(self, pad);
    if (spatial == 3) return at::replication_pad3d(self, pad);
    return as_a_whole([&] {
      const std::array<std::int64_t, 4> row{pad[0], pad[1], 0, 0};
      return at::replication_pad2d(self.unsqueeze(-2), row).squeeze(-2);
    });
  }
  MODECHECK_CHECK(mode == "circular", ErrorClass::Argument, "pad: Unrecognised padding mode ", mode,
                  "; there are constant, reflect, replicate and circular");
  return as_a_whole([&] {
    at::Tensor out = self;
    for (std::int64_t i = 0; i < spatial; ++i) {
      const auto at = static_cast<std::size_t>(2 * i);
      out = at::wrapped_around(out, self.dim() - 1 - i, pad[at], pad[at + 1]);
    }
    return out;
  });
}

template <>
void Composite<operators::outer_out>::call(const at::Tensor& self, const at::Tensor& vec2, const at::Tensor& out) {
  as_a_whole([&] {
    engine::call<operators::mul_out>(at::column_of(self, vec2), vec2, out);
    return out;
  });
}

template <>
void Composite<operators::ger_out>::call(const at::Tensor& self, const at::Tensor& vec2, const at::Tensor& out) {
  engine::call<operators::outer_out>(self, vec2, out);
}

}  // namespace modecheck::engine
