#include "tests/definitions/judge.h"

#include <gtest/gtest.h>
#include <torch/csrc/autograd/forward_grad.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

namespace modecheck::definitions {
namespace {

enum class Layout { Dense, Transposed, Stepped };
constexpr Layout kLayouts[] = {Layout::Dense, Layout::Transposed, Layout::Stepped};
const char* name_of(Layout layout) {
  return layout == Layout::Dense ? "dense" : layout == Layout::Transposed ? "transposed" : "every second element";
}

constexpr double kStep = 1e-5;
// For central differences, up to this many elements of an argument are moved one by one. If there are more, all are
// moved together in one direction.
constexpr std::int64_t kOneByOne = 48;

at::Tensor laid_out(const at::Tensor& dense, Layout layout) {
  if (layout == Layout::Transposed && dense.dim() >= 2)
    return dense.transpose(0, dense.dim() - 1).contiguous().transpose(0, dense.dim() - 1);
  if (layout == Layout::Dense) return dense;
  std::vector<std::int64_t> sizes = dense.sizes().vec();
  if (sizes.empty()) {
    const at::Tensor out = at::zeros({3}, dense.options()).select(0, 1);
    out.copy_(dense);
    return out;
  }
  const std::int64_t last = sizes.back();
  sizes.back() = 2 * last + 1;
  const at::Tensor out = at::zeros(sizes, dense.options()).slice(dense.dim() - 1, 1, 2 * last + 1, 2);
  out.copy_(dense);
  return out;
}

at::Tensor tensor_of(const Array& array, at::ScalarType dtype, Layout layout = Layout::Dense) {
  const at::Tensor out = at::empty(array.sizes, at::kDouble);
  double* const to = out.data_ptr<double>();
  for (std::size_t i = 0; i < array.at.size(); ++i) to[i] = array.at[i];
  const at::ScalarType type = array.kind == Kind::Real    ? dtype
                              : array.kind == Kind::Place ? at::kLong
                              : array.kind == Kind::Small ? at::kInt
                              : array.kind == Kind::Truth ? at::kBool
                                                          : at::kFloat;
  return laid_out(out.to(type), layout);
}

Tensors tensors_of(const Arrays& arrays, at::ScalarType dtype, Layout layout) {
  Tensors out;
  for (const Array& array : arrays) out.push_back(tensor_of(array, dtype, layout));
  return out;
}

std::vector<double> numbers_of(const at::Tensor& tensor) {
  const at::Tensor dense = tensor.detach().to(at::kDouble).contiguous();
  const double* const from = dense.data_ptr<double>();
  return std::vector<double>(from, from + dense.numel());
}

// Returns the arguments of a call after rounding to the dtype.
Arrays rounded(Arrays arrays, at::ScalarType dtype) {
  for (Array& array : arrays) {
    if (array.kind != Kind::Real) continue;
    for (double& value : array.at)
      value = dtype == at::kDouble  ? value
              : dtype == at::kFloat ? static_cast<double>(static_cast<float>(value))
              : dtype == at::kByte  ? std::fmod(std::floor(std::fabs(4 * value)), 256)
                                    : std::floor(4 * value);
  }
  return arrays;
}

bool near(double got, double expected, double tolerance) {
  if (std::isnan(expected) || std::isnan(got)) return std::isnan(expected) && std::isnan(got);
  if (std::isinf(expected) || std::isinf(got)) return expected == got;
  return std::fabs(got - expected) <= tolerance * (1 + std::fabs(expected));
}

void compare(const std::vector<double>& got, const std::vector<double>& expected, double tolerance,
             const std::string& what) {
  if (got.size() != expected.size()) {
    ADD_FAILURE() << what << ": " << got.size() << " elements, not " << expected.size();
    return;
  }
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (near(got[i], expected[i], tolerance)) continue;
    ADD_FAILURE() << what << ": element " << i << " of " << got.size() << " is " << got[i] << ", not " << expected[i];
    return;
  }
}

at::ScalarType dtype_of(const Array& array, at::ScalarType dtype, Dtypes dtypes) {
  const bool floating = dtype == at::kDouble || dtype == at::kFloat;
  return array.kind == Kind::Real    ? (floating || dtypes == Dtypes::Numbers ? dtype
                                        : dtypes == Dtypes::Summed            ? at::kLong
                                                                              : at::kFloat)
         : array.kind == Kind::Place ? at::kLong
         : array.kind == Kind::Small ? at::kInt
         : array.kind == Kind::Truth ? at::kBool
                                     : at::kFloat;
}

void judge_values(const std::string& where, const Arrays& arguments, const Call& call, const Definition& definition,
                  at::ScalarType dtype, Layout layout, const Judged& how) {
  const Arrays given = rounded(arguments, dtype);
  Arrays expected = definition(given);
  Tensors got;
  const Tensors inputs = tensors_of(given, dtype, layout);
  got = call(inputs);
  ASSERT_EQ(got.size(), expected.size()) << where << ": results";
  for (std::size_t k = 0; k < got.size(); ++k) {
    const std::string what = where + ", result " + std::to_string(k);
    ASSERT_TRUE(got[k].defined()) << what;
    EXPECT_EQ(Sizes(got[k].sizes().vec()), expected[k].sizes) << what;
    const at::ScalarType type = dtype_of(expected[k], dtype, how.dtypes);
    EXPECT_EQ(got[k].scalar_type(), type) << what;
    if (type == at::kByte)
      for (double& value : expected[k].at) value -= 256 * std::floor(value / 256);
    compare(numbers_of(got[k]), expected[k].at, (type == at::kFloat ? 2e-5 : 1e-9) * how.slack, what);
  }
  // The tested function must not change its arguments.
  for (std::size_t i = 0; i < inputs.size(); ++i)
    compare(numbers_of(inputs[i]), given[i].at, 0, where + ", argument " + std::to_string(i) + " afterwards");
}

double weight(std::size_t result, std::size_t element) {
  return std::sin(1.7 + 0.9 * static_cast<double>(element) + 2.3 * static_cast<double>(result)) + 0.3;
}
double direction(std::size_t argument, std::size_t element) {
  return std::cos(0.4 + 1.3 * static_cast<double>(element) + 0.7 * static_cast<double>(argument));
}

// Returns a weighted sum of the elements of all differentiable results.
double weighed(const Arrays& results) {
  double out = 0;
  for (std::size_t k = 0; k < results.size(); ++k) {
    if (results[k].kind != Kind::Real || !results[k].flows) continue;
    for (std::size_t i = 0; i < results[k].at.size(); ++i) out += weight(k, i) * results[k].at[i];
  }
  return out;
}

at::Tensor weights_like(const at::Tensor& tensor, const std::function<double(std::size_t)>& number) {
  const at::Tensor out = at::empty(tensor.sizes(), at::kDouble);
  for (std::int64_t i = 0; i < out.numel(); ++i) out.data_ptr<double>()[i] = number(static_cast<std::size_t>(i));
  return out;
}

// Holds the gradients of the weighted sum of results with respect to every argument that is a variable.
struct Gradients {
  Tensors variables;
  std::vector<std::size_t> of;  // for each variable, its number among the arguments
  Tensors gradients;            // a variable without a gradient has an undefined tensor here
};

Gradients gradients(const Arrays& arguments, const Call& call, const Arrays& shape_of_results, Layout layout,
                    bool graph) {
  Gradients out;
  Tensors inputs;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    at::Tensor input = tensor_of(arguments[i], at::kDouble, layout);
    if (arguments[i].kind == Kind::Real && arguments[i].flows) {
      input = input.detach().set_requires_grad(true);
      out.variables.push_back(input);
      out.of.push_back(i);
    }
    inputs.push_back(input);
  }
  const Tensors results = call(inputs);
  at::Tensor total;
  for (std::size_t k = 0; k < results.size(); ++k) {
    if (shape_of_results[k].kind != Kind::Real || !shape_of_results[k].flows || !results[k].requires_grad()) continue;
    const at::Tensor part = results[k].mul(weights_like(results[k], [&](std::size_t i) { return weight(k, i); })).sum();
    total = total.defined() ? total.add(part) : part;
  }
  out.gradients = total.defined() ? torch::autograd::grad({total}, out.variables, {}, graph, graph, true)
                                  : Tensors(out.variables.size());
  return out;
}

std::vector<double> numbers_or_zeros(const at::Tensor& gradient, std::size_t count) {
  return gradient.defined() ? numbers_of(gradient) : std::vector<double>(count);
}

std::int64_t moved_elements(const Arrays& arguments) {
  std::int64_t out = 0;
  for (const Array& argument : arguments)
    if (argument.kind == Kind::Real && argument.flows) out += argument.numel();
  return out;
}

Arrays moved(Arrays arguments, double step) {
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    if (arguments[k].kind != Kind::Real || !arguments[k].flows) continue;
    for (std::size_t i = 0; i < arguments[k].at.size(); ++i) arguments[k].at[i] += step * direction(k, i);
  }
  return arguments;
}

void judge_first(const std::string& where, const Arrays& arguments, const Call& call, const Definition& definition,
                 Layout layout, double slack) {
  const Arrays results = definition(arguments);
  const Gradients got = gradients(arguments, call, results, layout, false);
  const double tolerance = 1e-6 * slack;
  if (moved_elements(arguments) > kOneByOne) {
    double along = 0;
    for (std::size_t v = 0; v < got.of.size(); ++v) {
      const std::vector<double> numbers = numbers_or_zeros(got.gradients[v], arguments[got.of[v]].at.size());
      ASSERT_EQ(numbers.size(), arguments[got.of[v]].at.size()) << where;
      for (std::size_t i = 0; i < numbers.size(); ++i) along += numbers[i] * direction(got.of[v], i);
    }
    const double expected =
        (weighed(definition(moved(arguments, kStep))) - weighed(definition(moved(arguments, -kStep)))) / (2 * kStep);
    compare({along}, {expected}, tolerance, where + ", derivative in a direction");
    return;
  }
  for (std::size_t v = 0; v < got.of.size(); ++v) {
    const std::size_t k = got.of[v];
    std::vector<double> expected;
    for (std::size_t i = 0; i < arguments[k].at.size(); ++i) {
      Arrays up = arguments;
      Arrays down = arguments;
      up[k].at[i] += kStep;
      down[k].at[i] -= kStep;
      expected.push_back((weighed(definition(up)) - weighed(definition(down))) / (2 * kStep));
    }
    compare(numbers_or_zeros(got.gradients[v], expected.size()), expected, tolerance,
            where + ", derivative for argument " + std::to_string(k));
  }
}

void judge_second(const std::string& where, const Arrays& arguments, const Call& call, const Definition& definition,
                  Layout layout, double slack) {
  const Arrays results = definition(arguments);
  const Gradients first = gradients(arguments, call, results, layout, true);
  at::Tensor total;
  for (std::size_t v = 0; v < first.of.size(); ++v) {
    const at::Tensor& gradient = first.gradients[v];
    if (!gradient.defined() || !gradient.requires_grad()) continue;
    const at::Tensor part =
        gradient.mul(weights_like(gradient, [&](std::size_t i) { return direction(first.of[v], i); })).sum();
    total = total.defined() ? total.add(part) : part;
  }
  const Tensors second = total.defined() ? torch::autograd::grad({total}, first.variables, {}, false, false, true)
                                         : Tensors(first.variables.size());
  const Gradients up = gradients(moved(arguments, kStep), call, results, layout, false);
  const Gradients down = gradients(moved(arguments, -kStep), call, results, layout, false);
  for (std::size_t v = 0; v < first.of.size(); ++v) {
    const std::size_t count = arguments[first.of[v]].at.size();
    const std::vector<double> above = numbers_or_zeros(up.gradients[v], count);
    const std::vector<double> below = numbers_or_zeros(down.gradients[v], count);
    ASSERT_EQ(above.size(), count) << where;
    std::vector<double> expected;
    for (std::size_t i = 0; i < count; ++i) expected.push_back((above[i] - below[i]) / (2 * kStep));
    compare(numbers_or_zeros(second[v], count), expected, 1e-6 * slack,
            where + ", second derivative for argument " + std::to_string(first.of[v]));
  }
}

// Checks the tangents of the results when all variables are moved in one direction.
void judge_forward(const std::string& where, const Arrays& arguments, const Call& call, const Definition& definition,
                   Layout layout, double slack) {
  const Arrays results = definition(arguments);
  // If a result is infinite or NaN, it has no central difference, so tangents are not compared.
  if (!std::isfinite(weighed(results))) return;
  const auto level = static_cast<std::int64_t>(torch::autograd::ForwardADLevel::get_next_idx());
  double got = 0;
  try {
    Tensors inputs = tensors_of(arguments, at::kDouble, layout);
    for (std::size_t k = 0; k < inputs.size(); ++k)
      if (arguments[k].kind == Kind::Real && arguments[k].flows)
        inputs[k] = at::_make_dual(
            inputs[k], laid_out(weights_like(inputs[k], [&](std::size_t i) { return direction(k, i); }), layout),
            level);
    const Tensors outputs = call(inputs);
    for (std::size_t k = 0; k < outputs.size(); ++k) {
      if (results[k].kind != Kind::Real || !results[k].flows) continue;
      const at::Tensor tangent = std::get<1>(at::_unpack_dual(outputs[k], level));
      // An undefined tangent counts as zero.
      if (!tangent.defined()) continue;
      const std::vector<double> numbers = numbers_of(tangent);
      EXPECT_EQ(numbers.size(), results[k].at.size()) << where << ", tangent";
      for (std::size_t i = 0; i < numbers.size(); ++i) got += weight(k, i) * numbers[i];
    }
  } catch (const c10::NotImplementedError&) {
    // A function outside the catalogue need not support tangents, but must raise NotImplementedError then.
    torch::autograd::ForwardADLevel::release_idx(static_cast<std::uint64_t>(level));
    return;
  } catch (...) {
    torch::autograd::ForwardADLevel::release_idx(static_cast<std::uint64_t>(level));
    throw;
  }
  torch::autograd::ForwardADLevel::release_idx(static_cast<std::uint64_t>(level));
  const double expected =
      (weighed(definition(moved(arguments, kStep))) - weighed(definition(moved(arguments, -kStep)))) / (2 * kStep);
  compare({got}, {expected}, 1e-6 * slack, where + ", tangent");
}

std::string described(const char* declaration, const Arrays& arguments) {
  std::ostringstream out;
  out << declaration;
  for (const Array& argument : arguments) {
    out << " [";
    for (std::size_t d = 0; d < argument.sizes.size(); ++d) out << (d == 0 ? "" : ",") << argument.sizes[d];
    out << "]";
  }
  return out.str();
}

bool is_variable(const Array& array) { return array.kind == Kind::Real && array.flows; }

// Makes the variables complex. Each number becomes a pair in a new last dimension, with a random imaginary part.
Arrays paired(const Arrays& arguments) {
  Arrays out = arguments;
  for (std::size_t k = 0; k < out.size(); ++k) {
    if (!is_variable(out[k])) continue;
    const Array imaginary = real(arguments[k].sizes, 90 + k);
    out[k].sizes.push_back(2);
    out[k].at.clear();
    for (std::size_t i = 0; i < imaginary.at.size(); ++i)
      out[k].at.insert(out[k].at.end(), {arguments[k].at[i], imaginary.at[i]});
  }
  return out;
}

Array part_of(const Array& pairs, std::size_t part) {
  Array out(Sizes(pairs.sizes.begin(), pairs.sizes.end() - 1));
  for (std::size_t i = 0; i < out.at.size(); ++i) out.at[i] = pairs.at[2 * i + part];
  return out;
}

// Returns the call on complex numbers, which are given as pairs. The complex tensors have the layout of the pairs where
// possible.
Call of_pairs(const Call& call, const std::vector<bool>& variables) {
  return [=](const Tensors& pairs) {
    Tensors in = pairs;
    for (std::size_t k = 0; k < in.size(); ++k) {
      if (!variables[k]) continue;
      const bool dense = in[k].is_contiguous();
      in[k] = at::view_as_complex(in[k].clone(at::MemoryFormat::Contiguous));
      if (!dense) in[k] = laid_out(in[k], Layout::Transposed);
    }
    Tensors out = call(in);
    for (at::Tensor& one : out)
      if (one.is_complex()) one = at::view_as_real(at::resolve_conj(one));
    return out;
  };
}

// Derives the definition for complex numbers from the definition for real numbers. The result is a sum over all ways to
// take the real or the imaginary part of each variable, times i for each imaginary part. If the function is linear in
// all variables jointly, only two of these ways count.
Definition of_pairs(const Definition& definition, const std::vector<bool>& variables, Degree degree) {
  return [=](const Arrays& pairs) {
    std::size_t count = 0;
    for (const bool variable : variables) count += variable ? 1 : 0;
    const std::size_t choices = std::size_t{1} << count;
    Arrays out;
    for (std::size_t choice = 0; choice < choices; ++choice) {
      if (degree == Degree::Linear && choice != 0 && choice + 1 != choices) continue;
      Arrays chosen = pairs;
      std::size_t turns = 0;  // the number of factors i, the imaginary unit
      std::size_t next = 0;
      for (std::size_t k = 0; k < chosen.size(); ++k) {
        if (!variables[k]) continue;
        const std::size_t part = choice >> next++ & 1;
        chosen[k] = part_of(pairs[k], part);
        turns += part;
      }
      if (degree == Degree::Linear) turns = std::min<std::size_t>(turns, 1);
      const Arrays terms = definition(chosen);
      for (std::size_t r = 0; r < terms.size(); ++r) {
        if (choice == 0) {
          Sizes sizes = terms[r].sizes;
          sizes.push_back(2);
          out.emplace_back(sizes);
        }
        for (std::size_t i = 0; i < terms[r].at.size(); ++i)
          out[r].at[2 * i + turns % 2] += turns % 4 < 2 ? terms[r].at[i] : -terms[r].at[i];
      }
    }
    return out;
  };
}

// Runs `body`. If `body` raises an error, the test fails, but goes on with the next function.
void guarded(const std::string& where, const std::function<void()>& body) {
  try {
    body();
  } catch (const std::exception& error) {
    ADD_FAILURE() << where << " raised " << error.what();
  }
}

}  // namespace

void Judge::operator()(const char* declaration, const Arrays& arguments, const Call& call, const Definition& definition,
                       const Judged& how) {
  names_.insert(declaration);
  if (mode_ == Mode::Names) return;
  std::vector<at::ScalarType> dtypes{at::kDouble, at::kFloat};
  if (how.dtypes != Dtypes::Floating) dtypes.insert(dtypes.end(), {at::kLong, at::kInt, at::kByte});
  for (const Layout layout : kLayouts) {
    const std::string where = described(declaration, arguments) + ", " + name_of(layout);
    for (const at::ScalarType dtype : dtypes)
      guarded(where, [&] {
        judge_values(where + ", " + c10::toString(dtype), arguments, call, definition, dtype, layout, how);
      });
    if (how.first) guarded(where, [&] { judge_first(where, arguments, call, definition, layout, how.slack); });
    if (how.first && how.forward)
      guarded(where, [&] { judge_forward(where, arguments, call, definition, layout, how.slack); });
    if (how.first && how.second)
      guarded(where, [&] { judge_second(where, arguments, call, definition, layout, how.slack); });
  }
  if (how.degree == Degree::Unknown) return;
  std::vector<bool> variables;
  for (const Array& argument : arguments) variables.push_back(is_variable(argument));
  Judged of_complex = how;
  of_complex.dtypes = Dtypes::Floating;
  of_complex.degree = Degree::Unknown;
  (*this)(declaration, paired(arguments), of_pairs(call, variables), of_pairs(definition, variables, how.degree),
          of_complex);
}

void Judge::by_hand(const char* declaration, const std::function<void()>& body) {
  names_.insert(declaration);
  if (mode_ == Mode::Judges) guarded(declaration, body);
}

}  // namespace modecheck::definitions
