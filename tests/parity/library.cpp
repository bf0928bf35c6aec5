// Prints results of the API around the operators: options, storages, dispatch keys, boxed values, numbers and names.
// This file is built against the engine and against libtorch; both builds must print the same.
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/stack.h>
#include <torch/script.h>
#include <torch/torch.h>

#include <sstream>
#include <string>
#include <vector>

#include "tests/parity/say.h"
#include "tests/parity/torch.h"

namespace {

using at::Tensor;
using modecheck::parity::filled;
using modecheck::parity::print;

void options() {
  const at::TensorOptions none;
  const at::TensorOptions all = at::TensorOptions(at::kDouble)
                                    .device(at::kCPU)
                                    .layout(at::kStrided)
                                    .requires_grad(true)
                                    .pinned_memory(false)
                                    .memory_format(at::MemoryFormat::ChannelsLast);
  for (const at::TensorOptions& o : {none, all}) {
    SAY(o.has_dtype());
    SAY(o.has_device());
    SAY(o.has_layout());
    SAY(o.has_requires_grad());
    SAY(o.has_pinned_memory());
    SAY(o.has_memory_format());
    SAY(o.device());
    SAY(o.layout());
    SAY(o.requires_grad());
    SAY(o.pinned_memory());
    SAY(o.is_sparse());
    SAY(o.requires_grad_opt().has_value());
    SAY(o.memory_format_opt().has_value());
  }
  SAY(at::TensorOptions(at::MemoryFormat::ChannelsLast).memory_format_opt().value());
  SAY(none.merge_memory_format(at::MemoryFormat::Contiguous).has_memory_format());
  SAY(none.merge_memory_format(c10::nullopt).has_memory_format());
  SAY(none.type_equal(all));
  SAY(none.device_index(1).device());
  SAY(at::device(at::kCPU).device());
  SAY(at::layout(at::kStrided).layout());
  SAY(c10::device_index(2).device());
  SAY(at::memory_format(at::MemoryFormat::Contiguous).has_memory_format());
}

// This kernel is written as users write kernels: an in-place method returns the handle that it was called on.
Tensor& doubled(Tensor& x) { return x.mul_(2); }

void writes() {
  Tensor x = filled({2}, 1);
  const Tensor held = x;
  Tensor& added = x.add_(1).neg_();
  Tensor& cut = at::relu_(x);
  Tensor& zeroed = held.zero_();
  Tensor& put = x.index_put_({at::indexing::TensorIndex(0)}, at::ones({}));
  SAY(&added == &x);
  SAY(&cut == &x);
  SAY(&zeroed == &held);
  SAY(&put == &x);
  SAY(&doubled(x) == &x);
  SAY(x);
}

// A node that does not override name() has the name of its type.
struct Unnamed final : torch::autograd::Node {
  torch::autograd::variable_list apply(torch::autograd::variable_list&& gradients) override { return gradients; }
};

void nodes() { SAY(Unnamed().name()); }

void storages() {
  const Tensor a = filled({2, 3}, 1);
  const Tensor b = a.view({6});
  const c10::Storage storage = a.storage();
  SAY(storage.nbytes());
  SAY(storage.device());
  SAY(static_cast<int>(storage.device_type()));
  SAY(static_cast<bool>(storage));
  SAY(storage.is_alias_of(b.storage()));
  SAY(storage.is_alias_of(filled({2}, 2).storage()));
  SAY(storage.use_count() >= 2);
  SAY(storage.unsafeGetStorageImpl() == b.storage().unsafeGetStorageImpl());
  SAY((storage.data_ptr().get() == a.data_ptr()));
  SAY(static_cast<bool>(storage.data_ptr()));
  SAY(storage.data_ptr().device());
  bool deleted = false;
  {
    double numbers[] = {1, 2, 3, 4};
    PRINT(at::from_blob(numbers, {2, 2}, at::kDouble));
    PRINT(at::from_blob(numbers, {2, 2}, {1, 2}, at::kDouble));
    const Tensor owned = at::from_blob(
        numbers, {2}, [&](void*) { deleted = true; }, at::kDouble);
    PRINT(owned);
    PRINT(at::from_blob(
        numbers, {2}, {2}, [&](void*) {}, at::kDouble));
  }
  SAY(deleted);
}

void keys() {
  using c10::DispatchKey;
  const c10::DispatchKeySet none;
  const c10::DispatchKeySet set = at::ones({2}).key_set();
  SAY(none.empty());
  SAY(set.empty());
  SAY((set != none));
  SAY(set.has(DispatchKey::CPU));
  SAY(set.has(DispatchKey::Dense));
  SAY(set.has(DispatchKey::ADInplaceOrView));
  SAY(set.has(DispatchKey::AutogradCPU));
  SAY(set.remove(DispatchKey::ADInplaceOrView).has(DispatchKey::ADInplaceOrView));
  SAY(c10::DispatchKeySet(c10::DispatchKeySet::FULL_AFTER, DispatchKey::AutogradCPU).has(DispatchKey::AutogradCPU));
  SAY(c10::legacyExtractDispatchKey(set));
  for (const DispatchKey key :
       {DispatchKey::Undefined, DispatchKey::Dense, DispatchKey::CPU, DispatchKey::CUDA, DispatchKey::Meta,
        DispatchKey::AutogradFunctionality, DispatchKey::AutogradCPU, DispatchKey::AutogradCUDA,
        DispatchKey::AutogradOther, DispatchKey::Autograd, DispatchKey::TESTING_ONLY_GenericWrapper,
        DispatchKey::TESTING_ONLY_GenericMode, DispatchKey::CompositeImplicitAutograd,
        DispatchKey::CompositeExplicitAutograd, DispatchKey::CompositeExplicitAutogradNonFunctional,
        DispatchKey::ADInplaceOrView, DispatchKey::BackendSelect, DispatchKey::Tracer})
    SAY(c10::toString(key));
  for (const c10::BackendComponent part :
       {c10::BackendComponent::CPUBit, c10::BackendComponent::CUDABit, c10::BackendComponent::XLABit,
        c10::BackendComponent::LazyBit, c10::BackendComponent::MetaBit, c10::BackendComponent::PrivateUse1Bit})
    SAY(c10::getAutogradKeyFromBackend(part));
}

void boxes() {
  using c10::IValue;
  const Tensor a = filled({2}, 1);
  const IValue values[] = {IValue(),
                           IValue(a),
                           IValue(2.5),
                           IValue(std::int64_t{3}),
                           IValue(true),
                           IValue(std::string("text")),
                           IValue(c10::complex<double>(1, 2)),
                           IValue(at::Device(at::kCPU)),
                           IValue(std::vector<double>{1, 2}),
                           IValue(c10::List<bool>({true, false})),
                           IValue(std::vector<std::int64_t>{4, 5}),
                           IValue(std::vector<Tensor>{a}),
                           IValue(std::vector<std::string>{"a", "b"}),
                           IValue(at::Scalar(1.5)),
                           IValue(at::Scalar(c10::complex<double>(0, 1))),
                           IValue(at::Scalar(false))};
  for (const IValue& value : values) {
    std::printf("box %d%d%d%d%d%d%d%d%d%d%d%d\n", value.isNone(), value.isTensor(), value.isDouble(), value.isInt(),
                value.isBool(), value.isString(), value.isComplexDouble(), value.isDevice(), value.isScalar(),
                value.isIntList(), value.isDoubleList(), value.isBoolList());
  }
  SAY(values[6].toComplexDouble());
  SAY(values[7].toDevice());
  SAY(values[8].toDoubleVector().size());
  SAY(values[8].toDoubleList().get(1));
  SAY(values[9].toBoolList().get(0));
  SAY(values[10].toIntList().get(1));
  SAY(values[11].toTensorList().size());
  SAY(values[11].toTensorVector().size());
  SAY(IValue(at::kStrided).toLayout());
  SAY(IValue(c10::List<c10::optional<Tensor>>({a, c10::nullopt})).isList());
  SAY(IValue(at::ArrayRef<double>({1, 2, 3})).toDoubleVector().size());
  PRINT(IValue(a).toTensor());
  torch::jit::Stack stack{IValue(1), IValue(2), IValue(3)};
  SAY(torch::jit::peek(stack, 0, 2).toInt());
  SAY(torch::jit::last(stack, 2).size());
  SAY(torch::jit::pop(stack).toInt());
  torch::jit::drop(stack, 1);
  SAY(stack.size());
}

void numbers() {
  const at::Scalar real(2.5);
  const at::Scalar complex(c10::complex<double>(1, -2));
  SAY(real.isFloatingPoint());
  SAY(complex.isComplex());
  SAY((-real).toDouble());
  SAY((-at::Scalar(3)).toLong());
  SAY((-complex).toComplexDouble());
  SAY(complex.equal(c10::complex<double>(1, -2)));
  SAY(real.equal(2.5));
  SAY(at::Scalar(true).isBoolean());
  SAY(at::Scalar(7).toChar());
  SAY(at::Scalar(7).toShort());
  SAY(at::Scalar(7).toInt());
  SAY(at::Scalar(0.5).toHalf());
  SAY(static_cast<float>(at::Scalar(0.5).toBFloat16()));
  SAY(complex.toComplexFloat());
  SAY(at::Half(1.5F));
  SAY(static_cast<float>(at::BFloat16(1.5F)));
  using half = std::numeric_limits<at::Half>;
  using bfloat = std::numeric_limits<at::BFloat16>;
  for (const at::Half x : {half::min(), half::lowest(), half::max(), half::epsilon(), half::round_error(),
                           half::infinity(), half::denorm_min()})
    SAY(x);
  for (const at::BFloat16 x : {bfloat::min(), bfloat::lowest(), bfloat::max(), bfloat::epsilon(), bfloat::round_error(),
                               bfloat::infinity(), bfloat::denorm_min()})
    SAY(static_cast<float>(x));
  SAY(static_cast<float>(half::quiet_NaN()) == static_cast<float>(half::quiet_NaN()));
  SAY(caffe2::TypeMeta::Make<float>().isScalarType());
  SAY(caffe2::TypeMeta::Make<double>().Match<double>());
  SAY(caffe2::TypeMeta::Make<double>().itemsize());
  SAY(caffe2::TypeMeta::fromScalarType(at::kInt).toScalarType());
  SAY(at::globalContext().hasCUDA());
  SAY(at::hasCUDA());
  SAY(at::hasHIP());
  SAY(at::hasMPS());
}

void special() {
  const Tensor x = filled({2, 3}, 3).abs().add(0.25);
  PRINT(torch::special::psi(x));
  PRINT(torch::special::erf(x));
  PRINT(torch::special::erfc(x));
  PRINT(torch::special::exp2(x));
  PRINT(torch::special::expit(x));
  PRINT(torch::special::expm1(x));
  PRINT(torch::special::log1p(x));
  PRINT(torch::special::round(x));
  PRINT(torch::special::xlogy(x, x));
  PRINT(torch::special::softmax(x, 1, c10::nullopt));
  PRINT(torch::special::log_softmax(x, 1, c10::nullopt));
  PRINT(torch::special::logsumexp(x, {1}, true));
}

void compositions() {
  const Tensor a = filled({2, 3}, 4);
  const Tensor b = filled({2, 3}, 5);
  const Tensor c = filled({3, 2}, 6);
  PRINT(at::add(a, 2));
  PRINT(at::sub(a, 2, 3));
  PRINT(at::mul(a, 2));
  PRINT(at::div(a, 2));
  PRINT(at::ne(a, b));
  PRINT(at::le(a, b));
  PRINT(at::ge(a, b));
  PRINT(at::eq(a, 0));
  PRINT(at::lt(a, 0));
  PRINT(at::gt(a, b));
  PRINT(at::nonzero(a.gt(0)));
  PRINT(at::masked_select(a, a.gt(0)));
  PRINT(at::sign(a));
  SAY(at::is_floating_point(a));
  SAY(at::is_complex(a));
  SAY(at::is_nonzero(a[0][0]));
  PRINT(at::index(a, {at::tensor({1, 0}, at::kLong)}));
  PRINT(at::index_put(a, {at::tensor({1, 0}, at::kLong)}, b));
  Tensor written = a.clone();
  PRINT(at::index_put_(written, {at::tensor({1}, at::kLong)}, b[0]));
  for (const Tensor& part : at::split_with_sizes(a, {1, 2}, 1)) print("part", part);
  for (const Tensor& part : at::tensor_split(a, 2, 1)) print("part", part);
  PRINT(at::outer(a[0], b[1]));
  PRINT(at::roll(a, {1}, {1}));
  PRINT(at::tile(a, {2, 1}));
  PRINT(at::movedim(a, 0, 1));
  PRINT(at::movedim(a, {0, 1}, {1, 0}));
  PRINT(at::swapaxes(a, 0, 1));
  PRINT(at::swapdims(a, 0, 1));
  PRINT(at::broadcast_to(a[0], {2, 3}));
  PRINT(at::ravel(a));
  PRINT(at::norm(a, 2));
  PRINT(at::norm(a, 1, at::kDouble));
  PRINT(at::norm(a, 2, {1}, true, at::kDouble));
  PRINT(filled({3, 3}, 7).trace());
  PRINT(at::sigmoid_backward(a, b.sigmoid()));
  PRINT(at::tanh_backward(a, b.tanh()));
  Tensor out = at::empty({0}, at::kDouble);
  PRINT(at::pow_out(out, 2, a));
  PRINT(std::get<0>(at::sort(a, true, 1, true)));
  PRINT(at::argsort(a, 1, true));
  PRINT(std::get<0>(at::cummin(a, 1)));
  PRINT(at::_log_softmax(a, 1, false));
  PRINT(a.to(b));
  PRINT(a.to(at::kCPU, at::kFloat));
  PRINT(a.cpu());
  PRINT(a.toType(at::kFloat));
  PRINT(a.type_as(at::ones({1}, at::kFloat)));
  PRINT(a[0].expand_as(a));
  PRINT(a.reshape_as(c));
  SAY(at::empty_strided({2, 2}, {1, 2}).strides());
  PRINT(at::linspace(0, 1, 4, at::kFloat));
  PRINT(at::linspace(0, 9, 4, at::kLong));
  PRINT(at::logspace(0, 1, 3, 10, at::kDouble));
  SAY(a.get_device());
  SAY(a.ndimension());
  SAY(a.nbytes());
  SAY(a.is_sparse());
  SAY(a.is_sparse_csr());
  SAY(a.is_mkldnn());
  SAY(a.is_quantized());
  SAY(a.is_pinned());
  SAY(a.has_storage());
  SAY(static_cast<bool>(a.getIntrusivePtr()));
  const Tensor image = filled({2, 3, 2, 2}, 8).contiguous(at::MemoryFormat::ChannelsLast);
  SAY(image.is_contiguous(at::MemoryFormat::ChannelsLast));
  SAY(image.is_contiguous());
  SAY(image.suggest_memory_format());
  SAY(image.contiguous().suggest_memory_format());
  SAY(image.is_non_overlapping_and_dense());
  SAY(image[0].is_non_overlapping_and_dense());
  const Tensor deep = filled({1, 1, 1, 1, 1, 1, 1, 2}, 9);
  SAY(deep.sizes());
  SAY(deep.transpose(0, 7).strides());
  SAY(deep.squeeze().sizes());
  Tensor other = at::zeros({1}, at::kDouble);
  PRINT(other.set_(a.storage()));
  PRINT(other.set_(a.storage(), 1, {2, 2}, {2, 1}));
  SAY(other.set_().sizes());
  SAY(other.resize_as_(a).sizes());
  PRINT(a.take(at::tensor({5, 0}, at::kLong)));
  PRINT(a.put(at::tensor({1, 2}, at::kLong), at::tensor({9.0, 8.0}, at::kDouble)));
  PRINT(a.t().put(at::tensor({1, -1}, at::kLong), at::tensor({9.0, 8.0}, at::kDouble), true));
  PRINT(at::ger(a[0], b[1]));
  Tensor t = a;
  t += b;
  t -= b;
  t *= b;
  t /= b;
  PRINT(t);
}

// Prints which properties of a tensor are the same after it is saved and loaded.
void files() {
  const auto loaded = [](const Tensor& tensor) {
    std::stringstream stream;
    torch::save(tensor, stream);
    Tensor out;
    torch::load(out, stream);
    return out;
  };
  const auto say = [&](const Tensor& one) {
    PRINT(one.detach());
    SAY(one.is_inference());
    SAY(one.requires_grad());
    SAY(one.is_leaf());
    SAY(one.is_view());
    SAY(one.strides());
    SAY(one.storage_offset());
    SAY(one.storage().nbytes());
  };
  const Tensor leaf = at::ones({2}, at::kDouble).requires_grad_(true);
  for (const Tensor& one : {leaf, leaf * 2, leaf.expand({3, 2}), leaf.detach()[1]}) {
    say(loaded(one));
    const c10::InferenceMode guard;
    say(loaded(one));
  }
  std::stringstream stream;
  torch::save(std::vector<Tensor>{leaf, at::zeros({1})}, stream);
  std::vector<Tensor> list;
  torch::load(list, stream);
  SAY(list.size());
  say(list[0]);
  Tensor into = at::zeros({3}, at::kDouble);
  std::stringstream again;
  torch::save(leaf, again);
  torch::load(into, again);
  say(into);
}

struct Part : torch::nn::Module {
  Part() : weight(register_parameter("weight", torch::ones({2}))) { register_buffer("count", torch::zeros({1})); }
  Tensor weight;
};

struct Whole : torch::nn::Module {
  Whole() : part(register_module("part", std::make_shared<Part>())) {}
  std::shared_ptr<Part> part;
};

void modules() {
  const auto whole = std::make_shared<Whole>();
  const auto count = [&](const char* name) { std::printf("%s\n", name); };
  whole->apply([&](torch::nn::Module& module) { count(module.name().empty() ? "none" : "module"); });
  static_cast<const Whole&>(*whole).apply([&](const torch::nn::Module&) { count("const module"); });
  whole->apply([&](const std::string& name, torch::nn::Module&) { count(name.c_str()); }, "root");
  whole->apply([&](const std::shared_ptr<torch::nn::Module>&) { count("pointer"); });
  whole->apply([&](const std::string& name, const std::shared_ptr<torch::nn::Module>&) { count(name.c_str()); },
               "root");
  whole->to(at::kDouble);
  SAY(whole->part->weight.scalar_type());
  whole->to(at::kCPU, at::kFloat);
  SAY(whole->part->weight.scalar_type());
  whole->to(at::kCPU);
  SAY(whole->parameters().size());
  SAY(whole->buffers().size());
  SAY(whole->is_serializable());
  whole->zero_grad();
}

}  // namespace

int main() {
  options();
  writes();
  nodes();
  storages();
  keys();
  boxes();
  numbers();
  special();
  compositions();
  modules();
  files();
}
