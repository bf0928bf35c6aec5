// The pointwise operators of the catalogue, taken from their schemas: derivatives against differences, and that all
// forms agree.
#include <cmath>
#include <string>
#include <vector>

#include "engine/dispatch/dispatcher.h"
#include "engine/dispatch/facts.h"
#include "spec/operators/catalogue.h"
#include "support.h"

namespace modecheck::engine {
namespace {

using operators::Family;
using operators::Type;

// A row of the catalogue as a value: one function for all of them compiles in seconds, one for each in minutes.
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

// The arguments of the schema: `self` for the first tensor, ones for the others, two for numbers, `out` at the end.
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
      // Bounds that some points are beyond.
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

// Where all of them are smooth; some want more than 1, some less.
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
  // The gradient's own derivative: of its sum.
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

// The in-place form leaves what the functional form returns, and the `out=` form writes it.
TEST(Functions, FormsAgree) {
  for (const Row& row : rows()) {
    if (row.kind != OperatorKind::Functional) {
      const bool comparison = row.family == Family::Comparison;
      if (row.schema.name.substr(0, 7) == "bitwise") continue;
      const Tensor self = points(0.31);
      const Tensor result = called(row, self.clone(), at::zeros({2, 2}, comparison ? at::kBool : at::kDouble));
      // The functional row has the same name, without the underscore.
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

}  // namespace modecheck::engine
