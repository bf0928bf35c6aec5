// The pointwise operators of the catalogue, taken from their schemas: derivatives against differences, and what each
// form does under the modes and on every sort of tensor (D3, V3, V4, M1, M2, M3, M4, S5).
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
  for (const Row& row : {Row{Rows::schema, Rows::family, kind_of<Rows>, Rows::composite}...})
    if (!row.composite && is_pointwise(row.family)) out.push_back(row);
  return out;
}

const std::vector<Row>& rows() {
  static const std::vector<Row> all = pointwise_rows(operators::Catalogue{});
  return all;
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
    } else if (argument.type == Type::Scalar || argument.type == Type::OptionalScalar) {
      stack.emplace_back(std::int64_t{argument.name == "alpha" || argument.name == "min" ? 1 : 2});
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
          if (other.schema.argument_count > 1 && other.schema.arguments[1].type != row.schema.arguments[1].type)
            continue;
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

TEST(Functions, D3M1M2M4S5UnderEveryModeOnEverySortOfTensor) {
  const auto sorts = [](at::ScalarType type) {
    std::vector<std::pair<std::string, Tensor>> out;
    out.emplace_back("normal", at::ones({2, 2}, type));
    if (c10::isFloatingType(type)) out.emplace_back("requiring grad", at::ones({2, 2}, type).set_requires_grad(true));
    out.emplace_back("view", at::ones({4}, type).view({2, 2}));
    {
      const c10::InferenceMode mode;
      out.emplace_back("inference", at::ones({2, 2}, type));
    }
    return out;
  };
  for (const Row& row : rows()) {
    {
      const OperatorKind kind = row.kind;
      const bool bits = row.schema.name.substr(0, 7) == "bitwise";
      const at::ScalarType type = bits ? at::kLong : at::kFloat;
      for (const std::string mode : {"normal", "NoGrad", "InferenceMode"}) {
        for (const auto& one : sorts(type)) {
          const std::string& sort = one.first;
          const Tensor& self = one.second;
          const std::string what = std::string(row.schema.qualified_name) + " of " + sort + ", " + mode;
          const c10::InferenceMode outer(mode == "InferenceMode");
          const at::AutoGradMode grad_mode(mode == "normal");
          const bool inside = mode == "InferenceMode";
          const bool is_inference = sort == "inference";
          const Tensor out = at::ones({2, 2}, row.family == Family::Comparison ? at::kBool : type);
          const bool written_leaf = kind == OperatorKind::InPlace && sort == "requiring grad" && mode == "normal";
          const bool out_of_recorded = kind == OperatorKind::Out && sort == "requiring grad" && mode == "normal" &&
                                       row.family != Family::Comparison;
          const bool unwritable = kind == OperatorKind::InPlace && is_inference && !inside;
          const std::uint32_t version = is_inference ? 0 : static_cast<std::uint32_t>(self._version());
          if (written_leaf || out_of_recorded || unwritable) {
            EXPECT_EQ(rejected([&] { called(row, self, out, type); }), written_leaf ? ErrorClass::LeafInPlace
                                                                       : out_of_recorded
                                                                           ? ErrorClass::OutArgumentRequiresGrad
                                                                           : ErrorClass::InferenceWriteOutsideMode)
                << what;
            continue;
          }
          const std::string ran = route([&] {
            const Tensor result = called(row, self, out, type);
            if (kind != OperatorKind::Functional) return;
            EXPECT_EQ(result.is_inference(), inside) << what;
            EXPECT_EQ(result.requires_grad(), sort == "requiring grad" && mode == "normal" &&
                                                  row.family != Family::Comparison &&
                                                  c10::isFloatingType(result.scalar_type()))
                << what;
          });
          const bool writes = kind != OperatorKind::Functional;
          EXPECT_EQ(ran.back(), 'B') << what;
          EXPECT_TRUE(!inside || ran.find('A') == std::string::npos) << what;
          if (kind == OperatorKind::InPlace && !is_inference) {
            EXPECT_EQ(static_cast<std::uint32_t>(self._version()), version + 1) << what;
            EXPECT_NE(ran.find('V'), std::string::npos) << what;
          }
          if (!writes && !is_inference) {
            EXPECT_EQ(static_cast<std::uint32_t>(self._version()), version) << what;
          }
        }
      }
    }
  }
}

}  // namespace modecheck::engine
