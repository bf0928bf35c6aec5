// Computes first and second derivatives of every operator of the catalogue, in double precision, at points where the
// operator is smooth.
//
//   derivatives PROGRAMS                 prints the derivatives; builds with the engine and with libtorch must agree
//   derivatives PROGRAMS --differences   compares them with central differences; exits 1 if one is far off or rejected,
//                                        or if an operator was never compared
//
// write_operator_programs writes the file PROGRAMS. All commands of a program but the last make the operands. The
// floating-point operands are the variables by which the last command is differentiated.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spec/program/arguments.h"
#include "spec/program/operation.h"
#include "spec/program/text.h"
#include "subjects/adapter/boxed_calls.h"
#include "subjects/adapter/leaves.h"

namespace {

namespace spec = modecheck::spec;
using modecheck::subjects::BoxedCalls;
using modecheck::subjects::Registers;
using Tensors = std::vector<at::Tensor>;

// Says where the values of the operands lie: as given, in (-1, 1), or beyond 1. Logarithms need other values than arc
// sines.
enum class Region { AsGiven, Small, Large };
constexpr std::array kRegions{Region::AsGiven, Region::Small, Region::Large};

constexpr double kStep = 1e-5;
constexpr double kTolerance = 2e-6;  // relative to the largest number in the comparison
constexpr int kMostElements = 40;    // a variable has at most so many elements, because each is moved separately

// Returns a different number between -0.06 and 0.06 for each element. It keeps elements from being equal and from lying
// at a kink of an operator.
double noise(int reg, std::int64_t i) {
  return 0.06 * std::sin(12.9898 * static_cast<double>(i + 1) + 78.233 * (reg + 1));
}

double moved(double value, Region region) {
  switch (region) {
    case Region::Small:
      return 0.35 * value;
    case Region::Large:
      return 1.2 + std::fabs(value);
    case Region::AsGiven:
      break;
  }
  return value;
}

// Holds a call and its operands. Complex numbers are stored as pairs of real numbers, so that every variable is real.
class Case {
 public:
  Case(BoxedCalls& calls, const std::vector<spec::Record>& records) : calls_(calls), last_(records.back()) {
    const at::NoGradGuard guard;
    for (int i = 0; i < spec::kRegisters; ++i)
      registers_.take(i, modecheck::subjects::make_leaf(spec::initial_leaf(i), spec::DeviceKind::Cpu));
    for (std::size_t i = 0; i + 1 < records.size(); ++i) run(records[i]);
    const spec::Operation& row = spec::operation(last_.operation);
    std::set<int> operands;
    const spec::Arguments arguments(last_);
    using spec::operators::Type;
    for (int i = 0; i < row.schema.argument_count; ++i) {
      const spec::operators::Argument& argument = row.schema.arguments[static_cast<std::size_t>(i)];
      if (argument.type == Type::Tensor || (argument.type == Type::OptionalTensor && arguments.present(i)))
        operands.insert(arguments.reg(i));
      if (argument.type == Type::Tensor && argument.write) written_ = arguments.reg(i);
      if (argument.type == Type::TensorList)
        for (int k = 0; k < arguments.list_length(i); ++k) operands.insert(arguments.list_reg(i, k));
      if (argument.type == Type::OptionalTensorList)
        for (int k = 0; k < arguments.list_length(i); ++k)
          if (arguments.list_present(i, k)) operands.insert(arguments.list_reg(i, k));
    }
    for (int reg = 0; reg < spec::kRegisters; ++reg) registers_.take(reg, registers_[reg].detach().clone());
    for (const int reg : operands) {
      const at::Tensor& operand = registers_[reg];
      if (is_variable(operand))
        variables_.push_back(reg);
      else if (operand.is_floating_point() || operand.is_complex())  // an empty tensor gets the variables' precision
        registers_.take(reg, operand.to(operand.is_complex() ? at::kComplexDouble : at::kDouble));
    }
  }

  bool has_variables() const { return !variables_.empty(); }
  // Returns whether the call writes a tensor that requires grad into its first operand, which is an integer tensor.
  bool is_into_integers() const {
    const at::Tensor& into = registers_[last_.operands[0]];
    return !into.is_floating_point() && !into.is_complex();
  }

  // Returns the values of the variables in a region, as float64. A complex variable has an extra last dimension of size
  // two.
  Tensors point(Region region) const {
    const at::NoGradGuard guard;
    Tensors out;
    for (const int reg : variables_) {
      const at::Tensor& given = registers_[reg];
      at::Tensor real =
          given.is_complex() ? at::view_as_real(given.to(at::kComplexDouble)).clone() : given.to(at::kDouble).clone();
      const at::Tensor flat = real.contiguous().view({-1});
      for (std::int64_t i = 0; i < flat.numel(); ++i)
        flat.data_ptr<double>()[i] = moved(flat.data_ptr<double>()[i], region) + noise(reg, i);
      real.copy_(flat.view(real.sizes()));
      out.push_back(real);
    }
    return out;
  }

  // Returns whether a call has returned floating-point numbers of any precision.
  bool gave_floating_numbers() const { return gave_floating_numbers_; }

  // Returns the floating-point results of the call for these values of the variables. The list is empty if no result
  // has double precision.
  Tensors apply(const Tensors& values) {
    Registers before = registers_;
    for (std::size_t k = 0; k < variables_.size(); ++k) {
      const at::Tensor& given = registers_[variables_[k]];
      at::Tensor operand = given.is_complex() ? at::view_as_complex(values[k].contiguous()) : values[k];
      // The call writes this variable, and a leaf that requires grad cannot be written in place.
      if (variables_[k] == written_) operand = operand.clone();
      registers_.take(variables_[k], operand);
    }
    if (written_ >= 0 && !registers_[written_].is_floating_point() && !registers_[written_].is_complex())
      registers_.take(written_, registers_[written_].clone());
    try {
      run(last_);
    } catch (...) {
      calls_.forget();
      registers_ = before;
      throw;
    }
    Tensors out;
    const spec::Operation& row = spec::operation(last_.operation);
    const auto add = [&](const at::Tensor& result) {
      gave_floating_numbers_ = gave_floating_numbers_ || result.is_floating_point() || result.is_complex();
      if (result.scalar_type() == at::kDouble) out.push_back(result);
      if (result.scalar_type() == at::kComplexDouble) out.push_back(at::view_as_real(result.resolve_conj()));
    };
    for (int k = 0; k < spec::result_registers(row); ++k) add(registers_[(last_.destination + k) % spec::kRegisters]);
    if (!spec::keeps_result(row) && written_ >= 0) add(registers_[written_]);
    registers_ = before;
    return out;
  }

 private:
  void run(const spec::Record& record) {
    if (spec::operation(record.operation).kind == spec::CommandKind::Operator)
      calls_.call(record, registers_);
    else
      registers_.take(record.destination, modecheck::subjects::make_leaf(spec::leaf_of(record), spec::DeviceKind::Cpu));
  }

  // An empty tensor is not a variable, because it has no numbers to compare.
  static bool is_variable(const at::Tensor& tensor) {
    return tensor.numel() > 0 && (tensor.is_floating_point() || tensor.is_complex());
  }

  BoxedCalls& calls_;
  spec::Record last_;
  Registers registers_;
  std::vector<int> variables_;
  int written_ = -1;
  bool gave_floating_numbers_ = false;
};

at::Tensor weights(const at::Tensor& like, int seed) {
  at::Tensor out = at::empty(like.sizes(), at::kDouble);
  for (std::int64_t i = 0; i < out.numel(); ++i)
    out.data_ptr<double>()[i] = std::sin(3.7 * static_cast<double>(i + 1) + seed);
  return out;
}

// Returns a weighted sum of the tensors' elements plus half the sum of their squares. The squares give linear operators
// second derivatives, too. The result is undefined if no tensor requires grad.
at::Tensor total(const Tensors& tensors, int seed) {
  at::Tensor sum;
  for (const at::Tensor& one : tensors) {
    if (!one.defined() || !one.requires_grad()) continue;
    const at::Tensor part = one.mul(weights(one, seed)).add(one.mul(one).mul(0.5)).sum();
    sum = sum.defined() ? sum.add(part) : part;
  }
  return sum;
}

Tensors as_variables(const Tensors& values) {
  Tensors out;
  for (const at::Tensor& value : values) out.push_back(value.detach().clone().requires_grad_());
  return out;
}

// Returns the gradients of total(results) with respect to x, or an empty list if no result requires grad.
Tensors first(const Tensors& results, const Tensors& x, bool create_graph) {
  const at::Tensor sum = total(results, 1);
  if (!sum.defined()) return {};
  return torch::autograd::grad({sum}, x, {}, create_graph, create_graph, /*allow_unused=*/true);
}

bool finite(const Tensors& tensors) {
  for (const at::Tensor& one : tensors) {
    if (!one.defined()) continue;
    const at::Tensor dense = one.detach().contiguous();
    for (std::int64_t i = 0; i < dense.numel(); ++i)
      if (!std::isfinite(dense.data_ptr<double>()[i]) || std::fabs(dense.data_ptr<double>()[i]) > 1e6) return false;
  }
  return true;
}

// Returns the greatest distance between `gradients` and the central differences of `value`, relative to the largest
// number.
template <typename Value>
double distance(const Tensors& x, const Tensors& gradients, const Value& value) {
  double worst = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const at::Tensor dense =
        gradients[k].defined() ? gradients[k].detach().contiguous() : at::zeros(x[k].sizes(), at::kDouble);
    const at::Tensor flat = x[k].detach().contiguous().view({-1});
    for (std::int64_t i = 0; i < std::min<std::int64_t>(flat.numel(), kMostElements); ++i) {
      const auto at_step = [&](double step) {
        Tensors other = x;
        const at::Tensor changed = flat.clone();
        changed.data_ptr<double>()[i] += step;
        other[k] = x[k].detach().clone().copy_(changed.view(x[k].sizes()));
        return value(other);
      };
      const double difference = (at_step(kStep) - at_step(-kStep)) / (2 * kStep);
      const double got = dense.data_ptr<double>()[i];
      if (!std::isfinite(difference)) continue;
      worst = std::max(worst, std::fabs(got - difference) / std::max({1.0, std::fabs(got), std::fabs(difference)}));
    }
  }
  return worst;
}

double number(const at::Tensor& tensor) { return tensor.defined() ? tensor.detach().data_ptr<double>()[0] : 0; }

// Prints the gradients with respect to `x`. `zeros` is true if an undefined gradient is printed as zeros.
void print(const char* what, const Tensors& gradients, const Tensors& x, bool zeros) {
  for (std::size_t k = 0; k < gradients.size(); ++k) {
    std::printf("  %s", what);
    const bool is_defined = gradients[k].defined();
    if (!is_defined && !zeros) std::printf(" undefined");
    const at::Tensor dense = is_defined ? gradients[k].detach().contiguous() : at::zeros(x[k].sizes(), at::kDouble);
    for (std::int64_t i = 0; (is_defined || zeros) && i < dense.numel(); ++i)
      std::printf(" %.9g", dense.data_ptr<double>()[i]);
    std::printf("\n");
  }
}

// Returns whether the call has an `out=` argument, which excludes derivatives (rule M4).
bool writes_output(const spec::Record& record) {
  const spec::operators::Schema& schema = spec::operation(record.operation).schema;
  for (std::size_t i = 0; i < schema.argument_count; ++i)
    if (schema.arguments[i].write && schema.arguments[i].keyword_only) return true;
  return false;
}

// Returns whether the call writes an argument and names some register twice. Such a call may overwrite what it has
// saved, and backward rejects that (rule S2).
bool writes_another_argument(const spec::Record& record) {
  const spec::operators::Schema& schema = spec::operation(record.operation).schema;
  const spec::Arguments arguments(record);
  std::map<int, int> uses;
  bool writes = false;
  for (int i = 0; i < schema.argument_count; ++i) {
    const spec::operators::Argument& argument = schema.arguments[static_cast<std::size_t>(i)];
    if (argument.type != spec::operators::Type::Tensor &&
        (argument.type != spec::operators::Type::OptionalTensor || !arguments.present(i)))
      continue;
    ++uses[arguments.reg(i)];
    writes = writes || argument.write;
  }
  return writes &&
         std::any_of(uses.begin(), uses.end(), [](const std::pair<const int, int>& use) { return use.second > 1; });
}

// The operators in this list return floating-point numbers that are not differentiable. The test also checks that the
// list is right.
constexpr std::array<std::string_view, 14> kWithoutHistory{"where.Scalar",
                                                           "arange.start_step",
                                                           "detach",
                                                           "detach_",
                                                           "empty.memory_format",
                                                           "empty_strided",
                                                           "full",
                                                           "full_like",
                                                           "ones",
                                                           "rand",
                                                           "randn",
                                                           "scalar_tensor",
                                                           "view.dtype",
                                                           "zeros"};

// resize_ rejects a variable, and set_ replaces it. logit_ has no defined derivative at the operands of the programs.
constexpr std::array<std::string_view, 3> kNotForVariables{"resize_", "set_.source_Tensor", "logit_"};

template <std::size_t count>
bool names(const std::array<std::string_view, count>& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

bool contains(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

// Returns whether an operator's gradient is by definition not the derivative of its values. In an embedding,
// padding_idx blocks gradients, and scale_grad_by_freq scales them.
bool is_other_by_definition(const std::string& text) {
  // By definition, no gradient flows through the lower bound that cosine_similarity sets for the lengths of its
  // vectors.
  if (contains(text, "cosine_similarity(")) return true;
  return contains(text, "embedding(") && (contains(text, "padding_idx=") || contains(text, "scale_grad_by_freq="));
}

// Returns whether libtorch leaves the gradient undefined, although it is zero (known/zeros-are-left-out).
bool is_left_out(const std::string& text) { return contains(text, "pairwise_distance(") && contains(text, "p=0.0"); }

// Returns whether a scatter_reduce uses one register as self and as src: "two(rN, ..., src=rN".
bool scatters_itself(const std::string& text) {
  const std::size_t self = text.find("two(");
  const std::size_t source = text.find("src=");
  return self != std::string::npos && source != std::string::npos &&
         text.compare(self + 4, 2, text, source + 4, 2) == 0;
}

// Returns whether libtorch 1.13.1 has a wrong derivative, or none, for a call. In these cases central differences
// confirm the engine's derivative.
bool libtorch_mismatches(const std::string& name, const std::string& text) {
  // libtorch computes the gradient of hardsigmoid in single precision, and has no second derivative of it.
  if (name.rfind("hardsigmoid", 0) == 0) return true;
  // libtorch's gradient of clamp is wrong where both bounds are equal. It is rejected if the bounds have other sizes
  // than the result.
  if (name == "clamp.Tensor" || name == "clamp_.Tensor") return true;
  // libtorch's copy passes the gradient to its source only, and not to the tensor that it replaces
  // (known/copy-gives-its-source/cause.json).
  if (name == "copy") return true;
  // libtorch rejects a second derivative of layer_norm and group_norm with a bias but no weight
  // (known/group-norm-by-bias-alone/cause.json).
  if ((name == "layer_norm" || name == "group_norm") && !contains(text, "weight=r")) return true;
  // libtorch's gradients of sgn are zero tensors without memory (known/sgn-gives-zero-tensors/cause.json).
  if (name == "sgn" || name == "sgn_") return true;
  // If a dtype argument makes the results integers, libtorch marks them as requiring grad, and then rejects them.
  if (contains(text, "dtype=int") || contains(text, "dtype=uint") || contains(text, "dtype=bool")) return true;
  // libtorch's gradient of adaptive pooling divides by the number of results, which may be zero.
  if (name.rfind("adaptive_avg_pool", 0) == 0 || name.rfind("_adaptive_avg_pool", 0) == 0)
    return contains(text, "[0") || contains(text, " 0]") || contains(text, " 0,");
  // If an element of src equals that of self, libtorch's scatter_reduce gives part of the gradient to self, even if
  // include_self is false.
  if (name == "scatter_reduce.two" && scatters_itself(text) && contains(text, "include_self=false") &&
      contains(text, "reduce=am"))
    return true;
  // libtorch's upsample ignores a scale factor if the size is unchanged or doubled
  // (known/upsample-ignores-its-factor/cause.json).
  if (name.rfind("upsample_", 0) == 0)
    for (const char* const factor : {"1.25", "1.5", "1.75", "2.25", "2.5", "2.75"})
      if (contains(text, factor)) return true;
  // Without degrees of freedom, libtorch's var and std reject their own derivative
  // (known/variance-without-freedom/cause.json).
  if ((name.rfind("var", 0) == 0 || name.rfind("std", 0) == 0) && contains(text, "dim=None") &&
      contains(text, "correction=2"))
    return true;
  // batch_norm rejects running statistics that require grad, and in this test every floating-point tensor requires
  // grad.
  if (name == "native_batch_norm" && (contains(text, "running_mean=r") || contains(text, "running_var=r"))) return true;
  // libtorch's nll_loss has no gradient for the class weights.
  if (name == "nll_loss_forward" && contains(text, "weight=r")) return true;
  // libtorch's group_norm does not find the bias if there is no weight.
  return name == "native_group_norm" && contains(text, "weight=None") && !contains(text, "bias=None");
}

// Returns whether an internal assertion of libtorch 1.13.1 fails for this call
// (known/scatter-into-integers-asserts/cause.json).
bool libtorch_asserts(const std::string& name, const Case& one) {
  return (name == "select_scatter" || name == "slice_scatter") && one.is_into_integers();
}

// Returns whether one of the sizes that a call names is 0.
bool names_no_elements(const std::string& text) {
  const std::size_t begin = text.find("size=[");
  if (begin == std::string::npos) return false;
  const std::string sizes = text.substr(begin + 5, text.find(']', begin) - begin - 4);
  return contains(sizes, "[0") || contains(sizes, " 0");
}

// Returns whether libtorch 1.13.1 lacks the second derivative of a call. It does not implement the derivatives of
// `_cdist_backward`, `_pdist_backward`, `grid_sampler_2d_backward`, `_embedding_bag_backward` and
// `_segment_reduce_backward`.
bool libtorch_has_no_second(const std::string& name, const std::string& text) {
  // libtorch also lacks the second derivative of a normalisation with a bias but without a weight.
  if ((name == "native_layer_norm" || name == "native_batch_norm") && contains(text, "weight=None") &&
      !contains(text, "bias=None"))
    return true;
  // libtorch's second derivatives of powers are NaN at zeros (known/pow-by-zero-twice/cause.json and
  // known/zero-to-a-power-twice/cause.json). What is not finite is not printed.
  for (const char* const power :
       {"pow.Scalar(self=0", "float_power.Scalar(self=0", "pow.Tensor_Tensor(", "float_power.Tensor_Tensor("})
    if (contains(text, power)) return true;
  // libtorch's gradient of as_strided without elements is made of zeros, and has no history.
  if (name.rfind("as_strided", 0) == 0 && names_no_elements(text)) return true;
  return name == "_cdist_forward" || name == "_pdist_forward" || name == "grid_sampler_2d" ||
         name == "_embedding_bag" || name == "segment_reduce";
}

// Returns whether only some of the floating-point results are differentiable. The other results are statistics that the
// derivative uses.
bool has_results_without_history(const std::string& name) {
  return name == "native_layer_norm" || name == "native_batch_norm" || name == "nll_loss_forward" ||
         name.rfind("_linalg_", 0) == 0 || name.find("split") != std::string::npos || name == "broadcast_tensors";
}

// Returns whether the last command may have operands of different dtypes.
bool mixes(const std::vector<spec::Record>& records) {
  bool out = false;
  for (const spec::Record& record : records) {
    const std::string text = spec::to_text(record);
    out = out || contains(text, "r5");  // register 5 holds an integer leaf
    out = out || contains(text, "int") || contains(text, "bool") || contains(text, "float64") ||
          contains(text, "float16");
  }
  return out;
}

class Run {
 public:
  explicit Run(bool differences) : differences_(differences) {}

  void judge(const std::vector<spec::Record>& records) {
    const spec::Record& last = records.back();
    const spec::Operation& operation = spec::operation(last.operation);
    // An alias of an operator is treated as that operator, so the lists above need not name the alias.
    const std::string name(operation.alias_of != 0 ? spec::operation(operation.alias_of).name : operation.name);
    if (writes_output(last) || names(kNotForVariables, name)) return;
    // Random results are not differentiable, and tests/definitions covers the operators on lists of tensors.
    if ((spec::draws_random_numbers(operation) && name != "rand" && name != "randn") ||
        operation.family == spec::operators::Family::Foreach)
      return;
    // binary_cross_entropy accepts only probabilities, and a program's operands are probabilities only by chance.
    if (name == "binary_cross_entropy") return;
    // If a slope is negative, the argument cannot be computed from the saved result. Libraries then reject the call
    // when they record it or in backward.
    if ((name == "leaky_relu_" || name == "elu_" || name == "celu_") && contains(spec::to_text(last), "=-")) return;
    // _unique2 has no derivative and reports that.
    if (name == "_unique2") return;
    // libtorch rejects gradients of mse_loss, smooth_l1_loss and huber_loss if the two arguments have different dtypes
    // (known/loss-gradients-of-another-dtype/cause.json).
    if (!differences_ && (name == "mse_loss" || name == "smooth_l1_loss" || name == "huber_loss") && mixes(records))
      return;
    // libtorch has no derivative of asinh_, acosh_ and atanh_ (known/no-derivative-in-place/cause.json). It does not
    // record in-place logical operators (known/logic-in-place-is-not-recorded/cause.json).
    if (!differences_ && (name == "asinh_" || name == "acosh_" || name == "atanh_" ||
                          (name.rfind("logical_", 0) == 0 && name.back() == '_')))
      return;
    // libtorch has no derivative of narrow_copy and aminmax, and ldexp_ is none of its recorded operators
    // (known/no-formula-for-narrow-copy-and-aminmax/cause.json, known/ldexp-in-place-is-an-output/cause.json).
    if (!differences_ && (name == "narrow_copy" || name == "aminmax" || name == "ldexp_")) return;
    Row& row = rows_[name];
    Case one(calls_, records);
    if (!one.has_variables()) {
      if (differences_) ask_without_variables(one, row);
      return;
    }
    text_ = spec::to_text(last);
    // Skip losses with class weights, which are not differentiable. Skip linalg_cholesky_ex, which reads only one half
    // of its matrix.
    if (contains(text_, "weight=r") && contains(text_, "ignore_index")) return;
    if (name == "linalg_cholesky_ex") return;
    // Skip linalg_vector_norm with dtype float32, because it must not convert double precision to a narrower dtype.
    // Skip norms of order 0, which count elements and have no gradient, not even zeros.
    if (name == "linalg_vector_norm" && contains(text_, "dtype=float32")) return;
    if ((name == "norm.Scalar" || name == "norm.ScalarOpt_dim" || name == "linalg_vector_norm") &&
        (contains(text_, "p=0)") || contains(text_, "p=0,") || contains(text_, "ord=0)") || contains(text_, "ord=0,") ||
         contains(text_, "=0.0") || contains(text_, "=false,")))
      return;
    // A composite has the derivative of the operator that the catalogue says it resembles.
    const std::string row_name(operation.resembles != 0 ? spec::operation(operation.resembles).name : name);
    has_second_ = differences_ || !libtorch_has_no_second(row_name, text_);
    all_flow_ = !has_results_without_history(name);
    if (!differences_ &&
        (libtorch_mismatches(name, text_) || libtorch_mismatches(row_name, text_) || libtorch_asserts(row_name, one)))
      return;
    for (const Region region : kRegions) {
      if (!differences_) std::printf("%s\n", text_.c_str());
      try {
        row.is_compared = derivatives(one, as_variables(one.point(region)), row) || row.is_compared;
      } catch (const std::exception& error) {
        if (!differences_) std::printf("  raised\n");
        if (!writes_another_argument(last)) complain(std::string("raised: ") + error.what());
      }
      row.is_floating = row.is_floating || one.gave_floating_numbers();
    }
  }

  // Checks that each operator was compared, and returns 0 if there is no complaint.
  int finish() {
    int points = 0;
    for (const auto& [name, row] : rows_) {
      text_ = name;
      const bool is_listed = names(kWithoutHistory, name);
      if (row.is_floating && !row.is_compared && !is_listed) complain("no program of it has a derivative");
      if (is_listed && (row.requires_grad || !row.is_floating)) complain("does not belong among those without history");
      points += row.is_compared ? 1 : 0;
    }
    for (const std::string_view name : kWithoutHistory) {
      text_ = name;
      if (rows_.count(text_) == 0) complain("is in no program");
    }
    std::fprintf(stderr, "%d operators, %d complaints\n", points, complaints_);
    return complaints_ == 0 && points > 0 ? 0 : 1;
  }

 private:
  // Records which results the programs of one operator have had.
  struct Row {
    bool is_compared = false;
    bool is_floating = false;    // a result has a floating-point dtype
    bool requires_grad = false;  // a result requires grad
  };

  // Runs a call without floating-point operands, because it may still return floating-point results.
  static void ask_without_variables(Case& one, Row& row) {
    try {
      one.apply({});
    } catch (const std::exception& /*wrong calls are tested elsewhere*/) {
    }
    row.is_floating = row.is_floating || one.gave_floating_numbers();
  }

  bool derivatives(Case& one, const Tensors& x, Row& row) {
    const Tensors results = one.apply(x);
    for (const at::Tensor& result : results) row.requires_grad = row.requires_grad || result.requires_grad();
    const Tensors gradients = first(results, x, /*create_graph=*/true);
    if (differences_ && all_flow_) expect_histories(results);
    if (gradients.empty() || !finite(gradients)) return false;
    if (!differences_) print("first", gradients, x, is_left_out(text_));
    if (differences_ && !is_other_by_definition(text_))
      compare("first derivative", distance(x, gradients, [&](const Tensors& other) {
                return number(total(one.apply(as_variables(other)), 1));
              }));
    if (!has_second_) return true;
    const at::Tensor sum = total(gradients, 2);
    if (!sum.defined()) return true;
    const Tensors second = torch::autograd::grad({sum}, x, {}, false, false, /*allow_unused=*/true);
    if (!finite(second)) return true;
    if (!differences_) print("second", second, x, false);
    if (differences_ && !contains(text_, "cosine_similarity("))
      compare("second derivative", distance(x, second, [&](const Tensors& other) {
                const Tensors moved_x = as_variables(other);
                return number(total(first(one.apply(moved_x), moved_x, true), 2));
              }));
    return true;
  }

  // Each floating-point result must require grad. Neither gradients nor differences would notice a result that has lost
  // its history.
  void expect_histories(const Tensors& results) {
    if (results.size() < 2) return;
    for (std::size_t k = 0; k < results.size(); ++k)
      if (!results[k].requires_grad()) complain("floating result " + std::to_string(k) + " requires no grad");
  }

  void compare(const char* what, double off) {
    // A distance of order 0.5 curves so sharply between close points that the central difference is inexact. So does
    // the logarithm of the gamma function near its poles.
    const bool bends = contains(text_, "p=0.5") || contains(text_, "lgamma");
    if (off <= (bends ? 10 * kTolerance : kTolerance)) return;
    char text[64];
    std::snprintf(text, sizeof text, "%s is %.3g off", what, off);
    complain(text);
  }

  // Only the comparison with differences complains; for a comparison with libtorch the program only prints derivatives.
  void complain(const std::string& what) {
    if (!differences_) return;
    ++complaints_;
    std::fprintf(stderr, "%s: %s\n", text_.c_str(), what.c_str());
  }

  bool differences_;
  BoxedCalls calls_{spec::DeviceKind::Cpu};
  std::string text_;
  bool has_second_ = true;
  bool all_flow_ = true;
  std::map<std::string, Row> rows_;
  int complaints_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  std::ifstream in(argc > 1 ? argv[1] : "", std::ios::binary);
  if (!in) {
    std::fputs("usage: derivatives PROGRAMS [--differences]\n", stderr);
    return 2;
  }
  modecheck::subjects::access::prepare_process();
  modecheck::subjects::access::prepare_thread();
  Run run(argc > 2 && std::strcmp(argv[2], "--differences") == 0);
  for (std::uint32_t count = 0; in.read(reinterpret_cast<char*>(&count), sizeof count);) {
    std::vector<spec::Record> records(count);
    in.read(reinterpret_cast<char*>(records.data()), static_cast<std::streamsize>(count * sizeof(spec::Record)));
    run.judge(records);
  }
  return run.finish();
}
