// Tests small parts of libtorch's API that programs use besides operators.
#include <ATen/MetaFunctions.h>
#include <ATen/Operators.h>
#include <ATen/Utils.h>
#include <ATen/native/Pow.h>
#include <c10/util/CallOnce.h>
#include <c10/util/accumulate.h>
#include <c10/util/irange.h>
#include <c10/util/variant.h>
#include <torch/csrc/autograd/functions/basic_ops.h>
#include <torch/csrc/utils/tensor_flatten.h>
#include <torch/csrc/utils/variadic.h>
#include <torch/cuda.h>
#include <torch/detail/static.h>

#include <algorithm>
#include <cmath>

#include "tests/engine/support.h"

namespace modecheck::engine {
namespace {

std::vector<int> numbers(int begin, int end) {
  std::vector<int> out;
  for (const auto i : c10::irange(begin, end)) out.push_back(i);
  return out;
}

struct Captured final : c10::WarningHandler {
  void process(const c10::SourceLocation& /*place*/, const std::string& msg, bool /*verbatim*/) override {
    messages.push_back(msg);
  }
  std::vector<std::string> messages;
};

struct Echo : torch::nn::Module {
  double forward(const Tensor& /*x*/) { return 1; }
};

// Expects the gradient of `function` at `x` to equal a central difference.
void expect_derivative(const std::function<Tensor(const Tensor&)>& function, double x) {
  const Tensor at = torch::tensor({x}, torch::dtype(torch::kDouble).requires_grad(true));
  function(at).sum().backward();
  const double step = 1e-5;
  const double by_differences =
      (function(torch::tensor({x + step}, at::kDouble)) - function(torch::tensor({x - step}, at::kDouble)))
          .item<double>() /
      (2 * step);
  EXPECT_NEAR(at.grad().item<double>(), by_differences, 1e-6 * (1 + std::abs(by_differences))) << "at " << x;
}

}  // namespace

TEST(Helpers, CountAndMultiply) {
  EXPECT_EQ(numbers(2, 5), (std::vector<int>{2, 3, 4}));
  EXPECT_TRUE(numbers(5, 2).empty());
  EXPECT_EQ(c10::multiply_integers(std::vector<std::int64_t>{2, 3, 4}), 24);
  EXPECT_EQ(c10::sum_integers(std::vector<int>{}), 0);
  int calls = 0;
  c10::once_flag once;
  for (int i = 0; i < 3; ++i) c10::call_once(once, [&] { ++calls; });
  EXPECT_EQ(calls, 1);
  const c10::variant<int, std::string> either = std::string("text");
  EXPECT_EQ(c10::get_if<int>(&either), nullptr);
  int sum = 0;
  torch::apply([&](int i) { sum += i; }, 1, 2, 3);
  EXPECT_EQ(sum, 6);
}

TEST(Helpers, AskAboutModulesAtCompileTime) {
  EXPECT_TRUE(torch::detail::is_module<Echo>::value);
  EXPECT_FALSE(torch::detail::is_module<int>::value);
  EXPECT_TRUE((std::is_same_v<torch::detail::return_type_of_forward_t<Echo, Tensor>, double>));
  EXPECT_TRUE((std::is_void_v<torch::detail::return_type_of_forward_t<Echo, int, int>>));
  EXPECT_FALSE((torch::detail::check_not_lvalue_references<int, int&>()));
}

TEST(Helpers, GiveGenerators) {
  EXPECT_EQ(rejected([] { at::globalContext().defaultGenerator(at::kCUDA); }), ErrorClass::Unsupported);
  EXPECT_NE(at::get_generator_or_default<at::CPUGeneratorImpl>(c10::nullopt, at::detail::getDefaultCPUGenerator()),
            nullptr);
}

TEST(Helpers, RaiseIntegersToPowers) {
  EXPECT_EQ(at::native::powi(3, 4), 81);
  EXPECT_EQ(at::native::powi<std::int8_t>(2, 8), 0);
  EXPECT_EQ(at::native::powi(-1, -3), -1);
  EXPECT_EQ(at::native::powi(-1, -4), 1);
  EXPECT_EQ(at::native::powi(7, -1), 0);
  // The power is computed by repeated squaring. The loop runs once for each bit of the exponent, so the greatest int64
  // exponent takes few steps.
  const std::int64_t most = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(torch::tensor({2, -1, 3}).pow(most)[1].item<std::int64_t>(), -1);
  EXPECT_EQ(torch::tensor({3}, at::kInt).pow(5).item<int>(), 243);
}

TEST(Helpers, DispatchByDtype) {
  const auto size_of = [](const Tensor& tensor) {
    return AT_DISPATCH_FLOATING_TYPES_AND(at::kHalf, tensor.scalar_type(), "size_of", [&] { return sizeof(scalar_t); });
  };
  EXPECT_EQ(size_of(at::ones(1, at::kHalf)), 2U);
  EXPECT_EQ(size_of(at::ones(1, at::kDouble)), 8U);
  EXPECT_EQ(rejected([&] { size_of(at::ones(1, at::kLong)); }), ErrorClass::Dtype);
}

TEST(Helpers, FlattenAndUnflatten) {
  const std::vector<Tensor> parts{at::ones({2, 2}), at::empty({0}), at::zeros(3)};
  const Tensor flat = torch::utils::flatten_dense_tensors(parts);
  EXPECT_EQ(flat.numel(), 7);
  const auto back = torch::utils::unflatten_dense_tensors(flat, parts);
  EXPECT_TRUE(at::equal(back[0], parts[0]));
  EXPECT_TRUE(back[0].is_alias_of(flat));
  EXPECT_FALSE(back[1].is_alias_of(flat));
}

TEST(Helpers, RunOperatorsWithoutElements) {
  const Tensor sum = at::meta::add(at::ones({4}), at::ones({3, 4}));
  EXPECT_TRUE(sum.is_meta());
  EXPECT_EQ(sum.sizes(), c10::IntArrayRef({3, 4}));
}

TEST(Helpers, NameOperatorsByTheirSchemas) {
  Tensor a = at::full(2, 3.0);
  EXPECT_EQ(values(ATEN_FN2(mul, Tensor)(a, a)), (std::vector<double>{9, 9}));
  EXPECT_EQ(&ATEN_FN2(mul_, Tensor)(a, a), &a);
  Tensor out = at::empty(2);
  EXPECT_EQ(&ATEN_FN2(sqrt, out)(a, out), &out);
  EXPECT_EQ(values(out), (std::vector<double>{3, 3}));
}

TEST(OutFunctions, WriteTheirFirstArgumentAndRecordNothing) {
  Tensor out = at::empty(0);
  EXPECT_EQ(&at::atan2_out(out, at::ones(2), at::ones(2)), &out);
  EXPECT_EQ(out.numel(), 2);
  at::logical_and_outf(at::ones(2), at::zeros(2), out);
  EXPECT_EQ(values(out), (std::vector<double>{0, 0}));
  at::linear_out(out, at::ones({2, 3}), at::ones({4, 3}));
  EXPECT_EQ(values(out), std::vector<double>(8, 3));
  EXPECT_EQ(rejected([&] {
              at::linear_out(out, leaf({2, 3}), at::ones({4, 3}));
            }),
            ErrorClass::OutArgumentRequiresGrad);
  EXPECT_EQ(rejected([&] { at::sigmoid_backward_out(out, leaf(), leaf()); }), ErrorClass::OutArgumentRequiresGrad);
  const Tensor kept = inference(2);
  Tensor target = kept;
  EXPECT_EQ(rejected([&] { at::maximum_out(target, at::ones(2), at::ones(2)); }),
            ErrorClass::InferenceWriteOutsideMode);
}

TEST(Norms, AreWhatTheirNamesSay) {
  const Tensor x = torch::tensor({{3.0, -4.0}, {0.0, 0.0}}, at::kDouble);
  EXPECT_DOUBLE_EQ(at::norm(x).item<double>(), 5);
  EXPECT_DOUBLE_EQ(at::norm(x, 1).item<double>(), 7);
  EXPECT_DOUBLE_EQ(at::norm(x, 0).item<double>(), 2);
  EXPECT_DOUBLE_EQ(at::norm(x, std::numeric_limits<double>::infinity()).item<double>(), 4);
  EXPECT_NEAR(at::norm(x, 3).item<double>(), std::cbrt(91.0), 1e-12);
  EXPECT_EQ(values(at::norm(x, 2, {1})), (std::vector<double>{5, 0}));
  EXPECT_EQ(rejected([] { at::norm(at::ones(2, at::kLong)); }), ErrorClass::Dtype);
  // At zero the derivative of the norm is zero, and not NaN.
  const Tensor zero = at::zeros(2).set_requires_grad(true);
  at::norm(zero).backward();
  EXPECT_EQ(values(zero.grad()), (std::vector<double>{0, 0}));
  for (const double p : {0.5, 1.0, 2.0, 3.0})
    expect_derivative([&](const Tensor& a) { return at::norm(at::cat({a, a * 2}), p); }, -1.5);
}

TEST(Norms, AndOtherSmallFunctions) {
  const Tensor a = torch::tensor({1.0, 2.0, 3.0}), b = torch::tensor({-2.0, 0.5, 4.0});
  EXPECT_EQ(values(at::cross(a, b)), (std::vector<double>{6.5, -10, 4.5}));
  EXPECT_EQ(rejected([&] { at::cross(at::ones(2), at::ones(2)); }), ErrorClass::Shape);
  EXPECT_EQ(at::trace(at::ones({2, 3}, at::kInt)).item<std::int64_t>(), 2);
  EXPECT_EQ(rejected([] { at::trace(at::ones(2)); }), ErrorClass::Shape);
  const auto [variance, mean] = at::var_mean(torch::tensor({1.0, 3.0}), 0);
  EXPECT_EQ(variance.item<double>(), 2);
  EXPECT_EQ(mean.item<double>(), 2);
  EXPECT_EQ(at::scalar_to_tensor(true).dtype(), at::kBool);
  EXPECT_EQ(at::_reshape_alias(at::ones({3, 3})[1], {2}, {1}).storage_offset(), 3);
}

// lgamma must not write signgam, a global variable of the C library: two threads would write the variable at once.
TEST(GammaFunctions, LeaveTheSignThatAllThreadsShareAlone) {
  ::signgam = 7;
  static_cast<void>(at::lgamma(torch::tensor(-0.5, at::kDouble)));
  EXPECT_EQ(::signgam, 7);
}

TEST(GammaFunctions, HaveTheirValuesAndDerivatives) {
  const auto value = [](const Tensor& tensor) { return tensor.item<double>(); };
  const auto of = [](double x) { return torch::tensor(x, at::kDouble); };
  const double euler = 0.57721566490153286;
  EXPECT_NEAR(value(at::lgamma(of(5))), std::log(24.0), 1e-13);
  EXPECT_NEAR(value(at::digamma(of(1))), -euler, 1e-13);
  EXPECT_NEAR(value(at::digamma(of(0.5))), -euler - 2 * std::log(2.0), 1e-13);
  EXPECT_NEAR(value(at::digamma(of(-0.5))), 0.03648997397857652, 1e-13);
  EXPECT_TRUE(std::isnan(value(at::digamma(of(-2)))));
  EXPECT_NEAR(value(at::polygamma(1, of(1))), M_PI * M_PI / 6, 1e-13);
  EXPECT_NEAR(value(at::polygamma(2, of(1))), -2.4041138063191886, 1e-12);
  EXPECT_EQ(at::lgamma(at::ones(2, at::kLong)).dtype(), at::kFloat);
  for (const double x : {-1.5, 0.3, 2.0, 30.0}) {
    expect_derivative([](const Tensor& a) { return torch::special::gammaln(a); }, x);
    expect_derivative([](const Tensor& a) { return torch::special::digamma(a); }, x);
    expect_derivative([](const Tensor& a) { return at::polygamma(1, a); }, x);
  }
  EXPECT_EQ(rejected([&] { at::polygamma(-1, of(1)); }), ErrorClass::Argument);
}

TEST(Norms, TakeAnIntegerForADimension) {
  const Tensor x = at::rand({4, 3});
  EXPECT_EQ(x.var(0).numel(), 3);
  EXPECT_EQ(x.std(0).numel(), 3);
  EXPECT_EQ(at::var(x, 1).numel(), 4);
  EXPECT_EQ(std::get<0>(at::std_mean(x, 0)).numel(), 3);
  EXPECT_EQ(x.var(false).numel(), 1);
}

// diff rejects a negative order (pytorch issue 94740).
TEST(Differences, HaveAnOrderThatIsNotNegative) {
  const Tensor x = torch::tensor({1.0, 4.0, 9.0});
  EXPECT_EQ(values(x.diff(2)), (std::vector<double>{2}));
  EXPECT_EQ(values(x.diff(0)), (std::vector<double>{1, 4, 9}));
  EXPECT_EQ(rejected([&] { x.diff(-1); }), ErrorClass::Argument);
  EXPECT_EQ(rejected([&] { at::diff(x, -2, 0, x, x); }), ErrorClass::Argument);
}

TEST(ComplexViews, ShareBytesVersionsAndKinds) {
  const Tensor pairs = torch::tensor({{1.0, 2.0}, {3.0, 4.0}}, at::kDouble);
  const Tensor complex = at::view_as_complex(pairs);
  EXPECT_TRUE(complex.is_view());
  EXPECT_EQ(complex.dtype(), at::kComplexDouble);
  EXPECT_EQ(complex[1].item<c10::complex<double>>(), c10::complex<double>(3, 4));
  EXPECT_TRUE(at::equal(at::view_as_real(complex), pairs));
  complex.mul_(2);
  EXPECT_EQ(values(pairs), (std::vector<double>{2, 4, 6, 8}));
  EXPECT_EQ(pairs._version(), 1);
  const Tensor kept = inference({3, 2});
  EXPECT_TRUE(at::view_as_complex(kept).is_inference());
  EXPECT_TRUE(at::view_as_real(at::view_as_complex(kept)).is_inference());
  {
    const c10::InferenceMode mode;
    EXPECT_FALSE(at::view_as_complex(pairs).is_inference());
    EXPECT_TRUE(at::view_as_complex(at::ones({3, 2})).is_inference());
  }
  EXPECT_EQ(rejected([&] { at::view_as_complex(kept).add_(1); }), ErrorClass::InferenceWriteOutsideMode);
  EXPECT_EQ(rejected([] { at::view_as_complex(at::ones(3)); }), ErrorClass::Shape);
  EXPECT_EQ(rejected([] { at::view_as_complex(at::ones({2, 3}).t()); }), ErrorClass::Strides);
  EXPECT_EQ(rejected([] { at::view_as_complex(at::ones(2, at::kLong)); }), ErrorClass::Dtype);
  EXPECT_EQ(rejected([] { at::view_as_real(at::ones(2)); }), ErrorClass::Dtype);
}

// view_as_complex ignores the stride of a dimension of size one, because that stride has no meaning (pytorch pull
// request 169780).
TEST(ComplexViews, AStrideAlongOneElementMayBeOdd) {
  const Tensor numbers = at::arange(12, at::kDouble);
  const Tensor pairs = numbers.as_strided({2, 1, 2}, {4, 3, 1}, 2);
  const Tensor complex = at::view_as_complex(pairs);
  EXPECT_EQ(complex.sizes(), c10::IntArrayRef({2, 1}));
  EXPECT_EQ(complex.strides(), c10::IntArrayRef({2, 1}));
  EXPECT_EQ(complex[0][0].item<c10::complex<double>>(), c10::complex<double>(2, 3));
  EXPECT_EQ(complex[1][0].item<c10::complex<double>>(), c10::complex<double>(6, 7));
  complex.mul_(2);
  EXPECT_EQ(values(pairs), (std::vector<double>{4, 6, 12, 14}));
  const Tensor x = at::ones({2, 1, 2}, at::kDouble).set_requires_grad(true);
  const Tensor odd = x.mul(1).as_strided({1, 2}, {1, 1});
  at::view_as_real(at::view_as_complex(odd)).sum().backward();
  EXPECT_EQ(values(x.grad()), (std::vector<double>{1, 1, 0, 0}));
  // If a dimension has no element or several, view_as_complex demands that its stride is even.
  EXPECT_EQ(rejected([&] { at::view_as_complex(numbers.as_strided({0, 2}, {3, 1})); }), ErrorClass::Strides);
  EXPECT_EQ(rejected([&] { at::view_as_complex(numbers.as_strided({2, 2}, {3, 1})); }), ErrorClass::Strides);
}

TEST(ComplexViews, CarryGradientsAndAreNotWrittenWhereThatIsRecorded) {
  const Tensor x = torch::tensor({{1.0, 2.0}, {3.0, 4.0}}, torch::dtype(torch::kDouble).requires_grad(true));
  const Tensor pairs = x * 1;
  const Tensor z = at::view_as_complex(pairs);
  at::view_as_real(z * z).sum().backward();
  EXPECT_EQ(values(x.grad()), (std::vector<double>{6, -2, 14, -2}));
  EXPECT_EQ(rejected([&] { z.mul_(2); }), ErrorClass::Unsupported);
  // A recorded in-place write through a view of the complex view is rejected, too. After a write to the base, no
  // operator reads the complex view, because its history is outdated.
  EXPECT_EQ(rejected([&] { z[0].mul_(2); }), ErrorClass::Unsupported);
  pairs.mul_(2);
  EXPECT_EQ(rejected([&] { z.abs(); }), ErrorClass::Unsupported);
}

TEST(Versions, AreAskedOfInferenceTensorsToo) {
  const Tensor plain = normal();
  EXPECT_TRUE(plain.unsafeGetTensorImpl()->version_counter().enabled());
  const auto before = plain.unsafeGetTensorImpl()->version_counter().current_version();
  plain.add_(1);
  EXPECT_EQ(plain.unsafeGetTensorImpl()->version_counter().current_version(), before + 1);
  const Tensor kept = inference();
  EXPECT_FALSE(kept.unsafeGetTensorImpl()->version_counter().enabled());
  EXPECT_EQ(rejected([&] { kept.unsafeGetTensorImpl()->version_counter().current_version(); }),
            ErrorClass::InferenceVersionRead);
}

TEST(UndefinedGradients, ReachTheNodeBehindThem) {
  const Tensor x = leaf(2);
  torch::autograd::UndefinedGrad().apply({x * 2})[0].sum().backward();
  EXPECT_FALSE(x.grad().defined());
}

TEST(Deprecations, WarnOfMasksOfBytes) {
  Captured warnings;
  const c10::Warning::WarningHandlerGuard guard(&warnings);
  const Tensor x = at::ones(3);
  x.index({torch::tensor({true, false, true})});
  EXPECT_TRUE(warnings.messages.empty());
  x.index({torch::tensor({1, 0, 1}, at::kByte)});
  ASSERT_EQ(warnings.messages.size(), 1U);
  EXPECT_NE(warnings.messages[0].find("uint8 is now deprecated"), std::string::npos);
}

TEST(Anomalies, AreWarnedOfBesideTheError) {
  Captured warnings;
  const c10::Warning::WarningHandlerGuard guard(&warnings);
  const torch::autograd::DetectAnomalyGuard anomaly;
  const Tensor x = leaf({}) * 1;
  const Tensor y = x * x;
  x.add_(1);
  EXPECT_EQ(rejected([&] { y.backward(); }), ErrorClass::BackwardSavedTensorModified);
  ASSERT_EQ(warnings.messages.size(), 1U);
  EXPECT_NE(warnings.messages[0].find("Traceback of forward call"), std::string::npos);
}

TEST(Keys, OfBackendsElsewhereHaveKernels) {
  auto m = MAKE_TORCH_LIBRARY(elsewhere);
  m.def("op(Tensor self) -> Tensor");
  m.impl("op", c10::DispatchKey::XLA, [](const Tensor& self) { return self; });
  m.impl("op", torch::dispatch(c10::kLazy, [](const Tensor& self) { return self; }));
  const auto op = c10::Dispatcher::singleton().findSchemaOrThrow("elsewhere::op", "");
  EXPECT_TRUE(op.hasKernelForDispatchKey(c10::DispatchKey::XLA));
  EXPECT_TRUE(op.hasKernelForDispatchKey(c10::DispatchKey::Lazy));
  EXPECT_EQ(rejected([&] { op.typed<Tensor(const Tensor&)>().call(normal()); }), ErrorClass::Unsupported);
  EXPECT_EQ(c10::getAutogradKeyFromBackend(c10::toBackendComponent(c10::DispatchKey::XLA)),
            c10::DispatchKey::AutogradXLA);
}

TEST(Registrations, AreListenedTo) {
  struct Listener final : c10::OpRegistrationListener {
    explicit Listener(std::vector<std::string>& log) : seen(log) {}
    void onOperatorRegistered(const c10::OperatorHandle& op) override { seen.push_back("+" + op.operator_name().name); }
    void onOperatorDeregistered(const c10::OperatorHandle& op) override {
      seen.push_back("-" + op.operator_name().name);
    }
    std::vector<std::string>& seen;
  };
  std::vector<std::string> seen;
  const auto listening = c10::Dispatcher::singleton().addRegistrationListener(std::make_unique<Listener>(seen));
  const std::size_t before = seen.size();
  auto kernels = MAKE_TORCH_LIBRARY_IMPL(heard, CPU);
  kernels.impl("op", [](const Tensor& self) { return self; });
  EXPECT_EQ(seen.size(), before);
  EXPECT_EQ(c10::Dispatcher::singleton().findDanglingImpls().size(), 1U);
  {
    auto m = MAKE_TORCH_LIBRARY(heard);
    m.def("op(Tensor self) -> Tensor");
    EXPECT_EQ(seen.back(), "+heard::op");
    EXPECT_TRUE(c10::Dispatcher::singleton().findDanglingImpls().empty());
    const auto cpu = c10::Dispatcher::singleton().getRegistrationsForDispatchKey(c10::DispatchKey::CPU);
    EXPECT_NE(std::find(cpu.begin(), cpu.end(), c10::OperatorName("heard::op", "")), cpu.end());
  }
  EXPECT_EQ(seen.back(), "-heard::op");
}

TEST(Registrations, BelowAKeyEverythingElseRuns) {
  constexpr c10::DispatchKeySet below(c10::DispatchKeySet::FULL_AFTER, c10::DispatchKey::ADInplaceOrView);
  EXPECT_TRUE(below.has(c10::DispatchKey::CPU));
  EXPECT_TRUE(below.has(c10::DispatchKey::PrivateUse1));
  EXPECT_FALSE(below.has(c10::DispatchKey::ADInplaceOrView));
  EXPECT_FALSE(below.has(c10::DispatchKey::AutogradCPU));
  EXPECT_TRUE(c10::DispatchKeySet(c10::DispatchKeySet::FULL).has(c10::DispatchKey::Tracer));
}

TEST(OperatorNames, TakeANamespaceOnce) {
  c10::OperatorName name("op", "");
  EXPECT_FALSE(name.getNamespace().has_value());
  EXPECT_TRUE(name.setNamespaceIfNotSet("mine"));
  EXPECT_FALSE(name.setNamespaceIfNotSet("other"));
  EXPECT_EQ(name.getNamespace(), c10::string_view("mine"));
}

}  // namespace modecheck::engine
