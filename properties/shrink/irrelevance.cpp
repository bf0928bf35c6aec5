#include "properties/shrink/irrelevance.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>

#include "properties/shrink/simplicity.h"
#include "spec/program/operation.h"
#include "spec/program/slots.h"

namespace modecheck::properties {
namespace {

using spec::Program;
using spec::Record;
using spec::operators::Argument;
using spec::operators::Type;

// The number of other values that are tried for an argument, among them the ends of its range. If the program fails
// with all of them, the value does not matter.
constexpr int kOthers = 6;
constexpr std::size_t kNamed = 3;  // the number of operators that a line names; the others are only counted

class Search {
 public:
  Search(const Program& program, const std::function<bool(const Program&)>& fails, const IrrelevanceLimits& limits)
      : program_(program),
        fails_(fails),
        left_(limits.max_checks),
        end_(std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                                    std::chrono::duration<double>(limits.max_seconds))) {}

  bool over() const { return left_ == 0 || std::chrono::steady_clock::now() > end_; }

  // Whether the program fails in the same way with `record` as its command number `i`.
  bool fails_with(std::size_t i, Record record) {
    spec::canonicalize(record);
    if (record == program_.records[i]) return true;
    if (over()) return false;
    --left_;
    Program other = program_;
    other.records[i] = record;
    return fails_(other);
  }

  // Whether the program fails with each of the records as its command `i`. Returns false if there are no records.
  bool fails_with_all(std::size_t i, const std::vector<Record>& others) {
    return !others.empty() &&
           std::all_of(others.begin(), others.end(), [&](const Record& r) { return fails_with(i, r); });
  }

 private:
  const Program& program_;
  const std::function<bool(const Program&)>& fails_;
  std::uint32_t left_;
  std::chrono::steady_clock::time_point end_;
};

// Adds copies of the record in which one numeric argument has other values, evenly spaced over the argument's range.
void add_values(const Record& record, std::size_t immediate, spec::Range range, std::vector<Record>& out) {
  const int count = range.high - range.low + 1;
  const int tried = std::min(count, kOthers + 1);
  for (int i = 0; i < tried; ++i) {
    Record other = record;
    const int value = tried == 1 ? range.low : range.low + i * (count - 1) / (tried - 1);
    other.immediates[immediate] = static_cast<std::int8_t>(value);
    if (!(other == record)) out.push_back(other);
  }
}

// Returns copies of the record with other values of one argument.
std::vector<Record> other_values(const Record& record, const Argument& argument, spec::ArgumentSlots slots) {
  std::vector<Record> out;
  if (argument.type == Type::Tensor) {
    for (std::uint8_t reg = 0; reg < spec::kRegisters; ++reg) {
      Record other = record;
      other.operands[static_cast<std::size_t>(slots.operand)] = reg;
      if (!(other == record)) out.push_back(other);
    }
    return out;
  }
  if (slots.immediate < 0) return out;
  const auto first = static_cast<std::size_t>(slots.immediate);
  const spec::SlotLayout& layout = spec::slots_of(record.operation);
  switch (argument.type) {
    case Type::Int:
    case Type::Bool:
    case Type::ScalarType:
    case Type::OptionalScalarType:
      add_values(record, first, layout.ranges[first], out);
      break;
    case Type::Scalar:
      add_values(record, first + 1, layout.ranges[first + 1], out);
      break;
    case Type::IntList:
      // Try lists of every length for the argument. All elements of such a list are equal.
      for (int length = layout.ranges[first].low; length <= layout.ranges[first].high; ++length) {
        for (const int value : {1, 2}) {
          Record other = record;
          other.immediates[first] = static_cast<std::int8_t>(length);
          for (std::size_t i = 0; i + 1 < static_cast<std::size_t>(slots.immediates); ++i)
            other.immediates[first + 1 + i] = static_cast<std::int8_t>(value);
          if (!(other == record)) out.push_back(other);
        }
      }
      break;
    default:
      break;
  }
  return out;
}

// Returns the operators of the command's group with which the program fails in the same way.
std::vector<std::string_view> other_operators(Search& search, std::size_t i, const Record& record) {
  std::vector<std::string_view> out;
  const spec::Operation& row = spec::operation(record.operation);
  for (std::size_t id = 0; id < spec::operations().size(); ++id) {
    const spec::Operation& other = spec::operations()[id];
    if (id == record.operation || other.group != row.group || other.kind != row.kind) continue;
    Record with = record;
    with.operation = static_cast<spec::OperationId>(id);
    for (int k = 0; k < spec::kMaxImmediates; ++k)
      with.immediates[static_cast<std::size_t>(k)] = simplest_immediate(with.operation, k);
    if (search.fails_with(i, with)) out.push_back(other.name);
  }
  return out;
}

}  // namespace

std::vector<std::string> what_does_not_matter(const Program& program, const std::function<bool(const Program&)>& fails,
                                              const IrrelevanceLimits& limits) {
  std::vector<std::string> out;
  Search search(program, fails, limits);
  for (std::size_t i = 0; i < program.records.size() && !search.over(); ++i) {
    const Record& record = program.records[i];
    const spec::Operation& row = spec::operation(record.operation);
    std::vector<std::string> parts;
    const auto arguments = row.schema.arguments;
    for (std::size_t a = 0; a < row.schema.argument_count; ++a)
      if (search.fails_with_all(i, other_values(record, arguments[a], spec::slots_of(record.operation).arguments[a])))
        parts.emplace_back(arguments[a].name);
    const std::vector<std::string_view> others = other_operators(search, i, record);
    if (!others.empty()) {
      const std::size_t named = std::min(others.size(), kNamed);
      std::string text =
          fmt::format("{}", fmt::join(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(named), ", "));
      if (others.size() > named) text += fmt::format(" and {} more", others.size() - named);
      parts.push_back(fmt::format("that it is {} ({} too)", row.name, text));
    }
    if (!parts.empty()) out.push_back(fmt::format("command {}: {}", i + 1, fmt::join(parts, "; ")));
  }
  return out;
}

}  // namespace modecheck::properties
