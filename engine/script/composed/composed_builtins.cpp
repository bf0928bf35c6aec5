// The operators that TorchScript programs call and that the engine's dispatcher lacks, because the engine has them as
// C++ functions that are made of operators. Each parameter's name and default are those of PyTorch's schema.
#include <array>
#include <cmath>

#include "engine/api/composed_functions.h"
#include "engine/api/factories.h"
#include "engine/api/generated/functions.h"
#include "engine/composites/arrangement_functions.h"
#include "engine/composites/elementary_functions.h"
#include "engine/composites/linalg_functions.h"
#include "engine/composites/loss_functions.h"
#include "engine/composites/neural_functions.h"
#include "engine/composites/product_functions.h"
#include "engine/composites/random_functions.h"
#include "engine/composites/sorting_functions.h"
#include "engine/composites/statistics_functions.h"
#include "engine/core/errors/error.h"
#include "engine/script/builtin.h"
#include "engine/script/call_target.h"
#include "engine/script/composed/resampling.h"
#include "engine/script/limits.h"

namespace modecheck::engine::script {
namespace {

using Arguments = std::vector<Value>;
using Sizes = std::vector<std::int64_t>;

// These functions return an argument, or the default if the program does not give it.
const at::Tensor& tensor_at(const Arguments& a, std::size_t i) { return a[i].tensor(); }
c10::optional<at::Tensor> maybe_tensor_at(const Arguments& a, std::size_t i) {
  return a[i].is_none() ? c10::optional<at::Tensor>() : c10::optional<at::Tensor>(a[i].tensor());
}
std::int64_t int_at(const Arguments& a, std::size_t i, std::int64_t otherwise) {
  return a[i].is_none() ? otherwise : a[i].integer();
}
double real_at(const Arguments& a, std::size_t i, double otherwise) { return a[i].is_none() ? otherwise : a[i].real(); }
bool flag_at(const Arguments& a, std::size_t i, bool otherwise) { return a[i].is_none() ? otherwise : a[i].boolean(); }
c10::Scalar number_at(const Arguments& a, std::size_t i, c10::Scalar otherwise) {
  return a[i].is_none() ? otherwise : a[i].scalar();
}
// Returns one number as a list of one.
Sizes sizes_at(const Arguments& a, std::size_t i, Sizes otherwise) {
  if (a[i].is_none()) return otherwise;
  if (a[i].is_int()) return {a[i].integer()};
  Sizes out;
  for (const Value& one : a[i].elements()) out.push_back(one.integer());
  return out;
}

// Makes a builtin of a function of the arguments, which are padded to the number of parameters. The first one is a
// tensor.
template <typename Compute>
constexpr Builtin::Run of(Compute /*compute*/) {
  return +[](Arguments& a, Value& out) {
    if (!a[0].is_tensor()) return false;
    out = Value(Compute()(static_cast<const Arguments&>(a)));
    return true;
  };
}

Value pair_of(const std::tuple<at::Tensor, at::Tensor>& both) {
  return Value::tuple({std::get<0>(both), std::get<1>(both)});
}
Value list_of(const std::vector<at::Tensor>& tensors) {
  std::vector<Value> out(tensors.begin(), tensors.end());
  return Value::list(std::move(out));
}

// Returns the elements of a tensor as nested lists of numbers, or the number of a tensor without dimensions.
Value nested_numbers(const at::Tensor& tensor) {
  if (tensor.dim() == 0) return run_operator("aten::item", {tensor});
  std::vector<Value> out;
  for (const at::Tensor& row : tensor.unbind(0)) out.push_back(nested_numbers(row));
  return Value::list(std::move(out));
}
Value numbers_of(const Arguments& a) {
  MODECHECK_CHECK(tensor_at(a, 0).numel() <= static_cast<std::int64_t>(kMostElements), ErrorClass::OutOfMemory,
                  "TorchScript: tolist() of a tensor with ", tensor_at(a, 0).numel(), " elements; at most ",
                  kMostElements, " are allowed");
  const at::Tensor& tensor = tensor_at(a, 0);
  MODECHECK_CHECK(tensor.dim() == 0 || tensor.numel() > 0 || tensor.size(0) <= static_cast<std::int64_t>(kMostElements),
                  ErrorClass::OutOfMemory, "TorchScript: tolist() of a tensor of sizes ", tensor.sizes());
  return nested_numbers(tensor);
}

at::Tensor quotient_rounded_down(const Arguments& a) {
  return a[1].is_tensor() ? at::floor_divide(tensor_at(a, 0), tensor_at(a, 1))
                          : at::floor_divide(tensor_at(a, 0), a[1].scalar());
}

// Convolution with the padding "same" or "valid".
at::Tensor convolution_by_mode(const Arguments& a) {
  const Sizes stride = sizes_at(a, 3, {1});
  const Sizes dilation = sizes_at(a, 5, {1});
  const auto convolve = [&](auto function) {
    return function(tensor_at(a, 0), tensor_at(a, 1), maybe_tensor_at(a, 2), stride, a[4].string(), dilation,
                    int_at(a, 6, 1));
  };
  using at::Tensor;
  using Convolution = Tensor (*)(const Tensor&, const Tensor&, const c10::optional<Tensor>&, c10::IntArrayRef,
                                 std::string_view, c10::IntArrayRef, std::int64_t);
  const std::int64_t dim = tensor_at(a, 1).dim();
  MODECHECK_CHECK(dim >= 3 && dim <= 5, ErrorClass::Shape, "_convolution_mode: the weight has ", dim,
                  " dimensions; 3, 4 or 5 are supported");
  return dim == 3   ? convolve(static_cast<Convolution>(&at::conv1d))
         : dim == 4 ? convolve(static_cast<Convolution>(&at::conv2d))
                    : convolve(static_cast<Convolution>(&at::conv3d));
}

// Returns where the window `index` of `count` begins, or ends, in a dimension of this size.
std::int64_t window_begin(std::int64_t index, std::int64_t count, std::int64_t size) { return index * size / count; }
std::int64_t window_end(std::int64_t index, std::int64_t count, std::int64_t size) {
  return ((index + 1) * size + count - 1) / count;
}

// Takes the maximum of each window, and its place among the elements of the last dimensions.
Value adaptive_maximum(const Arguments& a, std::size_t dims, const char* operator_name) {
  Sizes wanted = sizes_at(a, 1, {});
  if (wanted.size() == 1) wanted.resize(dims, wanted[0]);
  at::Tensor input = tensor_at(a, 0);
  MODECHECK_CHECK(wanted.size() == dims && input.dim() > static_cast<std::int64_t>(dims) && input.numel() > 0,
                  ErrorClass::Shape, operator_name, ": the sizes ", wanted, " do not fit an input of sizes ",
                  input.sizes());
  if (dims == 1) {
    input = input.unsqueeze(-2);
    wanted.insert(wanted.begin(), 1);
  }
  const std::int64_t height = input.size(-2);
  const std::int64_t width = input.size(-1);
  MODECHECK_CHECK(wanted[0] > 0 && wanted[1] > 0 && wanted[0] <= height * 64 && wanted[1] <= width * 64,
                  ErrorClass::Shape, operator_name, ": the sizes ", wanted, " do not fit an input of sizes ",
                  input.sizes());
  const at::Tensor places = at::arange(height * width, input.options().dtype(at::kLong)).view({height, width});
  std::vector<at::Tensor> values;
  std::vector<at::Tensor> indices;
  for (std::int64_t row = 0; row < wanted[0]; ++row)
    for (std::int64_t column = 0; column < wanted[1]; ++column) {
      const auto window = [&](const at::Tensor& whole) {
        return whole.slice(-2, window_begin(row, wanted[0], height), window_end(row, wanted[0], height))
            .slice(-1, window_begin(column, wanted[1], width), window_end(column, wanted[1], width))
            .flatten(-2);
      };
      const auto [value, index] = window(input).max(-1);
      values.push_back(value);
      indices.push_back(window(places).take(index));
    }
  Sizes sizes(input.sizes().begin(), input.sizes().end() - 2);
  sizes.insert(sizes.end(), wanted.begin() + (dims == 1 ? 1 : 0), wanted.end());
  return Value::tuple({at::stack(values, -1).reshape(sizes), at::stack(indices, -1).reshape(sizes)});
}

// Returns the windows of an image as columns.
at::Tensor columns_of(const Arguments& a) {
  const auto two = [&](std::size_t place) {
    Sizes out = sizes_at(a, place, {});
    if (out.size() == 1) out.push_back(out[0]);
    MODECHECK_CHECK(out.size() == 2 && out[0] >= 0 && out[1] >= 0 && out[0] < (1 << 20) && out[1] < (1 << 20),
                    ErrorClass::Argument, "im2col: the sizes ", out, " are not two small numbers");
    return out;
  };
  const Sizes kernel = two(1);
  const Sizes dilation = two(2);
  const Sizes padding = two(3);
  const Sizes stride = two(4);
  at::Tensor input = tensor_at(a, 0);
  MODECHECK_CHECK(input.dim() == 3 || input.dim() == 4, ErrorClass::Shape, "im2col: the input of sizes ", input.sizes(),
                  " must have 3 or 4 dimensions");
  const bool is_batch = input.dim() == 4;
  if (!is_batch) input = input.unsqueeze(0);
  const at::Tensor image = at::constant_pad_nd(input, Sizes{padding[1], padding[1], padding[0], padding[0]});
  Sizes windows;
  for (std::size_t i = 0; i < 2; ++i) {
    MODECHECK_CHECK(kernel[i] > 0 && dilation[i] > 0 && stride[i] > 0, ErrorClass::Argument,
                    "im2col: kernel_size, dilation and stride must be positive");
    const std::int64_t spare = image.size(static_cast<std::int64_t>(i) + 2) - dilation[i] * (kernel[i] - 1) - 1;
    MODECHECK_CHECK(spare >= 0, ErrorClass::Shape, "im2col: a window is larger than the padded image of sizes ",
                    image.sizes());
    windows.push_back(spare / stride[i] + 1);
  }
  std::vector<at::Tensor> places;
  for (std::int64_t row = 0; row < kernel[0]; ++row)
    for (std::int64_t column = 0; column < kernel[1]; ++column) {
      const auto part = [&](const at::Tensor& whole, std::int64_t dim, std::size_t i, std::int64_t first) {
        return whole.slice(dim, first, first + stride[i] * (windows[i] - 1) + 1, stride[i]);
      };
      places.push_back(part(part(image, 2, 0, row * dilation[0]), 3, 1, column * dilation[1]));
    }
  const at::Tensor out =
      at::stack(places, 2).reshape({image.size(0), image.size(1) * kernel[0] * kernel[1], windows[0] * windows[1]});
  return is_batch ? out : out.squeeze(0);
}

// Returns how the last dimensions are resized: by the sizes a[1], or else by the factors at this place.
std::vector<Resizing> resizings_of(const Arguments& a, std::size_t factors, bool align_corners) {
  const at::Tensor& input = tensor_at(a, 0);
  const Sizes sizes = sizes_at(a, 1, {});
  const std::size_t count = a[1].is_none() ? a[factors].elements().size() : sizes.size();
  MODECHECK_CHECK(input.dim() == static_cast<std::int64_t>(count) + 2, ErrorClass::Shape, "interpolate: ", count,
                  " sizes or factors do not fit an input of sizes ", input.sizes());
  std::vector<Resizing> out;
  for (std::size_t i = 0; i < count; ++i) {
    Resizing one{0, 0, align_corners};
    if (!a[factors].is_none()) one.factor = a[factors].elements().at(i).real();
    if (a[1].is_none()) {
      const double size = std::floor(static_cast<double>(input.size(static_cast<std::int64_t>(i) + 2)) * one.factor);
      MODECHECK_CHECK(size >= 1 && size < 4294967296.0, ErrorClass::Shape, "interpolate: the factor ", one.factor,
                      " gives a dimension of ", size, " elements");
      one.size = static_cast<std::int64_t>(size);
    } else {
      one.size = sizes[i];
    }
    out.push_back(one);
  }
  return out;
}

at::Tensor root_mean_square_norm(const Arguments& a) {
  const at::Tensor& input = tensor_at(a, 0);
  Sizes dims;
  const auto count = static_cast<std::int64_t>(sizes_at(a, 1, {}).size());
  MODECHECK_CHECK(
      count > 0 && count <= input.dim() &&
          input.sizes().slice(static_cast<std::size_t>(input.dim() - count)) == c10::IntArrayRef(sizes_at(a, 1, {})),
      ErrorClass::Shape, "rms_norm: normalized_shape is not the end of the sizes ", input.sizes());
  for (std::int64_t i = 1; i <= count; ++i) dims.push_back(-i);
  const double least = input.scalar_type() == at::kDouble ? 2.220446049250313e-16 : 1.1920928955078125e-07;
  const at::Tensor out = input.mul(input.mul(input).mean(dims, true).add(real_at(a, 3, least)).rsqrt());
  return a[2].is_none() ? out : out.mul(tensor_at(a, 2));
}

// Returns the distinct slices along a dimension in order, the place of each slice among them, and how often each
// occurs. The last two are empty unless they are asked for.
Value distinct_slices(const Arguments& a) {
  const at::Tensor moved = tensor_at(a, 0).movedim(a[1].integer(), 0);
  const std::int64_t count = moved.size(0);
  MODECHECK_CHECK(moved.numel() > 0, ErrorClass::Shape, "unique_dim: an input of sizes ", tensor_at(a, 0).sizes(),
                  " has no elements");
  const at::Tensor rows = moved.reshape({count, -1});
  const at::TensorOptions whole = rows.options().dtype(at::kLong);
  at::Tensor order = at::arange(count, whole);
  for (std::int64_t column = rows.size(1) - 1; column >= 0; --column)
    order = order.index_select(0, at::argsort(rows.select(1, column).index_select(0, order), true));
  const at::Tensor sorted = rows.index_select(0, order);
  at::Tensor is_new = at::ones({count}, whole);
  if (count > 1) is_new.slice(0, 1).copy_(sorted.slice(0, 1).ne(sorted.slice(0, 0, count - 1)).any(1));
  const at::Tensor group = is_new.cumsum(0).sub(1);
  const at::Tensor firsts = at::nonzero(is_new).view({-1});
  Sizes sizes(moved.sizes().begin(), moved.sizes().end());
  sizes[0] = firsts.size(0);
  const at::Tensor none = at::empty({0}, whole);
  return Value::tuple({sorted.index_select(0, firsts).reshape(sizes).movedim(0, a[1].integer()),
                       flag_at(a, 3, false) ? at::empty({count}, whole).scatter(0, order, group) : none,
                       flag_at(a, 4, false) ? at::bincount(group) : none});
}

// Returns the sizes to which tensors of all these sizes are broadcast.
bool broadcast_sizes(Arguments& a, Value& out) {
  Sizes sizes;
  for (const Value& one : a) {
    if (!one.is_list() && !one.is_tuple()) return false;
    const std::vector<Value>& elements = one.elements();
    if (elements.size() > sizes.size()) sizes.insert(sizes.begin(), elements.size() - sizes.size(), 1);
    for (std::size_t i = 0; i < elements.size(); ++i) {
      std::int64_t& size = sizes[sizes.size() - elements.size() + i];
      const std::int64_t other = elements[i].integer();
      MODECHECK_CHECK(size == 1 || other == 1 || size == other, ErrorClass::Shape, "broadcast_shapes: the sizes ", size,
                      " and ", other, " of one dimension cannot be broadcast");
      if (size == 1) size = other;
    }
  }
  std::vector<Value> list(sizes.begin(), sizes.end());
  out = Value::list(std::move(list));
  return true;
}

// Writes the result of a function of the arguments into the first one, as the operator in place does.
template <typename Compute>
at::Tensor in_place(const Arguments& a, Compute compute) {
  at::Tensor self = tensor_at(a, 0);
  const at::Tensor result = compute();
  return result.is_same(self) ? self : self.copy_(result);
}

// Dropout that the evaluation mode leaves out. In training mode the function draws the numbers.
template <at::Tensor (*function)(const at::Tensor&, double, bool)>
at::Tensor maybe_dropped(const Arguments& a) {
  return a[2].boolean() ? function(tensor_at(a, 0), a[1].real(), true) : tensor_at(a, 0);
}

Value bags_of_embeddings(const Arguments& a) {
  const auto all =
      at::embedding_bag(tensor_at(a, 0), tensor_at(a, 1), tensor_at(a, 2), flag_at(a, 3, false), int_at(a, 4, 0),
                        flag_at(a, 5, false), maybe_tensor_at(a, 6), flag_at(a, 7, false),
                        a[8].is_none() ? c10::optional<std::int64_t>() : c10::optional<std::int64_t>(a[8].integer()));
  return Value::tuple({std::get<0>(all), std::get<1>(all), std::get<2>(all), std::get<3>(all)});
}

at::Tensor matrix_or_vector_norm(const Arguments& a) {
  c10::OptionalIntArrayRef dims;
  const Sizes given = sizes_at(a, 2, {});
  if (!a[2].is_none()) dims = c10::IntArrayRef(given);
  c10::optional<c10::ScalarType> dtype;
  if (!a[4].is_none()) dtype = dtype_of(a[4]);
  if (a[1].is_string()) return at::linalg_norm(tensor_at(a, 0), a[1].string(), dims, flag_at(a, 3, false), dtype);
  c10::optional<c10::Scalar> order;
  if (!a[1].is_none()) order = a[1].scalar();
  return at::linalg_norm(tensor_at(a, 0), order, dims, flag_at(a, 3, false), dtype);
}

// Declares a builtin that returns the expression, which is made of the arguments `a`.
#define MODECHECK_COMPOSED(name, least, most, parameters, ...)                        \
  Builtin {                                                                           \
    name, least, most, of([](const Arguments& a) { return __VA_ARGS__; }), parameters \
  }

constexpr std::array kComposedBuiltins{
    MODECHECK_COMPOSED("aten::tolist", 1, 1, "self", numbers_of(a)),
    MODECHECK_COMPOSED("aten::floor_divide", 2, 2, "self other", quotient_rounded_down(a)),
    MODECHECK_COMPOSED("aten::equal", 2, 2, "self other", at::equal(tensor_at(a, 0), tensor_at(a, 1))),
    MODECHECK_COMPOSED("aten::allclose", 2, 5, "self other rtol atol equal_nan",
                       at::allclose(tensor_at(a, 0), tensor_at(a, 1), real_at(a, 2, 1e-05), real_at(a, 3, 1e-08),
                                    flag_at(a, 4, false))),
    MODECHECK_COMPOSED("aten::is_leaf", 1, 1, "self", tensor_at(a, 0).is_leaf()),
    MODECHECK_COMPOSED("aten::is_signed", 1, 1, "self",
                       tensor_at(a, 0).scalar_type() != at::kByte && tensor_at(a, 0).scalar_type() != at::kBool),
    MODECHECK_COMPOSED("aten::get_device", 1, 1, "self",
                       std::int64_t{tensor_at(a, 0).is_cpu() ? -1 : tensor_at(a, 0).device().index()}),
    MODECHECK_COMPOSED("aten::_convolution_mode", 7, 7, "input weight bias stride padding dilation groups",
                       convolution_by_mode(a)),
    MODECHECK_COMPOSED("aten::unsafe_chunk", 2, 3, "self chunks dim",
                       list_of(at::unsafe_chunk(tensor_at(a, 0), a[1].integer(), int_at(a, 2, 0)))),
    MODECHECK_COMPOSED("aten::unsafe_split", 2, 3, "self split_size dim",
                       list_of(at::unsafe_split(tensor_at(a, 0), a[1].integer(), int_at(a, 2, 0)))),
    MODECHECK_COMPOSED("aten::max_pool1d", 2, 6, "self kernel_size stride padding dilation ceil_mode",
                       at::max_pool1d(tensor_at(a, 0), sizes_at(a, 1, {}), sizes_at(a, 2, {}), sizes_at(a, 3, {0}),
                                      sizes_at(a, 4, {1}), flag_at(a, 5, false))),
    MODECHECK_COMPOSED("aten::adaptive_max_pool1d", 2, 2, "self output_size",
                       adaptive_maximum(a, 1, "adaptive_max_pool1d")),
    MODECHECK_COMPOSED("aten::adaptive_max_pool2d", 2, 2, "self output_size",
                       adaptive_maximum(a, 2, "adaptive_max_pool2d")),
    MODECHECK_COMPOSED("aten::im2col", 5, 5, "self kernel_size dilation padding stride", columns_of(a)),
    MODECHECK_COMPOSED("aten::upsample_nearest1d", 2, 3, "input output_size scale_factors",
                       resampled(tensor_at(a, 0), resizings_of(a, 2, false), Filter::Nearest)),
    MODECHECK_COMPOSED("aten::upsample_nearest3d", 2, 3, "input output_size scale_factors",
                       resampled(tensor_at(a, 0), resizings_of(a, 2, false), Filter::Nearest)),
    MODECHECK_COMPOSED("aten::_upsample_nearest_exact1d", 2, 3, "input output_size scale_factors",
                       resampled(tensor_at(a, 0), resizings_of(a, 2, false), Filter::NearestExact)),
    MODECHECK_COMPOSED("aten::_upsample_nearest_exact2d", 2, 3, "input output_size scale_factors",
                       resampled(tensor_at(a, 0), resizings_of(a, 2, false), Filter::NearestExact)),
    MODECHECK_COMPOSED("aten::_upsample_nearest_exact3d", 2, 3, "input output_size scale_factors",
                       resampled(tensor_at(a, 0), resizings_of(a, 2, false), Filter::NearestExact)),
    MODECHECK_COMPOSED("aten::upsample_linear1d", 3, 4, "input output_size align_corners scale_factors",
                       resampled(tensor_at(a, 0), resizings_of(a, 3, a[2].boolean()), Filter::Linear)),
    MODECHECK_COMPOSED("aten::upsample_trilinear3d", 3, 4, "input output_size align_corners scale_factors",
                       resampled(tensor_at(a, 0), resizings_of(a, 3, a[2].boolean()), Filter::Linear)),
    MODECHECK_COMPOSED("aten::upsample_bicubic2d", 3, 4, "input output_size align_corners scale_factors",
                       resampled(tensor_at(a, 0), resizings_of(a, 3, a[2].boolean()), Filter::Cubic)),
    MODECHECK_COMPOSED("aten::_upsample_bilinear2d_aa", 3, 4, "input output_size align_corners scale_factors",
                       resampled(tensor_at(a, 0), resizings_of(a, 3, a[2].boolean()), WideFilter::Linear)),
    MODECHECK_COMPOSED("aten::_upsample_bicubic2d_aa", 3, 4, "input output_size align_corners scale_factors",
                       resampled(tensor_at(a, 0), resizings_of(a, 3, a[2].boolean()), WideFilter::Cubic)),
    MODECHECK_COMPOSED("aten::_upsample_lanczos2d_aa", 3, 4, "input output_size align_corners scale_factors",
                       resampled(tensor_at(a, 0), resizings_of(a, 3, a[2].boolean()), WideFilter::Lanczos)),
    MODECHECK_COMPOSED("aten::feature_dropout_", 3, 3, "self p train",
                       in_place(a, [&] { return maybe_dropped<at::feature_dropout>(a); })),
    MODECHECK_COMPOSED("aten::alpha_dropout_", 3, 3, "self p train",
                       in_place(a, [&] { return maybe_dropped<at::alpha_dropout>(a); })),
    MODECHECK_COMPOSED("aten::frobenius_norm", 1, 3, "self dim keepdim",
                       at::frobenius_norm(tensor_at(a, 0), sizes_at(a, 1, {}), flag_at(a, 2, false))),
    MODECHECK_COMPOSED("aten::unique_dim", 2, 5, "self dim sorted return_inverse return_counts", distinct_slices(a)),
    Builtin{"aten::broadcast_shapes", 1, 16, broadcast_sizes},
    MODECHECK_COMPOSED("aten::rrelu_", 1, 4, "self lower upper training",
                       in_place(a,
                                [&] {
                                  return at::rrelu(tensor_at(a, 0), number_at(a, 1, 0.125), number_at(a, 2, 1.0 / 3),
                                                   flag_at(a, 3, false));
                                })),
    MODECHECK_COMPOSED("aten::rms_norm", 2, 4, "input normalized_shape weight eps", root_mean_square_norm(a)),
    MODECHECK_COMPOSED("aten::feature_dropout", 3, 3, "input p train", maybe_dropped<at::feature_dropout>(a)),
    MODECHECK_COMPOSED("aten::alpha_dropout", 3, 3, "input p train", maybe_dropped<at::alpha_dropout>(a)),
    MODECHECK_COMPOSED(
        "aten::embedding_bag", 3, 9,
        "weight indices offsets scale_grad_by_freq mode sparse per_sample_weights include_last_offset padding_idx",
        bags_of_embeddings(a)),
    MODECHECK_COMPOSED("aten::pixel_unshuffle", 2, 2, "self downscale_factor",
                       at::pixel_unshuffle(tensor_at(a, 0), a[1].integer())),
    MODECHECK_COMPOSED("aten::channel_shuffle", 2, 2, "self groups",
                       at::channel_shuffle(tensor_at(a, 0), a[1].integer())),
    MODECHECK_COMPOSED("aten::hardshrink", 1, 2, "self lambd", at::hardshrink(tensor_at(a, 0), number_at(a, 1, 0.5))),
    MODECHECK_COMPOSED("aten::rrelu", 1, 4, "self lower upper training",
                       at::rrelu(tensor_at(a, 0), number_at(a, 1, 0.125), number_at(a, 2, 1.0 / 3),
                                 flag_at(a, 3, false))),
    MODECHECK_COMPOSED("aten::bilinear", 3, 4, "input1 input2 weight bias",
                       at::bilinear(tensor_at(a, 0), tensor_at(a, 1), tensor_at(a, 2), maybe_tensor_at(a, 3))),
    MODECHECK_COMPOSED("aten::binary_cross_entropy_with_logits", 2, 5, "self target weight pos_weight reduction",
                       at::binary_cross_entropy_with_logits(tensor_at(a, 0), tensor_at(a, 1), maybe_tensor_at(a, 2),
                                                            maybe_tensor_at(a, 3), int_at(a, 4, 1))),
    MODECHECK_COMPOSED("aten::soft_margin_loss", 2, 3, "self target reduction",
                       at::soft_margin_loss(tensor_at(a, 0), tensor_at(a, 1), int_at(a, 2, 1))),
    MODECHECK_COMPOSED("aten::poisson_nll_loss", 6, 6, "input target log_input full eps reduction",
                       at::poisson_nll_loss(tensor_at(a, 0), tensor_at(a, 1), a[2].boolean(), a[3].boolean(),
                                            a[4].real(), a[5].integer())),
    MODECHECK_COMPOSED("aten::multi_margin_loss", 2, 6, "self target p margin weight reduction",
                       at::multi_margin_loss(tensor_at(a, 0), tensor_at(a, 1), number_at(a, 2, 1), number_at(a, 3, 1),
                                             maybe_tensor_at(a, 4), int_at(a, 5, 1))),
    MODECHECK_COMPOSED("aten::bincount", 1, 3, "self weights minlength",
                       at::bincount(tensor_at(a, 0), maybe_tensor_at(a, 1), int_at(a, 2, 0))),
    MODECHECK_COMPOSED("aten::histc", 1, 4, "self bins min max",
                       at::histc(tensor_at(a, 0), int_at(a, 1, 100), number_at(a, 2, 0), number_at(a, 3, 0))),
    MODECHECK_COMPOSED("aten::mode", 1, 3, "self dim keepdim",
                       pair_of(at::mode(tensor_at(a, 0), int_at(a, 1, -1), flag_at(a, 2, false)))),
    MODECHECK_COMPOSED("aten::aminmax", 1, 3, "self dim keepdim",
                       pair_of(at::aminmax(
                           tensor_at(a, 0),
                           a[1].is_none() ? c10::optional<std::int64_t>() : c10::optional<std::int64_t>(a[1].integer()),
                           flag_at(a, 2, false)))),
    MODECHECK_COMPOSED("aten::renorm", 4, 4, "self p dim maxnorm",
                       at::renorm(tensor_at(a, 0), a[1].scalar(), a[2].integer(), a[3].scalar())),
    MODECHECK_COMPOSED("aten::heaviside", 2, 2, "self values", at::heaviside(tensor_at(a, 0), tensor_at(a, 1))),
    MODECHECK_COMPOSED("aten::diag", 1, 2, "self diagonal", at::diag(tensor_at(a, 0), int_at(a, 1, 0))),
    MODECHECK_COMPOSED("aten::rot90", 1, 3, "self k dims",
                       at::rot90(tensor_at(a, 0), int_at(a, 1, 1), sizes_at(a, 2, {0, 1}))),
    MODECHECK_COMPOSED("aten::real", 1, 1, "self", at::real(tensor_at(a, 0))),
    MODECHECK_COMPOSED("aten::imag", 1, 1, "self", at::imag(tensor_at(a, 0))),
    MODECHECK_COMPOSED("aten::linalg_cross", 2, 3, "self other dim",
                       at::linalg_cross(tensor_at(a, 0), tensor_at(a, 1), int_at(a, 2, -1))),
    MODECHECK_COMPOSED("aten::linalg_inv", 1, 1, "A", at::linalg_inv(tensor_at(a, 0))),
    MODECHECK_COMPOSED("aten::inverse", 1, 1, "self", at::inverse(tensor_at(a, 0))),
    MODECHECK_COMPOSED("aten::linalg_det", 1, 1, "A", at::linalg_det(tensor_at(a, 0))),
    MODECHECK_COMPOSED("aten::det", 1, 1, "self", at::det(tensor_at(a, 0))),
    MODECHECK_COMPOSED("aten::linalg_solve", 2, 3, "A B left",
                       at::linalg_solve(tensor_at(a, 0), tensor_at(a, 1), flag_at(a, 2, true))),
    MODECHECK_COMPOSED("aten::linalg_norm", 1, 5, "self ord dim keepdim dtype", matrix_or_vector_norm(a)),
};
#undef MODECHECK_COMPOSED

}  // namespace

std::span<const Builtin> composed_builtins() { return kComposedBuiltins; }

}  // namespace modecheck::engine::script
