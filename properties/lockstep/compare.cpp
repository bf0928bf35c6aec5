#include "properties/lockstep/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

namespace modecheck::properties {
namespace {

using spec::ByteRange;
using spec::ErrorClass;
using spec::Observation;
using spec::Outcome;
using spec::OutcomeKind;
using spec::RegisterObservation;
using spec::TensorObservation;
using spec::Trace;

bool never_legal(ErrorClass error) {
  return error == ErrorClass::InternalAssertion || error == ErrorClass::Unmapped || error == ErrorClass::OutOfMemory ||
         error == ErrorClass::None;
}

bool outcomes_agree(const Outcome& expected, const Outcome& observed) {
  if (expected.kind != observed.kind) return false;
  if (expected.kind != OutcomeKind::Error) return true;
  return !never_legal(observed.error) && spec::contains(expected.reasons, observed.error);
}

static_assert(sizeof(spec::TensorObservation) == 68, "no padding: compared as bytes");
static_assert(sizeof(spec::GradObservation) == 48, "no padding: compared as bytes");
static_assert(sizeof(spec::ModeObservation) == 6, "no padding: compared as bytes");
static_assert(sizeof(spec::RouteObservation) == 16, "no padding: compared as bytes");
// A tensor's metadata and its gradient's metadata are adjacent in memory, so that one comparison of bytes nearly always
// settles both.
constexpr std::size_t kMetadataBytes = sizeof(spec::TensorObservation) + sizeof(spec::GradObservation);
static_assert(offsetof(RegisterObservation, tensor) == 0 &&
                  offsetof(RegisterObservation, grad) == sizeof(spec::TensorObservation) &&
                  offsetof(RegisterObservation, storage) == kMetadataBytes,
              "compared as bytes");

// Compares the first `size` bytes of two objects of at least that size, without memcmp. AddressSanitizer's memcmp first
// checks both ranges, for every register after every command. Within whole objects that check cannot find anything.
#ifdef MODECHECK_ADDRESS_SANITIZER
template <std::size_t size>
__attribute__((no_sanitize("address"), noinline)) bool same_object(const void* a, const void* b) {
  const auto* const x = static_cast<const char*>(a);
  const auto* const y = static_cast<const char*>(b);
  std::uint16_t differences = 0;
  for (std::size_t i = 0; i < size; i += 2) {
    std::uint16_t one = 0;
    std::uint16_t other = 0;
    std::memcpy(&one, x + i, 2);
    std::memcpy(&other, y + i, 2);
    differences = static_cast<std::uint16_t>(differences | (one ^ other));
  }
  return differences == 0;
}
#else
template <std::size_t size>
bool same_object(const void* a, const void* b) {
  return std::memcmp(a, b, size) == 0;
}
#endif

bool routes_agree(const spec::RouteObservation& expected, const spec::RouteObservation& observed) {
  return expected.known == 0 || observed.known == 0 || same_object<sizeof expected>(&expected, &observed);
}

// Strides of a gradient in dimensions of size 1 are not judged. Such strides reach no other element, and in libtorch
// they depend on the kernel that allocated the gradient.
bool gradients_agree(const spec::GradObservation& expected, spec::GradObservation observed) {
  if (std::memcmp(&expected, &observed, sizeof expected) == 0) return true;
  for (std::size_t i = 0; i < expected.rank; ++i)
    if (expected.sizes[i] == 1) observed.strides[i] = expected.strides[i];
  return std::memcmp(&expected, &observed, sizeof expected) == 0;
}

std::uint64_t word_at(const std::uint8_t* bytes) {
  std::uint64_t out = 0;
  std::memcpy(&out, bytes, sizeof out);
  return out;
}

// Handle 16 and 8 bytes first: most storages are those of the initial registers, which have these sizes.
bool same_bytes(const std::uint8_t* a, const std::uint8_t* b, std::uint32_t size) {
  if (size == 8) return word_at(a) == word_at(b);
  if (size == 16) return word_at(a) == word_at(b) && word_at(a + 8) == word_at(b + 8);
  return std::memcmp(a, b, size) == 0;
}

// Whether the bytes of a register's storage, or of its gradient, are as expected. Storages of different sizes never
// agree.
bool values_agree(const Expected& expected, const Trace& observed, int step, int reg, const RegisterObservation& a,
                  const RegisterObservation& b, bool gradient) {
  const ByteRange want = gradient ? a.grad_values : a.storage;
  const ByteRange have = gradient ? b.grad_values : b.storage;
  if (want.size != have.size) return false;
  if (want.size == 0) return true;
  // If `values_pending` is set, the subject died before it sent the values. The mismatch to report is then the death,
  // and not the missing values.
  if (observed.values_pending != 0) return true;
  const std::uint8_t* wanted = expected.trace->bytes.data() + want.begin;
  const std::uint8_t* had = observed.bytes.data() + have.begin;
  if (same_bytes(wanted, had, want.size)) return true;
  reference::Expectation exact;
  exact.dtype = gradient ? a.grad.dtype : a.tensor.dtype;
  return reference::matches(expected.bytes == nullptr ? exact : expected.expectation(step, reg, gradient), wanted, had,
                            want.size);
}

// Returns the byte offset in the storage of the tensor's element with the row-major index `index`. Returns std::nullopt
// if the storage ends before that element does.
std::optional<std::size_t> place_of(const TensorObservation& tensor, std::int64_t index, ByteRange storage) {
  std::int64_t place = tensor.storage_offset;
  for (std::size_t d = tensor.rank; d-- > 0; index /= tensor.sizes[d])
    place += index % tensor.sizes[d] * tensor.strides[d];
  const std::int64_t size = spec::item_size(tensor.dtype);
  if (place < 0 || (place + 1) * size > storage.size) return std::nullopt;
  return static_cast<std::size_t>(place * size);
}

std::int64_t element_count(const TensorObservation& tensor) {
  std::int64_t out = 1;
  for (std::size_t d = 0; d < tensor.rank; ++d) out *= tensor.sizes[d];
  return out;
}

bool metadata_agrees(const RegisterObservation& a, const RegisterObservation& b) {
  if (same_object<kMetadataBytes>(&a, &b)) return true;
  return std::memcmp(&a.tensor, &b.tensor, sizeof a.tensor) == 0 && gradients_agree(a.grad, b.grad);
}

bool observations_agree(const Expected& expected, const Trace& observed, int step, const Observation& a,
                        const Observation& b) {
  if (!same_object<sizeof a.mode>(&a.mode, &b.mode) || !routes_agree(a.route, b.route)) return false;
  for (int reg = 0; reg < spec::kRegisters; ++reg) {
    const RegisterObservation& x = a.registers[static_cast<std::size_t>(reg)];
    const RegisterObservation& y = b.registers[static_cast<std::size_t>(reg)];
    if (!metadata_agrees(x, y)) return false;
    if (!values_agree(expected, observed, step, reg, x, y, false)) return false;
    if (!values_agree(expected, observed, step, reg, x, y, true)) return false;
  }
  return true;
}

// Returns what happened at `step`. A subject that stopped there without an outcome has crashed.
Outcome outcome_at(const Trace& observed, std::uint32_t step) {
  Outcome out = observed.steps[step].outcome;
  if (step < observed.completed) return out;
  if (step > observed.completed || out.kind != OutcomeKind::Timeout) out.kind = OutcomeKind::Crash;
  out.text_size = 0;
  return out;
}

bool something_left(const Expected& expected, const Trace& observed) {
  return expected.judged == expected.count && observed.live_objects > 0;
}

struct OutcomeJudgement {
  std::string_view rule;
  Severity severity;
  std::string error;  // the error class in the mismatch's signature
};

OutcomeJudgement judge(const Outcome& expected, const Outcome& observed) {
  switch (observed.kind) {
    case OutcomeKind::Crash:
      return {"E2", Severity::Death, "crash"};
    case OutcomeKind::Timeout:
      return {"E2", Severity::Death, "timeout"};
    case OutcomeKind::Error:
      break;
    default:
      return {rule_of(expected.error), Severity::MissingReject,
              fmt::format("missing {}", spec::name_of(expected.error))};
  }
  const std::string name(spec::name_of(observed.error));
  if (observed.error == ErrorClass::InternalAssertion) return {"E2", Severity::Death, name};
  if (never_legal(observed.error)) return {"E2", Severity::WrongReason, name};
  if (expected.kind != OutcomeKind::Error) return {rule_of(observed.error), Severity::WrongRejection, name};
  return {"E2", Severity::WrongReason, fmt::format("{} for {}", name, spec::name_of(expected.error))};
}

std::string range_text(const Trace& trace, ByteRange range, spec::DType dtype) {
  return values_text(dtype, trace.bytes.data() + range.begin, range.size);
}

std::string reasons_text(const Outcome& expected) {
  if (expected.kind != OutcomeKind::Error) return text_of(expected);
  std::string out = text_of(expected);
  if (expected.reasons == ~spec::ErrorSet{0}) return out + " or any other";
  for (int i = 0; i < spec::kErrorClasses; ++i) {
    const auto error = static_cast<ErrorClass>(i);
    if (error != expected.error && spec::contains(expected.reasons, error))
      out += fmt::format(" or {}", spec::name_of(error));
  }
  return out;
}

class DifferenceFinder {
 public:
  DifferenceFinder(const spec::Program& program, const Expected& expected, const Trace& observed, int step)
      : expected_(expected), observed_(observed), step_(step) {
    const bool command = step >= 0 && step < static_cast<int>(program.records.size());
    context_.record = command ? &program.records[static_cast<std::size_t>(step)] : nullptr;
    context_.before = command ? &expected.step(step - 1).observation : nullptr;
    context_.expected = &expected.step(step);
    context_.observed =
        step < 0 ? &observed.initial.observation : &observed.steps[static_cast<std::size_t>(step)].observation;
  }

  std::vector<Difference> find() {
    if (step_ >= 0 && !find_outcome()) return std::move(out_);
    for (int i = 0; i < kFields; ++i) {
      const auto field = static_cast<Field>(i);
      const FieldScope scope = row_of(field).scope;
      if (scope == FieldScope::Mode) find_field(field, -1);
      if (scope == FieldScope::Tensor || scope == FieldScope::Gradient)
        for (int reg = 0; reg < spec::kRegisters; ++reg)
          field == Field::Values || field == Field::GradValues ? find_values(field, reg) : find_field(field, reg);
    }
    const spec::RouteObservation& route = context_.expected->observation.route;
    if (!routes_agree(route, context_.observed->route))
      add(Field::Route, -1, text_of(route), text_of(context_.observed->route));
    std::stable_sort(out_.begin(), out_.end(),
                     [](const Difference& a, const Difference& b) { return a.severity < b.severity; });
    return std::move(out_);
  }

 private:
  // Compares the outcomes. Returns false if no state can be compared, because the subject stopped or did something else
  // than the specification says.
  bool find_outcome() {
    const Outcome observed = outcome_at(observed_, static_cast<std::uint32_t>(step_));
    const Outcome& expected = context_.expected->outcome;
    const bool stopped = observed.kind == OutcomeKind::Crash || observed.kind == OutcomeKind::Timeout;
    if (outcomes_agree(expected, observed)) return true;
    const OutcomeJudgement judgement = judge(expected, observed);
    Difference difference;
    difference.field = Field::Outcome;
    difference.rule = judgement.rule;
    difference.severity = judgement.severity;
    difference.expected = reasons_text(expected);
    difference.observed = text_of(observed);
    out_.push_back(std::move(difference));
    // After a wrong outcome, the states differ for that reason alone. So compare the states only if the specification
    // and the subject both rejected the command, with different errors.
    return !stopped && expected.kind == OutcomeKind::Error && observed.kind == OutcomeKind::Error;
  }

  void find_field(Field field, int reg) {
    const Observation& expected = context_.expected->observation;
    if (same(field, expected, *context_.observed, reg)) return;
    add(field, reg, text_of(field, expected, reg), text_of(field, *context_.observed, reg));
  }

  // Whether a register has the expected elements in row-major order, although its sizes, strides or offset differ from
  // the expected ones, or it shares its storage with other registers. If so, only these mismatch. Elements of the
  // storage outside the tensor are not compared.
  bool elements_agree(int reg) const {
    const Observation& expected = context_.expected->observation;
    const TensorObservation& a = expected.registers[static_cast<std::size_t>(reg)].tensor;
    const TensorObservation& b = context_.observed->registers[static_cast<std::size_t>(reg)].tensor;
    const bool as_expected = a.rank == b.rank && a.sizes == b.sizes && a.strides == b.strides &&
                             a.storage_offset == b.storage_offset && a.storage == b.storage;
    const std::int64_t count = element_count(a);
    if (as_expected || count != element_count(b)) return false;
    if (a.storage >= spec::kRegisters || b.storage >= spec::kRegisters) return false;
    // Only the lowest register that shares a storage has its bytes.
    const ByteRange want = expected.registers[a.storage].storage;
    const ByteRange have = context_.observed->registers[b.storage].storage;
    if (want.size == 0 || have.size == 0) return false;
    const std::uint8_t* const wanted = expected_.trace->bytes.data() + want.begin;
    std::vector<std::uint8_t> had(wanted, wanted + want.size);
    for (std::int64_t i = 0; i < count; ++i) {
      const auto to = place_of(a, i, want);
      const auto from = place_of(b, i, have);
      if (!to || !from) return false;
      std::memcpy(had.data() + *to, observed_.bytes.data() + have.begin + *from,
                  static_cast<std::size_t>(spec::item_size(a.dtype)));
    }
    reference::Expectation exact;
    exact.dtype = a.dtype;
    return reference::matches(expected_.bytes == nullptr ? exact : expected_.expectation(step_, a.storage, false),
                              wanted, had.data(), want.size);
  }

  void find_values(Field field, int reg) {
    const bool gradient = field == Field::GradValues;
    const RegisterObservation& a = context_.expected->observation.registers[static_cast<std::size_t>(reg)];
    const RegisterObservation& b = context_.observed->registers[static_cast<std::size_t>(reg)];
    if (values_agree(expected_, observed_, step_, reg, a, b, gradient)) return;
    // Bytes of different dtypes cannot be compared. That the dtype differs is reported.
    if (gradient ? a.grad.defined != 0 && b.grad.defined != 0 && a.grad.dtype != b.grad.dtype
                 : a.tensor.dtype != b.tensor.dtype)
      return;
    if (!gradient && elements_agree(reg)) return;
    const spec::DType dtype = gradient ? a.grad.dtype : a.tensor.dtype;
    add(field, reg, range_text(*expected_.trace, gradient ? a.grad_values : a.storage, dtype),
        range_text(observed_, gradient ? b.grad_values : b.storage, dtype));
  }

  void add(Field field, int reg, std::string expected, std::string observed) {
    context_.reg = reg;
    out_.push_back(
        {field, reg, rule_of(field, context_), severity_of(field, context_), std::move(expected), std::move(observed)});
  }

  const Expected& expected_;
  const Trace& observed_;
  int step_;
  FieldContext context_;
  std::vector<Difference> out_;
};

}  // namespace

Comparison compare(const Expected& expected, const Trace& observed) {
  Comparison out;
  if (!observations_agree(expected, observed, -1, expected.trace->initial.observation, observed.initial.observation)) {
    out.mismatched = Mismatch::at_start;
    return out;
  }
  for (std::uint32_t i = 0; i < expected.judged; ++i) {
    const spec::Step& want = expected.trace->steps[i];
    const spec::Step& have = observed.steps[i];
    if (i < observed.completed && have.outcome.kind == OutcomeKind::Unsupported) {
      out.unsupported = true;
      return out;
    }
    // If the specification and the subject both dropped the command, no thread ran it, so there are no modes to
    // compare.
    if (want.outcome.kind == OutcomeKind::Dropped && have.outcome.kind == OutcomeKind::Dropped &&
        i < observed.completed) {
      ++out.judged;
      continue;
    }
    const bool agree = i < observed.completed && outcomes_agree(want.outcome, have.outcome) &&
                       observations_agree(expected, observed, static_cast<int>(i), want.observation, have.observation);
    if (!agree) {
      out.mismatched = static_cast<int>(i);
      return out;
    }
    if (want.outcome.error != have.outcome.error) ++out.order;
    ++out.judged;
  }
  if (something_left(expected, observed)) out.mismatched = static_cast<int>(expected.count);
  return out;
}

std::vector<Difference> differences(const spec::Program& program, const Expected& expected, const Trace& observed,
                                    int step) {
  if (step == static_cast<int>(expected.count)) {
    if (!something_left(expected, observed)) return {};
    return {{Field::LiveObjects, -1, row_of(Field::LiveObjects).rule, row_of(Field::LiveObjects).severity, "0",
             fmt::format("{}", observed.live_objects)}};
  }
  return DifferenceFinder(program, expected, observed, step).find();
}

Mismatch mismatch_at(const spec::Program& program, const Expected& expected, const Trace& observed, int step,
                     int subject, const std::string& subject_name) {
  Mismatch out;
  out.subject = subject;
  out.step = step;
  out.differences = differences(program, expected, observed, step);
  if (out.differences.empty()) {
    // The fast path has found different bytes, but no field of the table differs. The bytes then belong to no field, so
    // report a difference without a field's name.
    out.differences.push_back({Field::Outcome, -1, "", Severity::WrongState, "equal bytes", "other bytes"});
  }
  const Difference& main = out.main();
  out.severity = main.severity;
  out.signature.rule = std::string(main.rule.empty() ? name_of(main.field) : main.rule);
  out.signature.subject = subject_name;
  out.signature.operation = "end";
  if (step < static_cast<int>(expected.count)) {
    if (step < 0) {
      out.signature.operation = "start";
      return out;
    }
    const auto at = static_cast<std::uint32_t>(step);
    const Outcome outcome = outcome_at(observed, at);
    out.signature.operation = std::string(spec::operation(program.records[at].operation).name);
    out.expected = expected.trace->steps[at].outcome;
    out.observed = outcome;
    if (main.field == Field::Outcome) out.signature.error = judge(expected.trace->steps[at].outcome, outcome).error;
    out.message = message_of(observed, outcome);
  }
  return out;
}

std::string message_of(const Trace& trace, const Outcome& outcome) {
  if (outcome.text_size == 0 || outcome.text_begin + outcome.text_size > trace.bytes.size()) return "";
  return std::string(reinterpret_cast<const char*>(trace.bytes.data()) + outcome.text_begin, outcome.text_size);
}

}  // namespace modecheck::properties
