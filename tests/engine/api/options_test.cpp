// Tests the options that factories take: dtypes, devices, layouts, and the default dtype.
#include "tests/engine/support.h"

namespace modecheck::engine {
namespace {

class DefaultDtype {
 public:
  explicit DefaultDtype(c10::ScalarType type) : before_(at::get_default_dtype()) { at::set_default_dtype(type); }
  ~DefaultDtype() { at::set_default_dtype(before_); }

 private:
  c10::ScalarType before_;
};

}  // namespace

TEST(DefaultDtypes, AreWhatFactoriesMakeAndWhatNumbersCountAs) {
  const Tensor floats = at::ones(2);
  const Tensor integers = at::ones(2, at::kLong);
  const DefaultDtype doubles(at::kDouble);
  EXPECT_EQ(at::zeros(2).dtype(), at::kDouble);
  EXPECT_EQ(at::full(2, 0.5).dtype(), at::kDouble);
  EXPECT_EQ(at::full(2, 1).dtype(), at::kLong);
  EXPECT_EQ(at::arange(0.0, 1.0).dtype(), at::kDouble);
  EXPECT_EQ(at::rand(2).dtype(), at::kDouble);
  EXPECT_EQ(at::randn(2).dtype(), at::kDouble);
  EXPECT_EQ(torch::tensor({1.0F}).dtype(), at::kDouble);
  EXPECT_EQ(at::TensorOptions().dtype(), at::kDouble);
  // If an integer tensor meets a floating-point number, or if the operator returns fractions, the result has the
  // default dtype.
  EXPECT_EQ(integers.add(0.5).dtype(), at::kDouble);
  EXPECT_EQ(integers.div(integers).dtype(), at::kDouble);
  EXPECT_EQ(integers.exp().dtype(), at::kDouble);
  EXPECT_EQ(at::full({}, c10::complex<double>(0, 1)).dtype(), at::kComplexDouble);
  // A floating-point tensor that has dimensions gives its own dtype to the result, and not the default dtype.
  EXPECT_EQ(floats.add(0.5).dtype(), at::kFloat);
  EXPECT_EQ(floats.div(integers).dtype(), at::kFloat);
}

TEST(DefaultDtypes, AreDtypesThatTensorsCanHave) {
  EXPECT_EQ(rejected([] { at::set_default_dtype(c10::ScalarType::ComplexHalf); }), ErrorClass::Dtype);
  EXPECT_EQ(at::get_default_dtype(), at::kFloat);
  const DefaultDtype integers(at::kInt);
  EXPECT_EQ(at::ones(2).dtype(), at::kInt);
  // exp has a floating-point result, so it does not take an integer default dtype.
  EXPECT_EQ(at::ones(2).exp().dtype(), at::kFloat);
}

TEST(Devices, AreReadFromTheirNames) {
  EXPECT_EQ(at::Device("cpu"), at::Device(at::kCPU));
  EXPECT_EQ(at::Device("cuda:12"), at::Device(at::kCUDA, 12));
  EXPECT_EQ(at::Device("xla:0").str(), "xla:0");
  EXPECT_EQ(at::TensorOptions("meta").device(), at::Device(at::kMeta));
  for (const char* const wrong : {"", "cp", "cpu:", "cpu:x", ":1", "1", "cuda:1000", "cuda:1:2", "CPU"})
    EXPECT_EQ(rejected([&] { at::Device device{std::string(wrong)}; }), ErrorClass::Argument) << wrong;
}

TEST(Options, StateWhatIsNotThere) {
  const auto options = at::dtype(at::kInt).layout(at::kSparse).device(at::kCUDA, 2);
  EXPECT_EQ(options.device_index(), 2);
  EXPECT_EQ(options.backend(), at::Backend::SparseCUDA);
  EXPECT_EQ(rejected([&] { at::zeros(2, at::kSparse); }), ErrorClass::Unsupported);
  EXPECT_EQ(rejected([&] { at::zeros(2, options); }), ErrorClass::Unsupported);
  EXPECT_EQ(at::TensorOptions().merge_in(options).dtype(), at::kInt);
  EXPECT_FALSE(at::TensorOptions().has_dtype());
}

TEST(Options, ADeviceThatIsNotThereNamesThoseThatAre) {
  try {
    at::zeros(2, at::Device("xla:0"));
    ADD_FAILURE() << "nothing was rejected";
  } catch (const c10::Error& error) {
    EXPECT_NE(std::string(error.what()).find("device xla:0 is not supported; use cpu, cuda or meta"), std::string::npos)
        << error.what();
  }
}

TEST(Options, ComeFromKindsOfTensorsToo) {
  at::DeprecatedTypeProperties& doubles = at::CPU(at::kDouble);
  EXPECT_EQ(doubles.toString(), "CPUDoubleType");
  EXPECT_EQ(at::ones({2, 2}, doubles).dtype(), at::kDouble);
  EXPECT_TRUE(&at::ones(1, doubles).type() == &doubles);
  EXPECT_EQ(Tensor().type().toString(), "UndefinedType");
  EXPECT_EQ(at::ones(1).toBackend(at::Backend::Meta).device(), at::Device(at::kMeta));
  EXPECT_EQ(rejected([] { at::ones(1).toBackend(at::Backend::Undefined); }), ErrorClass::Argument);
}

TEST(Options, OfToMayDenyThatGradientsAreRequired) {
  const Tensor plain = at::ones(2);
  EXPECT_TRUE(plain.to(at::TensorOptions().requires_grad(false)).is_same(plain));
  EXPECT_EQ(rejected([&] { plain.to(at::TensorOptions().requires_grad(true)); }), ErrorClass::Argument);
}

TEST(Literals, HaveTheirOwnDtypeInAt) {
  EXPECT_EQ(at::tensor({1, 2}).dtype(), at::kInt);
  EXPECT_EQ(at::tensor({1.0, 2.0}).dtype(), at::kDouble);
  EXPECT_EQ(at::tensor(2.5F).dtype(), at::kFloat);
  EXPECT_EQ(at::tensor(2.5F).dim(), 1);
  EXPECT_EQ(torch::tensor({1, 2}).dtype(), at::kLong);
  const Tensor complex = torch::tensor({c10::complex<double>(1, -2)});
  EXPECT_EQ(complex.dtype(), at::kComplexDouble);
  EXPECT_EQ(complex[0].item<c10::complex<double>>(), c10::complex<double>(1, -2));
  EXPECT_EQ(rejected([] { at::tensor(c10::complex<float>(1, 2), at::kFloat); }), ErrorClass::Dtype);
  EXPECT_EQ(rejected([] { torch::tensor(c10::complex<float>(1, 2), at::kFloat); }), ErrorClass::Overflow);
}

TEST(Literals, SayWhatTheyAreMadeOf) {
  using torch::detail::TensorDataContainer;
  EXPECT_EQ(TensorDataContainer(3).scalar().toLong(), 3);
  EXPECT_EQ(TensorDataContainer({1, 2}).init_list().size(), 2U);
  EXPECT_TRUE(TensorDataContainer(std::vector<int>{1, 2}).is_tensor());
  EXPECT_EQ(TensorDataContainer(std::vector<int>{1, 2}).tensor().dtype(), at::kInt);
  EXPECT_EQ(rejected([] { TensorDataContainer(3).tensor(); }), ErrorClass::Argument);
  EXPECT_EQ(rejected([] { TensorDataContainer({1, 2}).scalar(); }), ErrorClass::Argument);
}

TEST(Numbers, EqualNumbersOfTheirOwnKind) {
  EXPECT_TRUE(c10::Scalar(2).equal(2.0));
  EXPECT_TRUE(c10::Scalar(2.0).equal(c10::complex<double>(2, 0)));
  EXPECT_FALSE(c10::Scalar(2.0).equal(c10::complex<double>(2, 1)));
  EXPECT_FALSE(c10::Scalar(true).equal(1));
  EXPECT_TRUE(c10::Scalar(true).equal(true));
  EXPECT_FALSE(c10::Scalar(1).equal(true));
}

TEST(Numbers, ThatDoNotFitAreRuntimeErrors) {
  EXPECT_THROW(c10::Scalar(1e6).toHalf(), std::runtime_error);
  EXPECT_EQ(rejected([] { c10::Scalar(1e6).toHalf(); }), ErrorClass::Overflow);
  EXPECT_EQ(static_cast<float>(std::numeric_limits<c10::Half>::max()), 65504.0F);
  EXPECT_EQ(static_cast<float>(std::numeric_limits<c10::Half>::denorm_min()), 0x1p-24F);
  EXPECT_EQ(static_cast<float>(std::numeric_limits<c10::BFloat16>::epsilon()), 0x1p-7F);
}

}  // namespace modecheck::engine
