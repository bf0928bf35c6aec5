// Calls every operator of the catalogue in the default mode, under NoGradGuard and in InferenceMode. The tensors are
// normal, require grad, are views or are inference tensors. Arguments and expectations come only from the schema and
// the operator's family, so a new operator is tested without a change here. The rules are K1, K2, K4, K6, D3, V2, V3,
// V4, W1, W3, W6, M1, M2, M4, M6 and S5.
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tests/engine/support.h"
#include "tests/support/schema_call.h"

namespace modecheck::engine {
namespace {

using bench::Recipe;
using bench::SchemaRow;
using operators::Family;

enum class Mode : std::uint8_t { Normal, NoGrad, InferenceMode };
enum class Sort : std::uint8_t { Normal, Leaf, Result, View, Inference };
constexpr Mode all_modes[] = {Mode::Normal, Mode::NoGrad, Mode::InferenceMode};
constexpr Sort all_sorts[] = {Sort::Normal, Sort::Leaf, Sort::Result, Sort::View, Sort::Inference};
constexpr const char* mode_names[] = {"normal mode", "NoGrad", "InferenceMode"};
constexpr const char* sort_names[] = {"a normal tensor", "a leaf that requires grad", "a result that requires grad",
                                      "a view", "an inference tensor"};

Tensor like(Sort sort, c10::IntArrayRef sizes, at::ScalarType dtype) {
  switch (sort) {
    case Sort::Normal:
      return at::ones(sizes, dtype);
    case Sort::Leaf:
      return at::ones(sizes, dtype).set_requires_grad(true);
    case Sort::Result:
      return at::ones(sizes, dtype).set_requires_grad(true).clone();
    case Sort::View:
      return at::ones(sizes, dtype).alias();
    case Sort::Inference:
      break;
  }
  const c10::InferenceMode mode;
  return at::ones(sizes, dtype);
}

// Returns a tensor of the given sort with the values of `plain`.
Tensor of_sort(Sort sort, const Tensor& plain) {
  switch (sort) {
    case Sort::Normal:
      return plain.clone();
    case Sort::Leaf:
      return plain.clone().set_requires_grad(true);
    case Sort::Result:
      return plain.clone().set_requires_grad(true).clone();
    case Sort::View:
      return plain.clone().alias();
    case Sort::Inference:
      break;
  }
  const c10::InferenceMode mode;
  return plain.clone();
}

// Returns whether the operator's result with the index `number` is not differentiable. Examples are the statistics of
// layer_norm, the total weight of nll_loss, and the factors of a matrix.
bool is_beside(std::string_view name, std::size_t number) {
  if (name == "_linalg_slogdet") return number > 1;
  return number > 0 && (name == "native_layer_norm" || name == "nll_loss_forward" || name == "_linalg_det" ||
                        name == "_linalg_solve_ex");
}

bool requires_grad(Sort sort) { return sort == Sort::Leaf || sort == Sort::Result; }

// Returns whether the operator returns bools or indices, through which no gradient flows.
bool gives_truth_or_places(const SchemaRow& row) {
  if (row.family == Family::Comparison) return true;
  for (const std::string_view name : {"any", "all", "argmax", "argmin", "nonzero"})
    if (row.schema.name == name) return true;
  return false;
}

// Returns the error with which the call has to be rejected, or std::nullopt if it has to succeed.
std::optional<ErrorClass> rejection(const SchemaRow& row, Mode mode, Sort sort) {
  std::optional<ErrorClass> out;
  const bool inside = mode == Mode::InferenceMode;
  const bool inference = sort == Sort::Inference;
  // Rule M6: detach_ writes nothing. A tracked view rejects detach_.
  if (row.schema.name == "detach_")
    return sort == Sort::View && !inside ? std::optional(ErrorClass::DetachView) : std::nullopt;
  if (row.schema.name == "resize_" && requires_grad(sort) && !inside) return ErrorClass::ResizeRequiresGrad;
  // Rule K3: the source of set_ is a normal tensor, and no inference tensor may take its storage.
  if (row.schema.name == "set_" && inference && inside) return ErrorClass::KindChange;
  // Rules M2, W4 and M4 reject writes to inference tensors outside InferenceMode, in-place writes to leaves that
  // require grad, and out= arguments that require grad.
  const bool writes_self = row.kind == OperatorKind::InPlace;
  if (writes_self && inference && !inside) out = ErrorClass::InferenceWriteOutsideMode;
  if (writes_self && sort == Sort::Leaf && mode == Mode::Normal) out = ErrorClass::LeafInPlace;
  if (row.kind == OperatorKind::Out && requires_grad(sort) && mode == Mode::Normal && !gives_truth_or_places(row))
    out = ErrorClass::OutArgumentRequiresGrad;
  return out;
}

class Guards {
 public:
  explicit Guards(Mode mode) : inference_(mode == Mode::InferenceMode), grad_(mode == Mode::Normal) {}

 private:
  c10::InferenceMode inference_;
  at::AutoGradMode grad_;
};

void check_result(const SchemaRow& row, Mode mode, Sort sort, const Tensor& self, const Tensor& result,
                  std::size_t number, const std::string& what) {
  const bool inside = mode == Mode::InferenceMode;
  const bool inference = sort == Sort::Inference;
  const bool alias = result.is_alias_of(self);
  // Rules K1, K2 and K4 say which results are inference tensors.
  EXPECT_EQ(result.is_inference(), alias ? inference : inside) << what;
  if (result.is_inference()) {
    // Rule K6: an inference tensor is not a tracked view. Rule V2: reading its version raises.
    EXPECT_FALSE(result.is_view()) << what;
    EXPECT_EQ(rejected([&] { static_cast<void>(result._version()); }), ErrorClass::InferenceVersionRead) << what;
  }
  // Rules S5, K6, W3 and W6: a result has no history if it is made inside InferenceMode or from an inference tensor.
  if ((inside || inference) && !result.is_same(self)) {
    EXPECT_TRUE(result.is_leaf()) << what;
  }
  switch (row.kind) {
    case OperatorKind::Functional:
      EXPECT_FALSE(alias) << what;
      EXPECT_FALSE(result.is_view()) << what;
      // No gradient flows through integers, through comparisons, or through factories such as zeros_like.
      EXPECT_EQ(result.requires_grad(), mode == Mode::Normal && requires_grad(sort) &&
                                            row.family != Family::Comparison && !row.schema.name.ends_with("_like") &&
                                            !is_beside(row.schema.name, number) &&
                                            c10::isDifferentiableType(result.scalar_type()))
          << what;
      break;
    case OperatorKind::View:
      EXPECT_TRUE(alias) << what;
      // Rules W1 and W6: a view of a normal tensor is tracked.
      EXPECT_EQ(result.is_view(), !inference) << what;
      EXPECT_EQ(result.requires_grad(), requires_grad(sort)) << what;  // rule W3: a view requires grad if its base does
      if (!inference) {
        EXPECT_EQ(result._version(), self._version()) << what;  // rule V1: base and view share one counter
      }
      break;
    case OperatorKind::Alias:
      EXPECT_TRUE(alias) << what;
      EXPECT_FALSE(result.requires_grad()) << what;  // rule W1: an alias such as detach() has no history
      if (!inference) {
        EXPECT_EQ(result._version(), self._version()) << what;
      }
      break;
    default:
      break;
  }
}

}  // namespace

TEST(ModeMatrix, EveryOperatorHasACallThatIsTaken) {
  for (const SchemaRow& row : bench::schema_rows()) EXPECT_TRUE(bench::recipe_for(row).has_value()) << row.schema.text;
}

TEST(ModeMatrix, EveryOperatorUnderEveryModeOnEverySort) {
  for (const SchemaRow& row : bench::schema_rows()) {
    const std::optional<Recipe> recipe = bench::recipe_for(row);
    if (!recipe) continue;  // EveryOperatorHasACallThatIsTaken fails for an operator without a recipe for its arguments
    for (const Mode mode : all_modes) {
      for (const Sort sort : all_sorts) {
        if (requires_grad(sort) && recipe->dtype != at::kFloat) continue;
        const std::string what =
            row.name() + " of " + sort_names[static_cast<int>(sort)] + ", " + mode_names[static_cast<int>(mode)];
        const Tensor self = like(sort, recipe->sizes, recipe->dtype);
        const Tensor out = bench::fresh_out(*recipe);
        const bool inside = mode == Mode::InferenceMode;
        const bool inference = sort == Sort::Inference;
        torch::jit::Stack stack = bench::arguments(row, *recipe, self, out);
        const Guards guards(mode);
        const std::uint32_t version = inference ? 0 : static_cast<std::uint32_t>(self._version());
        const std::optional<ErrorClass> error = rejection(row, mode, sort);
        if (error) {
          const std::vector<double> before = values(self);
          EXPECT_EQ(rejected([&] { bench::call(row, stack); }), *error) << what;
          EXPECT_EQ(values(self), before) << what;  // rule E1: a rejected call changes nothing
          if (!inference) {
            // Rule V3: a rejected write does not bump the version.
            EXPECT_EQ(static_cast<std::uint32_t>(self._version()), version) << what;
          }
          continue;
        }
        std::vector<Tensor> results;
        const std::string ran = route([&] { results = bench::call(row, stack); });
        EXPECT_EQ(self.is_inference(), inference) << what;  // rule K3: the tensor stays normal or inference
        // Rule D3: the dispatch keys of the call follow from the mode, and from which of its tensors are inference
        // tensors.
        if (inside) {
          EXPECT_EQ(ran.find('A'), std::string::npos) << what;
        }
        if (inference && !inside && row.kind == OperatorKind::Functional && row.family != Family::Joining) {
          EXPECT_NE(ran.find('B'), std::string::npos) << what;
        }
        const bool writes = row.kind == OperatorKind::InPlace;
        if (!inference && row.kind != OperatorKind::Composite) {
          const auto now = static_cast<std::uint32_t>(self._version());
          // Rules V3 and V4: a successful write bumps the version once, but detach_ does not bump.
          EXPECT_EQ(now, version + (writes && row.schema.name != "detach_" ? 1 : 0)) << what;
          if (writes) {
            EXPECT_NE(ran.find('V'), std::string::npos) << what;
          }
        }
        if (writes || row.kind == OperatorKind::Out) continue;
        // A list operator returns several tensors, and only the first comes from `self`. So only the first is checked.
        if (row.family == Family::Foreach || row.schema.name == "broadcast_tensors" || row.schema.name == "meshgrid")
          results.resize(1);
        // broadcast_tensors may return its argument itself, so its results are not checked.
        if (row.schema.name == "broadcast_tensors") continue;
        for (std::size_t i = 0; i < results.size(); ++i) check_result(row, mode, sort, self, results[i], i, what);
      }
    }
  }
}

// Gives each argument after the first every sort of tensor in turn (normal, requiring grad, view, inference). The first
// argument is normal.
TEST(ModeMatrix, EveryOtherArgumentUnderEveryModeOfEverySort) {
  std::size_t varied = 0;
  for (const SchemaRow& row : bench::schema_rows()) {
    const std::optional<Recipe> recipe = bench::recipe_for(row);
    if (!recipe) continue;
    for (std::size_t i = 1; i < row.schema.argument_count; ++i) {
      const operators::Argument& argument = row.schema.arguments[i];
      for (const Mode mode : all_modes) {
        for (const Sort sort : all_sorts) {
          const Tensor self = like(Sort::Normal, recipe->sizes, recipe->dtype);
          torch::jit::Stack stack = bench::arguments(row, *recipe, self, bench::fresh_out(*recipe));
          if (argument.write || !stack[i].isTensor()) continue;
          const Tensor plain = stack[i].toTensor();
          if (requires_grad(sort) && !plain.is_floating_point()) continue;
          ++varied;
          const Tensor other = of_sort(sort, plain);
          stack[i] = other;
          const std::string what = row.name() + " with " + std::string(argument.name) + ", " +
                                   sort_names[static_cast<int>(sort)] + ", " + mode_names[static_cast<int>(mode)];
          const bool inside = mode == Mode::InferenceMode;
          const bool inference = sort == Sort::Inference;
          const std::uint32_t version = inference ? 0 : static_cast<std::uint32_t>(other._version());
          const Guards guards(mode);
          std::optional<ErrorClass> error;
          // Rule K3: a normal tensor and an inference tensor cannot share storage.
          if (row.schema.name == "set_" && inference) error = ErrorClass::KindChange;
          if (row.kind == OperatorKind::Out && requires_grad(sort) && mode == Mode::Normal &&
              !gives_truth_or_places(row))
            error = ErrorClass::OutArgumentRequiresGrad;  // rule M4 rejects an out= call that would lose a gradient
          // Running statistics and class weights are not differentiable, so a call that would need their gradient is
          // rejected.
          const bool running = argument.name == "running_mean" || argument.name == "running_var";
          const bool weighs = argument.name == "weight" && (row.schema.name.find("nll_loss") != std::string::npos ||
                                                            row.schema.name.find("cross_entropy") != std::string::npos);
          if ((running || weighs) && requires_grad(sort) && mode == Mode::Normal && row.kind != OperatorKind::Out)
            error = ErrorClass::Argument;
          if (error) {
            EXPECT_EQ(rejected([&] { bench::call(row, stack); }), *error) << what;
            continue;
          }
          std::vector<Tensor> results;
          const std::string ran = route([&] { results = bench::call(row, stack); });
          EXPECT_EQ(other.is_inference(), inference) << what;  // rule K3: the tensor stays normal or inference
          EXPECT_FALSE(self.is_inference()) << what;
          if (inside) {
            EXPECT_EQ(ran.find('A'), std::string::npos) << what;  // rule D3: Autograd does not run in InferenceMode
          }
          if (!inference) {
            // Rule V3: a read does not bump the version.
            EXPECT_EQ(static_cast<std::uint32_t>(other._version()), version) << what;
          }
          const bool wanted = mode == Mode::Normal && requires_grad(sort);
          if (row.kind == OperatorKind::InPlace) {
            EXPECT_EQ(self.requires_grad(), wanted) << what;
          }
          if (row.kind != OperatorKind::Functional) continue;
          for (const Tensor& result : results) {
            EXPECT_EQ(result.is_inference(), inside) << what;  // rules K1 and K2: the mode decides
          }
          // No gradient flows through comparisons or integers.
          EXPECT_EQ(results[0].requires_grad(),
                    wanted && row.family != Family::Comparison && results[0].is_floating_point())
              << what;
        }
      }
    }
  }
  EXPECT_GT(varied, 2000U);
}

// Gives the output of each `out=` operator every sort of tensor in turn (normal, requiring grad, view, inference).
TEST(ModeMatrix, EveryOutputUnderEveryModeOfEverySort) {
  std::set<std::string> written;
  for (const SchemaRow& row : bench::schema_rows()) {
    if (row.kind != OperatorKind::Out) continue;
    const std::optional<Recipe> recipe = bench::recipe_for(row);
    if (!recipe) continue;
    for (const Mode mode : all_modes) {
      for (const Sort sort : all_sorts) {
        if (requires_grad(sort) && !c10::isFloatingType(recipe->out)) continue;
        const std::string what =
            row.name() + " into " + sort_names[static_cast<int>(sort)] + ", " + mode_names[static_cast<int>(mode)];
        const Tensor self = like(Sort::Normal, recipe->sizes, recipe->dtype);
        Tensor out = like(sort, recipe->sizes, recipe->out);
        // Only outputs that already have the result's sizes are tested, because a resize is a separate write with its
        // own rules.
        const Tensor sized = bench::fresh_out(*recipe);
        bench::call(row, bench::arguments(row, *recipe, self, sized));
        if (sized.sizes() != out.sizes()) continue;
        written.insert(row.name());
        const bool inference = sort == Sort::Inference;
        torch::jit::Stack stack = bench::arguments(row, *recipe, self, out);
        const Guards guards(mode);
        const std::uint32_t version = inference ? 0 : static_cast<std::uint32_t>(out._version());
        std::optional<ErrorClass> error;
        if (inference && mode != Mode::InferenceMode) error = ErrorClass::InferenceWriteOutsideMode;
        if (requires_grad(sort) && mode == Mode::Normal) error = ErrorClass::OutArgumentRequiresGrad;
        if (error) {
          const std::vector<double> before = values(out);
          EXPECT_EQ(rejected([&] { bench::call(row, stack); }), *error) << what;
          EXPECT_EQ(values(out), before) << what;
          continue;
        }
        bench::call(row, stack);
        EXPECT_EQ(out.is_inference(), inference) << what;
        if (!inference) {
          EXPECT_EQ(static_cast<std::uint32_t>(out._version()), version + 1) << what;
        }
      }
    }
  }
  EXPECT_GT(written.size(), 70U);
}

}  // namespace modecheck::engine
