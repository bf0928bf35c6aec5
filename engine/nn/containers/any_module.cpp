#include "engine/nn/containers/any_module.h"

#include "engine/core/types/type_name.h"
#include "engine/nn/containers/named_any.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

using modecheck::engine::ErrorClass;
using modecheck::engine::type_name;

void AnyModulePlaceholder::raise_count(std::size_t least, std::size_t most, std::size_t given,
                                       bool has_defaults) const {
  const std::string name = type_name(type());
  if (has_defaults)
    modecheck::engine::raise(ErrorClass::Argument, name, "'s forward() method expects at least ", least,
                             " argument(s) and at most ", most, " argument(s), but received ", given, ".");
  const std::string hint = given < most ? " If " + name +
                                              "'s forward() method has default arguments, please make sure the "
                                              "forward() method is declared with a corresponding "
                                              "`FORWARD_HAS_DEFAULT_ARGS` macro."
                                        : "";
  modecheck::engine::raise(ErrorClass::Argument, name, "'s forward() method expects ", most,
                           " argument(s), but received ", given, ".", hint);
}

void AnyModulePlaceholder::raise_type(std::size_t place, const std::type_info& wanted, const std::type_info& given) {
  modecheck::engine::raise(ErrorClass::Argument, "Expected argument #", place, " to be of type ", type_name(wanted),
                           ", but received value of type ", type_name(given));
}

AnyModule::AnyModule(const AnyModule& other) : content_(other.content_ ? other.content_->copy() : nullptr) {}

AnyModule& AnyModule::operator=(const AnyModule& other) {
  if (this != &other) content_ = other.content_ ? other.content_->copy() : nullptr;
  return *this;
}

AnyModule AnyModule::clone(c10::optional<c10::Device> device) const {
  AnyModule out;
  if (content_) out.content_ = content_->clone_module(device);
  return out;
}

std::shared_ptr<Module> AnyModule::ptr() const {
  check("ptr()");
  return content_->ptr();
}

const std::type_info& AnyModule::type_info() const {
  check("type_info()");
  return content_->type();
}

void AnyModule::check(const char* what) const {
  MODECHECK_CHECK(!is_empty(), ErrorClass::Argument, "Cannot call ", what, " on an empty AnyModule");
}

void AnyModule::raise_cast(const std::type_info& wanted) const {
  modecheck::engine::raise(ErrorClass::Argument, "Attempted to cast module of type ", type_name(content_->type()),
                           " to type ", type_name(wanted));
}

NamedAnyModule::NamedAnyModule(std::string name, AnyModule module)
    : name_(std::move(name)), module_(std::move(module)) {}

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
