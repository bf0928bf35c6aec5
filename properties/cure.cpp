#include "properties/cure.h"

#include "spec/slots.h"

namespace modecheck::properties {
namespace {

// The slot of the argument, or -1.
int slot_of(spec::OperationId id, const std::string& argument) {
  const spec::operators::Schema& schema = spec::operation(id).schema;
  for (std::size_t i = 0; i < schema.argument_count; ++i)
    if (schema.arguments[i].name == argument) return spec::slots_of(id).arguments[i].immediate;
  return -1;
}

}  // namespace

std::optional<Cure::Cured> Cure::apply(const spec::Program& program, int step) const {
  Cured out;
  out.step = step;
  bool changed = false;
  for (std::size_t i = 0; i < program.records.size(); ++i) {
    spec::Record record = program.records[i];
    if (static_cast<int>(i) < step && operations.test(record.operation)) {
      if (argument.empty()) {
        --out.step;
        changed = true;
        continue;
      }
      if (const int slot = slot_of(record.operation, argument); slot >= 0) {
        std::int8_t& held = record.immediates[static_cast<std::size_t>(slot)];
        changed = changed || held != value;
        held = static_cast<std::int8_t>(value);
        spec::canonicalize(record);
      }
    }
    out.program.records.push_back(record);
  }
  if (!changed) return std::nullopt;
  return out;
}

}  // namespace modecheck::properties
