// Prints results of einsum, tensordot, operators on lists of tensors, and segment_reduce. This file is built against
// the engine and against libtorch; both builds must print the same.
#include "tests/parity/differentiate.h"
#include "tests/parity/part.h"

namespace modecheck::parity::contractions {

using at::Tensor;
using modecheck::parity::Derivatives;
using modecheck::parity::differentiate;
using modecheck::parity::filled;
using modecheck::parity::Inputs;
using modecheck::parity::print;
using modecheck::parity::reject;

void equations() {
  const auto of = [](const char* equation, const Inputs& inputs) {
    differentiate(equation, inputs, [=](const Inputs& in) { return at::einsum(equation, in); });
  };
  const Tensor a = filled({2, 3}, 1);
  const Tensor b = filled({3, 4}, 2);
  const Tensor square = filled({3, 3}, 3);
  of("ij,jk->ik", {a, b});
  of("ij,jk", {a, b});
  of(" i j , j k -> k i ", {a, b});
  of("ij->ji", {a});
  of("ba", {a});
  of("ij->", {a});
  of("ij->j", {a});
  of("ii->i", {square});
  of("ii", {square});
  of("i,j->ij", {filled({2}, 1), filled({3}, 2)});
  of("i,i->", {filled({3}, 1), filled({3}, 2)});
  of("bij,bjk->bik", {filled({2, 2, 3}, 1), filled({2, 3, 2}, 2)});
  of("bhid,bhjd->bhij", {filled({2, 2, 3, 2}, 1), filled({2, 2, 2, 2}, 2)});
  of("...ij,...jk->...ik", {filled({2, 2, 3}, 1), filled({3, 2}, 2)});
  of("...ij->...ji", {filled({2, 2, 3}, 1)});
  of("...i,...i", {filled({2, 3}, 1), filled({2, 3}, 2)});
  of("i...,i...->...", {filled({2, 3}, 1), filled({2, 3}, 2)});
  of("ij,jk,kl->il", {a, b, filled({4, 2}, 3)});
  of("ij,ij,ij->ij", {a, a, a});
  of("ij,ij->i", {a, filled({1, 3}, 4)});
  of("ij,kl->", {a, b});
  of("iij,jk->ik", {filled({2, 2, 3}, 1), b});
  of("Ab,bC->CA", {a, b});
  of("Ab,bc", {a, b});
  of(",ij->ij", {filled({}, 1), a});
  print("integers", at::einsum("ij,jk->ik", {a.mul(at::full({}, 9, at::kDouble)).to(at::kLong),
                                             b.mul(at::full({}, 9, at::kDouble)).to(at::kLong)}));
  print("a sum over nothing", at::einsum("ij,jk->ik", {at::zeros({2, 0}), at::zeros({0, 3})}));
  reject("too few operands", [&] { at::einsum("ij,jk->ik", {a}); });
  reject("too many operands", [&] { at::einsum("ij->i", {a, b}); });
  reject("sizes that differ", [&] { at::einsum("ij,jk->ik", {a, a}); });
  reject("too few letters", [&] { at::einsum("i->i", {a}); });
  reject("no such letter", [&] { at::einsum("ij->k", {a}); });
  reject("twice in the result", [&] { at::einsum("ij->ii", {a}); });
  reject("no letter", [&] { at::einsum("i1->i", {a}); });
  reject("half an ellipsis", [&] { at::einsum("..ij->ij", {a}); });
  reject("no square", [&] { at::einsum("ii->i", {a}); });
}

void dots() {
  differentiate("tensordot", {filled({2, 3, 4}, 1), filled({4, 3, 2}, 2)}, [](const Inputs& in) {
    return at::tensordot(in[0], in[1], {1, 2}, {1, 0});
  });
  differentiate("tensordot, negative", {filled({2, 3}, 1), filled({4, 3}, 2)},
                [](const Inputs& in) { return at::tensordot(in[0], in[1], {-1}, {-1}); });
  differentiate("tensordot over nothing", {filled({2}, 1), filled({3}, 2)},
                [](const Inputs& in) { return at::tensordot(in[0], in[1], {}, {}); });
  differentiate("tensordot, broadcast", {filled({2, 3}, 1), filled({1, 4}, 2)},
                [](const Inputs& in) { return at::tensordot(in[0], in[1], {1}, {0}); });
  reject("sizes that differ", [] { at::tensordot(filled({2, 3}, 1), filled({2, 3}, 1), {0}, {1}); });
  reject("other numbers of dimensions", [] { at::tensordot(filled({2, 3}, 1), filled({2, 3}, 1), {0}, {}); });
  reject("no such dimension", [] { at::tensordot(filled({2, 3}, 1), filled({2, 3}, 1), {5}, {0}); });
}

void print_list(const char* name, const std::vector<Tensor>& list) {
  for (const Tensor& tensor : list) print(name, tensor);
}

void lists() {
  const auto fresh = [] { return std::vector<Tensor>{filled({2, 2}, 1).abs(), filled({3}, 2).abs()}; };
  const auto other = [] { return std::vector<Tensor>{filled({2}, 3), filled({3}, 4)}; };
  const std::vector<at::Scalar> scalars = {2.5, -1};
  print_list("_foreach_add", at::_foreach_add(fresh(), 2));
  print_list("_foreach_add", at::_foreach_add(fresh(), other(), 3));
  print_list("_foreach_sub", at::_foreach_sub(fresh(), scalars));
  print_list("_foreach_mul", at::_foreach_mul(fresh(), other()));
  print_list("_foreach_div", at::_foreach_div(fresh(), other()));
  print_list("_foreach_maximum", at::_foreach_maximum(fresh(), other()));
  print_list("_foreach_sqrt", at::_foreach_sqrt(fresh()));
  print_list("_foreach_exp", at::_foreach_exp(fresh()));
  print_list("_foreach_addcmul", at::_foreach_addcmul(fresh(), other(), other(), 2));
  print_list("_foreach_addcdiv", at::_foreach_addcdiv(fresh(), other(), fresh(), scalars));
  const auto in_place = [&](const char* name, void (*function)(std::vector<Tensor>&, const std::vector<Tensor>&)) {
    std::vector<Tensor> list = fresh();
    function(list, other());
    print_list(name, list);
    for (const Tensor& tensor : list) std::printf("  version %d\n", static_cast<int>(tensor._version()));
  };
  using List = std::vector<Tensor>;
  in_place("_foreach_add_", [](List& list, const List& with) { at::_foreach_add_(list, with, 2); });
  in_place("_foreach_add_", [](List& list, const List&) { at::_foreach_add_(list, 2); });
  in_place("_foreach_mul_", [](List& list, const List& with) { at::_foreach_mul_(list, with); });
  in_place("_foreach_div_", [](List& list, const List&) { at::_foreach_div_(list, std::vector<at::Scalar>{2, 3}); });
  in_place("_foreach_addcmul_", [](List& list, const List& with) { at::_foreach_addcmul_(list, with, with, 2); });
  in_place("_foreach_addcdiv_", [](List& list, const List& with) { at::_foreach_addcdiv_(list, with, with, 2); });
  in_place("_foreach_sqrt_", [](List& list, const List&) { at::_foreach_sqrt_(list); });
  in_place("_foreach_zero_", [](List& list, const List&) { at::_foreach_zero_(list); });
  const Tensor twice = filled({2}, 1);
  at::_foreach_mul_({twice, twice}, 3);
  print("one tensor twice", twice);
  reject("other lengths", [&] { at::_foreach_add(fresh(), std::vector<Tensor>{filled({2}, 1)}); });
  reject("other sizes", [&] { at::_foreach_add(fresh(), std::vector<Tensor>{filled({5}, 1), filled({3}, 1)}); });
  reject("no tensors", [] { at::_foreach_add(std::vector<Tensor>(), 1); });
  Tensor made;
  {
    const c10::InferenceMode mode;
    made = at::ones({2});
    at::_foreach_add_({made}, 1);
    print("inside", made);
  }
  reject("an inference tensor", [&] { at::_foreach_add_({made}, 1); });
}

void segments() {
  const Tensor lengths = at::arange(0, 4, 1, at::kLong);
  for (const char* reduce : {"sum", "mean", "max", "min"}) {
    differentiate(
        "segment_reduce", {filled({6, 2}, 1)},
        [&](const Inputs& in) { return at::segment_reduce(in[0], reduce, lengths, {}, {}, 0, false, 0.5); },
        Derivatives::First);
    differentiate(
        "segment_reduce with offsets", {filled({6}, 1)},
        [&](const Inputs& in) { return at::segment_reduce(in[0], reduce, {}, {}, at::arange(0, 7, 2, at::kLong)); },
        Derivatives::First);
    differentiate(
        "segment_reduce along the second", {filled({2, 3, 2}, 1)},
        [&](const Inputs& in) {
          return at::segment_reduce(in[0], reduce, at::arange(1, 3, 1, at::kLong).expand({2, 2}), {}, {}, 1);
        },
        Derivatives::First);
    print("segment_reduce of nothing", at::segment_reduce(filled({6}, 1), reduce, lengths));
  }
  reject("lengths that do not add up", [&] { at::segment_reduce(filled({7}, 1), "sum", lengths); });
  reject("another reduction", [&] { at::segment_reduce(filled({6}, 1), "average", lengths); });
  reject("integers", [&] { at::segment_reduce(at::arange(0, 6, 1, at::kLong), "sum", lengths); });
  reject("another axis", [&] { at::segment_reduce(filled({6, 6}, 1), "sum", lengths, {}, {}, 1); });
  reject("negative lengths", [&] { at::segment_reduce(filled({0}, 1), "sum", at::arange(-1, 2, 1, at::kLong)); });
  reject("no lengths", [] { at::segment_reduce(filled({6}, 1), "sum"); });
}

void samples() {
  for (const std::int64_t mode : {0, 1, 2}) {
    for (const std::int64_t padding : {0, 1, 2}) {
      for (const bool aligned : {false, true}) {
        std::printf("%d %d %d\n", static_cast<int>(mode), static_cast<int>(padding), static_cast<int>(aligned));
        // The grid of grid_sampler_2d reaches beyond the image, up to twice its width.
        differentiate(
            "grid_sampler_2d", {filled({2, 3, 4, 5}, 1), filled({2, 3, 4, 2}, 2)},
            [=](const Inputs& in) { return at::grid_sampler_2d(in[0], in[1].add(in[1]), mode, padding, aligned); },
            Derivatives::First);
      }
    }
  }
  const Tensor image = filled({1, 1, 2, 2}, 1);
  reject("a grid of another batch", [&] { at::grid_sampler_2d(image, filled({2, 2, 2, 2}, 1), 0, 0, false); });
  reject("a grid of three numbers", [&] { at::grid_sampler_2d(image, filled({1, 2, 2, 3}, 1), 0, 0, false); });
  reject("no batch", [&] { at::grid_sampler_2d(image[0], image[0], 0, 0, false); });
}

MODECHECK_PARITY(contractions) {
  samples();
  equations();
  dots();
  lists();
  segments();
}

}  // namespace modecheck::parity::contractions
