// Declares the interface through which torch::nn::AnyModule uses a module whose class it does not know.
#pragma once

#include <memory>
#include <typeinfo>
#include <vector>

#include "engine/core/types/array_ref.h"
#include "engine/core/types/device.h"
#include "engine/nn/containers/any_value.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

class Module;

class AnyModulePlaceholder {
 public:
  virtual ~AnyModulePlaceholder() = default;
  virtual const std::type_info& type() const noexcept = 0;
  // Calls the module's forward(). Raises an Argument error if the number or the types of the arguments do not fit.
  virtual AnyValue forward(std::vector<AnyValue>&& arguments) = 0;
  virtual std::shared_ptr<Module> ptr() = 0;
  // copy() shares the module; clone_module() copies the module, too.
  virtual std::unique_ptr<AnyModulePlaceholder> copy() const = 0;
  virtual std::unique_ptr<AnyModulePlaceholder> clone_module(c10::optional<c10::Device> device) const = 0;

 protected:
  // Raises the error that a number of arguments does not fit.
  [[noreturn]] void raise_count(std::size_t least, std::size_t most, std::size_t given, bool has_defaults) const;
  [[noreturn]] static void raise_type(std::size_t place, const std::type_info& wanted, const std::type_info& given);
};

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
