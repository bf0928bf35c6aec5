// Compares factories such as arange, full and eye with their definitions, and tests type promotion.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/definitions/families.h"

namespace modecheck::definitions {
namespace {

// In these tests a factory takes its dtype from the first argument.
constexpr Judged kAll{.dtypes = Dtypes::Numbers, .first = false};
constexpr Judged kReal{.first = false};

Array numbered(std::int64_t count, const std::function<double(std::int64_t)>& f) {
  Array out(Sizes{count});
  for (std::int64_t i = 0; i < count; ++i) out[i] = f(i);
  return out.constant();
}

void ranges(Judge& judge) {
  const Arrays like{real({})};
  for (const std::int64_t n : {0, 1, 5, 1000}) {
    judge(
        "arange(Scalar,TensorOptions)", like,
        [=](const Tensors& in) { return Tensors{at::arange(n, in[0].options())}; },
        [=](const Arrays&) { return Arrays{numbered(n, [](std::int64_t i) { return static_cast<double>(i); })}; },
        kAll);
    judge(
        "arange(Scalar,Scalar,TensorOptions)", like,
        [=](const Tensors& in) { return Tensors{at::arange(2, n + 2, in[0].options())}; },
        [=](const Arrays&) { return Arrays{numbered(n, [](std::int64_t i) { return static_cast<double>(i + 2); })}; },
        kAll);
  }
  // The result of arange does not contain the end of the range.
  judge(
      "arange(Scalar,Scalar,TensorOptions)", like,
      [](const Tensors& in) { return Tensors{at::arange(-0.5, 2.5, in[0].options())}; },
      [](const Arrays&) { return Arrays{numbered(3, [](std::int64_t i) { return -0.5 + static_cast<double>(i); })}; },
      kReal);
  for (const std::int64_t n : {0, 1, 2, 7, 300}) {
    const auto linear = [n](double from, double to) {
      return [=](std::int64_t i) {
        return n == 1 ? from : from + (to - from) * static_cast<double>(i) / static_cast<double>(n - 1);
      };
    };
    judge(
        "linspace(Scalar,Scalar,int64_t,TensorOptions)", like,
        [=](const Tensors& in) { return Tensors{at::linspace(-1.5, 4, n, in[0].options())}; },
        [=](const Arrays&) { return Arrays{numbered(n, linear(-1.5, 4))}; }, kReal);
    judge(
        "logspace(Scalar,Scalar,int64_t,double,TensorOptions)", like,
        [=](const Tensors& in) { return Tensors{at::logspace(-1, 2, n, 3, in[0].options())}; },
        [=](const Arrays&) {
          const auto exponent = linear(-1, 2);
          return Arrays{numbered(n, [=](std::int64_t i) { return std::exp(exponent(i) * std::log(3.0)); })};
        },
        kReal);
  }
}

void like_another(Judge& judge) {
  for (const Sizes& sizes : {Sizes{2, 3}, Sizes{}, Sizes{0, 2}, Sizes{40, 50}}) {
    const auto filled = [](double value) {
      return [=](const Arrays& in) { return Arrays{Array(in[0].sizes, value).constant()}; };
    };
    judge(
        "zeros_like(Tensor,TensorOptions,optional<MemoryFormat>)", {real(sizes)},
        [](const Tensors& in) { return Tensors{at::zeros_like(in[0])}; }, filled(0), kAll);
    judge(
        "ones_like(Tensor,TensorOptions,optional<MemoryFormat>)", {real(sizes)},
        [](const Tensors& in) { return Tensors{at::ones_like(in[0])}; }, filled(1), kAll);
    // The elements of an empty_like result are unspecified, so the test sets them to zero first.
    judge(
        "empty_like(Tensor,TensorOptions,optional<MemoryFormat>)", {real(sizes)},
        [](const Tensors& in) { return Tensors{at::empty_like(in[0]).zero_()}; }, filled(0), kAll);
  }
}

void matrices(Judge& judge) {
  for (const auto& [n, m] :
       {std::pair<std::int64_t, std::int64_t>{3, 3}, {2, 4}, {4, 2}, {0, 3}, {3, 0}, {1, 1}, {50, 60}}) {
    const auto unit = [](std::int64_t rows, std::int64_t columns) {
      Array out(Sizes{rows, columns});
      for (std::int64_t i = 0; i < std::min(rows, columns); ++i) out[Index{i, i}] = 1;
      return out.constant();
    };
    judge(
        "eye(int64_t,int64_t,TensorOptions)", {real({})},
        [n = n, m = m](const Tensors& in) { return Tensors{at::eye(n, m, in[0].options())}; },
        [=, n = n, m = m](const Arrays&) { return Arrays{unit(n, m)}; }, kAll);
    judge(
        "eye(int64_t,TensorOptions)", {real({})},
        [n = n](const Tensors& in) { return Tensors{at::eye(n, in[0].options())}; },
        [=, n = n](const Arrays&) { return Arrays{unit(n, n)}; }, kAll);
  }
}

void of_values(Judge& judge) {
  const Arrays like{real({})};
  const Definition three = [](const Arrays&) {
    return Arrays{numbered(3, [](std::int64_t i) { return static_cast<double>(i * i + 1); })};
  };
  judge(
      "tensor(ArrayRef<T>,TensorOptions)", like,
      [](const Tensors& in) {
        const int values[] = {1, 2, 5};
        return Tensors{at::tensor(c10::ArrayRef<int>(values), in[0].options())};
      },
      three, kAll);
  judge(
      "tensor(initializer_list<T>,TensorOptions)", like,
      [](const Tensors& in) {
        return Tensors{at::tensor({1.0, 2.0, 5.0}, in[0].options())};
      },
      three, kAll);
  judge(
      "tensor(vector<T>,TensorOptions)", like,
      [](const Tensors& in) {
        return Tensors{at::tensor(std::vector<double>{1, 2, 5}, in[0].options())};
      },
      three, kAll);
  judge(
      "tensor(T,TensorOptions)", like, [](const Tensors& in) { return Tensors{at::tensor(5, in[0].options())}; },
      [](const Arrays&) { return Arrays{Array(Sizes{1}, 5).constant()}; }, kAll);
  judge(
      "scalar_to_tensor(Scalar,Device)", {}, [](const Tensors&) { return Tensors{at::scalar_to_tensor(5)}; },
      [](const Arrays&) { return Arrays{Array(Sizes{}, 5, Kind::Place)}; }, kReal);
  judge(
      "scalar_to_tensor(Scalar,Device)", {}, [](const Tensors&) { return Tensors{at::scalar_to_tensor(true)}; },
      [](const Arrays&) { return Arrays{Array(Sizes{}, 1, Kind::Truth)}; }, kReal);
  judge.by_hand("scalar_to_tensor(Scalar,Device)", [] {
    EXPECT_EQ(at::scalar_to_tensor(2.5).scalar_type(), at::kDouble);
    EXPECT_EQ(at::scalar_to_tensor(2.5).item<double>(), 2.5);
  });
}

void on_memory(Judge& judge) {
  static double memory[6] = {1, 2, 3, 4, 5, 6};
  const auto holds = [](const at::Tensor& tensor, const std::vector<double>& expected) {
    ASSERT_EQ(tensor.numel(), static_cast<std::int64_t>(expected.size()));
    const at::Tensor dense = tensor.contiguous();
    for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(dense.data_ptr<double>()[i], expected[i]) << i;
    EXPECT_EQ(tensor.data_ptr(), memory);
  };
  judge.by_hand("from_blob(void*,IntArrayRef,TensorOptions)", [=] {
    holds(at::from_blob(memory, {2, 3}, at::kDouble), {1, 2, 3, 4, 5, 6});
    holds(at::from_blob(memory, {}, at::kDouble), {1});
  });
  judge.by_hand("from_blob(void*,IntArrayRef,IntArrayRef,TensorOptions)", [=] {
    holds(at::from_blob(memory, {3, 2}, {1, 3}, at::kDouble), {1, 4, 2, 5, 3, 6});
  });
  judge.by_hand("from_blob(void*,IntArrayRef,function<void(void*)>,TensorOptions)", [=] {
    int deleted = 0;
    {
      const at::Tensor tensor = at::from_blob(
          memory, {6}, [&](void* of) { deleted += of == memory ? 1 : 100; }, at::kDouble);
      holds(tensor, {1, 2, 3, 4, 5, 6});
      const at::Tensor part = tensor.slice(0, 0, 2);
      EXPECT_EQ(deleted, 0);
    }
    EXPECT_EQ(deleted, 1);
  });
  judge.by_hand("from_blob(void*,IntArrayRef,IntArrayRef,function<void(void*)>,TensorOptions)", [=] {
    int deleted = 0;
    holds(at::from_blob(
              memory, {3}, {2}, [&](void*) { ++deleted; }, at::kDouble),
          {1, 3, 5});
    EXPECT_EQ(deleted, 1);
  });
}

// Tests type promotion. bool comes first, then integer dtypes by size, floating-point dtypes by size, and complex
// dtypes.
void dtypes(Judge& judge) {
  struct Type {
    at::ScalarType type;
    int category;  // the value is 0 for bool, 1 for integer, 2 for floating-point and 3 for complex dtypes
    int size;
  };
  const Type types[] = {{at::kBool, 0, 1},  {at::kByte, 1, 1},   {at::kChar, 1, 1},         {at::kShort, 1, 2},
                        {at::kInt, 1, 4},   {at::kLong, 1, 8},   {at::kHalf, 2, 2},         {at::kBFloat16, 2, 2},
                        {at::kFloat, 2, 4}, {at::kDouble, 2, 8}, {at::kComplexFloat, 3, 4}, {at::kComplexDouble, 3, 8}};
  judge.by_hand("can_cast(ScalarType,ScalarType)", [=] {
    for (const Type& from : types)
      for (const Type& to : types)
        EXPECT_EQ(at::can_cast(from.type, to.type), to.category >= from.category)
            << c10::toString(from.type) << " " << c10::toString(to.type);
  });
  const auto together = [=](const Type& a, const Type& b) {
    if (a.type == b.type) return a.type;
    // uint8 with int8 gives int16, and float16 with bfloat16 gives float32: the next dtype that holds both.
    if (a.category == 1 && b.category == 1 && a.size == b.size) return at::kShort;
    if (a.category == 2 && b.category == 2 && a.size == b.size) return at::kFloat;
    const Type& higher = a.category != b.category ? (a.category > b.category ? a : b) : (a.size > b.size ? a : b);
    const Type& lower = &higher == &a ? b : a;
    // complex64 with float64 gives complex128.
    if (higher.category == 3 && lower.category == 2 && lower.size > higher.size) return at::kComplexDouble;
    return higher.type;
  };
  judge.by_hand("promote_types(ScalarType,ScalarType)", [=] {
    for (const Type& a : types)
      for (const Type& b : types)
        EXPECT_EQ(at::promote_types(a.type, b.type), together(a, b))
            << c10::toString(a.type) << " " << c10::toString(b.type);
  });
  judge.by_hand("result_type(A,B)", [=] {
    for (const Type& a : types)
      for (const Type& b : types) {
        const at::Tensor x = at::zeros({2}, a.type);
        EXPECT_EQ(at::result_type(x, at::zeros({2}, b.type)), together(a, b));
        // In type promotion, a tensor without dimensions counts only if its category is higher. If it is complex, the
        // other tensor still decides the precision.
        at::ScalarType beside = b.category > a.category ? together(a, b) : a.type;
        if (a.category == 2 && b.category == 3)
          beside = a.type == at::kHalf     ? at::ScalarType::ComplexHalf
                   : a.type == at::kDouble ? at::kComplexDouble
                                           : at::kComplexFloat;
        EXPECT_EQ(at::result_type(x, at::zeros({}, b.type)), beside)
            << c10::toString(a.type) << " " << c10::toString(b.type);
      }
    for (const Type& a : types) {
      const at::Tensor x = at::zeros({2}, a.type);
      EXPECT_EQ(at::result_type(x, at::Scalar(1)), a.category < 1 ? at::kLong : a.type);
      EXPECT_EQ(at::result_type(at::Scalar(1.5), x), a.category < 2 ? at::kFloat : a.type);
    }
  });
}

}  // namespace

void factories(Judge& judge) {
  ranges(judge);
  like_another(judge);
  matrices(judge);
  of_values(judge);
  on_memory(judge);
  dtypes(judge);
}

}  // namespace modecheck::definitions
