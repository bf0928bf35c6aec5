// Prints results with scalars that do not fit a tensor's dtype. Prints dtypes by their C++ names, half-precision
// numbers, factories such as zeros_like, and the dispatch keys of a set, too.
#include <ATen/ATen.h>

#include <limits>
#include <string>

#include "tests/parity/part.h"
#include "tests/parity/say.h"
#include "tests/parity/torch.h"

namespace modecheck::parity::numbers {

using at::Tensor;

// Scalar operands are converted to the tensor's dtype: integers wrap around, and floating-point numbers become
// infinite.
void beside(at::ScalarType dtype) {
  const Tensor t = at::full({2}, 3, dtype);
  SAY(t * 100000);
  SAY(100000 * t);
  SAY(t + 70000);
  SAY(t - 3000000000L);
  SAY(3000000000L - t.to(at::kLong));
  SAY(at::rsub(t, 100000));
  SAY(t / 100000);
  SAY(t.div(300, "floor"));
  SAY(t == 259);
  SAY(t != 259);
  SAY(t < 65536);
  SAY(t >= 65536);
  SAY(t.lt(1e39));
  SAY(t.clone().mul_(70000));
  SAY(t.clone().add_(70000));
  SAY(t.clone().sub_(70000));
  SAY(t.sub(2, 2));
  REJECTS(t.add(1, 1 << 20));
}

// Exponents and written scalars must fit the tensor's dtype. Bounds of clamp need not fit
// (known/bounds-of-integers-wrap/cause.json).
void fitting(at::ScalarType dtype) {
  const Tensor t = at::full({2}, 3, dtype);
  REJECTS(t.pow(300));
  REJECTS(t.pow(70000));
  REJECTS(t.pow(3000000000L));
  REJECTS(t.pow(127));
  REJECTS(t.clone().pow_(70000));
  REJECTS(t.pow(-1));
  REJECTS(at::full({2}, 1 << 20, dtype));
  SAY(t.pow(0));
  SAY(t.pow(1));
  SAY(t.pow(5));
}

void exponents() {
  const Tensor t = at::full({2}, 0.5, at::kFloat);
  SAY(t.pow(1e39));
  REJECTS(t.to(at::kHalf).pow(1e6));
  REJECTS(t.to(at::kBFloat16).pow(1e39));
  SAY(t.to(at::kLong).pow(std::numeric_limits<std::int64_t>::max()));
  SAY(torch::tensor({true, false}).pow(300));
  REJECTS(t.clamp(-1e39, 1));
}

void methods() {
  const Tensor a = torch::tensor({1.0, -2.0, 0.0, std::numeric_limits<double>::quiet_NaN()});
  const Tensor b = torch::tensor({1.0, 3.0, -1.0, 0.0});
  SAY(a.ne(b));
  SAY(a.le(b));
  SAY(a.ge(b));
  SAY(a.gt(b));
  SAY(a.sign());
  SAY(torch::tensor({true, false}).sign());
  REJECTS(torch::tensor({true}).sub(1));
  REJECTS(torch::tensor({1}).sub(true));
  REJECTS(torch::tensor({1}).clone().sub_(true));
  SAY(torch::tensor({true}) * 3);
  SAY((torch::tensor({1, 2}) + 1.5).dtype());
  SAY((torch::tensor({1, 2}) * c10::complex<double>(0, 1)).dtype());
  SAY((a * c10::complex<double>(0, 1)).dtype());
  Tensor leaf = at::ones({2}).requires_grad_();
  SAY((leaf * 2).grad_fn()->name());
  SAY((leaf + 2).grad_fn()->name());
  SAY((leaf - 2).grad_fn()->name());
  SAY((leaf / 2).grad_fn()->name());
  SAY(leaf.ne(leaf).requires_grad());
  SAY(leaf.sign().requires_grad());
}

void dtypes() {
  const Tensor t = at::ones({2});
  SAY(t.dtype());
  SAY(t.dtype().name());
  SAY(t.dtype().itemsize());
  SAY(t.dtype().toScalarType());
  SAY(t.dtype().Match<float>());
  SAY(t.dtype().Match<double>());
  SAY((t.dtype() == at::kFloat));
  SAY((at::kFloat == t.dtype()));
  SAY((t.dtype() != at::kDouble));
  SAY((t.dtype() == caffe2::TypeMeta::Make<float>()));
  SAY((t.dtype() == t.to(at::kLong).dtype()));
  SAY(Tensor().dtype());
  SAY(caffe2::TypeMeta());
  for (const at::ScalarType dtype : {at::kByte, at::kChar, at::kShort, at::kInt, at::kLong, at::kHalf, at::kFloat,
                                     at::kDouble, at::kComplexFloat, at::kComplexDouble, at::kBool, at::kBFloat16}) {
    SAY(at::empty({1}, dtype).dtype());
    SAY(at::TensorOptions(dtype).dtype());
    SAY(c10::typeMetaToScalarType(c10::scalarTypeToTypeMeta(dtype)));
  }
  SAY(c10::get_default_dtype());
  SAY(at::zeros({1}, t.dtype()).dtype());
  SAY(t.to(at::ones({1}, at::kLong).dtype()).dtype());
  SAY(at::zeros({1}, at::TensorOptions(t.dtype())).dtype());
  SAY(at::TensorOptions().dtype(t.dtype()));
  SAY(at::TensorOptions(at::MemoryFormat::ChannelsLast));
  SAY(c10::optTypeMetaToScalarType(c10::nullopt).has_value());
}

void halves() {
  const at::Half one = 1;
  const at::Half third = 1.0f / 3;
  SAY(one + third);
  SAY(one - third);
  SAY(one * third);
  SAY(one / third);
  SAY(-third);
  SAY(third + 1);
  SAY(1 / third);
  SAY(third * 3.0f);
  SAY(third * 3.0);
  SAY((std::is_same<decltype(one + third), at::Half>::value));
  SAY((std::is_same<decltype(one + 1), at::Half>::value));
  SAY((std::is_same<decltype(1.0f * one), float>::value));
  SAY((std::is_same<decltype(one - 1.0), double>::value));
  SAY(std::numeric_limits<at::Half>::denorm_min() / 2);
  SAY(std::numeric_limits<at::Half>::max() + std::numeric_limits<at::Half>::max());
  at::Half sum = 2048;
  sum += one;
  SAY(sum);
  sum -= one;
  sum *= third;
  sum /= one;
  SAY(sum);
  float wide = 2048;
  wide += one;
  SAY(wide);
  const at::BFloat16 small = 1.0f / 3;
  SAY(static_cast<float>(small + small));
  SAY(static_cast<float>(small * 3));
  SAY(small - 1.0);
  SAY((c10::complex<at::Half>(one, third).imag()));
}

void alike() {
  const Tensor t = at::arange(6, at::kDouble).reshape({2, 3}).t();
  const Tensor image = at::ones({1, 2, 2, 2}).contiguous(at::MemoryFormat::ChannelsLast);
  SAY(at::zeros_like(t).strides());
  SAY(at::ones_like(t).strides());
  SAY(at::empty_like(t).strides());
  SAY(at::rand_like(t).strides());
  SAY(at::randn_like(t).strides());
  SAY(at::randint_like(t, 5).strides());
  SAY(torch::zeros_like(image).strides());
  SAY(torch::zeros_like(image, {}, at::MemoryFormat::Contiguous).strides());
  SAY(torch::empty_like(t, at::TensorOptions(at::kInt).memory_format(at::MemoryFormat::Contiguous)).strides());
  SAY(torch::ones_like(t.expand({4, 3, 2})).strides());
  SAY(torch::ones_like(t.slice(0, 0, 2), at::kLong));
  REJECTS(at::empty({2}, at::TensorOptions().requires_grad(true)));
  REJECTS(at::zeros_like(t, at::TensorOptions().requires_grad(true)));
  REJECTS(at::randn_like(t, at::TensorOptions().requires_grad(true)));
  SAY(at::empty({2}, at::TensorOptions().requires_grad(false)).requires_grad());
  SAY(at::zeros({2}, at::TensorOptions().requires_grad(true)).requires_grad());
  SAY(at::randn({2}, at::TensorOptions().requires_grad(true)).requires_grad());
  SAY(torch::empty({2}, at::TensorOptions().requires_grad(true)).requires_grad());
  SAY(torch::randn_like(t, at::TensorOptions().requires_grad(true)).requires_grad());
  SAY(torch::full_like(t, 2, at::TensorOptions().requires_grad(true)).requires_grad());
  SAY(torch::linspace(0, 1, 3, at::TensorOptions().requires_grad(true)).requires_grad());
  const c10::InferenceMode mode;
  SAY(at::zeros_like(t).is_inference());
  SAY(at::empty_like(t).is_inference());
}

void keys() {
  const Tensor t = at::ones({2});
  // Leave out the dispatch key for autocast, which libtorch's tensors have and the engine does not.
  for (const c10::DispatchKey key : t.key_set())
    if (key != c10::DispatchKey::AutocastCPU) SAY(key);
  for (const c10::DispatchKey key : c10::DispatchKeySet({c10::DispatchKey::CUDA, c10::DispatchKey::CPU})) SAY(key);
  for (const c10::DispatchKey key : c10::DispatchKeySet()) SAY(key);
  {
    const c10::InferenceMode mode;
    for (const c10::DispatchKey key : at::ones({2}).key_set())
      if (key != c10::DispatchKey::AutocastCPU) SAY(key);
  }
  SAY((t.key_set().begin() == t.key_set().end()));
  for (const c10::DispatchKey key :
       {c10::DispatchKey::Autograd, c10::DispatchKey::CompositeImplicitAutograd,
        c10::DispatchKey::CompositeExplicitAutograd, c10::DispatchKey::CPU, c10::DispatchKey::AutogradCPU})
    for (const c10::DispatchKey served :
         {c10::DispatchKey::CPU, c10::DispatchKey::Meta, c10::DispatchKey::AutogradCPU, c10::DispatchKey::AutogradOther,
          c10::DispatchKey::ADInplaceOrView, c10::DispatchKey::Tracer}) {
      SAY(c10::runtimeDispatchKeySetHas(key, served));
      SAY(c10::getRuntimeDispatchKeySet(key).has(served));
    }
}

MODECHECK_PARITY(numbers) {
  for (const at::ScalarType dtype : {at::kByte, at::kChar, at::kShort, at::kInt, at::kLong, at::kFloat, at::kDouble})
    beside(dtype);
  beside(at::kHalf);
  beside(at::kBFloat16);
  for (const at::ScalarType dtype : {at::kByte, at::kChar, at::kShort, at::kInt, at::kLong}) fitting(dtype);
  exponents();
  methods();
  dtypes();
  halves();
  alike();
  keys();
}

}  // namespace modecheck::parity::numbers
