// Prints results of operators that join, split, select and move elements, and of aliases of operators. This file is
// built against the engine and against libtorch; both builds must print the same.

#include <vector>

#include "tests/parity/everywhere.h"
#include "tests/parity/part.h"
#include "tests/parity/torch.h"

namespace modecheck::parity::arrangements {

using namespace modecheck::parity;  // NOLINT: a short program may use a whole namespace
using at::Tensor;
constexpr Dtypes kAll = Dtypes::All;

Tensor at_places(std::initializer_list<std::int64_t> values) {
  return at::tensor(std::vector<std::int64_t>(values), at::kLong);
}

#define HERE(inputs, expression) \
  in_dtypes(                     \
      #expression, Tensors inputs, [](const Tensors& in) { return expression; }, kAll)
#define FLOATING(inputs, expression) \
  in_dtypes(#expression, Tensors inputs, [](const Tensors& in) { return expression; })

void made() {
  HERE(({filled({2, 3}, 1)}), in[0].new_zeros({2, 2}));
  HERE(({filled({2, 3}, 1)}), in[0].new_ones({0}));
  HERE(({filled({2, 3}, 1)}), in[0].new_full({3}, 2));
  HERE(({filled({2, 3}, 1)}), in[0].new_full({}, 2, at::kDouble));
  HERE(({filled({2, 3}, 1)}), in[0].new_zeros({2}, at::kLong));
  HERE(({filled({2, 3}, 1)}), in[0].new_ones({2}, at::kFloat, c10::nullopt, c10::nullopt, c10::nullopt));
  HERE(({filled({2, 3}, 1)}), in[0].new_empty({2}).zero_());
  HERE(({filled({2, 3}, 1)}), in[0].new_empty_strided({2, 2}, {1, 2}).zero_());
  HERE(({filled({2, 3}, 1)}), in[0].new_zeros({-1}));
}

void joined() {
  for (const Tensors& pair :
       {Tensors{filled({}, 1), filled({}, 2)}, Tensors{filled({3}, 1), filled({3}, 2)},
        Tensors{filled({2, 3}, 1), filled({2, 3}, 2)}, Tensors{filled({2}, 1), filled({2, 2}, 2)},
        Tensors{filled({1, 2, 2}, 1), filled({1, 2, 2}, 2)}, Tensors{filled({0}, 1), filled({2}, 1)}}) {
    HERE((pair), at::concat(in));
    HERE((pair), at::concatenate(in, -1));
    HERE((pair), at::vstack(in));
    HERE((pair), at::row_stack(in));
    HERE((pair), at::hstack(in));
    HERE((pair), at::dstack(in));
    HERE((pair), at::column_stack(in));
    // If a block is empty, libtorch 1.13.1 reads wrong positions for the gradients of that block and of later blocks.
    if (pair[0].numel() != 0) HERE((pair), at::block_diag(in));
    HERE((pair), at::broadcast_tensors(in));
    HERE((pair), at::meshgrid(in));
    HERE((pair), at::meshgrid(in, "xy"));
    HERE((pair), at::cartesian_prod(in));
    HERE((pair), at::atleast_1d(in));
    HERE((pair), at::atleast_2d(in));
    HERE((pair), at::atleast_3d(in));
    HERE((pair), at::atleast_1d(in[0]));
    HERE((pair), at::atleast_2d(in[0]));
    HERE((pair), at::atleast_3d(in[0]));
  }
  for (const auto join : {at::vstack, at::row_stack, at::hstack, at::dstack, at::column_stack})
    raises("nothing to join", [&] { join(Tensors()); });
  raises("no grid", [] { at::meshgrid(Tensors()); });
  raises("another order", [] { at::meshgrid(Tensors{filled({2}, 1)}, "ji"); });
  FLOATING(({filled({4}, 1)}), at::combinations(in[0]));
  FLOATING(({filled({4}, 1)}), at::combinations(in[0], 3, true));
  FLOATING(({filled({4}, 1)}), at::combinations(in[0], 0));
  FLOATING(({filled({4}, 1)}), at::combinations(in[0], -1));
  FLOATING(({filled({4, 1}, 1)}), at::combinations(in[0]));
}

void split() {
  for (const Tensor& t :
       {filled({}, 1), filled({4}, 1), filled({4, 6}, 1), filled({2, 4, 6}, 1).transpose(0, 2), filled({0, 4}, 1)}) {
    HERE(({t}), in[0].hsplit(2));
    HERE(({t}), in[0].vsplit(2));
    HERE(({t}), at::dsplit(in[0], 2));
    HERE(({t}), at::hsplit(in[0], 3));
    HERE(({t}), at::hsplit(in[0], {1, 3}));
    HERE(({t}), at::vsplit(in[0], {1, -1}));
    HERE(({t}), at::dsplit(in[0], {0, 7}));
    HERE(({t}), at::tensor_split(in[0], {1, 3}, -1));
    HERE(({t}), in[0].tensor_split(at::full({}, 3, at::kLong)));
    HERE(({t}), in[0].tensor_split(at_places({2, 1})));
    HERE(({t}), in[0].unsafe_chunk(2));
    HERE(({t}), in[0].unsafe_split(3, -1));
    HERE(({t}), in[0].unsafe_split_with_sizes({1, 3}));
    HERE(({t}), in[0].unfold(0, 2, 1));
    HERE(({t}), in[0].unfold(-1, 3, 2));
    HERE(({t}), in[0].unfold(0, 0, 1));
    HERE(({t}), in[0].unfold(0, 9, 1));
    HERE(({t}), in[0].unfold(0, 1, 0));
    HERE(({t}), in[0].unfold(3, 1, 1));
  }
}

void diagonals() {
  for (const Tensor& t : {filled({}, 1), filled({3}, 1), filled({2, 3}, 1), filled({3, 2}, 1).t(), filled({2, 2, 3}, 1),
                          filled({0}, 1)}) {
    for (const std::int64_t offset : {0, 1, -2}) {
      in_dtypes(
          "diag", {t}, [=](const Tensors& in) { return in[0].diag(offset); }, kAll);
      in_dtypes(
          "diag_embed", {t}, [=](const Tensors& in) { return in[0].diag_embed(offset); }, kAll);
      in_dtypes(
          "diag_embed", {t}, [=](const Tensors& in) { return at::diag_embed(in[0], offset, 0, -1); }, kAll);
      in_dtypes(
          "diagflat", {t}, [=](const Tensors& in) { return in[0].diagflat(offset); }, kAll);
    }
    HERE(({t}), in[0].diag_embed(0, 1, 1));
    HERE(({t}), in[0].diag_embed(0, 9, 1));
    HERE(({t}), in[0].diagonal_scatter(at::zeros({2}, in[0].options())));
    // The input is detached, because libtorch 1.13.1 returns uninitialised memory as gradients of as_strided_scatter.
    HERE(({t}), in[0].detach().as_strided_scatter(at::zeros({2}, in[0].options()), {2}, {1}));
    HERE(({t}), in[0].clone().fill_diagonal_(1));
    HERE(({t}), at::linalg_diagonal(in[0], 1));
  }
}

void moved() {
  for (const Tensor& t : {filled({}, 1), filled({3}, 1), filled({2, 3}, 1), filled({2, 3, 2}, 1).transpose(0, 1)}) {
    HERE(({t}), in[0].moveaxis(0, -1));
    HERE(({t}), at::moveaxis(in[0], {0, 1}, {1, 0}));
    HERE(({t}), in[0].fliplr());
    HERE(({t}), in[0].flipud());
    HERE(({t}), in[0].rot90());
    HERE(({t}), in[0].rot90(-1));
    HERE(({t}), in[0].rot90(2));
    HERE(({t}), in[0].rot90(4));
    HERE(({t}), in[0].rot90(1, {0, 0}));
    HERE(({t}), in[0].rot90(1, {0, 5}));
    HERE(({t}), in[0].rot90(1, {0}));
    HERE(({t}), in[0].adjoint());
    HERE(({t}), in[0].mH());
    HERE(({t}), in[0].argwhere());
    HERE(({t}), in[0].sum_to_size({3}));
    HERE(({t}), in[0].sum_to_size({1, 1}));
    HERE(({t}), in[0].sum_to_size(in[0].sizes()));
    HERE(({t}), in[0].repeat_interleave(2));
    HERE(({t}), in[0].repeat_interleave(0, 0));
    HERE(({t}), in[0].repeat_interleave(2, -1));
    HERE(({t}), in[0].repeat_interleave(-1));
    HERE(({t}), at::repeat_interleave(in[0], at_places({2, 0, 1}), 0));
    HERE(({t}), in[0].repeat_interleave(at_places({3}), 0));
    HERE(({t}), in[0].repeat_interleave(at::ones({3}), 0));
    HERE(({t}), at::real(in[0]));
    HERE(({t}), in[0].take_along_dim(at_places({0, 0, 0})));
    if (t.numel() > 1) HERE(({t}), in[0].take_along_dim(at_places({0, 1, 0})));
    HERE(({t}), in[0].take_along_dim(at::zeros({1, 2}, at::kLong), 1));
    HERE(({t}), at::take_along_dim(in[0], at::zeros({2, 1}, at::kLong), -2));
    HERE(({t}), in[0].take_along_dim(at::zeros({1}), 0));
  }
  HERE(({at_places({1, 0, 2})}), at::repeat_interleave(in[0]));
  HERE(({at_places({1, 0, 2})}), at::repeat_interleave(in[0], 3));
  HERE(({at_places({1, -1})}), at::repeat_interleave(in[0]));
  for (const std::int64_t offset : {-1, 0, 2}) {
    print("tril_indices", at::tril_indices(3, 4, offset));
    print("triu_indices", at::triu_indices(4, 3, offset, at::kInt));
  }
  raises("no triangle", [] { at::tril_indices(-1, 3); });
  const Tensor tall = filled({7, 2}, 1);
  HERE(({tall}), in[0].clone().fill_diagonal_(3, true));
  raises("a leaf", [&] { tall.clone().set_requires_grad(true).fill_diagonal_(1); });
  raises("imaginary part of a real one", [&] { at::imag(tall); });
}

void renamed() {
  const Tensor t = filled({2, 3}, 1);
  const Tensor other = filled({2, 3}, 5);
  for (const Tensors& pair : {Tensors{t, other}, Tensors{t, filled({}, 4)}, Tensors{filled({0}, 1), filled({1}, 2)}}) {
    HERE((pair), in[0].greater(in[1]));
    HERE((pair), in[0].greater_equal(in[1]));
    HERE((pair), in[0].less(in[1]));
    HERE((pair), in[0].less_equal(in[1]));
    HERE((pair), in[0].not_equal(in[1]));
    HERE((pair), at::greater(in[0], 0));
    HERE((pair), at::greater_equal(in[0], 0));
    HERE((pair), at::less(in[0], 0));
    HERE((pair), at::less_equal(in[0], 0));
    HERE((pair), at::not_equal(in[0], 0));
    HERE((pair), in[0].multiply(in[1]));
    HERE((pair), at::multiply(in[0], 3));
    HERE((pair), in[0].subtract(in[1], 2));
    HERE((pair), at::subtract(in[0], 3));
    HERE((pair), in[0].divide(in[1]));
    HERE((pair), in[0].divide(3));
    FLOATING((pair), at::divide(in[0], in[1], "floor"));
    FLOATING((pair), at::divide(in[0], 3, "trunc"));
    HERE((pair), in[0].true_divide(in[1]));
    HERE((pair), at::true_divide(in[0], 3));
    FLOATING((pair), at::arctan2(in[0], in[1]));
    FLOATING((pair), in[0].clip(c10::optional<Tensor>(in[1])));
  }
  {
    const at::NoGradGuard guard;
    print("floor_divide", at::floor_divide(t, other));
    print("floor_divide", t.floor_divide(3));
    print("floor_divide", t.mul(9).to(at::kLong).floor_divide(4));
    print("floor_divide_", t.clone().floor_divide_(0.3));
    raises("by zero", [&] { t.to(at::kLong).floor_divide(0); });
  }
  HERE(({t}), in[0].arccos());
  HERE(({t}), in[0].arcsin());
  HERE(({t}), in[0].arctan());
  HERE(({t}), in[0].arcsinh());
  HERE(({t}), in[0].arctanh());
  HERE(({t.add(3)}), in[0].arccosh());
  HERE(({t}), in[0].fix());
  HERE(({t}), in[0].negative());
  HERE(({t}), in[0].absolute());
  HERE(({t}), in[0].clip(-1, 1));
  HERE(({t}), at::clip(in[0], 0));
  FLOATING(({t}), in[0].mul(1).arccos_());
  FLOATING(({t}), in[0].mul(1).arcsin_());
  FLOATING(({t}), in[0].mul(1).arctan_());
  FLOATING(({t}), in[0].mul(1).arctan2_(at::ones({2, 3}, in[0].options())));
  FLOATING(({t}), in[0].mul(1).fix_());
  FLOATING(({t}), in[0].mul(1).negative_());
  FLOATING(({t}), in[0].mul(1).absolute_());
  FLOATING(({t}), in[0].mul(1).clip_(-0.5, 0.5));
  FLOATING(({t}), in[0].mul(1).multiply_(2));
  FLOATING(({t}), in[0].mul(1).subtract_(2, 3));
  FLOATING(({t}), in[0].mul(1).divide_(2));
  FLOATING(({t}), in[0].mul(1).divide_(2, "floor"));
  FLOATING(({t}), in[0].mul(1).true_divide_(in[0]));
  FLOATING(({t}), in[0].mul(1).greater_(0));
  FLOATING(({t}), in[0].mul(1).greater_equal_(0));
  FLOATING(({t}), in[0].mul(1).less_(0));
  FLOATING(({t}), in[0].mul(1).less_equal_(in[0]));
  FLOATING(({t}), in[0].mul(1).not_equal_(in[0]));
  raises("a leaf", [&] { t.clone().set_requires_grad(true).multiply_(2); });
  Tensor out = at::empty({0}, at::kDouble);
  print("arccos_out", at::arccos_out(out, t));
  print("arcsin_out", at::arcsin_out(out, t));
  print("arctan_out", at::arctan_out(out, t));
  print("arccosh_out", at::arccosh_out(out, t.add(3)));
  print("arcsinh_out", at::arcsinh_out(out, t));
  print("arctanh_out", at::arctanh_out(out, t));
  print("fix_out", at::fix_out(out, t));
  print("negative_out", at::negative_out(out, t));
  print("absolute_out", at::absolute_out(out, t));
  print("divide_out", at::divide_out(out, t, other));
  print("true_divide_out", at::true_divide_out(out, t, other));
  print("arctan2_out", at::arctan2_out(out, t, other));
  print("greater_out", at::greater_out(out, t, other));
  print("greater_equal_out", at::greater_equal_out(out, t, other));
  print("less_out", at::less_out(out, t, other));
  print("less_equal_out", at::less_equal_out(out, t, other));
  print("not_equal_out", at::not_equal_out(out, t, other));
  print("greater_out", at::greater_out(out, t, 0));
  print("greater_equal_out", at::greater_equal_out(out, t, 0));
  print("less_out", at::less_out(out, t, 0));
  print("less_equal_out", at::less_equal_out(out, t, 0));
  print("not_equal_out", at::not_equal_out(out, t, 0));
  print("clip_out", at::clip_out(out, t, 0));
  print("clip_out", at::clip_out(out, t, c10::optional<Tensor>(other)));
  print("concatenate_out", at::concatenate_out(out, {t, other}, 1));
  print("row_stack_out", at::row_stack_out(out, {t, other}));
  raises("out= of a tensor that requires grad", [&] { at::arccos_out(out, t.clone().set_requires_grad(true)); });
  print("out", at::multiply_out(out, t, other));
  print("out", at::subtract_out(out, t, other, 2));
  print("out", at::concat_out(out, {t, other}, 1));
  print("out", at::vstack_out(out, {t, other}));
  print("out", at::hstack_out(out, {t, other}));
  print("out", at::dstack_out(out, {t, other}));
  print("out", at::column_stack_out(out, {t, other}));
}

MODECHECK_PARITY(arrangements) {
  made();
  joined();
  split();
  diagonals();
  moved();
  renamed();
}

#undef HERE
#undef FLOATING

}  // namespace modecheck::parity::arrangements
