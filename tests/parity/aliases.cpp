// Prints results of functions that are aliases of other functions, and of methods that do the same as a function. This
// file is built against the engine and against libtorch; both builds must print the same.
#include <vector>

#include "tests/parity/part.h"
#include "tests/parity/say.h"
#include "tests/parity/torch.h"

namespace modecheck::parity::aliases {

using at::Tensor;

void of_one() {
  const Tensor x = filled({2, 3}, 1).mul(0.9);
  const Tensor above = x.abs() + 1;
  Tensor out = at::empty({0}, at::kDouble);
#define ALIAS(name, argument) \
  PRINT(at::name(argument));  \
  PRINT(at::name##_out(out, argument));
  ALIAS(arccos, x)
  ALIAS(arcsin, x)
  ALIAS(arctan, x)
  ALIAS(arccosh, above)
  ALIAS(arcsinh, x)
  ALIAS(arctanh, x)
  ALIAS(fix, above.mul(3))
  ALIAS(negative, x)
  ALIAS(absolute, x)
#undef ALIAS
  Tensor written = x.clone();
  PRINT(at::arccos_(written));
  PRINT(at::arcsin_(written = x.clone()));
  PRINT(at::arctan_(written));
  PRINT(at::fix_(written = above.mul(3)));
  PRINT(at::negative_(written));
  PRINT((written = x.clone()).absolute_());
}

void of_two() {
  const Tensor x = filled({2, 3}, 1);
  const Tensor y = filled({2, 3}, 2);
  Tensor out = at::empty({0}, at::kDouble);
  Tensor mask = at::empty({0}, at::kBool);
#define COMPARISON(name)             \
  PRINT(at::name(x, y));             \
  PRINT(at::name(x, 0.25));          \
  PRINT(at::name##_out(mask, x, y)); \
  PRINT(at::name##_out(mask, x, 0.25));
  COMPARISON(greater)
  COMPARISON(greater_equal)
  COMPARISON(less)
  COMPARISON(less_equal)
  COMPARISON(not_equal)
#undef COMPARISON
  PRINT(at::multiply(x, y));
  PRINT(at::multiply(x, 3));
  PRINT(at::multiply_out(out, x, y));
  PRINT(at::divide(x, y));
  PRINT(at::divide(x, 3));
  PRINT(at::divide(x, y, "floor"));
  PRINT(at::divide(x, 3, "trunc"));
  PRINT(at::divide_out(out, x, y));
  PRINT(at::true_divide(x, y));
  PRINT(at::true_divide(x, 3));
  PRINT(at::true_divide_out(out, x, y));
  PRINT(at::arctan2(x, y));
  PRINT(at::arctan2_out(out, x, y));
  PRINT(at::subtract(x, y, 2));
  PRINT(at::subtract(x, 3, 2));
  PRINT(at::subtract_out(out, x, y, 2));
  PRINT(at::clip(x, -0.5, 0.5));
  PRINT(at::clip(x, y));
  PRINT(at::clip_out(out, x, -0.5, 0.5));
  PRINT(at::clip_out(out, x, y));
  Tensor written = x.clone();
  PRINT(at::clip_(written, -0.5, 0.5));
  PRINT(at::clip_(written, y));
  PRINT(x.divide(y, "floor"));
  PRINT(written.divide_(3, "trunc"));
}

void all_of(const char* name, const std::vector<Tensor>& tensors) {
  for (const Tensor& tensor : tensors) print(name, tensor);
}

void parts() {
  const Tensor cube = filled({2, 4, 3}, 1);
  all_of("hsplit", cube.hsplit(2));
  all_of("hsplit at", cube.hsplit(c10::IntArrayRef({1, 3})));
  all_of("vsplit", cube.vsplit(2));
  all_of("vsplit at", cube.vsplit(c10::IntArrayRef(1)));
  all_of("dsplit", cube.dsplit(3));
  all_of("dsplit at", cube.dsplit(c10::IntArrayRef(2)));
  all_of("unsafe_chunk", cube.unsafe_chunk(2, 1));
  all_of("tensor_split at", cube.tensor_split({1, 2}, 1));
  all_of("tensor_split by a tensor", cube.tensor_split(at::full({}, 3, at::kLong), 1));
  PRINT(cube.moveaxis(0, 2));
  PRINT(cube.moveaxis({0, 1}, {2, 0}));
}

void functions() {
  const Tensor x = filled({2, 3}, 1);
  const Tensor y = filled({2, 3}, 2);
  const Tensor whole = at::arange(1, 5, at::kLong);
  const Tensor square = filled({3, 3}, 3);
  PRINT(x.isneginf());
  PRINT(x.isreal());
  PRINT(x.isfinite());
  PRINT(x.heaviside(y));
  PRINT(whole.gcd(at::full({}, 6, at::kLong)));
  PRINT(whole.lcm(at::full({}, 6, at::kLong)));
  PRINT(x.abs().float_power(y));
  PRINT(x.float_power(2));
  PRINT(at::float_power(2.5, y));
  PRINT(x.abs().logit(0.125));
  PRINT(x.sinc());
  PRINT(x.logaddexp2(y));
  PRINT(x.logcumsumexp(1));
  PRINT(x.diff(1, 1, x.slice(1, 0, 1), y.slice(1, 0, 1)));
  PRINT(x[0].vdot(y[0]));
  PRINT(x.inner(y));
  PRINT(x.kron(y));
  PRINT(square.matrix_power(3));
  PRINT(square.addr(x[0], y[0], 2, 3));
  PRINT(x.dist(y, 3));
  PRINT(std::get<0>(whole.mode(0, true)));
  Tensor written = x.clone();
  PRINT(written.deg2rad_());
  PRINT(written.rad2deg_());
  PRINT(written.square_());
  // trapezoid also accepts an x with fewer dimensions than y.
  PRINT(at::trapezoid(filled({2, 3, 4}, 5), filled({3, 4}, 6)));
  // cat keeps the memory format of the images.
  const Tensor image = filled({2, 3, 4, 5}, 7).contiguous(at::MemoryFormat::ChannelsLast);
  const Tensor joined = at::cat({image, image}, 0);
  PRINT(joined);
  SAY(joined.strides());
  // In the first call the source and the destination of copy_ overlap. In the second, elements of the destination
  // overlap.
  written = square.clone();
  REJECTS(written.copy_(written.t()));
  written.as_strided({2, 2}, {1, 1}).copy_(filled({2, 2}, 8));
  PRINT(written);
}

void fresh() {
  const Tensor like = at::ones({2}, at::kFloat);
  const at::TensorOptions integers = at::kLong;
  SAY(like.new_empty({2, 3}).sizes());
  SAY(like.new_empty({2}, integers).dtype());
  SAY(like.new_empty({2}, at::kDouble, c10::nullopt, c10::nullopt, c10::nullopt).dtype());
  SAY(like.new_empty_strided({2, 3}, {1, 2}).strides());
  SAY(like.new_empty_strided({2, 3}, {1, 2}, integers).dtype());
  SAY(like.new_empty_strided({2, 3}, {1, 2}, at::kDouble, c10::nullopt, c10::nullopt, c10::nullopt).dtype());
  PRINT(like.new_zeros({2}));
  PRINT(like.new_zeros({2}, integers));
  PRINT(like.new_zeros({2}, at::kDouble, c10::nullopt, c10::nullopt, c10::nullopt));
  PRINT(like.new_ones({2}));
  PRINT(like.new_ones({2}, integers));
  PRINT(like.new_ones({2}, at::kDouble, c10::nullopt, c10::nullopt, c10::nullopt));
  PRINT(like.new_full({2}, 3));
  PRINT(like.new_full({2}, 3, integers));
  PRINT(like.new_full({2}, 3, at::kDouble, c10::nullopt, c10::nullopt, c10::nullopt));
}

MODECHECK_PARITY(aliases) {
  of_one();
  of_two();
  parts();
  functions();
  fresh();
}

}  // namespace modecheck::parity::aliases
