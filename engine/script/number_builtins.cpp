// The builtins of TorchScript for numbers, truth values and comparisons.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>

#include "engine/api/operator_overloads.h"
#include "engine/core/errors/error.h"
#include "engine/core/types/default_dtype.h"
#include "engine/script/builtin.h"
#include "engine/script/call_target.h"
#include "engine/script/limits.h"
#include "engine/script/list.h"
#include "engine/script/value_functions.h"

namespace modecheck::engine::script {
namespace {

using Arguments = std::vector<Value>;

std::uint64_t bits_of(std::int64_t value) { return static_cast<std::uint64_t>(value); }
std::int64_t whole(const Value& value) { return value.is_bool() ? std::int64_t{value.boolean()} : value.integer(); }
bool is_whole(const Value& value) { return value.is_int() || value.is_bool(); }
c10::complex<double> complex_of(const Value& value) {
  return value.is_complex() ? value.complex_number() : c10::complex<double>(value.real());
}

[[noreturn]] void reject_zero(const char* what) {
  raise(ErrorClass::Argument, "TorchScript: ", what, " by zero (ZeroDivisionError)");
}

std::int64_t floor_divide(std::int64_t a, std::int64_t b) {
  if (b == 0) reject_zero("division");
  if (b == -1) return static_cast<std::int64_t>(0 - bits_of(a));
  const std::int64_t quotient = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}
std::int64_t modulo(std::int64_t a, std::int64_t b) {
  if (b == 0) reject_zero("remainder of a division");
  if (b == -1) return 0;
  const std::int64_t rest = a % b;
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}
// As in TorchScript, which gives NaN for a division by zero, and rounds where Python does not.
double modulo(double a, double b) { return std::fmod(b + std::fmod(a, b), b); }

// Runs the functions for integers, floats and complex numbers, whichever the arguments need.
template <typename Ints, typename Floats, typename Complexes>
bool arithmetic(const Value& a, const Value& b, Value& out, Ints ints, Floats floats, Complexes complexes) {
  if (!a.is_number() || !b.is_number()) return false;
  if (a.is_complex() || b.is_complex())
    out = Value(complexes(complex_of(a), complex_of(b)));
  else if (a.is_float() || b.is_float())
    out = Value(floats(a.real(), b.real()));
  else
    out = Value(ints(whole(a), whole(b)));
  return true;
}

c10::complex<double> no_complex(c10::complex<double> /*a*/, c10::complex<double> /*b*/) {
  raise(ErrorClass::Argument, "TorchScript: this operation is not defined for complex numbers");
}

void check_length(std::size_t length) {
  MODECHECK_CHECK(length <= kMostElements, ErrorClass::OutOfMemory, "TorchScript: a list or a string would have ",
                  length, " elements; at most ", kMostElements, " are allowed");
}

bool add(Arguments& a, Value& out) {
  if (a[0].is_string() && a[1].is_string()) {
    check_length(a[0].string().size() + a[1].string().size());
    out = Value(a[0].string() + a[1].string());
    return true;
  }
  if (a[0].is_list() && a[1].is_list()) {
    check_length(a[0].elements().size() + a[1].elements().size());
    auto list = std::make_shared<List>();
    list->items = a[0].elements();
    list->items.insert(list->items.end(), a[1].elements().begin(), a[1].elements().end());
    list->element = a[0].list()->element != nullptr ? a[0].list()->element : a[1].list()->element;
    out = Value(list);
    return true;
  }
  return arithmetic(
      a[0], a[1], out,
      [](std::int64_t x, std::int64_t y) { return static_cast<std::int64_t>(bits_of(x) + bits_of(y)); },
      [](double x, double y) { return x + y; }, [](auto x, auto y) { return x + y; });
}

// `list += list` changes the list.
bool add_in_place(Arguments& a, Value& out) {
  if (!a[0].is_list() || !a[1].is_list()) return false;
  check_length(a[0].elements().size() + a[1].elements().size());
  const std::vector<Value> added = a[1].elements();
  std::vector<Value>& items = a[0].list()->items;
  items.insert(items.end(), added.begin(), added.end());
  out = a[0];
  return true;
}

bool subtract(Arguments& a, Value& out) {
  return arithmetic(
      a[0], a[1], out,
      [](std::int64_t x, std::int64_t y) { return static_cast<std::int64_t>(bits_of(x) - bits_of(y)); },
      [](double x, double y) { return x - y; }, [](auto x, auto y) { return x - y; });
}

bool repeated(const Value& base, std::int64_t count, Value& out) {
  const auto times = static_cast<std::size_t>(count < 0 ? 0 : count);
  const std::size_t length = base.is_string() ? base.string().size() : base.elements().size();
  MODECHECK_CHECK(length == 0 || times <= kMostElements / length, ErrorClass::OutOfMemory,
                  "TorchScript: a list or a string of ", length, " elements would be repeated ", count,
                  " times; the result may have at most ", kMostElements, " elements");
  if (base.is_string()) {
    std::string text;
    for (std::size_t i = 0; length > 0 && i < times; ++i) text += base.string();
    out = Value(std::move(text));
    return true;
  }
  auto list = std::make_shared<List>();
  list->element = base.list()->element;
  for (std::size_t i = 0; length > 0 && i < times; ++i)
    list->items.insert(list->items.end(), base.elements().begin(), base.elements().end());
  out = Value(list);
  return true;
}

bool multiply(Arguments& a, Value& out) {
  if ((a[0].is_string() || a[0].is_list()) && a[1].is_int()) return repeated(a[0], a[1].integer(), out);
  if ((a[1].is_string() || a[1].is_list()) && a[0].is_int()) return repeated(a[1], a[0].integer(), out);
  return arithmetic(
      a[0], a[1], out,
      [](std::int64_t x, std::int64_t y) { return static_cast<std::int64_t>(bits_of(x) * bits_of(y)); },
      [](double x, double y) { return x * y; }, [](auto x, auto y) { return x * y; });
}

// As in TorchScript, a division by zero gives an infinity or NaN, and not Python's ZeroDivisionError.
bool divide(Arguments& a, Value& out) {
  if (!a[0].is_number() || !a[1].is_number()) return false;
  if (a[0].is_complex() || a[1].is_complex()) {
    out = Value(complex_of(a[0]) / complex_of(a[1]));
    return true;
  }
  out = Value(a[0].real() / a[1].real());
  return true;
}

bool floordiv(Arguments& a, Value& out) {
  return arithmetic(
      a[0], a[1], out, floor_divide, [](double x, double y) { return std::floor(x / y); }, no_complex);
}
bool remainder_of(Arguments& a, Value& out) {
  // The overload of a number and a tensor, which the catalogue lacks.
  if (a[0].is_number() && a[1].is_tensor()) {
    const at::Tensor& divisor = a[1].tensor();
    const bool becomes_real = a[0].is_float() && !divisor.is_floating_point();
    out = Value(
        at::operator%(a[0].scalar(), becomes_real ? divisor.to(c10::get_default_dtype_as_scalartype()) : divisor));
    return true;
  }
  return arithmetic(
      a[0], a[1], out, [](std::int64_t x, std::int64_t y) { return modulo(x, y); },
      [](double x, double y) { return modulo(x, y); }, no_complex);
}
bool fmod_of(Arguments& a, Value& out) {
  if (!a[0].is_number() || !a[1].is_number()) return false;
  out = Value(std::fmod(a[0].real(), a[1].real()));
  return true;
}

// As in TorchScript, the power of two integers is a float.
bool power(Arguments& a, Value& out) {
  if (!a[0].is_number() || !a[1].is_number()) return false;
  if (a[0].is_complex() || a[1].is_complex()) {
    const std::complex<double> result =
        std::pow(std::complex<double>(complex_of(a[0])), std::complex<double>(complex_of(a[1])));
    out = Value(c10::complex<double>(result.real(), result.imag()));
    return true;
  }
  out = Value(std::pow(a[0].real(), a[1].real()));
  return true;
}

// Compares with `compare`, which gets a negative number, 0 or a positive number.
template <typename Compare>
bool ordered(Arguments& a, Value& out, Compare compare) {
  if (a[0].is_string() && a[1].is_string()) {
    out = Value(bool{compare(a[0].string().compare(a[1].string()), 0)});
  } else if (is_whole(a[0]) && is_whole(a[1])) {
    out = Value(bool{compare(whole(a[0]), whole(a[1]))});
  } else if (a[0].is_number() && a[1].is_number()) {
    out = Value(bool{compare(a[0].real(), a[1].real())});
  } else {
    return false;
  }
  return true;
}

bool is_compared_by_operator(const Arguments& a) { return a[0].is_tensor() || a[1].is_tensor(); }

bool equal(Arguments& a, Value& out) {
  if (is_compared_by_operator(a) && !a[0].is_none() && !a[1].is_none()) return false;
  out = Value(are_equal(a[0], a[1]));
  return true;
}
bool not_equal(Arguments& a, Value& out) {
  if (!equal(a, out)) return false;
  out = Value(!out.boolean());
  return true;
}

template <typename Ints>
bool bitwise(Arguments& a, Value& out, Ints ints) {
  if (!is_whole(a[0]) || !is_whole(a[1])) return false;
  const std::int64_t result = ints(whole(a[0]), whole(a[1]));
  out = a[0].is_bool() && a[1].is_bool() ? Value(result != 0) : Value(result);
  return true;
}
// The bit operators of Python call these operators if the first argument is a tensor.
bool bits_of_tensor(const char* operator_name, Arguments& a, Value& out) {
  if (!a[0].is_tensor()) return false;
  out = run_operator(operator_name, a);
  return true;
}
std::int64_t shift_count(std::int64_t count) {
  MODECHECK_CHECK(count >= 0 && count < 64, ErrorClass::Argument, "TorchScript: an int is shifted by ", count,
                  " bits; a shift is by 0 to 63 bits");
  return count;
}
// Shifts the integers of a tensor by multiplying or dividing by a power of two.
bool shifted_tensor(const char* operator_name, Arguments& a, Value& out) {
  if (!a[0].is_tensor() || a[0].tensor().is_floating_point() || !a[1].is_int()) return false;
  MODECHECK_CHECK(a[1].integer() >= 0 && a[1].integer() < 63, ErrorClass::Argument,
                  "TorchScript: a tensor is shifted by ", a[1].integer(), " bits; a shift is by 0 to 62 bits");
  out = run_operator(operator_name, {a[0], Value(std::int64_t{1} << a[1].integer())});
  return true;
}

template <double (*function)(double)>
bool real_function(Arguments& a, Value& out) {
  if (!a[0].is_number() || a[0].is_complex()) return false;
  out = Value(function(a[0].real()));
  return true;
}
std::int64_t rounded_down(double value, double (*function)(double)) {
  const double result = function(value);
  MODECHECK_CHECK(result >= -9223372036854775808.0 && result < 9223372036854775808.0, ErrorClass::Overflow,
                  "TorchScript: the float ", value, " does not fit an int");
  return static_cast<std::int64_t>(result);
}
template <double (*function)(double)>
bool rounding(Arguments& a, Value& out) {
  if (!a[0].is_number() || a[0].is_complex()) return false;
  out = is_whole(a[0]) ? Value(whole(a[0])) : Value(rounded_down(a[0].real(), function));
  return true;
}
double half_to_even(double x) { return std::nearbyint(x); }
constexpr double kDegrees = 57.29577951308232;  // 180 / pi
double degrees(double x) { return x * kDegrees; }
double radians(double x) { return x / kDegrees; }
bool logarithm(Arguments& a, Value& out) {
  for (const Value& value : a)
    if (!value.is_number() || value.is_complex()) return false;
  out = Value(a.size() == 1 ? std::log(a[0].real()) : std::log(a[0].real()) / std::log(a[1].real()));
  return true;
}
template <double (*function)(double, double)>
bool real_function_of_two(Arguments& a, Value& out) {
  for (const Value& value : a)
    if (!value.is_number() || value.is_complex()) return false;
  out = Value(function(a[0].real(), a[1].real()));
  return true;
}
bool scaled_by_power(Arguments& a, Value& out) {
  if (!a[0].is_number() || a[0].is_complex() || !is_whole(a[1])) return false;
  out = Value(std::ldexp(a[0].real(), static_cast<int>(std::clamp<std::int64_t>(whole(a[1]), -5000, 5000))));
  return true;
}
bool mantissa_and_exponent(Arguments& a, Value& out) {
  if (!a[0].is_float()) return false;
  int exponent = 0;
  const double mantissa = std::frexp(a[0].real(), &exponent);
  out = Value::tuple({mantissa, std::int64_t{exponent}});
  return true;
}
bool fraction_and_whole(Arguments& a, Value& out) {
  if (!a[0].is_float()) return false;
  double whole_part = 0;
  const double fraction = std::modf(a[0].real(), &whole_part);
  out = Value::tuple({fraction, whole_part});
  return true;
}
bool greatest_divisor(Arguments& a, Value& out) {
  if (!is_whole(a[0]) || !is_whole(a[1])) return false;
  const auto size = [](const Value& v) { return whole(v) < 0 ? 0 - bits_of(whole(v)) : bits_of(whole(v)); };
  out = Value(static_cast<std::int64_t>(std::gcd(size(a[0]), size(a[1]))));
  return true;
}
bool factorial(Arguments& a, Value& out) {
  if (!is_whole(a[0])) return false;
  MODECHECK_CHECK(whole(a[0]) >= 0, ErrorClass::Argument,
                  "TorchScript: factorial() is not defined for negative values, such as ", whole(a[0]));
  // The product of the numbers up to 66 has more than 64 factors of 2, so that its lower 64 bits are 0.
  std::uint64_t result = 1;
  for (std::uint64_t i = 2; i <= std::min<std::uint64_t>(bits_of(whole(a[0])), 66); ++i) result *= i;
  out = Value(static_cast<std::int64_t>(result));
  return true;
}

bool absolute(Arguments& a, Value& out) {
  if (a[0].is_tensor()) {
    out = Value(a[0].tensor().abs());
    return true;
  }
  if (is_whole(a[0]))
    out = Value(whole(a[0]) < 0 ? static_cast<std::int64_t>(0 - bits_of(whole(a[0]))) : whole(a[0]));
  else if (a[0].is_float())
    out = Value(std::fabs(a[0].real()));
  else if (a[0].is_complex())
    out = Value(std::abs(std::complex<double>(a[0].complex_number())));
  else
    return false;
  return true;
}
bool negate(Arguments& a, Value& out) {
  if (is_whole(a[0]))
    out = Value(static_cast<std::int64_t>(0 - bits_of(whole(a[0]))));
  else if (a[0].is_float())
    out = Value(-a[0].real());
  else if (a[0].is_complex())
    out = Value(-a[0].complex_number());
  else
    return false;
  return true;
}

// As in TorchScript, a NaN in the first place loses, and one in the second place wins.
Value smaller(const Value& a, const Value& b) {
  if (is_whole(a) && is_whole(b)) return Value(std::min(whole(a), whole(b)));
  return Value(a.real() < b.real() ? a.real() : b.real());
}
Value larger(const Value& a, const Value& b) {
  if (is_whole(a) && is_whole(b)) return Value(std::max(whole(a), whole(b)));
  return Value(a.real() > b.real() ? a.real() : b.real());
}
bool are_real(const std::vector<Value>& values) {
  return std::all_of(values.begin(), values.end(),
                     [](const Value& value) { return value.is_number() && !value.is_complex(); });
}
// Returns whether the first list comes before the second one in the order of their elements.
bool list_comes_before(const std::vector<Value>& a, const std::vector<Value>& b) {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), [](const Value& x, const Value& y) {
    return is_whole(x) && is_whole(y) ? whole(x) < whole(y) : x.real() < y.real();
  });
}
bool extreme(Arguments& a, Value& out, bool is_least) {
  if (a.size() == 2 && a[0].is_list() && a[1].is_list()) {
    const std::vector<Value>& first = a[0].elements();
    const std::vector<Value>& second = a[1].elements();
    if (!are_real(first) || !are_real(second)) return false;
    out = (is_least ? list_comes_before(first, second) : list_comes_before(second, first)) ? a[0] : a[1];
    return true;
  }
  const std::vector<Value>& values = a.size() == 1 && a[0].is_list() ? a[0].elements() : a;
  MODECHECK_CHECK(!values.empty(), ErrorClass::Argument, "TorchScript: min() or max() of an empty list");
  if (!are_real(values)) return false;
  out = values[0];
  for (std::size_t i = 1; i < values.size(); ++i) out = is_least ? smaller(out, values[i]) : larger(out, values[i]);
  return true;
}

bool to_int(Arguments& a, Value& out) {
  if (a[0].is_tensor()) {
    out = Value(a[0].tensor().item<std::int64_t>());
  } else if (a[0].is_string()) {
    const std::string& text = a[0].string();
    std::int64_t value = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    MODECHECK_CHECK(error == std::errc() && stop == text.data() + text.size(), ErrorClass::Argument,
                    "TorchScript: invalid literal for int(): '", text, "'");
    out = Value(value);
  } else if (is_whole(a[0])) {
    out = Value(whole(a[0]));
  } else if (a[0].is_float()) {
    out = Value(rounded_down(a[0].real(), std::trunc));
  } else {
    return false;
  }
  return true;
}
bool to_float(Arguments& a, Value& out) {
  if (a[0].is_tensor()) {
    out = Value(a[0].tensor().item<double>());
  } else if (a[0].is_string()) {
    const std::string& text = a[0].string();
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    MODECHECK_CHECK(!text.empty() && *end == '\0', ErrorClass::Argument,
                    "TorchScript: could not convert string to float: '", text, "'");
    out = Value(value);
  } else if (a[0].is_number() && !a[0].is_complex()) {
    out = Value(a[0].real());
  } else {
    return false;
  }
  return true;
}
bool to_complex(Arguments& a, Value& out) {
  const auto number = [](const Value& v) { return v.is_tensor() ? Value(v.tensor().item<double>()) : v; };
  const Value first = number(a[0]);
  if (!first.is_number()) return false;
  out = Value(complex_of(first));
  if (a.size() == 2) out = Value(complex_of(first) + c10::complex<double>(0, 1) * complex_of(number(a[1])));
  return true;
}
bool to_bool(Arguments& a, Value& out) {
  if (!a[0].is_number() && !a[0].is_tensor()) return false;
  out = Value(truth(a[0]));
  return true;
}
// Returns a number as it is, and the only element of a tensor.
bool to_scalar(Arguments& a, Value& out) {
  if (a[0].is_number()) {
    out = a[0];
    return true;
  }
  if (!a[0].is_tensor()) return false;
  const c10::Scalar number = a[0].tensor().item();
  if (number.isComplex())
    out = Value(number.toComplexDouble());
  else if (number.isFloatingPoint())
    out = Value(number.toDouble());
  else if (number.isBoolean())
    out = Value(number.toBool());
  else
    out = Value(std::int64_t{number.toLong()});
  return true;
}

bool range_length(Arguments& a, Value& out) {
  const std::int64_t first = a[0].integer();
  const std::int64_t last = a[1].integer();
  const std::int64_t step = a[2].integer();
  MODECHECK_CHECK(step != 0, ErrorClass::Argument, "TorchScript: range() arg 3 must not be zero");
  std::uint64_t length = 0;
  if (step > 0 && first < last) length = 1 + (bits_of(last) - 1 - bits_of(first)) / bits_of(step);
  if (step < 0 && first > last) length = 1 + (bits_of(first) - 1 - bits_of(last)) / (0 - bits_of(step));
  out = Value(static_cast<std::int64_t>(length));
  return true;
}
bool derived_index(Arguments& a, Value& out) {
  out = Value(static_cast<std::int64_t>(bits_of(a[1].integer()) + bits_of(a[0].integer()) * bits_of(a[2].integer())));
  return true;
}

constexpr auto kMin = +[](Arguments& a, Value& out) { return extreme(a, out, true); };
constexpr auto kMax = +[](Arguments& a, Value& out) { return extreme(a, out, false); };
constexpr auto kIs = +[](Arguments& a, Value& out) {
  out = Value(is_same(a[0], a[1]));
  return true;
};
constexpr auto kIsNot = +[](Arguments& a, Value& out) {
  out = Value(!is_same(a[0], a[1]));
  return true;
};
constexpr auto kNot = +[](Arguments& a, Value& out) {
  out = Value(!truth(a[0]));
  return true;
};
constexpr auto kLess = +[](Arguments& a, Value& out) { return ordered(a, out, [](auto x, auto y) { return x < y; }); };
constexpr auto kLessEqual =
    +[](Arguments& a, Value& out) { return ordered(a, out, [](auto x, auto y) { return x <= y; }); };
constexpr auto kGreater =
    +[](Arguments& a, Value& out) { return ordered(a, out, [](auto x, auto y) { return x > y; }); };
constexpr auto kGreaterEqual =
    +[](Arguments& a, Value& out) { return ordered(a, out, [](auto x, auto y) { return x >= y; }); };
constexpr auto kAnd = +[](Arguments& a, Value& out) {
  return bits_of_tensor("aten::bitwise_and", a, out) || bitwise(a, out, [](auto x, auto y) { return x & y; });
};
constexpr auto kOr = +[](Arguments& a, Value& out) {
  return bits_of_tensor("aten::bitwise_or", a, out) || bitwise(a, out, [](auto x, auto y) { return x | y; });
};
constexpr auto kXor = +[](Arguments& a, Value& out) {
  return bits_of_tensor("aten::bitwise_xor", a, out) || bitwise(a, out, [](auto x, auto y) { return x ^ y; });
};
constexpr auto kShiftLeft = +[](Arguments& a, Value& out) {
  return shifted_tensor("aten::mul", a, out) ||
         bitwise(a, out, [](auto x, auto y) { return static_cast<std::int64_t>(bits_of(x) << shift_count(y)); });
};
constexpr auto kShiftRight = +[](Arguments& a, Value& out) {
  return shifted_tensor("aten::floor_divide", a, out) ||
         bitwise(a, out, [](auto x, auto y) { return x >> shift_count(y); });
};
constexpr auto kBitwiseNot = +[](Arguments& a, Value& out) {
  if (!is_whole(a[0])) return false;
  out = a[0].is_bool() ? Value(!a[0].boolean()) : Value(~a[0].integer());
  return true;
};
constexpr auto kIsNan = +[](Arguments& a, Value& out) {
  if (!a[0].is_float()) return false;
  out = Value(std::isnan(a[0].real()));
  return true;
};
constexpr auto kIsInf = +[](Arguments& a, Value& out) {
  if (!a[0].is_float()) return false;
  out = Value(std::isinf(a[0].real()));
  return true;
};
constexpr auto kIsFinite = +[](Arguments& a, Value& out) {
  if (!a[0].is_float()) return false;
  out = Value(std::isfinite(a[0].real()));
  return true;
};

constexpr std::array kNumberBuiltins{
    Builtin{"aten::add", 2, 2, add},
    Builtin{"aten::add_", 2, 2, add_in_place},
    Builtin{"aten::sub", 2, 2, subtract},
    Builtin{"aten::mul", 2, 2, multiply},
    Builtin{"aten::div", 2, 2, divide},
    Builtin{"aten::floordiv", 2, 2, floordiv},
    Builtin{"aten::remainder", 2, 2, remainder_of},
    Builtin{"aten::fmod", 2, 2, fmod_of},
    Builtin{"aten::pow", 2, 2, power},
    Builtin{"aten::neg", 1, 1, negate},
    Builtin{"aten::eq", 2, 2, equal},
    Builtin{"aten::ne", 2, 2, not_equal},
    Builtin{"aten::lt", 2, 2, kLess},
    Builtin{"aten::le", 2, 2, kLessEqual},
    Builtin{"aten::gt", 2, 2, kGreater},
    Builtin{"aten::ge", 2, 2, kGreaterEqual},
    Builtin{"aten::__is__", 2, 2, kIs},
    Builtin{"aten::__isnot__", 2, 2, kIsNot},
    Builtin{"aten::__not__", 1, 1, kNot},
    Builtin{"aten::__and__", 2, 2, kAnd},
    Builtin{"aten::__or__", 2, 2, kOr},
    Builtin{"aten::__xor__", 2, 2, kXor},
    Builtin{"aten::__lshift__", 2, 2, kShiftLeft},
    Builtin{"aten::__rshift__", 2, 2, kShiftRight},
    Builtin{"aten::bitwise_not", 1, 1, kBitwiseNot},
    Builtin{"aten::floor", 1, 1, rounding<std::floor>},
    Builtin{"aten::ceil", 1, 1, rounding<std::ceil>},
    Builtin{"aten::round", 1, 1, real_function<half_to_even>},
    Builtin{"aten::sqrt", 1, 1, real_function<std::sqrt>},
    Builtin{"aten::exp", 1, 1, real_function<std::exp>},
    Builtin{"aten::log", 1, 2, logarithm},
    Builtin{"aten::log10", 1, 1, real_function<std::log10>},
    Builtin{"aten::log1p", 1, 1, real_function<std::log1p>},
    Builtin{"aten::sin", 1, 1, real_function<std::sin>},
    Builtin{"aten::cos", 1, 1, real_function<std::cos>},
    Builtin{"aten::tan", 1, 1, real_function<std::tan>},
    Builtin{"aten::asin", 1, 1, real_function<std::asin>},
    Builtin{"aten::acos", 1, 1, real_function<std::acos>},
    Builtin{"aten::atan", 1, 1, real_function<std::atan>},
    Builtin{"aten::sinh", 1, 1, real_function<std::sinh>},
    Builtin{"aten::cosh", 1, 1, real_function<std::cosh>},
    Builtin{"aten::tanh", 1, 1, real_function<std::tanh>},
    Builtin{"aten::asinh", 1, 1, real_function<std::asinh>},
    Builtin{"aten::acosh", 1, 1, real_function<std::acosh>},
    Builtin{"aten::atanh", 1, 1, real_function<std::atanh>},
    Builtin{"aten::expm1", 1, 1, real_function<std::expm1>},
    Builtin{"aten::fabs", 1, 1, real_function<std::fabs>},
    Builtin{"aten::erf", 1, 1, real_function<std::erf>},
    Builtin{"aten::erfc", 1, 1, real_function<std::erfc>},
    Builtin{"aten::gamma", 1, 1, real_function<std::tgamma>},
    Builtin{"aten::lgamma", 1, 1, real_function<std::lgamma>},
    Builtin{"aten::degrees", 1, 1, real_function<degrees>},
    Builtin{"aten::radians", 1, 1, real_function<radians>},
    Builtin{"aten::atan2", 2, 2, real_function_of_two<std::atan2>},
    Builtin{"aten::copysign", 2, 2, real_function_of_two<std::copysign>},
    Builtin{"aten::mathremainder", 2, 2, real_function_of_two<std::remainder>},
    Builtin{"aten::ldexp", 2, 2, scaled_by_power},
    Builtin{"aten::frexp", 1, 1, mantissa_and_exponent},
    Builtin{"aten::modf", 1, 1, fraction_and_whole},
    Builtin{"aten::gcd", 2, 2, greatest_divisor},
    Builtin{"aten::factorial", 1, 1, factorial},
    Builtin{"aten::isnan", 1, 1, kIsNan},
    Builtin{"aten::isinf", 1, 1, kIsInf},
    Builtin{"aten::isfinite", 1, 1, kIsFinite},
    Builtin{"aten::abs", 1, 1, absolute},
    Builtin{"prim::abs", 1, 1, absolute},
    Builtin{"::abs", 1, 1, absolute},
    Builtin{"prim::min", 1, 16, kMin},
    Builtin{"prim::max", 1, 16, kMax},
    Builtin{"::min", 1, 16, kMin},
    Builtin{"::max", 1, 16, kMax},
    Builtin{"::round", 1, 1, real_function<half_to_even>},
    Builtin{"aten::Int", 1, 1, to_int},
    Builtin{"aten::IntImplicit", 1, 1, to_int},
    Builtin{"::int", 1, 1, to_int},
    Builtin{"aten::Float", 1, 1, to_float},
    Builtin{"aten::FloatImplicit", 1, 1, to_float},
    Builtin{"::float", 1, 1, to_float},
    Builtin{"aten::Bool", 1, 1, to_bool},
    Builtin{"::bool", 1, 1, to_bool},
    Builtin{"aten::Complex", 1, 2, to_complex},
    Builtin{"aten::ComplexImplicit", 1, 1, to_complex},
    Builtin{"::complex", 1, 2, to_complex},
    Builtin{"aten::ScalarImplicit", 1, 1, to_scalar},
    Builtin{"aten::item", 1, 1, to_scalar},
    Builtin{"aten::__range_length", 3, 3, range_length},
    Builtin{"aten::__derive_index", 3, 3, derived_index},
};

}  // namespace

std::span<const Builtin> number_builtins() { return kNumberBuiltins; }

}  // namespace modecheck::engine::script
