// Sets of operations, and the names by which people speak of them.
#pragma once

#include <bitset>
#include <optional>
#include <string_view>

#include "spec/program/operation.h"

namespace modecheck::properties {

using OperationSet = std::bitset<spec::kMostOperations>;

// "in_place", "mode_guard", ...
std::string_view name_of(spec::Group group);

// What a name on the command line stands for: an operation ("add_.Tensor"), all overloads of one ("add_"), or a group
// ("in_place"). Nothing: no such name.
std::optional<OperationSet> operations_named(std::string_view name);

// The same without the groups: some are called as an operation is ("copy", "view").
std::optional<OperationSet> operations_called(std::string_view name);

OperationSet every_operation();

// All but what moves tensors between the host and a device: where all are on the host anyway, it does nothing.
OperationSet operations_of_one_device();

}  // namespace modecheck::properties
