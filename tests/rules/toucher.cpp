#include "tests/rules/toucher.h"

namespace modecheck::tests {

spec::RuleSet Toucher::touched_by(const spec::Program& program) {
  meta_.run(program, *trace_, dropped_);
  spec::RuleSet out;
  if (meta_.rules_hit().contains(spec::Rule::P7)) out.add(spec::Rule::P7);
  cpu_.run(program, *trace_, dropped_);
  out.add(cpu_.rules_hit());
  return out;
}

}  // namespace modecheck::tests
