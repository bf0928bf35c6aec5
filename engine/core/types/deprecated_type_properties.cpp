#include "engine/core/types/deprecated_type_properties.h"

#include <map>
#include <memory>
#include <mutex>
#include <utility>

namespace at {
inline namespace modecheck_v1 {

std::string DeprecatedTypeProperties::toString() const {
  return backend_ == Backend::Undefined || scalar_type_ == ScalarType::Undefined
             ? "UndefinedType"
             : std::string(c10::toString(backend_)) + c10::toString(scalar_type_) + "Type";
}

DeprecatedTypeProperties& DeprecatedTypeProperties::toBackend(Backend backend) const {
  return getDeprecatedTypeProperties(backend, scalar_type_);
}

DeprecatedTypeProperties& DeprecatedTypeProperties::toScalarType(ScalarType scalar_type) const {
  return getDeprecatedTypeProperties(backend_, scalar_type);
}

DeprecatedTypeProperties& getDeprecatedTypeProperties(Backend backend, ScalarType scalar_type) {
  static std::mutex mutex;
  static std::map<std::pair<Backend, ScalarType>, std::unique_ptr<DeprecatedTypeProperties>> made;
  const std::lock_guard lock(mutex);
  auto& place = made[{backend, scalar_type}];
  if (!place) place = std::make_unique<DeprecatedTypeProperties>(backend, scalar_type);
  return *place;
}

}  // namespace modecheck_v1
}  // namespace at
