#include "properties/report/rule_text.h"

#include "spec/model/rules.h"

namespace modecheck::properties {

RuleText rule_text(std::string_view id) {
  for (const spec::RuleFacts& rule : spec::rules())
    if (rule.id == id) return {rule.statement, rule.source};
  return {};
}

}  // namespace modecheck::properties
