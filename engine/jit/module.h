// Declares torch::jit::Module, a module of a TorchScript program. torch::jit::load returns modules.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/core/types/device.h"
#include "engine/jit/named_value.h"
#include "engine/jit/object.h"

namespace torch {
inline namespace modecheck_v1 {
namespace jit {

// Texts that an archive has besides the model, by name.
using ExtraFilesMap = std::unordered_map<std::string, std::string>;

class Module : public Object {
 public:
  Module() = default;
  // Raises an Argument error if the object's class is not a module.
  explicit Module(c10::detail::ScriptObject object);

  c10::IValue forward(std::vector<c10::IValue> inputs, const Kwargs& kwargs = {}) {
    return get_method("forward")(std::move(inputs), kwargs);
  }
  c10::IValue operator()(std::vector<c10::IValue> inputs) { return forward(std::move(inputs)); }

  // These functions list what the module has, in the order of its class's source, and with `recurse` what its
  // submodules have. A name is the path to the value, with dots. Buffers are all tensors that are not parameters, as in
  // libtorch.
  std::vector<NamedValue<at::Tensor>> named_parameters(bool recurse = true) const;
  std::vector<NamedValue<at::Tensor>> named_buffers(bool recurse = true) const;
  std::vector<NamedValue<c10::IValue>> named_attributes(bool recurse = true) const;
  std::vector<at::Tensor> parameters(bool recurse = true) const;
  std::vector<at::Tensor> buffers(bool recurse = true) const;
  std::vector<c10::IValue> attributes(bool recurse = true) const;
  std::vector<NamedValue<Module>> named_children() const;
  std::vector<Module> children() const;
  // The list begins with the module itself, whose name is empty.
  std::vector<NamedValue<Module>> named_modules() const;
  std::vector<Module> modules() const;

  // Sets the attribute `training` of the module and of all submodules that have it.
  void train(bool on = true);
  void eval() { train(false); }
  bool is_training() const;

  // These functions give every parameter and buffer converted data by set_data(). All dtypes are converted, as in
  // libtorch.
  void to(c10::Device device, c10::ScalarType dtype, bool non_blocking = false);
  void to(c10::ScalarType dtype, bool non_blocking = false);
  void to(c10::Device device, bool non_blocking = false);

  Module copy() const { return Module(copied()); }
  Module deepcopy() const { return Module(copied_deeply()); }
  // Returns what deepcopy() returns. With `inplace` the copies of the module and its submodules share tensors and other
  // attributes with the module.
  Module clone(bool inplace = false) const;

  // These functions write an archive that libtorch and torch.jit.load read. The code and the constants are those of the
  // archive that the module was loaded from. They raise an Argument error if not all bytes can be written.
  void save(const std::string& filename, const ExtraFilesMap& extra_files = {}) const;
  void save(std::ostream& out, const ExtraFilesMap& extra_files = {}) const;
};

// Returns a deep copy of a module that is in evaluation mode, and raises an Argument error for one in training.
// libtorch also turns attributes into constants, which changes no result: here the copy keeps its attributes and
// methods.
Module freeze(const Module& module, const std::optional<std::vector<std::string>>& preserved_attrs = std::nullopt,
              bool optimize_numerics = true);
// Returns what freeze() returns. The engine has no other optimisation.
Module optimize_for_inference(Module& module, const std::vector<std::string>& other_methods = {});

namespace script {
using jit::ExtraFilesMap;
using jit::Method;
using jit::Module;
using jit::Object;
}  // namespace script

}  // namespace jit
}  // namespace modecheck_v1
}  // namespace torch
