#include "properties/generate/mutate.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "spec/program/slots.h"

namespace modecheck::properties {
namespace {

using spec::BuiltinCommand;
using spec::Program;
using spec::Record;

class Mutation {
 public:
  Mutation(Program& program, Choice& choice, const Generator& generator, std::size_t max_commands)
      : records_(program.records), choice_(choice), generator_(generator), max_(max_commands) {}

  void apply() {
    if (choice_.below(4) == 0) return begin_anew();
    const std::size_t before = records_.size();
    // Change the program two to four times, one change after the other.
    for (std::uint32_t rounds = 1 + choice_.below(2) * choice_.below(3), i = 0; i <= rounds; ++i) once();
    // Most changes add commands. Without this balance every input would grow to the most commands, and take longer.
    // With it, inputs of at most 24 commands have 16 on average.
    const std::size_t most = std::max<std::size_t>(before + choice_.below(7), 3) - 2;
    while (records_.size() > most) remove(range(records_.size() - most));
    end();
  }

 private:
  // A generated program's commands fit each other, which changes to single commands seldom reach.
  void begin_anew() {
    records_ = generator_.generate(choice_).records;
    end();
  }

  // Makes the program canonical, and short enough.
  void end() {
    if (records_.size() > max_) records_.resize(max_);
    for (Record& record : records_) spec::canonicalize(record);
  }

  struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  std::size_t below(std::size_t n) { return choice_.below(static_cast<std::uint32_t>(std::max<std::size_t>(n, 1))); }
  auto at(std::size_t i) { return records_.begin() + static_cast<std::ptrdiff_t>(i); }

  // Draws a range of at most `longest` commands of the program. The range is empty only if the program is empty.
  Range range(std::size_t longest) {
    const std::size_t begin = below(records_.size());
    return {begin, std::min(records_.size(), begin + 1 + below(longest))};
  }

  void once() {
    if (records_.empty()) return insert();
    switch (choice_.below(12)) {
      case 0:
      case 1:
        return insert();
      case 2:
        return remove(range(4));
      case 3: {
        const Range copied = range(4);
        const std::vector<Record> copy(at(copied.begin), at(copied.end));
        records_.insert(at(below(records_.size() + 1)), copy.begin(), copy.end());
        return;
      }
      case 4:
        return std::swap(records_[below(records_.size())], records_[below(records_.size())]);
      case 5:
      case 6:
        return wrap();
      case 7:
        return exchange_operation();
      default:
        return change_field(records_[below(records_.size())]);
    }
  }

  void remove(Range gone) { records_.erase(at(gone.begin), at(gone.end)); }

  void insert() {
    const Program made = generator_.generate(choice_);
    if (made.records.empty()) return;
    const std::size_t begin = below(made.records.size());
    const std::size_t end = std::min(made.records.size(), begin + 1 + below(4));
    records_.insert(at(below(records_.size() + 1)), made.records.begin() + static_cast<std::ptrdiff_t>(begin),
                    made.records.begin() + static_cast<std::ptrdiff_t>(end));
  }

  void wrap() {
    constexpr BuiltinCommand kGuards[] = {
        BuiltinCommand::EnterInferenceMode,    BuiltinCommand::EnterInferenceMode,
        BuiltinCommand::EnterInferenceMode,    BuiltinCommand::EnterNoGrad,
        BuiltinCommand::EnterAutoGradMode,     BuiltinCommand::EnterBelowADInplaceOrView,
        BuiltinCommand::EnterBelowAutograd,    BuiltinCommand::EnterCapturedState,
        BuiltinCommand::EnterSavedTensorsHooks};
    const Range inside = range(records_.size());
    Record enter;
    enter.operation = spec::id_of(kGuards[choice_.below(9)]);
    enter.immediates[0] = static_cast<std::int8_t>(choice_.below(4) != 0);
    enter.thread = records_[inside.begin].thread;
    Record leave;
    leave.operation = spec::id_of(choice_.below(8) == 0 ? BuiltinCommand::LeaveByException : BuiltinCommand::Leave);
    leave.immediates[0] = 1;
    leave.thread = enter.thread;
    records_.insert(at(inside.end), leave);
    records_.insert(at(inside.begin), enter);
  }

  void exchange_operation() {
    Record& record = records_[below(records_.size())];
    const spec::Operation& row = spec::operation(record.operation);
    const std::size_t all = spec::operations().size();
    const std::size_t start = below(all);
    for (std::size_t i = 0; i < all; ++i) {
      const auto id = static_cast<spec::OperationId>((start + i) % all);
      const spec::Operation& other = spec::operation(id);
      if (id == record.operation || other.group != row.group || other.kind != row.kind) continue;
      record.operation = id;
      return;
    }
  }

  void change_field(Record& record) {
    const spec::SlotLayout& layout = spec::slots_of(record.operation);
    const bool keeps = spec::keeps_result(spec::operation(record.operation));
    const std::size_t fields = layout.operand_count + layout.immediate_count + (keeps ? 1u : 0u);
    std::size_t field = below(fields + 1);
    if (field < layout.operand_count) {
      record.operands[field] = static_cast<std::uint8_t>(below(spec::kRegisters));
      return;
    }
    field -= layout.operand_count;
    if (field < layout.immediate_count) {
      const spec::Range values = layout.ranges[field];
      const auto span = static_cast<std::size_t>(values.high - values.low + 1);
      record.immediates[field] = static_cast<std::int8_t>(values.low + static_cast<int>(below(span)));
      return;
    }
    if (keeps)
      record.destination = static_cast<std::uint8_t>(below(spec::kRegisters));
    else if (choice_.below(4) == 0)
      record.thread ^= 1;
  }

  std::vector<Record>& records_;
  Choice& choice_;
  const Generator& generator_;
  const std::size_t max_;
};

}  // namespace

void mutate(Program& program, Choice& choice, const Generator& generator, std::size_t max_commands) {
  Mutation(program, choice, generator, std::min<std::size_t>(max_commands, spec::kMaxCommands)).apply();
}

Program cross_over(const Program& a, const Program& b, Choice& choice, std::size_t max_commands) {
  const auto below = [&](std::size_t n) {
    return choice.below(static_cast<std::uint32_t>(std::max<std::size_t>(n, 1)));
  };
  const auto cut = [](const Program& p, std::size_t i) { return p.records.begin() + static_cast<std::ptrdiff_t>(i); };
  Program out;
  const std::size_t first = below(a.records.size() + 1);
  const std::size_t begin = below(b.records.size() + 1);
  out.records.assign(a.records.begin(), cut(a, first));
  if (choice.below(2) == 0) {
    out.records.insert(out.records.end(), cut(b, begin), b.records.end());
  } else {
    // A piece of `b` takes the place of a piece of `a` of the same length.
    const std::size_t count = below(b.records.size() - begin + 1);
    out.records.insert(out.records.end(), cut(b, begin), cut(b, begin + count));
    out.records.insert(out.records.end(), cut(a, std::min(first + count, a.records.size())), a.records.end());
  }
  out.records.resize(std::min({out.records.size(), max_commands, static_cast<std::size_t>(spec::kMaxCommands)}));
  return out;
}

}  // namespace modecheck::properties
