// Declares which functions and classes a pickle may name.
#pragma once

#include <string_view>

#include "engine/core/types/scalar_type.h"

namespace modecheck::engine::archives {

// Returns whether a pickle may name this function or class. `name` is the module and the name, separated by a space.
bool is_known_name(std::string_view name);
// Returns whether the name is that of a TorchScript class, such as "__torch__.___torch_mangle_0 Module". Its code is
// never run.
bool is_torchscript_class(std::string_view name);

// Returns the dtype of "torch FloatStorage", or Undefined for another name.
c10::ScalarType dtype_of_storage(std::string_view name);
// Returns the name of the storage class of a dtype, such as "torch FloatStorage".
const char* storage_of_dtype(c10::ScalarType dtype);
// Returns the dtype of "torch float32", or Undefined for another name.
c10::ScalarType dtype_of_name(std::string_view name);

}  // namespace modecheck::engine::archives
