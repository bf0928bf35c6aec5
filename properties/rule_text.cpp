#include "properties/rule_text.h"

namespace modecheck::properties {

RuleText rule_text(std::string_view) { return {}; }

}  // namespace modecheck::properties
