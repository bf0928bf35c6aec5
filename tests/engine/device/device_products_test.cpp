// Tests matrix products with cuBLASLt: cuBLASLt is loaded, chosen and called correctly. A fake library that multiplies
// on the host replaces cuBLASLt.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>

#include "engine/backends/cuda/launch/product_launch.h"
#include "engine/backends/cuda/libraries/blas_lt.h"
#include "tests/engine/device/on_device.h"

namespace modecheck::engine {
namespace {

using namespace on_device;  // NOLINT: the tests of devices share these helpers

int plain_products = 0;

// Counts the workspace blocks that the fake cuBLASLt has taken and not given back. The blocks are host memory, as all
// memory in this test is.
int rooms = 0;
bool has_room = true;
void* take(std::size_t bytes, void* /*stream*/) {
  if (!has_room) return nullptr;
  ++rooms;
  return std::malloc(bytes);
}
void give_back(void* block, void* /*stream*/) {
  --rooms;
  std::free(block);
}

template <typename T>
void plain(const void* bytes, void* /*stream*/) {
  ++plain_products;
  cuda::product_on_host<T>(bytes);
}

class BlasLtProducts : public ::testing::Test {
 protected:
  void SetUp() override {
    library_ = cuda::BlasLt::load(MODECHECK_FAKE_CUBLASLT);
    ASSERT_TRUE(library_.has_value());
    void* const fake = dlopen(MODECHECK_FAKE_CUBLASLT, RTLD_NOW | RTLD_LOCAL);
    products_ = reinterpret_cast<int (*)()>(dlsym(fake, "fake_products"));
    alive_ = reinterpret_cast<int (*)()>(dlsym(fake, "fake_alive"));
    refuse_ = reinterpret_cast<void (*)(int)>(dlsym(fake, "fake_refuse"));
    plain_products = 0;
    has_room = true;
  }
  void TearDown() override {
    if (refuse_ != nullptr) refuse_(0);
    EXPECT_EQ(rooms, 0) << "memory of the stream was not given back";
    EXPECT_EQ(alive_ == nullptr ? 0 : alive_(), 0) << "something was described and not destroyed";
  }

  // Computes out = beta * self + alpha * (left @ right) in host memory. Returns whether the fake cuBLASLt computed it.
  template <typename T>
  bool is_by_library(const at::Tensor& left, const at::Tensor& right, const at::Tensor& self, double beta, double alpha,
                     const at::Tensor& out) {
    const cuda::ProductArguments<T> product = cuda::product_of<T>(left, right, self, T(beta), T(alpha), out);
    const int asked = products_();
    const bool takes = cuda::BlasLt::takes(product);
    cuda::multiply_or(takes ? &*library_ : nullptr, &plain<T>, product, nullptr, {&take, &give_back});
    return products_() > asked;
  }

  std::optional<cuda::BlasLt> library_;
  int (*products_)() = nullptr;
  int (*alive_)() = nullptr;
  void (*refuse_)(int) = nullptr;
};

TEST_F(BlasLtProducts, AreThoseOfThePlainKernelHoweverMatricesLie) {
  for (const c10::ScalarType type : {c10::kFloat, c10::kDouble}) {
    const at::Tensor a = mixed({40, 33}, type).mul(0.01);
    const at::Tensor b = mixed({33, 50}, type).mul(0.01);
    const at::Tensor c = mixed({40, 50}, type);
    for (const at::Tensor& left : {a, a.t().contiguous().t(), mixed({40, 70}, type).mul(0.01).slice(1, 3, 36)})
      for (const at::Tensor& right : {b, b.t().contiguous().t(), mixed({33, 99}, type).mul(0.01).slice(1, 0, 50)})
        for (const bool adds : {false, true}) {
          const at::Tensor out = at::full({40, 60}, 7, type).slice(1, 0, 50);
          const at::Tensor self = adds ? c : at::Tensor();
          const bool by_library = type == c10::kFloat ? is_by_library<float>(left, right, self, 2, 3, out)
                                                      : is_by_library<double>(left, right, self, 2, 3, out);
          EXPECT_TRUE(by_library);
          const at::Tensor wanted = at::mm(left, right).mul(3);
          EXPECT_TRUE(at::allclose(out, adds ? wanted.add(c, 2) : wanted, 1e-4, 1e-4));
        }
    // The tensor `both` is the result of the product and also the matrix that the product is added to.
    const at::Tensor both = c.clone();
    EXPECT_TRUE(type == c10::kFloat ? is_by_library<float>(a, b, both, 1, 1, both)
                                    : is_by_library<double>(a, b, both, 1, 1, both));
    EXPECT_TRUE(at::allclose(both, at::mm(a, b).add(c), 1e-4, 1e-4));
  }
  EXPECT_EQ(plain_products, 0);
}

TEST_F(BlasLtProducts, AreThePlainKernelsWhereTheLibraryTakesNone) {
  const at::Tensor a = mixed({40, 40}, c10::kFloat).mul(0.01);
  const at::Tensor wanted = at::mm(a, a);
  const at::Tensor none;
  const auto expect_plain = [&](const at::Tensor& left, const at::Tensor& right, const at::Tensor& out,
                                const at::Tensor& result) {
    const int before = plain_products;
    EXPECT_FALSE(is_by_library<float>(left, right, none, 0, 1, out));
    EXPECT_EQ(plain_products, before + 1);
    EXPECT_TRUE(at::allclose(out, result, 1e-4, 1e-4));
  };
  const at::Tensor out = at::zeros({40, 40});
  // The left factor is a slice with step two, so the plain kernel multiplies.
  expect_plain(at::zeros({40, 80}).slice(1, 0, 80, 2).copy_(a), a, out, wanted);
  expect_plain(a, a, at::zeros({40, 40}).t(), wanted);  // the result matrix is stored column by column
  const at::Tensor small = a.slice(0, 0, 4).slice(1, 0, 4);
  expect_plain(small, small, at::zeros({4, 4}), at::mm(small, small));
  has_room = false;
  expect_plain(a, a, out, wanted);
  has_room = true;
  refuse_(1);
  expect_plain(a, a, out, wanted);
}

TEST_F(BlasLtProducts, OfABatchAreOneProduct) {
  for (const c10::ScalarType type : {c10::kFloat, c10::kDouble}) {
    const at::Tensor a = mixed({5, 12, 33}, type).mul(0.01);
    const at::Tensor b = mixed({5, 33, 20}, type).mul(0.01);
    const at::Tensor c = mixed({5, 12, 20}, type);
    const auto expect_one = [&](const at::Tensor& left, const at::Tensor& right, const at::Tensor& self,
                                const at::Tensor& out, bool by_library = true) {
      const int before = products_();
      EXPECT_EQ(type == c10::kFloat ? is_by_library<float>(left, right, self, 2, 3, out)
                                    : is_by_library<double>(left, right, self, 2, 3, out),
                by_library);
      EXPECT_EQ(products_() - before, by_library ? 1 : 0);
      const at::Tensor wanted = at::bmm(left, right).mul(3);
      EXPECT_TRUE(at::allclose(out, self.defined() ? wanted.add(c, 2) : wanted, 1e-4, 1e-4));
    };
    const at::Tensor none;
    const at::Tensor one = a.slice(0, 0, 1).expand({5, 12, 33});
    const at::Tensor beside = mixed({12, 5, 33}, type).mul(0.01).transpose(0, 1);
    for (const at::Tensor& left : {a, a.transpose(1, 2).contiguous().transpose(1, 2), one, beside})
      for (const at::Tensor& right : {b, b.transpose(1, 2).contiguous().transpose(1, 2)})
        for (const at::Tensor& self : {none, c}) {
          expect_one(left, right, self, at::zeros({5, 12, 20}, type));
          expect_one(left, right, self, at::zeros({9, 12, 20}, type).slice(0, 0, 9, 2));
        }
    const at::Tensor both = c.clone();
    expect_one(a, b, both, both);
    // If the result matrices are not stored row by row, the plain kernel computes the whole batch.
    const int before = plain_products;
    expect_one(a, b, none, at::zeros({12, 20, 5}, type).permute({2, 0, 1}), false);
    EXPECT_EQ(plain_products, before + 1);
  }
}

TEST_F(BlasLtProducts, SayOfWhichVersionTheyAre) { EXPECT_EQ(library_->version(), 130100u); }

TEST_F(BlasLtProducts, NoLibraryIsNoError) {
  EXPECT_FALSE(cuda::BlasLt::load("/nowhere/libcublasLt.so.13").has_value());
  EXPECT_FALSE(cuda::BlasLt::load("libm.so.6").has_value()) << "a library that is another";
}

}  // namespace
}  // namespace modecheck::engine
