// Tests the catalogue's pointwise operators with calls that are built from their schemas. Derivatives must match
// central differences. The functional, in-place and out= forms of an operator must agree.
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "engine/dispatch/dispatcher.h"
#include "engine/dispatch/facts.h"
#include "spec/operators/catalogue.h"
#include "tests/engine/support.h"

namespace modecheck::engine {
namespace {

using operators::Family;
using operators::Type;

// Describes an operator of the catalogue as a value and not as a type. One function that loops over such values
// compiles in seconds; a template instance for each operator takes minutes.
struct Row {
  const operators::Schema& schema;
  Family family;
  OperatorKind kind;
  bool composite;
};

bool is_pointwise(Family family) {
  return family == Family::PointwiseUnary || family == Family::PointwiseBinary || family == Family::Comparison;
}

template <typename... Rows>
std::vector<Row> pointwise_rows(operators::List<Rows...> /*names the rows*/) {
  std::vector<Row> out;
  for (const Row& row : {Row{schema_of<Rows>, Rows::family, kind_of<Rows>, Rows::composite}...})
    if (!row.composite && is_pointwise(row.family)) out.push_back(row);
  return out;
}

const std::vector<Row>& rows() {
  static const std::vector<Row> found = pointwise_rows(operators::Catalogue{});
  return found;
}

// Builds the arguments of a call from the schema: `self` for the first tensor, ones for other tensors, two for numbers,
// and `out` at the end.
torch::jit::Stack arguments(const Row& row, const Tensor& self, const Tensor& out, at::ScalarType type) {
  torch::jit::Stack stack;
  bool first = true;
  for (std::size_t i = 0; i < row.schema.argument_count; ++i) {
    const operators::Argument& argument = row.schema.arguments[i];
    if (argument.type == Type::Tensor && argument.keyword_only) {
      stack.emplace_back(out);
    } else if (argument.type == Type::Tensor) {
      const bool condition = argument.name == "condition";
      stack.emplace_back(condition                     ? at::ones(self.sizes(), at::kBool)
                         : std::exchange(first, false) ? self
                                                       : at::full(self.sizes(), 1.25, type));
    } else if (argument.type == Type::OptionalTensor) {
      // Some elements of `self` lie outside these two bounds of clamp, so that the bounds take effect.
      stack.emplace_back(at::full(self.sizes(), argument.name == "min" ? 0.4 : 1.7, type));
    } else if (argument.type == Type::Scalar || argument.type == Type::OptionalScalar) {
      stack.emplace_back(std::int64_t{argument.name == "alpha" || argument.name == "min" ? 1 : 2});
    } else if (argument.type == Type::Int) {
      stack.emplace_back(std::int64_t{1});
    } else if (argument.type == Type::String) {
      stack.emplace_back("none");
    } else {
      stack.emplace_back();
    }
  }
  return stack;
}

Tensor called(const Row& row, const Tensor& self, const Tensor& out = {}, at::ScalarType type = at::kDouble) {
  torch::jit::Stack stack = arguments(row, self, out, type);
  c10::Dispatcher::singleton()
      .findSchemaOrThrow(("aten::" + std::string(row.schema.name)).c_str(), std::string(row.schema.overload).c_str())
      .callBoxed(stack);
  return stack.back().toTensor();
}

// Returns points at which the tested operator is smooth. The caller chooses the middle, because some operators are
// defined only above 1 and some only below.
Tensor points(double middle) {
  return at::arange(0, 4, 1, at::kDouble).mul(number(0.071)).add(number(middle)).view({2, 2});
}

void check_derivative(const Row& row, double middle) {
  const Tensor weights = at::arange(1, 5, 1, at::kDouble).view({2, 2});
  const auto total = [&](const Tensor& x) { return called(row, x).mul(weights).sum(); };
  const Tensor x = points(middle).set_requires_grad(true);
  const Tensor gradient = torch::autograd::grad({total(x)}, {x}, {}, true, true)[0];
  const std::vector<double> got = values(gradient);
  const double step = 1e-5;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const auto moved = [&](double by) {
      const Tensor y = points(middle);
      y.data_ptr<double>()[i] += by;
      return values(total(y))[0];
    };
    const double want = (moved(step) - moved(-step)) / (2 * step);
    if (!std::isfinite(want)) continue;
    EXPECT_NEAR(got[i], want, 1e-7 * std::max(1.0, std::fabs(want))) << row.schema.qualified_name << " at " << i;
  }
  // Compare the second derivatives, too: the derivatives of the sum of the gradient.
  if (!gradient.requires_grad()) return;
  const Tensor second = torch::autograd::grad({gradient.sum()}, {x}, {}, false, false, true)[0];
  if (!second.defined()) return;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const auto moved = [&](double by) {
      const Tensor y = points(middle);
      y.data_ptr<double>()[i] += by;
      const Tensor leaf = y.clone().set_requires_grad(true);
      return values(torch::autograd::grad({total(leaf)}, {leaf})[0].sum())[0];
    };
    const double want = (moved(step) - moved(-step)) / (2 * step);
    if (!std::isfinite(want)) continue;
    EXPECT_NEAR(values(second)[i], want, 1e-5 * std::max(1.0, std::fabs(want)))
        << row.schema.qualified_name << ", twice, at " << i;
  }
}

}  // namespace

TEST(Functions, Derivatives) {
  int checked = 0;
  for (const Row& row : rows()) {
    if (row.kind == OperatorKind::Functional) {
      if (row.family == Family::Comparison) continue;
      ++checked;
      for (const double middle : {0.31, 1.61}) check_derivative(row, middle);
    }
  }
  EXPECT_GT(checked, 50);
}

// The in-place form leaves the functional form's result in its argument, and the `out=` form writes it to `out`.
TEST(Functions, FormsAgree) {
  for (const Row& row : rows()) {
    if (row.kind != OperatorKind::Functional) {
      const bool comparison = row.family == Family::Comparison;
      if (row.schema.name.substr(0, 7) == "bitwise") continue;
      const Tensor self = points(0.31);
      const Tensor result = called(row, self.clone(), at::zeros({2, 2}, comparison ? at::kBool : at::kDouble));
      // The functional form of an in-place operator has the same name without the underscore.
      std::string name(row.schema.name);
      if (name.back() == '_') name.pop_back();
      bool found = false;
      for (const Row& other : rows()) {
        if (other.kind == OperatorKind::Functional) {
          const std::size_t extra = row.kind == OperatorKind::Out ? 1 : 0;
          if (found || other.schema.name != name || other.schema.argument_count + extra != row.schema.argument_count)
            continue;
          bool alike = true;
          for (std::size_t i = 0; i < other.schema.argument_count; ++i)
            alike = alike && other.schema.arguments[i].type == row.schema.arguments[i].type;
          if (!alike) continue;
          found = true;
          const std::vector<double> want = values(called(other, self));
          const std::vector<double> got = values(result);
          for (std::size_t i = 0; i < want.size(); ++i)
            EXPECT_TRUE(got[i] == want[i] || (std::isnan(got[i]) && std::isnan(want[i]))) << row.schema.qualified_name;
        }
      }
      EXPECT_TRUE(found) << row.schema.qualified_name << " has no functional form";
    }
  }
}

TEST(Functions, ADirectionIsConstantWhereThereIsNone) {
  const Tensor x = at::zeros({2}, at::kComplexDouble).set_requires_grad(true);
  const Tensor gradient = torch::autograd::grad({at::real(at::sgn(x)).sum()}, {x})[0];
  EXPECT_TRUE(at::equal(at::view_as_real(gradient), at::zeros({2, 2}, at::kDouble))) << gradient;
}

// engine/api/further_overloads.h has overloads that take dtype, layout and device as separate arguments, or take other
// arguments. They must give the results of the usual overloads.
TEST(Functions, OptionsOneByOneAreTheOptions) {
  const auto same = [](const Tensor& one, const Tensor& other) {
    EXPECT_EQ(one.scalar_type(), other.scalar_type());
    EXPECT_TRUE(at::equal(one, other)) << one << other;
  };
  const c10::optional<c10::ScalarType> wide = at::kDouble;
  const auto none = c10::nullopt;
  same(at::arange(5, wide, none, none, none), at::arange(5, at::kDouble));
  same(at::arange(2, 5, wide, none, none, none), at::arange(2, 5, at::kDouble));
  same(at::eye(2, wide, none, none, none), at::eye(2, at::kDouble));
  same(at::eye(2, 3, wide, none, none, none), at::eye(2, 3, at::kDouble));
  same(at::linspace(0, 1, 4, wide, none, none, none), at::linspace(0, 1, 4, at::kDouble));
  same(at::logspace(0, 1, 4, 2, wide, none, none, none), at::logspace(0, 1, 4, 2, at::kDouble));
  same(at::bartlett_window(4, wide, none, none, none), at::bartlett_window(4, at::kDouble));
  same(at::blackman_window(4, false, wide, none, none, none), at::blackman_window(4, false, at::kDouble));
  same(at::hann_window(4, false, wide, none, none, none), at::hann_window(4, false, at::kDouble));
  same(at::hamming_window(4, true, 0.5, wide, none, none, none), at::hamming_window(4, true, 0.5, at::kDouble));
  same(at::hamming_window(4, true, 0.5, 0.25, wide, none, none, none),
       at::hamming_window(4, true, 0.5, 0.25, at::kDouble));
  same(at::kaiser_window(4, true, 3.0, wide, none, none, none), at::kaiser_window(4, true, 3.0, at::kDouble));
  same(at::fft_fftfreq(4, 2.0, wide, none, none, none), at::fft_fftfreq(4, 2.0, at::kDouble));
  same(at::fft_rfftfreq(4, 2.0, wide, none, none, none), at::fft_rfftfreq(4, 2.0, at::kDouble));
  const c10::optional<c10::ScalarType> whole = at::kInt;
  same(at::tril_indices(2, 3, 0, whole, none, none, none), at::tril_indices(2, 3, 0, at::kInt));
  same(at::triu_indices(2, 3, 1, whole, none, none, none), at::triu_indices(2, 3, 1, at::kInt));
  same(at::ones_like(normal(), wide, none, none, none, none), at::ones_like(normal(), at::kDouble));
  same(at::zeros_like(normal(), wide, none, none, none, none), at::zeros_like(normal(), at::kDouble));
  EXPECT_EQ(at::empty_like(normal(), wide, none, none, none, none).scalar_type(), at::kDouble);
}

TEST(Functions, RandomNumbersDoNotDependOnHowOptionsAreGiven) {
  const c10::optional<c10::ScalarType> wide = at::kDouble;
  const auto none = c10::nullopt;
  const auto seeded = [](const std::function<Tensor()>& draw) {
    at::manual_seed(7);
    return values(draw());
  };
  const std::vector<std::int64_t> sizes{2, 3};
  EXPECT_EQ(seeded([&] { return at::rand(sizes, none, wide, none, none, none); }),
            seeded([&] { return at::rand(sizes, none, at::TensorOptions(at::kDouble)); }));
  EXPECT_EQ(seeded([&] { return at::randn(sizes, none, wide, none, none, none); }),
            seeded([&] { return at::randn(sizes, none, at::TensorOptions(at::kDouble)); }));
  EXPECT_EQ(seeded([&] { return at::randint(9, sizes, none, wide, none, none, none); }),
            seeded([&] { return at::randint(9, sizes, none, at::TensorOptions(at::kDouble)); }));
  EXPECT_EQ(seeded([&] { return at::randint(2, 9, sizes, none, wide, none, none, none); }),
            seeded([&] { return at::randint(2, 9, sizes, none, at::TensorOptions(at::kDouble)); }));
  EXPECT_EQ(seeded([&] { return at::randperm(9, none, wide, none, none, none); }),
            seeded([&] { return at::randperm(9, none, at::TensorOptions(at::kDouble)); }));
  EXPECT_EQ(seeded([&] { return at::normal(1, 2, sizes, none, wide, none, none, none); }),
            seeded([&] { return at::normal(1, 2, sizes, none, at::TensorOptions(at::kDouble)); }));
}

TEST(Functions, OverloadsForOtherArgumentsComputeTheSame) {
  const Tensor image = at::arange(8, at::kDouble).reshape({1, 1, 2, 4});
  const std::vector<double> factors{2, 1.5};
  EXPECT_TRUE(at::equal(at::upsample_bilinear2d(image, c10::IntArrayRef({4, 6}), false, 2.0, 1.5),
                        at::upsample_bilinear2d(image, c10::nullopt, false, c10::ArrayRef<double>(factors))));
  EXPECT_TRUE(at::equal(at::upsample_nearest2d(image, c10::IntArrayRef({4, 6}), 2.0, 1.5),
                        at::upsample_nearest2d(image, c10::nullopt, c10::ArrayRef<double>(factors))));
  const std::vector<Tensor> parts = at::split(image, c10::IntArrayRef({1, 3}), 3);
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_TRUE(at::equal(parts[1], image.narrow(3, 1, 3)));
  EXPECT_TRUE(at::is_same_size(image, at::zeros({1, 1, 2, 4})));
  EXPECT_FALSE(at::is_same_size(image, at::zeros({1, 1, 4, 2})));
}

}  // namespace modecheck::engine
