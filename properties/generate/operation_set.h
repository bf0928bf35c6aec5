// Sets of operations, and the names that select them on the command line.
#pragma once

#include <bitset>
#include <optional>
#include <string_view>

#include "spec/program/operation.h"

namespace modecheck::properties {

using OperationSet = std::bitset<spec::kMostOperations>;

// Returns the name of a group, for example "in_place" or "mode_guard".
std::string_view name_of(spec::Group group);

// Returns the operations that a name selects: one operation ("add_.Tensor"), all overloads ("add_") or a group
// ("in_place"). Returns std::nullopt if nothing has the name.
std::optional<OperationSet> operations_named(std::string_view name);

// Like operations_named, but accepts no group, because some groups have the name of an operation ("copy", "view").
std::optional<OperationSet> operations_called(std::string_view name);

OperationSet every_operation();

// Returns all operations except `Move`, which has nothing to do if all tensors are on the host.
OperationSet operations_of_one_device();

}  // namespace modecheck::properties
