#include "properties/report/stand_alone.h"

#include <algorithm>

#include "properties/report/report.h"
#include "properties/report/rule_text.h"
#include "subjects/emit/cpp.h"
#include "subjects/emit/python.h"

namespace modecheck::properties {

namespace {

subjects::EmitOptions options_of(const spec::Program& program, const Lockstep& lockstep, const Departure& departure) {
  const Expected& expected = lockstep.expected_of(static_cast<std::size_t>(departure.subject));
  subjects::EmitOptions options;
  options.headline = {sentence(program, departure)};
  if (const RuleText rule = rule_text(departure.signature.rule); !rule.statement.empty())
    options.headline.push_back(departure.signature.rule + ": " + std::string(rule.statement));
  if (expected.dropped != nullptr) options.dropped.assign(expected.dropped, expected.dropped + expected.count);
  options.may_crash = departure.signature.error == "crash" || departure.signature.error == "timeout";
  if (!options.may_crash && departure.step < static_cast<int>(expected.count))
    options.expectations = subjects::expectations_of(
        departure.step, *expected.trace, lockstep.trace(static_cast<std::size_t>(departure.subject)),
        [&](int reg, bool gradient) {
          const Field field = gradient ? Field::GradValues : Field::Values;
          return std::any_of(departure.differences.begin(), departure.differences.end(),
                             [&](const Difference& one) { return one.field == field && one.reg == reg; });
        });
  return options;
}

}  // namespace

std::string cpp_of(const spec::Program& program, const Lockstep& lockstep, const Departure& departure) {
  return subjects::emit_cpp(program, options_of(program, lockstep, departure));
}

std::string python_of(const spec::Program& program, const Lockstep& lockstep, const Departure& departure) {
  return subjects::emit_python(program, options_of(program, lockstep, departure));
}

}  // namespace modecheck::properties
