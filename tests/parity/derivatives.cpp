// First and second derivatives of every operator of the catalogue, at points of double precision away from kinks.
//
//   derivatives PROGRAMS                 prints them: both libraries must print the same
//   derivatives PROGRAMS --differences   holds them against central differences: exit 1 if one is far off or refused,
//   or
//                                        if an operator was never compared
//
// PROGRAMS is what write_operator_programs writes. Of each program all but the last command make the operands; what is
// floating among them is a variable.
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

// Where the operands are moved to: as they are, into (-1, 1), beyond 1. Logarithms need one, arc sines another.
enum class Region { AsGiven, Small, Large };
constexpr std::array kRegions{Region::AsGiven, Region::Small, Region::Large};

constexpr double kStep = 1e-5;
constexpr double kTolerance = 2e-6;  // of the largest number that takes part
constexpr int kMostElements = 40;    // of which each is moved by itself

// A number between -0.06 and 0.06 for each element, so that no two are equal and none is a kink.
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

// A call and the values that it is made of. Complex numbers are pairs of real ones, so that every variable is real.
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
    for (const int reg : operands)
      if (is_variable(registers_[reg])) variables_.push_back(reg);
  }

  bool has_variables() const { return !variables_.empty(); }
  // Whether an integer tensor is the first of the operands: a part that requires grad is put into it.
  bool is_into_integers() const {
    const at::Tensor& into = registers_[last_.operands[0]];
    return !into.is_floating_point() && !into.is_complex();
  }

  // The variables' values in a region: float64, complex numbers with a dimension of two more.
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

  // Whether a call gave floating numbers, of any precision.
  bool gave_floating_numbers() const { return gave_floating_numbers_; }

  // What the call gives for these values, of what is floating; empty if nothing is, or not in double precision.
  Tensors apply(const Tensors& values) {
    Registers before = registers_;
    for (std::size_t k = 0; k < variables_.size(); ++k) {
      const at::Tensor& given = registers_[variables_[k]];
      at::Tensor operand = given.is_complex() ? at::view_as_complex(values[k].contiguous()) : values[k];
      // A leaf that requires grad cannot be written.
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

  // By numbers that are not there nothing can be derived, nor compared.
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

// The sum of the tensors' elements, each with a weight, and of the halves of their squares: linear operators have
// second derivatives too. Undefined if there is nothing to add.
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

// The gradients of total(results), which were computed from x; empty if it depends on no variable.
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

// The greatest distance between `gradients` and the central differences of `value`, as a share of the largest number.
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

void print(const char* what, const Tensors& tensors) {
  for (const at::Tensor& one : tensors) {
    std::printf("  %s", what);
    if (!one.defined()) std::printf(" undefined");
    const at::Tensor dense = one.defined() ? one.detach().contiguous() : at::Tensor();
    for (std::int64_t i = 0; one.defined() && i < dense.numel(); ++i) std::printf(" %.9g", dense.data_ptr<double>()[i]);
    std::printf("\n");
  }
}

// With out= there are no derivatives (M4).
bool writes_output(const spec::Record& record) {
  const spec::operators::Schema& schema = spec::operation(record.operation).schema;
  for (std::size_t i = 0; i < schema.argument_count; ++i)
    if (schema.arguments[i].write && schema.arguments[i].keyword_only) return true;
  return false;
}

// Whether the call writes one of the other arguments: what it saved of that is lost, and the derivative is refused
// (S2).
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

// Through these nothing flows although they give floating numbers: each by its name, and the engine is asked whether
// that is so.
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

// What requires grad is refused, or replaced by the call. The function behind logit_ is nowhere where programs stand.
constexpr std::array<std::string_view, 3> kNotForVariables{"resize_", "set_.source_Tensor", "logit_"};

template <std::size_t count>
bool names(const std::array<std::string_view, count>& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

bool contains(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

// By definition no derivative: padding learns nothing, and what occurs often counts less.
bool is_other_by_definition(const std::string& text) {
  // What keeps the length of a vector from zero is no function of it.
  if (contains(text, "cosine_similarity(")) return true;
  return contains(text, "embedding(") && (contains(text, "padding_idx=") || contains(text, "scale_grad_by_freq="));
}

// Whether a scatter_reduce reads its own operand: "two(rN, ..., src=rN".
bool scatters_itself(const std::string& text) {
  const std::size_t self = text.find("two(");
  const std::size_t source = text.find("src=");
  return self != std::string::npos && source != std::string::npos &&
         text.compare(self + 4, 2, text, source + 4, 2) == 0;
}

// Where libtorch 1.13.1 has another derivative, or none, and the differences agree with ours.
bool libtorch_departs(const std::string& name, const std::string& text) {
  // Of single precision, and once only.
  if (name.rfind("hardsigmoid", 0) == 0) return true;
  // Wrong between equal bounds, and refused for bounds of other sizes than the result's.
  if (name == "clamp.Tensor" || name == "clamp_.Tensor") return true;
  // Gives its source, and knows nothing of what it is copied over (known/copy-gives-its-source/cause.json).
  if (name == "copy") return true;
  // Refuses a bias without a weight the second time (known/group-norm-by-bias-alone/cause.json).
  if ((name == "layer_norm" || name == "group_norm") && !contains(text, "weight=r")) return true;
  // Gives zeros without elements in memory (known/sgn-gives-zero-tensors/cause.json).
  if (name == "sgn" || name == "sgn_") return true;
  // Marks integers as requiring grad, which it then rejects.
  if (contains(text, "dtype=int") || contains(text, "dtype=uint") || contains(text, "dtype=bool")) return true;
  // Divides by the number of results.
  if (name.rfind("adaptive_avg_pool", 0) == 0 || name.rfind("_adaptive_avg_pool", 0) == 0)
    return contains(text, "[0") || contains(text, " 0]") || contains(text, " 0,");
  // Shares the gradient with what was there before, where that is equal, though it takes no part.
  if (name == "scatter_reduce.two" && scatters_itself(text) && contains(text, "include_self=false") &&
      contains(text, "reduce=am"))
    return true;
  // Ignores a factor that leaves the size as it is, or doubles it (known/upsample-ignores-its-factor/cause.json).
  if (name.rfind("upsample_", 0) == 0)
    for (const char* const factor : {"1.25", "1.5", "1.75", "2.25", "2.5", "2.75"})
      if (contains(text, factor)) return true;
  // Refuses its own derivative where nothing is free (known/variance-without-freedom/cause.json).
  if ((name.rfind("var", 0) == 0 || name.rfind("std", 0) == 0) && contains(text, "dim=None") &&
      contains(text, "correction=2"))
    return true;
  // Refuses running statistics that require grad: here every floating tensor does.
  if (name == "native_batch_norm" && (contains(text, "running_mean=r") || contains(text, "running_var=r"))) return true;
  // A weight of classes has no gradient.
  if (name == "nll_loss_forward" && contains(text, "weight=r")) return true;
  // Does not find the bias where there is no weight.
  return name == "native_group_norm" && contains(text, "weight=None") && !contains(text, "bias=None");
}

// Where libtorch 1.13.1 asserts (known/scatter-into-integers-asserts/cause.json).
bool libtorch_asserts(const std::string& name, const Case& one) {
  return (name == "select_scatter" || name == "slice_scatter") && one.is_into_integers();
}

// Where libtorch 1.13.1 refuses the second derivative: that of `_cdist_backward`, `_pdist_backward`,
// `grid_sampler_2d_backward`, `_embedding_bag_backward` and `_segment_reduce_backward` is not implemented there.
bool libtorch_has_no_second(const std::string& name, const std::string& text) {
  // Nor is that of a bias without a weight.
  if ((name == "native_layer_norm" || name == "native_batch_norm") && contains(text, "weight=None") &&
      !contains(text, "bias=None"))
    return true;
  return name == "_cdist_forward" || name == "_pdist_forward" || name == "grid_sampler_2d" ||
         name == "_embedding_bag" || name == "segment_reduce";
}

// Whether gradients flow through only some of several floating results: the statistics are for the derivative alone.
bool has_results_without_history(const std::string& name) {
  return name == "native_layer_norm" || name == "native_batch_norm" || name == "nll_loss_forward" ||
         name.rfind("_linalg_", 0) == 0 || name.find("split") != std::string::npos || name == "broadcast_tensors";
}

// Whether a tensor of another sort than floating may be among the operands of the last command.
bool mixes(const std::vector<spec::Record>& records) {
  bool out = records.back().operands[0] == 5 || records.back().operands[1] == 5;  // integers from the beginning
  for (const spec::Record& record : records) {
    const std::string text = spec::to_text(record);
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
    // What is known of an operator is known of it by all its names.
    const std::string name(operation.means != 0 ? spec::operation(operation.means).name : operation.name);
    if (writes_output(last) || names(kNotForVariables, name)) return;
    // Nothing flows through what is drawn, and lists are held by tests/definitions.
    if ((spec::draws_random_numbers(operation) && name != "rand" && name != "randn") ||
        operation.family == spec::operators::Family::ForEach)
      return;
    // Takes probabilities only, which those of a program are by chance.
    if (name == "binary_cross_entropy") return;
    // Has no derivative, and says so.
    if (name == "_unique2") return;
    // Refuses gradients of two dtypes (known/loss-gradients-of-another-dtype/cause.json).
    if (!differences_ && (name == "mse_loss" || name == "smooth_l1_loss" || name == "huber_loss") && mixes(records))
      return;
    // libtorch has no derivative of these in place (known/no-derivative-in-place/cause.json), and does not record
    // logic (known/logic-in-place-is-not-recorded/cause.json).
    if (!differences_ && (name == "asinh_" || name == "acosh_" || name == "atanh_" ||
                          (name.rfind("logical_", 0) == 0 && name.back() == '_')))
      return;
    Row& row = rows_[name];
    Case one(calls_, records);
    if (!one.has_variables()) {
      if (differences_) ask_without_variables(one, row);
      return;
    }
    text_ = spec::to_text(last);
    // Nothing flows through a weight of losses; of a matrix to be factored one half is read.
    if (contains(text_, "weight=r") && contains(text_, "ignore_index")) return;
    if (name == "linalg_cholesky_ex") return;
    // Double precision is not narrowed, and a number of elements has no gradient, not even one of zeros.
    if (name == "linalg_vector_norm" && contains(text_, "dtype=float32")) return;
    if ((name == "norm.Scalar" || name == "norm.ScalarOpt_dim" || name == "linalg_vector_norm") &&
        (contains(text_, "p=0)") || contains(text_, "p=0,") || contains(text_, "ord=0)") || contains(text_, "ord=0,") ||
         contains(text_, "=0.0") || contains(text_, "=false,")))
      return;
    // What is made of a row has its derivative.
    const std::string row_name(operation.like != 0 ? spec::operation(operation.like).name : name);
    has_second_ = differences_ || !libtorch_has_no_second(row_name, text_);
    all_flow_ = !has_results_without_history(name);
    if (!differences_ &&
        (libtorch_departs(name, text_) || libtorch_departs(row_name, text_) || libtorch_asserts(row_name, one)))
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

  // 0: nothing to complain of.
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
  // What the programs of an operator show.
  struct Row {
    bool is_compared = false;
    bool is_floating = false;    // a result is
    bool requires_grad = false;  // a result does
  };

  // Of nothing that is floating something floating may be made all the same.
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
    if (!differences_) print("first", gradients);
    if (differences_ && !is_other_by_definition(text_))
      compare("first derivative", distance(x, gradients, [&](const Tensors& other) {
                return number(total(one.apply(as_variables(other)), 1));
              }));
    if (!has_second_) return true;
    const at::Tensor sum = total(gradients, 2);
    if (!sum.defined()) return true;
    const Tensors second = torch::autograd::grad({sum}, x, {}, false, false, /*allow_unused=*/true);
    if (!finite(second)) return true;
    if (!differences_) print("second", second);
    if (differences_ && !contains(text_, "cosine_similarity("))
      compare("second derivative", distance(x, second, [&](const Tensors& other) {
                const Tensors moved_x = as_variables(other);
                return number(total(first(one.apply(moved_x), moved_x, true), 2));
              }));
    return true;
  }

  // Gradients and differences are both blind to a result that has lost its history.
  void expect_histories(const Tensors& results) {
    if (results.size() < 2) return;
    for (std::size_t k = 0; k < results.size(); ++k)
      if (!results[k].requires_grad()) complain("floating result " + std::to_string(k) + " requires no grad");
  }

  void compare(const char* what, double off) {
    // Roots of distances bend so sharply between places that lie close that the difference itself is off; so does the
    // logarithm of the gamma function beside its poles.
    const bool bends = contains(text_, "p=0.5") || contains(text_, "lgamma");
    if (off <= (bends ? 10 * kTolerance : kTolerance)) return;
    char text[64];
    std::snprintf(text, sizeof text, "%s is %.3g off", what, off);
    complain(text);
  }

  // libtorch is only asked for its numbers.
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
