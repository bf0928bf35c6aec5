// Tests that the engine's kernels agree with libtorch 1.13 in sizes, strides, values and rejections. The engine's
// kernels for CPU, Meta and a device must also agree with each other.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>

#include "tests/backends/call_text.h"
#include "tests/backends/engine_answer.h"
#include "tests/backends/sampled_calls.h"
#include "tests/engine/device/on_device.h"

namespace modecheck::tests {
namespace {

bool is_error(const std::string& answer) { return answer.rfind("error", 0) == 0; }

// Removes the values of tensors from an answer. They are the numbers between braces.
std::string without_values(const std::string& answer) {
  std::string out;
  bool inside = false;
  for (const char c : answer) {
    if (c == '}') inside = false;
    if (!inside) out += c;
    if (c == '{') inside = true;
  }
  return out;
}

std::vector<double> numbers(const std::string& answer) {
  std::vector<double> out;
  for (std::size_t at = answer.find('{'); at != std::string::npos; at = answer.find('{', at + 1)) {
    const std::size_t end = answer.find('}', at);
    for (const std::string& text : split(answer.substr(at + 1, end - at - 1), ','))
      out.push_back(std::atof(text.c_str()));
  }
  return out;
}

// Returns whether two answers to a call differ by rounding errors only. libtorch computes transcendental functions by
// other formulas than the engine, and adds and multiplies in another order.
bool equal_but_for_rounding(const std::string& call, const std::string& a, const std::string& b) {
  if (without_values(a) != without_values(b)) return false;
  const std::vector<double> x = numbers(a);
  const std::vector<double> y = numbers(b);
  if (x.size() != y.size()) return false;
  // Returns whether a dtype occurs in the answer or in the call. The call matters, because a result that is computed in
  // 16 bits may be stored in another dtype.
  const auto is_of = [&](const char* dtype) {
    return a.find(dtype) != std::string::npos || call.find(dtype) != std::string::npos;
  };
  const bool complex = a.find("complex") != std::string::npos;
  // A power of complex numbers loses as many digits as its exponent has, so fewer digits of the answers must agree.
  const bool power = complex && call.find(" pow") != std::string::npos;
  // The answers must agree to double precision only if all tensors have double precision. Functions of integers compute
  // in single precision, even if the output has double precision.
  const bool is_out_variant = call.find(".out ") != std::string::npos || call.find(".Out") != std::string::npos ||
                              call.find("_out ") != std::string::npos;
  const bool from_integers = is_out_variant && (is_of("int") || is_of("bool"));
  const bool is_double =
      (is_of("double") || is_of("complex128")) && !is_of("float") && !is_of("complex64") && !from_integers;
  // libtorch computes digamma by a series that it truncates early, so fewer digits of the answers must agree.
  const bool series = call.find(" digamma") != std::string::npos;
  const double relative = is_of("bfloat16") ? 2e-2
                          : is_of("half")   ? 2e-3
                          : is_double       ? (series ? 2e-9 : 1e-12)
                          : power || series ? 4e-6
                                            : 4e-7;
  // Normalised and transformed values are differences of larger numbers, so a small value may have a large relative
  // error. For these values, and for complex values, the error is therefore compared with a number of at least 8.
  const bool mixes = call.find("_norm ") != std::string::npos || call.find("upsample_") != std::string::npos ||
                     call.find("_fft_") != std::string::npos;
  const double least = complex || mixes ? 8 : 1e-3;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] == y[i] || (std::isnan(x[i]) && std::isnan(y[i]))) continue;
    // A complex number divided by zero is infinite by one formula and NaN by another, so each of the two results is
    // accepted.
    if (complex && !std::isfinite(x[i]) && !std::isfinite(y[i])) continue;
    // For some complex zeros to the power of zero libtorch gives NaN, so any answer of the engine is accepted.
    if (power && std::isnan(x[i])) continue;
    const double other_part = complex && (i ^ 1U) < x.size() ? std::fabs(x[i ^ 1U]) : 0;
    const double size = std::max({std::fabs(x[i]), std::fabs(y[i]), other_part, least});
    if (!(std::fabs(x[i] - y[i]) <= relative * size)) return false;
  }
  return true;
}

// Returns whether libtorch's answer decides nothing but the geometry. PyTorch's documentation leaves the numbers of
// shifts beyond the width undefined, and a call does not say which numbers it shifts by.
bool has_open_numbers(const std::string& call) {
  return call.find("_shift.") != std::string::npos || call.find("_shift_.") != std::string::npos;
}

// Returns whether libtorch's answer decides nothing. libtorch converts a negative bound to uint8, where the engine
// compares numbers (known/bounds-of-integers-wrap). It rejects a negative padding that leaves nothing, which later
// versions allow (docs/UPSTREAM.md, padding-to-nothing).
bool is_left_open(const std::string& call, const std::string& torch) {
  const auto has = [&](const char* text) { return call.find(text) != std::string::npos; };
  if (has("@uint8") && (has(" clamp") || has(" hardtanh")) && (has(" si-") || has(" sd-"))) return true;
  return has(" constant_pad_nd ") && torch.find("negative padding") != std::string::npos;
}

[[maybe_unused]] bool agree(const std::string& call, const std::string& torch, const std::string& engine) {
  if (torch == engine || is_left_open(call, torch)) return true;
  // The test has no names for some dtypes, such as complex half, and cannot compare them. The engine must reject such
  // calls.
  if (torch.find("| another ") != std::string::npos) return is_error(engine);
  // A call that the engine rejects changes nothing (rule E1). A call that libtorch rejects may already have resized
  // `out`.
  if (is_error(torch) || is_error(engine))
    return is_error(torch) && is_error(engine) && engine.find(" | ") == std::string::npos;
  if (has_open_numbers(call)) return without_values(torch) == without_values(engine);
  return equal_but_for_rounding(call, torch, engine);
}

TEST(Agreement, KernelsAnswerAsLibtorchDoes) {
#ifndef MODECHECK_TORCH_ANSWERS
  GTEST_SKIP() << "libtorch was not found, so there is nothing to compare with";
#else
  const std::vector<std::string> lines = sampled_calls(20221208, 17600);
  const std::string questions = testing::TempDir() + "/modecheck_calls.txt";
  const std::string answers = testing::TempDir() + "/modecheck_answers.txt";
  {
    std::ofstream out(questions);
    for (const std::string& line : lines) out << line << '\n';
  }
  const std::string command = std::string(MODECHECK_TORCH_ANSWERS) + " < '" + questions + "' > '" + answers + "'";
  ASSERT_EQ(std::system(command.c_str()), 0) << command;
  std::ifstream in(answers);
  std::map<std::string, int> differing;
  int rejected = 0;
  for (const std::string& line : lines) {
    std::string torch;
    ASSERT_TRUE(std::getline(in, torch)) << "libtorch did not answer " << line;
    const std::string engine = engine_answer(line);
    rejected += is_error(engine) ? 1 : 0;
    if (agree(line, torch, engine)) continue;
    if (differing[CallText(line).operation]++ == 0)
      ADD_FAILURE() << line << "\n  libtorch: " << torch << "\n  engine:   " << engine;
  }
  for (const auto& [operation, count] : differing) ADD_FAILURE() << operation << ": " << count << " calls differ";
  EXPECT_GT(rejected, 500);
  EXPECT_LT(rejected, 8800);
#endif
}

TEST(Agreement, MetaGivesTheGeometryAndTheRejectionsOfCpu) {
  for (const std::string& line : sampled_calls(7, 8800)) {
    const std::string operation = CallText(line).operation;
    // Skip these operators, because kernels for Meta have no values: they can neither check the range of indices nor
    // count the true elements of a mask.
    if (operation.rfind("index_", 0) == 0 || operation.rfind("scatter", 0) == 0 || operation == "gather" ||
        operation == "embedding" || operation == "_embedding_bag" || operation == "index.Tensor")
      continue;
    // Skip operators whose result depends on how many elements are selected or non-zero. Meta tensors have no values,
    // so this number is unknown.
    if (operation.rfind("masked_scatter", 0) == 0 || operation == "nonzero") continue;
    // Skip operators that check whether a value fits the dtype, because Meta tensors have no values.
    if (operation == "fill_.Tensor" ||
        (operation.rfind("masked_fill", 0) == 0 && operation.find("Tensor") != std::string::npos) ||
        operation.rfind("cumsum", 0) == 0 || operation.rfind("cumprod", 0) == 0)
      continue;
    // Skip operators that reject the division of an integer by zero, because Meta tensors have no values.
    if (operation.rfind("fmod", 0) == 0 || operation.rfind("remainder", 0) == 0 ||
        operation.find("_mode") != std::string::npos)
      continue;
    const std::string cpu = engine_answer(line, On::Cpu);
    std::string metadata = without_values(cpu);
    for (std::size_t at = metadata.find(" | S"); at != std::string::npos; at = metadata.find(" | S"))
      metadata.erase(at, metadata.find("}", at) + 1 - at);
    EXPECT_EQ(metadata, without_values(engine_answer(line, On::Meta))) << line;
  }
}

using OnDevice = engine::on_device::DeviceTest;

// Runs every device kernel in every dtype that it supports, and compares it with the CPU kernel. Random programs seldom
// use the 16-bit dtypes.
TEST_F(OnDevice, KernelsAnswerAsThoseOfTheCpuDo) {
  std::map<std::string, int> differing;
  int computed = 0;
  for (const std::string& line : calls_of_all_dtypes(5, 36000)) {
    const std::string operation = CallText(line).operation;
    // Skip rand, because the device draws other random numbers.
    if (operation == "rand") continue;
    const std::string here = engine_answer(line, On::Cpu);
    const std::string there = engine_answer(line, On::Device);
    computed += is_error(here) ? 0 : 1;
    const auto reason = [](const std::string& answer) { return answer.substr(0, answer.find(':')); };
    if (is_error(here) || is_error(there) ? reason(here) == reason(there) : equal_but_for_rounding(line, here, there))
      continue;
    if (differing[operation]++ == 0) ADD_FAILURE() << line << "\n  CPU:    " << here << "\n  device: " << there;
  }
  for (const auto& [operation, count] : differing) ADD_FAILURE() << operation << ": " << count << " calls differ";
  EXPECT_GT(computed, 12000);
}

TEST(Agreement, RejectedCallsChangeNothing) {
  for (const std::string& line : sampled_calls(11, 17600)) {
    const std::string answer = engine_answer(line);
    if (!is_error(answer)) continue;
    EXPECT_EQ(answer.find(" | "), std::string::npos) << line << "\n  " << answer;
  }
}

}  // namespace
}  // namespace modecheck::tests
