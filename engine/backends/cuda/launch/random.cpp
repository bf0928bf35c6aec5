#include "engine/backends/cuda/launch/random.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <type_traits>

#include "engine/backends/cuda/device_code/random_kernels.h"
#include "engine/backends/cuda/device_code/row_sort.h"
#include "engine/backends/cuda/launch/elements.h"
#include "engine/backends/cuda/launch/moving.h"
#include "engine/backends/cuda/launch/raised_flag.h"
#include "engine/backends/cuda/launch/range_launch.h"
#include "engine/backends/cuda/runtime/cuda_generator.h"
#include "engine/core/errors/error.h"

namespace modecheck::engine::cuda {
namespace {

using backends::Computed;

// Fills `out` with `count` random numbers of dtype T, which `draw` makes. `read` is a tensor that `draw` reads, or
// undefined.
template <typename T, typename Draw>
void draw_each(const char* name, const at::Tensor& out, std::int64_t count, const Draw& draw,
               const at::Tensor& read = {}) {
  const Drawing drawing = next_drawing(name);
  RangeLaunch launch(name);
  launch.writes(out);
  if (read.defined()) launch.reads(read);
  if (drawing.replay.defined()) launch.reads(drawing.replay);
  launch.run(DrawKernel<Draw, T>{drawing.state, draw, count, static_cast<char*>(out.data_ptr())},
             (count + Draw::per_block - 1) / Draw::per_block);
}

template <typename T>
constexpr bool is_floating = std::is_floating_point_v<Computed<T>>;

// Calls visit(T()) with the C++ type of the elements. For a complex tensor, T is the type of the real part.
template <typename Visit>
void visit_floating(c10::ScalarType type, const Visit& visit) {
  backends::visit_real_dtype(c10::toRealValueType(type), [&](auto tag) {
    if constexpr (is_floating<decltype(tag)>) visit(tag);
  });
}

std::int64_t parts_of(const at::Tensor& out) { return out.numel() * (out.is_complex() ? 2 : 1); }

template <bool wide>
void draw_integers_of(const char* name, const at::Tensor& out, std::uint64_t from, std::uint64_t range) {
  backends::visit_real_dtype(out.scalar_type(), [&](auto type) {
    draw_each<decltype(type)>(name, out, out.numel(), IntegerDraw<wide>{from, range});
  });
}

template <typename P>
void draw_bernoulli_of(const char* name, const at::Tensor& out, const at::Tensor& probabilities) {
  backends::visit_real_dtype(out.scalar_type(), [&](auto type) {
    draw_each<decltype(type)>(name, out, out.numel(),
                              BernoulliEachDraw<P>{static_cast<const P*>(probabilities.data_ptr())}, probabilities);
  });
}

}  // namespace

void draw_uniform(const char* name, const at::Tensor& out, double from, double to) {
  visit_floating(out.scalar_type(), [&](auto type) {
    using T = decltype(type);
    using C = Computed<T>;
    const C low = static_cast<C>(from);
    draw_each<T>(name, out, parts_of(out), UniformDraw<T>{low, static_cast<C>(static_cast<C>(to) - low)});
  });
}

void draw_normal(const char* name, const at::Tensor& out, double mean, double deviation) {
  if (out.is_complex()) deviation /= std::numbers::sqrt2;
  visit_floating(out.scalar_type(), [&](auto type) {
    draw_each<decltype(type)>(name, out, parts_of(out), NormalDraw{mean, deviation});
  });
}

void draw_exponential(const char* name, const at::Tensor& out, double rate) {
  visit_floating(out.scalar_type(),
                 [&](auto type) { draw_each<decltype(type)>(name, out, out.numel(), ExponentialDraw{rate}); });
}

void draw_integers(const char* name, const at::Tensor& out, std::uint64_t from, std::uint64_t range, bool wide) {
  if (wide)
    draw_integers_of<true>(name, out, from, range);
  else
    draw_integers_of<false>(name, out, from, range);
}

void draw_bernoulli(const char* name, const at::Tensor& out, double probability) {
  backends::visit_real_dtype(out.scalar_type(), [&](auto type) {
    draw_each<decltype(type)>(name, out, out.numel(), BernoulliDraw{probability});
  });
}

void draw_bernoulli(const char* name, const at::Tensor& out, const at::Tensor& probabilities) {
  if (probabilities.scalar_type() == c10::kDouble)
    draw_bernoulli_of<double>(name, out, probabilities);
  else
    draw_bernoulli_of<float>(name, out, probabilities);
}

void draw_permutation(const char* name, const at::Tensor& out) {
  const std::int64_t n = out.numel();
  const auto room = [&] { return empty({n}, c10::kLong, out.device()); };
  const at::Tensor keys = room();
  const at::Tensor places = room();
  const at::Tensor sorted_keys = room();
  const at::Tensor sorted_places = room();
  draw_integers(name, keys, 0, 0, /*wide=*/true);
  write_sequence(places, std::int64_t{0}, std::int64_t{1});
  const auto key = [](const at::Tensor& tensor) { return static_cast<std::uint64_t*>(tensor.data_ptr()); };
  const auto place = [](const at::Tensor& tensor) { return static_cast<std::int64_t*>(tensor.data_ptr()); };
  RangeLaunch sort(name);
  sort.writes(sorted_keys).writes(sorted_places).reads(keys).reads(places);
  sort.run(SortRows<std::uint64_t>{key(keys), place(places), key(sorted_keys), place(sorted_places), /*rows=*/1, n},
           &sort_rows_on_host<std::uint64_t>);
  copy_elements(out, sorted_places);
}

bool all_within(const char* name, const at::Tensor& tensor, double least, double most) {
  bool outside = false;
  visit_floating(tensor.scalar_type(), [&](auto type) {
    outside = raises_flag(name, tensor, [&](const backends::Strided& part, std::int64_t* flag) {
      return NotWithinKernel<decltype(type)>{part, least, most, flag};
    });
  });
  return !outside;
}

void draw_places(const char* name, const at::Tensor& out, const at::Tensor& weights) {
  static_cast<void>(generator_in_use());
  using Limits = std::numeric_limits<double>;
  MODECHECK_CHECK(all_within(name, weights, 0, Limits::max()), ErrorClass::Argument, name,
                  ": invalid distribution (encountering probability entry < 0, infinite or NaN)");
  const std::int64_t categories = weights.size(-1);
  const std::int64_t rows = weights.numel() / categories;
  visit_floating(weights.scalar_type(), [&](auto type) {
    using T = decltype(type);
    using C = Computed<T>;
    const at::Tensor shares = empty({rows, categories}, c10::CppTypeToScalarType<C>::value, out.device());
    const at::Tensor totals = empty({rows}, c10::CppTypeToScalarType<C>::value, out.device());
    RangeLaunch launch(name);
    launch.writes(shares).writes(totals).reads(weights);
    launch.run(SharesKernel<T>{static_cast<const T*>(weights.data_ptr()), categories,
                               static_cast<C*>(shares.data_ptr()), static_cast<C*>(totals.data_ptr())},
               rows);
    MODECHECK_CHECK(all_within(name, totals, Limits::denorm_min(), Limits::infinity()), ErrorClass::Argument, name,
                    ": invalid multinomial distribution (sum of probabilities <= 0)");
    draw_each<std::int64_t>(name, out, out.numel(),
                            PlaceDraw<C>{static_cast<const C*>(shares.data_ptr()), categories, out.size(-1)}, shares);
  });
}

}  // namespace modecheck::engine::cuda
