#include "properties/generate/operation_set.h"

#include <array>

namespace modecheck::properties {
namespace {

// The names of the groups, in the order of spec::Group.
constexpr std::array<std::string_view, spec::kGroups> kGroupNames{
    "creation",   "pointwise", "reduction",  "matrix",       "joining",       "copy",    "view",
    "multi_view", "alias",     "in_place",   "out",          "in_place_view", "storage", "grad_flags",
    "backward",   "read",      "mode_guard", "unsafe_guard", "handle",        "custom",  "lists"};

}  // namespace

std::string_view name_of(spec::Group group) { return kGroupNames[static_cast<std::size_t>(group)]; }

OperationSet every_operation() { return OperationSet().set(); }

OperationSet operations_of_one_device() { return every_operation().reset(spec::id_of(spec::BuiltinCommand::Move)); }

std::optional<OperationSet> operations_called(std::string_view name) {
  OperationSet out;
  for (std::size_t id = 0; id < spec::operations().size(); ++id) {
    const spec::Operation& row = spec::operations()[id];
    if (row.name == name || row.schema.name == name) out.set(id);
  }
  if (out.none()) return std::nullopt;
  return out;
}

std::optional<OperationSet> operations_named(std::string_view name) {
  OperationSet out = operations_called(name).value_or(OperationSet());
  for (std::size_t id = 0; id < spec::operations().size(); ++id)
    if (name_of(spec::operations()[id].group) == name) out.set(id);
  if (out.none()) return std::nullopt;
  return out;
}

}  // namespace modecheck::properties
