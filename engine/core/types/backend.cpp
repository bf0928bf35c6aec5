#include "engine/core/types/backend.h"

#include "engine/core/errors/error.h"

namespace c10 {
inline namespace modecheck_v1 {

DeviceType backendToDeviceType(Backend backend) {
  switch (backend) {
    case Backend::CPU:
    case Backend::SparseCPU:
      return DeviceType::CPU;
    case Backend::CUDA:
    case Backend::SparseCUDA:
      return DeviceType::CUDA;
    case Backend::Meta:
      return DeviceType::Meta;
    default:
      modecheck::engine::raise(modecheck::engine::ErrorClass::Argument,
                               "backendToDeviceType: the undefined backend is on no device; name one, as Backend::CPU");
  }
}

const char* toString(Backend backend) {
  constexpr const char* names[] = {"CPU", "CUDA", "SparseCPU", "SparseCUDA", "Meta", "UNDEFINED"};
  return names[static_cast<int>(backend)];
}

}  // namespace modecheck_v1
}  // namespace c10
