// Programs as JSON, for adapters in any language. docs/OWN_ENGINE.md describes the members.
#pragma once

#include <nlohmann/json.hpp>

#include "spec/program/program.h"
#include "spec/program/record.h"

namespace modecheck::subjects {

// Returns what a leaf is: `dtype`, `sizes`, `requires_grad` and `values`, which has the elements row by row. A complex
// element is a list of two numbers.
nlohmann::ordered_json json_of(const spec::LeafSpec& leaf);

// Returns a command: `text`, `operation`, `kind`, `thread`, `results` (registers), `arguments` by name, and `leaf` for
// the command of this name. A tensor is the name of a register, such as "r0", and None is null.
nlohmann::ordered_json json_of(const spec::Record& record);

}  // namespace modecheck::subjects
