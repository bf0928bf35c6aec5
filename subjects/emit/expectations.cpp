#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <utility>

#include "subjects/emit/call.h"
#include "subjects/emit/cpp.h"

namespace modecheck::subjects {
namespace {

std::string text(bool value) { return value ? "true" : "false"; }

std::string outcome_text(const spec::Outcome& outcome) {
  if (outcome.kind == spec::OutcomeKind::Ok) return "no exception";
  return outcome.error == spec::ErrorClass::InternalAssertion ? "an internal assertion" : "an exception";
}

std::string dtype_text(spec::DType dtype) {
  constexpr std::array<const char*, 12> names{"Float", "Double", "Long", "Bool",     "Byte",         "Char",
                                              "Short", "Int",    "Half", "BFloat16", "ComplexFloat", "ComplexDouble"};
  const auto index = static_cast<std::size_t>(dtype);
  return index < names.size() ? names[index] : "another dtype";
}

std::string creation_meta_text(spec::CreationMeta meta) {
  constexpr std::array<const char*, 6> names{"no tracked view",   "DEFAULT",      "IN_CUSTOM_FUNCTION",
                                             "MULTI_OUTPUT_NODE", "NO_GRAD_MODE", "INFERENCE_MODE"};
  return names[static_cast<std::size_t>(static_cast<int>(meta) + 1)];
}

template <typename Values>
std::string list_text(const Values& values, int rank) {
  std::string out;
  for (int i = 0; i < rank && i < spec::kMaxRank; ++i)
    out += (i > 0 ? ", " : "") + std::to_string(values[static_cast<std::size_t>(i)]);
  return "[" + out + "]";
}

// Converts IEEE 754 binary16 to double.
double half_value(std::uint16_t bits) {
  const int exponent = bits >> 10 & 31;
  const int fraction = bits & 1023;
  const double size = exponent == 31  ? (fraction == 0 ? std::numeric_limits<double>::infinity()
                                                       : std::numeric_limits<double>::quiet_NaN())
                      : exponent == 0 ? std::ldexp(fraction, -24)
                                      : std::ldexp(1024 + fraction, exponent - 25);
  return (bits & 0x8000) != 0 ? -size : size;
}

// Prints an element in the same way as the function `element` of the emitted file.
std::string element(spec::DType dtype, const std::uint8_t* at) {
  const auto read = [&](auto value, std::size_t index = 0) {
    std::memcpy(&value, at + index * sizeof(value), sizeof(value));
    return value;
  };
  char out[80];
  const auto single = [&](double value) {
    std::snprintf(out, sizeof(out), "%.9g", value);
    return std::string(out);
  };
  switch (dtype) {
    case spec::DType::Float32:
      return single(read(float{}));
    case spec::DType::Float64:
      std::snprintf(out, sizeof(out), "%.17g", read(double{}));
      return out;
    case spec::DType::Float16:
      return single(half_value(read(std::uint16_t{})));
    case spec::DType::BFloat16: {
      const std::uint32_t bits = std::uint32_t{read(std::uint16_t{})} << 16;
      float value = 0;
      std::memcpy(&value, &bits, sizeof(value));
      return single(value);
    }
    case spec::DType::Complex64:
      std::snprintf(out, sizeof(out), "%.9g%+.9gi", static_cast<double>(read(float{})),
                    static_cast<double>(read(float{}, 1)));
      return out;
    case spec::DType::Complex128:
      std::snprintf(out, sizeof(out), "%.17g%+.17gi", read(double{}), read(double{}, 1));
      return out;
    case spec::DType::Int64:
      return std::to_string(read(std::int64_t{}));
    case spec::DType::Int32:
      return std::to_string(read(std::int32_t{}));
    case spec::DType::Int16:
      return std::to_string(read(std::int16_t{}));
    case spec::DType::Int8:
      return std::to_string(read(std::int8_t{}));
    case spec::DType::UInt8:
    case spec::DType::Bool:
      break;
  }
  return std::to_string(static_cast<int>(*at));
}

std::string values_text(const spec::Trace& trace, spec::ByteRange range, spec::DType dtype) {
  std::string out;
  const auto item = static_cast<std::uint32_t>(spec::item_size(dtype));
  for (std::uint32_t at = 0; item != 0 && at + item <= range.size; at += item)
    out += (out.empty() ? "" : ", ") + element(dtype, trace.bytes.data() + range.begin + at);
  return "[" + out + "]";
}

// Collects the differences between two traces at one step.
class Collector {
 public:
  Collector(int command, const spec::Trace& expected, const spec::Trace& observed,
            const std::function<bool(int reg, bool gradient)>& numbers_differ)
      : command_(command), expected_(expected), observed_(observed), numbers_differ_(numbers_differ) {}

  void outcome(const spec::Outcome& expected, const spec::Outcome& observed) {
    const std::string number = std::to_string(command_ + 1);  // people count commands from 1
    add("command " + number, outcome_text(expected), outcome_text(observed), "outcomes[" + number + "]");
  }

  void mode(const spec::ModeObservation& expected, const spec::ModeObservation& observed) {
    flag("c10::InferenceMode::is_enabled()", expected.inference_mode, observed.inference_mode);
    flag("at::GradMode::is_enabled()", expected.grad_mode, observed.grad_mode);
    flag("c10::AutogradState::get_tls_state().get_fw_grad_mode()", expected.forward_grad_mode,
         observed.forward_grad_mode);
    flag("c10::impl::tls_is_dispatch_key_included(c10::DispatchKey::ADInplaceOrView)",
         expected.adinplaceorview_included, observed.adinplaceorview_included);
    flag("c10::impl::tls_is_dispatch_key_excluded(c10::DispatchKey::AutogradFunctionality)", expected.autograd_excluded,
         observed.autograd_excluded);
    flag("c10::impl::tls_is_dispatch_key_excluded(c10::DispatchKey::ADInplaceOrView)",
         expected.adinplaceorview_excluded, observed.adinplaceorview_excluded);
  }

  void tensor(int i, const spec::RegisterObservation& expected, const spec::RegisterObservation& observed) {
    const std::string r = "r" + std::to_string(i);
    const spec::TensorObservation& want = expected.tensor;
    const spec::TensorObservation& seen = observed.tensor;
    add(r + ".scalar_type()", dtype_text(want.dtype), dtype_text(seen.dtype));
    add(r + ".sizes()", list_text(want.sizes, want.rank), list_text(seen.sizes, seen.rank));
    add(r + ".strides()", list_text(want.strides, want.rank), list_text(seen.strides, seen.rank));
    number(r + ".storage_offset()", want.storage_offset, seen.storage_offset);
    number(r + ".storage().nbytes()", want.storage_bytes, seen.storage_bytes,
           "static_cast<std::int64_t>(" + r + ".storage().nbytes())");
    flag(r + ".is_inference()", want.is_inference, seen.is_inference);
    flag(r + ".requires_grad()", want.requires_grad, seen.requires_grad);
    flag("has_grad_fn(" + r + ")", want.has_grad_fn, seen.has_grad_fn);
    flag(r + ".is_view()", want.is_view, seen.is_view);
    add("creation_meta(" + r + ")", creation_meta_text(want.creation_meta), creation_meta_text(seen.creation_meta));
    flag(r + ".retains_grad()", want.retains_grad, seen.retains_grad);
    if (want.output_nr != seen.output_nr && want.has_grad_fn && seen.has_grad_fn)
      number(r + ".output_nr()", want.output_nr, seen.output_nr,
             "static_cast<std::int64_t>(torch::autograd::impl::get_autograd_meta(" + r + ")->output_nr_)");
    version(i, r, want.version, seen.version);
    alias(r, want.storage, seen.storage, ".is_alias_of(");
    alias(r, want.same_tensor, seen.same_tensor, ".is_same(");
    if (want.dtype == seen.dtype && expected.storage.size == observed.storage.size && numbers_differ(i, false))
      add("storage_values(" + r + ")", values_text(expected_, expected.storage, want.dtype),
          values_text(observed_, observed.storage, seen.dtype));
    gradient(i, r, expected, observed);
  }

  std::vector<Expectation> take() { return std::move(out_); }

 private:
  bool numbers_differ(int reg, bool gradient) const { return !numbers_differ_ || numbers_differ_(reg, gradient); }
  void add(std::string subject, std::string expected, const std::string& observed, std::string expression = {}) {
    if (expected == observed) return;
    if (expression.empty()) expression = subject;
    out_.push_back({command_, std::move(subject), std::move(expected), std::move(expression)});
  }
  void flag(const std::string& subject, bool expected, bool observed) { add(subject, text(expected), text(observed)); }
  void number(const std::string& subject, std::int64_t expected, std::int64_t observed, std::string expression = {}) {
    add(subject, std::to_string(expected), std::to_string(observed), std::move(expression));
  }

  void version(int i, const std::string& r, std::int32_t expected, std::int32_t observed) {
    if ((expected == spec::kNoVersion) != (observed == spec::kNoVersion))
      return flag("has_version(" + r + ")", expected != spec::kNoVersion, observed != spec::kNoVersion);
    if (expected != spec::kNoVersion)
      number("bumps of " + r + "'s version", expected, observed,
             "version(" + r + ") - version_when_taken_" + std::to_string(i));
  }

  // An observation names a shared object by the lowest register that has the object. If the expected and the observed
  // register differ, compare both with the register `r`: does `r` share the object with this register?
  void alias(const std::string& r, std::uint8_t expected, std::uint8_t observed, const std::string& question) {
    if (expected == observed) return;
    for (const std::uint8_t other : {expected, observed}) {
      const std::string name = "r" + std::to_string(other);
      if (other < spec::kRegisters && name != r) flag(r + question + name + ")", other == expected, other == observed);
    }
  }

  void gradient(int i, const std::string& r, const spec::RegisterObservation& expected,
                const spec::RegisterObservation& observed) {
    const std::string g = r + ".mutable_grad()";
    const spec::GradObservation& want = expected.grad;
    const spec::GradObservation& seen = observed.grad;
    flag(g + ".defined()", want.defined, seen.defined);
    if (want.defined == 0 || seen.defined == 0) return;
    add(g + ".scalar_type()", dtype_text(want.dtype), dtype_text(seen.dtype));
    add(g + ".sizes()", list_text(want.sizes, want.rank), list_text(seen.sizes, seen.rank));
    add(g + ".strides()", list_text(want.strides, want.rank), list_text(seen.strides, seen.rank));
    flag(g + ".is_inference()", want.is_inference, seen.is_inference);
    flag(g + ".requires_grad()", want.requires_grad, seen.requires_grad);
    alias(g, want.tensor, seen.tensor, ".is_same(");
    alias(g, want.storage, seen.storage, ".is_alias_of(");
    if (want.dtype == seen.dtype && expected.grad_values.size == observed.grad_values.size && numbers_differ(i, true))
      add("values(" + g + ")", values_text(expected_, expected.grad_values, want.dtype),
          values_text(observed_, observed.grad_values, seen.dtype));
    // A subject's gradient may have no elements in memory (a zero tensor). The specification's gradient has elements,
    // although their values may be unknown.
    if (expected.grad_values.size != 0 && observed.grad_values.size == 0 &&
        list_text(want.sizes, want.rank) == list_text(seen.sizes, seen.rank))
      flag(g + "._is_zerotensor()", false, true);
  }

  int command_;
  const spec::Trace& expected_;
  const spec::Trace& observed_;
  const std::function<bool(int reg, bool gradient)>& numbers_differ_;
  std::vector<Expectation> out_;
};

}  // namespace

std::vector<Expectation> expectations_of(int step, const spec::Trace& expected, const spec::Trace& observed,
                                         const std::function<bool(int reg, bool gradient)>& numbers_differ) {
  const spec::Step& want = step < 0 ? expected.initial : expected.steps[static_cast<std::size_t>(step)];
  const spec::Step& seen = step < 0 ? observed.initial : observed.steps[static_cast<std::size_t>(step)];
  if (seen.outcome.kind != spec::OutcomeKind::Ok && seen.outcome.kind != spec::OutcomeKind::Error) return {};
  Collector collector(step, expected, observed, numbers_differ);
  if (step >= 0) collector.outcome(want.outcome, seen.outcome);
  collector.mode(want.observation.mode, seen.observation.mode);
  for (int i = 0; i < spec::kRegisters; ++i)
    collector.tensor(i, want.observation.registers[static_cast<std::size_t>(i)],
                     seen.observation.registers[static_cast<std::size_t>(i)]);
  return collector.take();
}

}  // namespace modecheck::subjects
