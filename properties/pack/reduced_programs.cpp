#include "properties/pack/reduced_programs.h"

#include <memory>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "properties/generate/candidate.h"
#include "properties/generate/generator.h"
#include "properties/generate/mode_route.h"
#include "reference/run/rehearsal.h"
#include "spec/model/queries.h"

namespace modecheck::properties {
namespace {

// What the last command of a program shows.
struct Shown {
  spec::OperationId operation = 0;
  spec::OutcomeKind outcome = spec::OutcomeKind::Ok;
  spec::ErrorClass error = spec::ErrorClass::None;
  int modes = 0;
  int kind = 0;                              // the kind of its first tensor (Candidate::kind)
  spec::DType dtype = spec::DType::Float32;  // the dtype of its first tensor
  int rank = 0;                              // and the number of that tensor's dimensions
  std::uint64_t rules = 0;

  friend bool operator==(const Shown&, const Shown&) = default;
};

class Chooser {
 public:
  Chooser() : rehearsal_(std::make_unique<reference::Rehearsal>(spec::DeviceKind::Cpu)) {}

  // Returns what each command shows, or nothing if a command is dropped, or not judged.
  const std::optional<std::vector<Shown>>& run(const spec::Program& program) {
    shown_.emplace();
    rehearsal_->begin();
    for (const spec::Record& record : program.records) {
      const spec::Queries queries(rehearsal_->model());
      Shown one;
      one.operation = record.operation;
      one.modes = mode_bits(queries.mode(record.thread));
      if (spec::slots_of(record.operation).operand_count > 0) {
        const Candidate first(queries.held(record.operands[0]));
        one.kind = first.kind();
        one.dtype = first.dtype;
        one.rank = first.shape.rank;
      }
      one.outcome = rehearsal_->step(record);
      rehearsal_->keep();
      const std::size_t at = shown_->size();
      one.error = rehearsal_->trace().steps[at].outcome.error;
      one.rules = rehearsal_->expected_run().rules_by_command()[at].bits();
      if (one.outcome == spec::OutcomeKind::Dropped || rehearsal_->expected_run().trusted() != at + 1) {
        shown_.reset();
        break;
      }
      shown_->push_back(one);
    }
    return shown_;
  }

  // Removes the commands without which the last one shows the same.
  spec::Program reduced(spec::Program program, const Shown& wanted) {
    for (bool smaller = true; smaller;) {
      smaller = false;
      for (std::size_t i = program.records.size() - 1; i-- > 0;) {
        spec::Program candidate = program;
        candidate.records.erase(candidate.records.begin() + static_cast<std::ptrdiff_t>(i));
        const auto& shown = run(candidate);
        if (!shown.has_value() || !(shown->back() == wanted)) continue;
        program = std::move(candidate);
        smaller = true;
      }
    }
    return program;
  }

  // Whether the command shows something new. Remembers it.
  bool is_new(const Shown& shown) {
    const bool operation =
        operations_
            .insert({shown.operation, shown.outcome, shown.error, shown.modes, shown.kind, shown.dtype, shown.rank})
            .second;
    bool rule = false;
    for (int i = 0; i < spec::kRules; ++i)
      if ((shown.rules >> i & 1) != 0)
        rule = rules_.insert({i, shown.outcome, shown.error, shown.modes, shown.kind}).second || rule;
    return operation || rule;
  }

 private:
  std::unique_ptr<reference::Rehearsal> rehearsal_;
  std::optional<std::vector<Shown>> shown_;
  std::set<std::tuple<spec::OperationId, spec::OutcomeKind, spec::ErrorClass, int, int, spec::DType, int>> operations_;
  std::set<std::tuple<int, spec::OutcomeKind, spec::ErrorClass, int, int>> rules_;
};

}  // namespace

std::vector<ReducedProgram> reduced_programs(const GeneratorOptions& options, std::uint64_t seed, std::uint64_t drawn,
                                             std::size_t most) {
  const Generator generator(options);
  Chooser chooser;
  std::vector<ReducedProgram> out;
  spec::Program program;
  for (std::uint64_t index = 0; index < drawn && out.size() < most; ++index) {
    generator.program_into(program, seed, index);
    const auto shown = chooser.run(program);
    if (!shown.has_value()) continue;
    for (std::size_t i = 0; i < shown->size() && out.size() < most; ++i) {
      if (!chooser.is_new((*shown)[i])) continue;
      spec::Program begin = program;
      begin.records.resize(i + 1);
      ReducedProgram& one = out.emplace_back();
      one.program = chooser.reduced(std::move(begin), (*shown)[i]);
      one.rules = spec::RuleSet((*shown)[i].rules);
      one.index = index;
    }
  }
  return out;
}

}  // namespace modecheck::properties
