// Compares foreach operators with their definition: each tensor of the list has the result of the plain operator.
#include <algorithm>
#include <cmath>

#include "tests/definitions/families.h"

namespace modecheck::definitions {
namespace {

// Gives the sizes of the tensors in each list. Some tensors have no elements and some no dimensions.
const std::vector<Sizes> kLists[] = {{{2, 3}, {}, {0}}, {{4}}, {{30, 20}, {2}}};

Arrays list(const std::vector<Sizes>& sizes, std::uint64_t seed, const std::function<Array(Sizes, std::uint64_t)>& of) {
  Arrays out;
  for (const Sizes& one : sizes) out.push_back(of(one, ++seed));
  return out;
}

// Returns list number `which`, if `in` consists of `lists` lists of the same length.
Tensors part(const Tensors& in, std::size_t lists, std::size_t which) {
  const std::size_t count = in.size() / lists;
  return Tensors(in.begin() + static_cast<std::ptrdiff_t>(which * count),
                 in.begin() + static_cast<std::ptrdiff_t>((which + 1) * count));
}
Tensors clones(const Tensors& of) {
  Tensors out;
  for (const at::Tensor& tensor : of) out.push_back(tensor.clone());
  return out;
}
void append(Arrays& to, const Arrays& more) { to.insert(to.end(), more.begin(), more.end()); }

struct Unary {
  const char* name;
  const char* in_place_name;
  Tensors (*function)(at::TensorList);
  void (*in_place)(at::TensorList);
  double (*definition)(double);
  bool above_zero;
};

#define MODECHECK_UNARY(name, above_zero, expression)                              \
  Unary {                                                                          \
    "_foreach_" #name "(TensorList)", "_foreach_" #name "_(TensorList)",           \
        [](at::TensorList of) { return at::_foreach_##name(of); },                 \
        [](at::TensorList of) { at::_foreach_##name##_(of); },                     \
        []([[maybe_unused]] double x) -> double { return expression; }, above_zero \
  }

void of_one(Judge& judge) {
  const Unary all[] = {
      MODECHECK_UNARY(abs, false, std::fabs(x)),
      MODECHECK_UNARY(acos, false, std::acos(x)),
      MODECHECK_UNARY(asin, false, std::asin(x)),
      MODECHECK_UNARY(atan, false, std::atan(x)),
      MODECHECK_UNARY(ceil, false, std::ceil(x)),
      MODECHECK_UNARY(cos, false, std::cos(x)),
      MODECHECK_UNARY(cosh, false, (std::exp(x) + std::exp(-x)) / 2),
      MODECHECK_UNARY(erf, false, std::erf(x)),
      MODECHECK_UNARY(erfc, false, std::erfc(x)),
      MODECHECK_UNARY(exp, false, std::exp(x)),
      MODECHECK_UNARY(expm1, false, std::expm1(x)),
      MODECHECK_UNARY(floor, false, std::floor(x)),
      MODECHECK_UNARY(frac, false, x - std::trunc(x)),
      MODECHECK_UNARY(log, true, std::log(x)),
      MODECHECK_UNARY(log10, true, std::log(x) / std::log(10.0)),
      MODECHECK_UNARY(log1p, true, std::log1p(x)),
      MODECHECK_UNARY(log2, true, std::log(x) / std::log(2.0)),
      MODECHECK_UNARY(neg, false, -x),
      MODECHECK_UNARY(reciprocal, true, 1 / x),
      MODECHECK_UNARY(round, false, std::nearbyint(x)),
      MODECHECK_UNARY(sigmoid, false, 1 / (1 + std::exp(-x))),
      MODECHECK_UNARY(sin, false, std::sin(x)),
      MODECHECK_UNARY(sinh, false, (std::exp(x) - std::exp(-x)) / 2),
      MODECHECK_UNARY(sqrt, true, std::sqrt(x)),
      MODECHECK_UNARY(tan, false, std::tan(x)),
      MODECHECK_UNARY(tanh, false, std::tanh(x)),
      MODECHECK_UNARY(trunc, false, std::trunc(x)),
      MODECHECK_UNARY(zero, false, 0),
  };
  for (const Unary& one : all)
    for (const std::vector<Sizes>& sizes : kLists) {
      const Arrays arguments = list(sizes, 1, one.above_zero ? positive : real);
      const Definition definition = [=](const Arrays& in) {
        Arrays out;
        for (const Array& x : in) out.push_back(elementwise(x, one.definition));
        return out;
      };
      // Functions such as acos are steep near the ends of their domain, so they get a wider tolerance. Functions such
      // as round have steps. In a large tensor some elements lie near such points, so first derivatives are not tested
      // there.
      const std::string name = one.name;
      const bool steep = name.find("acos") != std::string::npos || name.find("asin(") != std::string::npos;
      const bool steps = name.find("ceil") != std::string::npos || name.find("floor") != std::string::npos ||
                         name.find("round") != std::string::npos || name.find("trunc") != std::string::npos ||
                         name.find("frac") != std::string::npos || name.find("abs") != std::string::npos;
      const bool large = product(sizes[0]) > 100;
      const Judged how{.first = !large || !(steep || steps), .slack = steep ? 100.0 : 1.0};
      judge(
          one.name, arguments, [=](const Tensors& in) { return one.function(in); }, definition, how);
      judge(
          one.in_place_name, arguments,
          [=](const Tensors& in) {
            const Tensors out = clones(in);
            one.in_place(out);
            return out;
          },
          definition, how);
    }
}

constexpr double kFactors[] = {1.5, -2, 0.75};

std::vector<at::Scalar> numbers(std::size_t count) { return std::vector<at::Scalar>(kFactors, kFactors + count); }

// Tests a foreach operator in three forms: with one number, with a list of numbers, and with a list of tensors. `f`
// takes an element, the other operand, and the other operand's factor if there is one.
#define MODECHECK_ARITHMETIC(name, with_other, alpha, expression)                                                \
  {                                                                                                              \
    const auto f = [](double x, double y, [[maybe_unused]] double factor) -> double { return expression; };      \
    for (const std::vector<Sizes>& sizes : kLists) {                                                             \
      const Arrays first = list(sizes, 1, real);                                                                 \
      Arrays both = first;                                                                                       \
      append(both, list(sizes, 7, positive));                                                                    \
      const Definition one = [=](const Arrays& in) {                                                             \
        Arrays out;                                                                                              \
        for (const Array& x : in) out.push_back(elementwise(x, [=](double v) { return f(v, 2.5, 1); }));         \
        return out;                                                                                              \
      };                                                                                                         \
      const Definition each = [=](const Arrays& in) {                                                            \
        Arrays out;                                                                                              \
        for (std::size_t k = 0; k < in.size(); ++k)                                                              \
          out.push_back(elementwise(in[k], [=](double v) { return f(v, kFactors[k], 1); }));                     \
        return out;                                                                                              \
      };                                                                                                         \
      const Definition tensors = [=](const Arrays& in) {                                                         \
        Arrays out;                                                                                              \
        const std::size_t count = in.size() / 2;                                                                 \
        for (std::size_t k = 0; k < count; ++k)                                                                  \
          out.push_back(elementwise(in[k], in[count + k], [=](double v, double w) { return f(v, w, alpha); }));  \
        return out;                                                                                              \
      };                                                                                                         \
      judge(                                                                                                     \
          "_foreach_" #name "(TensorList,Scalar)", first,                                                        \
          [](const Tensors& in) { return at::_foreach_##name(in, 2.5); }, one);                                  \
      judge(                                                                                                     \
          "_foreach_" #name "_(TensorList,Scalar)", first,                                                       \
          [](const Tensors& in) {                                                                                \
            const Tensors out = clones(in);                                                                      \
            at::_foreach_##name##_(out, 2.5);                                                                    \
            return out;                                                                                          \
          },                                                                                                     \
          one);                                                                                                  \
      judge(                                                                                                     \
          "_foreach_" #name "(TensorList,ArrayRef<Scalar>)", first,                                              \
          [](const Tensors& in) { return at::_foreach_##name(in, numbers(in.size())); }, each);                  \
      judge(                                                                                                     \
          "_foreach_" #name "_(TensorList,ArrayRef<Scalar>)", first,                                             \
          [](const Tensors& in) {                                                                                \
            const Tensors out = clones(in);                                                                      \
            at::_foreach_##name##_(out, numbers(in.size()));                                                     \
            return out;                                                                                          \
          },                                                                                                     \
          each);                                                                                                 \
      judge(                                                                                                     \
          "_foreach_" #name "(TensorList,TensorList" with_other ")", both,                                       \
          [](const Tensors& in) { return MODECHECK_CALL(at::_foreach_##name, part(in, 2, 0), part(in, 2, 1)); }, \
          tensors);                                                                                              \
      judge(                                                                                                     \
          "_foreach_" #name "_(TensorList,TensorList" with_other ")", both,                                      \
          [](const Tensors& in) {                                                                                \
            const Tensors out = clones(part(in, 2, 0));                                                          \
            MODECHECK_CALL(at::_foreach_##name##_, out, part(in, 2, 1));                                         \
            return out;                                                                                          \
          },                                                                                                     \
          tensors);                                                                                              \
    }                                                                                                            \
  }

void of_two(Judge& judge) {
#define MODECHECK_CALL(function, ...) function(__VA_ARGS__, -1.5)
  MODECHECK_ARITHMETIC(add, ",Scalar", -1.5, x + factor * y)
  MODECHECK_ARITHMETIC(sub, ",Scalar", -1.5, x - factor * y)
#undef MODECHECK_CALL
#define MODECHECK_CALL(function, ...) function(__VA_ARGS__)
  MODECHECK_ARITHMETIC(mul, "", 1, x * y)
  MODECHECK_ARITHMETIC(div, "", 1, x / y)
#undef MODECHECK_CALL

  const auto extreme = [&](const char* name, const char* in_place_name,
                           Tensors (*function)(at::TensorList, at::TensorList),
                           void (*in_place)(at::TensorList, at::TensorList), double (*f)(double, double)) {
    for (const std::vector<Sizes>& sizes : kLists) {
      Arrays both = list(sizes, 1, real);
      append(both, list(sizes, 7, real));
      const Definition definition = [=](const Arrays& in) {
        Arrays out;
        const std::size_t count = in.size() / 2;
        for (std::size_t k = 0; k < count; ++k) out.push_back(elementwise(in[k], in[count + k], f));
        return out;
      };
      judge(
          name, both, [=](const Tensors& in) { return function(part(in, 2, 0), part(in, 2, 1)); }, definition);
      judge(
          in_place_name, both,
          [=](const Tensors& in) {
            const Tensors out = clones(part(in, 2, 0));
            in_place(out, part(in, 2, 1));
            return out;
          },
          definition);
    }
  };
  extreme(
      "_foreach_maximum(TensorList,TensorList)", "_foreach_maximum_(TensorList,TensorList)",
      [](at::TensorList a, at::TensorList b) { return at::_foreach_maximum(a, b); },
      [](at::TensorList a, at::TensorList b) { at::_foreach_maximum_(a, b); },
      [](double x, double y) { return std::max(x, y); });
  extreme(
      "_foreach_minimum(TensorList,TensorList)", "_foreach_minimum_(TensorList,TensorList)",
      [](at::TensorList a, at::TensorList b) { return at::_foreach_minimum(a, b); },
      [](at::TensorList a, at::TensorList b) { at::_foreach_minimum_(a, b); },
      [](double x, double y) { return std::min(x, y); });
}

#define MODECHECK_OF_THREE(name, expression)                                                                        \
  for (const std::vector<Sizes>& sizes : kLists) {                                                                  \
    Arrays all = list(sizes, 1, real);                                                                              \
    append(all, list(sizes, 5, real));                                                                              \
    append(all, list(sizes, 9, positive));                                                                          \
    const auto of = [](bool each) {                                                                                 \
      return [=](const Arrays& in) {                                                                                \
        Arrays out;                                                                                                 \
        const std::size_t count = in.size() / 3;                                                                    \
        for (std::size_t k = 0; k < count; ++k) {                                                                   \
          Array one = in[k];                                                                                        \
          for (std::size_t i = 0; i < one.at.size(); ++i) {                                                         \
            const double a = in[count + k].at[i];                                                                   \
            const double b = in[2 * count + k].at[i];                                                               \
            one.at[i] += (each ? kFactors[k] : 2.5) * (expression);                                                 \
          }                                                                                                         \
          out.push_back(one);                                                                                       \
        }                                                                                                           \
        return out;                                                                                                 \
      };                                                                                                            \
    };                                                                                                              \
    judge(                                                                                                          \
        "_foreach_" #name "(TensorList,TensorList,TensorList,Scalar)", all,                                         \
        [](const Tensors& in) { return at::_foreach_##name(part(in, 3, 0), part(in, 3, 1), part(in, 3, 2), 2.5); }, \
        of(false));                                                                                                 \
    judge(                                                                                                          \
        "_foreach_" #name "_(TensorList,TensorList,TensorList,Scalar)", all,                                        \
        [](const Tensors& in) {                                                                                     \
          const Tensors out = clones(part(in, 3, 0));                                                               \
          at::_foreach_##name##_(out, part(in, 3, 1), part(in, 3, 2), 2.5);                                         \
          return out;                                                                                               \
        },                                                                                                          \
        of(false));                                                                                                 \
    judge(                                                                                                          \
        "_foreach_" #name "(TensorList,TensorList,TensorList,ArrayRef<Scalar>)", all,                               \
        [](const Tensors& in) {                                                                                     \
          return at::_foreach_##name(part(in, 3, 0), part(in, 3, 1), part(in, 3, 2), numbers(in.size() / 3));       \
        },                                                                                                          \
        of(true));                                                                                                  \
    judge(                                                                                                          \
        "_foreach_" #name "_(TensorList,TensorList,TensorList,ArrayRef<Scalar>)", all,                              \
        [](const Tensors& in) {                                                                                     \
          const Tensors out = clones(part(in, 3, 0));                                                               \
          at::_foreach_##name##_(out, part(in, 3, 1), part(in, 3, 2), numbers(in.size() / 3));                      \
          return out;                                                                                               \
        },                                                                                                          \
        of(true));                                                                                                  \
  }

void of_three(Judge& judge) {
  MODECHECK_OF_THREE(addcmul, a * b)
  MODECHECK_OF_THREE(addcdiv, a / b)
}

}  // namespace

void foreach_functions(Judge& judge) {
  of_one(judge);
  of_two(judge);
  of_three(judge);
}

}  // namespace modecheck::definitions
