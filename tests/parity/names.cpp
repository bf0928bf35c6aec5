// Prints rarely used names of the libtorch API: conversions, comparisons, printing, queries of the dispatcher, and rare
// overloads.
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/stack.h>
#include <torch/script.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tests/parity/part.h"
#include "tests/parity/say.h"
#include "tests/parity/torch.h"

namespace modecheck::parity::names {

using at::Tensor;
using modecheck::parity::filled;
using modecheck::parity::print;

void factories() {
  PRINT(torch::logspace(0, 1, 3, 10, at::kDouble));
  SAY(torch::empty_strided({2, 2}, {1, 2}).strides());
  double numbers[] = {1, 2, 3, 4};
  bool deleted = false;
  {
    PRINT(torch::from_blob(numbers, {2, 2}, at::kDouble));
    PRINT(torch::from_blob(
        numbers, {2, 2}, {1, 2}, [&](void*) { deleted = true; }, at::kDouble));
  }
  SAY(deleted);
  PRINT(torch::arange(1, 4));
  torch::manual_seed(3);
  PRINT(torch::randint(2, 9, {4}, at::kLong));
  PRINT(torch::randint(2, 9, {4}, at::detail::createCPUGenerator(5), at::kLong));
  at::Generator generator = at::detail::createCPUGenerator(7);
  SAY(generator.device());
  { const std::lock_guard<std::mutex> lock(generator.mutex()); }
  PRINT(at::empty({2}, at::kLong).random_(0, 100, generator));
  PRINT(torch::autograd::make_variable(filled({2}, 1), true));
  SAY(torch::autograd::make_variable(filled({2}, 1), true).requires_grad());
  SAY(torch::autograd::make_variable(Tensor()).defined());
}

void dtypes() {
#define NAME(cpp_type, name) std::printf("%s of %zu bytes\n", #name, sizeof(cpp_type));
  AT_FORALL_INT_TYPES(NAME)
  AT_FORALL_COMPLEX_TYPES(NAME)
  AT_FORALL_SCALAR_TYPES(NAME)
  AT_FORALL_SCALAR_TYPES_AND(Bool, NAME)
  AT_FORALL_SCALAR_TYPES_AND2(Bool, Half, NAME)
  AT_FORALL_SCALAR_TYPES_AND3(Bool, Half, BFloat16, NAME)
  AT_FORALL_SCALAR_TYPES_WITH_COMPLEX_EXCEPT_COMPLEX_HALF(NAME)
#undef NAME
}

void tensors_by_aliases() {
  const Tensor a = filled({2}, 1).requires_grad_();
  bool was_called = false;
  a.register_hook([&](at::TensorBase gradient) { was_called = gradient.defined(); });
  a.mul(2).sum().backward();
  SAY(was_called);
// libtorch declares is_variable as deprecated, so the warning is turned off here.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  SAY(a.is_variable());
  const at::AutoDispatchBelowADInplaceOrView below;
  SAY(a.is_variable());
#pragma GCC diagnostic pop
}

void functions() {
  const Tensor a = filled({2, 3}, 1);
  const Tensor b = filled({2, 3}, 2);
  Tensor out = at::empty({0}, at::kDouble);
  PRINT(at::argsort(a, /*stable=*/true, 1, true));
  PRINT(a.where(a.gt(0), b));
  PRINT(at::max(a));
  PRINT(at::min(a));
  PRINT(std::get<0>(at::var_mean(a, true)));
  PRINT(std::get<0>(at::std_mean(a, false)));
  PRINT(at::max_out(out, a, b));
  PRINT(at::min_out(out, a, b));
  PRINT(at::tanh_backward_out(out, a, b));
  PRINT((filled({3, 3}, 3) + at::eye(3, at::kDouble).mul(4)).logdet());
  Tensor written = a.clone();
  written.index_put_({0}, 2.5);
  PRINT(written);
  written.index_put_({at::indexing::Slice(), 1}, -1.5);
  PRINT(written);
  std::vector<Tensor> list{a.clone(), b.clone()};
  at::_foreach_addcmul_(list, {a, b}, {b, a}, std::vector<at::Scalar>{2, 3});
  PRINT(list[1]);
  at::_foreach_addcdiv_(list, {a, b}, {b, a}, std::vector<at::Scalar>{2, 3});
  PRINT(list[0]);
  for (const Tensor& part : at::zeros({2, 0}).chunk(3, 1)) print("part", part);
  REJECTS(a.reshape({-1, -1}));
  REJECTS(a.reshape({-2, 3}));
  REJECTS(at::zeros({0, 2}).reshape({-1, 0}));
  REJECTS(a.reshape({4}));
  REJECTS(a.view({-1, -1}));
  REJECTS(a.view({-2, 3}));
  REJECTS(at::mse_loss(a, b, 7));
  REJECTS(at::empty({2, 2}, at::MemoryFormat::ChannelsLast3d));
  SAY(at::empty({1, 2, 2, 2, 2}, at::MemoryFormat::ChannelsLast3d).is_contiguous(at::MemoryFormat::ChannelsLast3d));
  PRINT(at::avg_pool2d(filled({1, 2, 4, 4}, 4).contiguous(at::MemoryFormat::ChannelsLast), {2, 2}));
  SAY(at::avg_pool2d(filled({1, 2, 4, 4}, 4).contiguous(at::MemoryFormat::ChannelsLast), {2, 2}).strides());
  SAY(at::constant_pad_nd(filled({1, 2, 4, 4}, 4).contiguous(at::MemoryFormat::ChannelsLast), {1, 1}).strides());
  const Tensor rows = filled({1, 2, 2, 3}, 4);
  const Tensor image = rows.contiguous(at::MemoryFormat::ChannelsLast);
  SAY(image.contiguous(at::MemoryFormat::ChannelsLast).is_same(image));
  SAY(image.to(at::kDouble, false, false, at::MemoryFormat::ChannelsLast).is_same(image));
  SAY(image.to(at::kDouble, false, false, at::MemoryFormat::Contiguous).strides());
  SAY(rows.to(at::kDouble, false, false, at::MemoryFormat::ChannelsLast).strides());
  SAY(rows.to(rows.options(), false, false, at::MemoryFormat::ChannelsLast).strides());
  SAY(rows.transpose(2, 3).to(rows.options(), false, false, at::MemoryFormat::Contiguous).strides());
  SAY(filled({2, 1, 2, 2}, 4).contiguous(at::MemoryFormat::ChannelsLast).strides());
  PRINT(at::logsumexp(filled({2, 3, 2}, 5).transpose(0, 2), c10::IntArrayRef{0, 2}));
  SAY(at::isinf(at::tensor({1.0, HUGE_VAL}, at::kDouble)).sum().item<std::int64_t>());
}

void values() {
  SAY(at::Scalar(2.5).toFloat());
  SAY(static_cast<int>(at::Scalar(7).toByte()));
  SAY(at::Scalar(7).isSymInt());
  SAY(at::Scalar(7).toSymInt().expect_int());
  SAY(at::Scalar(c10::SymInt(4)).toLong());
  SAY(c10::SymInt(4).is_symbolic());
  SAY(c10::SymInt(4));
  SAY((c10::SymInt(4) == c10::SymInt(5)));
  SAY((c10::SymInt(4) != c10::SymInt(5)));
  using bfloat = std::numeric_limits<at::BFloat16>;
  SAY(static_cast<float>(bfloat::quiet_NaN()) == static_cast<float>(bfloat::quiet_NaN()));
  at::Device device(at::kCUDA);
  device.set_index(1);
  SAY(device);
  SAY(at::kCPU);
  SAY((std::hash<at::Device>()(device) == std::hash<at::Device>()(at::Device(at::kCUDA, 1))));
  SAY((std::hash<at::DeviceType>()(at::kCPU) == std::hash<at::DeviceType>()(at::kCUDA)));
  SAY(at::Backend::CPU);
  const caffe2::TypeMeta meta = caffe2::TypeMeta::Make<double>();
  SAY(meta.isScalarType(at::kDouble));
  SAY(c10::typeMetaToScalarType(meta));
  SAY((c10::scalarTypeToTypeMeta(at::kDouble) == meta));
  SAY(c10::toRealValueType(c10::kComplexHalf));
  at::DeprecatedTypeProperties& type =
      filled({2}, 1).options().dtype(at::kFloat).device(at::kCPU).backend() == at::Backend::CPU ? at::CPU(at::kFloat)
                                                                                                : at::CPU(at::kDouble);
  SAY(type.backend());
  SAY(type.is_sparse());
  SAY(type.is_cuda());
  SAY(type.scalarType());
  SAY(type.toString());
  SAY((type == at::CPU(at::kFloat)));
  SAY((type != at::CUDA(at::kFloat)));
  SAY(type.options(-1).device());
  SAY(type.cpu().toString());
  SAY(type.toBackend(at::Backend::CUDA).toString());
  SAY(type.toScalarType(at::kLong).toString());
  SAY(at::globalContext().hasXLA());
  SAY(torch::cuda::device_count());
  torch::cuda::manual_seed(1);
  torch::cuda::manual_seed_all(1);
  const Tensor versioned = filled({2}, 1).detach();
  const std::uint32_t before = versioned._version();
  c10::VariableVersion version = versioned.unsafeGetTensorImpl()->version_counter();
  version.bump();
  SAY(versioned._version() - before);
}

void errors() {
  try {
    TORCH_CHECK_INDEX(false, "out of range");
  } catch (const c10::IndexError& error) {
    SAY(error.what_without_backtrace());
    SAY(std::string(c10::GetExceptionString(error)).substr(0, 12));
  }
  try {
    TORCH_CHECK_VALUE(false, "no such value");
  } catch (const c10::ValueError& error) {
    SAY(error.what_without_backtrace());
  }
  try {
    TORCH_CHECK_TYPE(false, "no such type");
  } catch (const c10::TypeError& error) {
    SAY(error.what_without_backtrace());
  }
  try {
    TORCH_CHECK_NOT_IMPLEMENTED(false, "not there");
  } catch (c10::NotImplementedError& error) {
    error.add_context("in a test");
    SAY(error.context().size());
    SAY(error.msg());
  }
  try {
    TORCH_CHECK_LINALG(false, "singular");
  } catch (const c10::LinAlgError& error) {
    SAY(error.msg());
  }
}

void boxes() {
  using c10::IValue;
  SAY(IValue(c10::nullopt).isNone());
  SAY(IValue(std::vector<bool>{true, false}).isBoolList());
  SAY(IValue(std::vector<std::string>{"a"}).isList());
  torch::jit::Stack stack{IValue(1), IValue(2), IValue(3), IValue(4)};
  SAY(torch::jit::peek(&stack, 1, 2).toInt());
  SAY(torch::jit::pop(&stack).toInt());
  torch::jit::drop(&stack, 1);
  const torch::jit::Stack& constant = stack;
  SAY(torch::jit::peek(constant, 0, 2).toInt());
  SAY(stack.size());
}

void dispatching() {
  using c10::DispatchKey;
  c10::Dispatcher& dispatcher = c10::Dispatcher::singleton();
  const auto add = dispatcher.findSchemaOrThrow("aten::add", "Tensor");
  const auto in_place = dispatcher.findSchemaOrThrow("aten::add_", "Tensor");
  SAY(add.operator_name());
  SAY((add.operator_name() != in_place.operator_name()));
  SAY(add.schema().overload_name());
  SAY(add.schema().is_mutable());
  SAY(in_place.schema().is_mutable());
  SAY(add.hasComputedKernelForDispatchKey(DispatchKey::CPU));
  SAY(dispatcher.hasBackendFallbackForDispatchKey(DispatchKey::CPU));
  bool found = false;
  for (const c10::OperatorName& name : dispatcher.getAllOpNames()) found = found || name == add.operator_name();
  SAY(found);
  const Tensor a = filled({2}, 1);
  torch::jit::Stack stack{a, a, at::Scalar(1)};
  add.redispatchBoxed(c10::DispatchKeySet(DispatchKey::CPU), &stack);
  print("redispatched", stack.back().toTensor());
  SAY(c10::impl::tls_is_dispatch_keyset_included(c10::DispatchKeySet(DispatchKey::ADInplaceOrView)));
  {
    const c10::impl::ExcludeDispatchKeyGuard guard(DispatchKey::AutogradCPU);
    SAY(c10::impl::tls_is_dispatch_key_excluded(DispatchKey::AutogradCPU));
    SAY(at::ones({1}).set_requires_grad(true).add(1).requires_grad());
  }
}

MODECHECK_PARITY(names) {
  factories();
  dtypes();
  tensors_by_aliases();
  functions();
  values();
  errors();
  boxes();
  dispatching();
}

}  // namespace modecheck::parity::names
