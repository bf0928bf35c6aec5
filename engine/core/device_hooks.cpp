#include "engine/core/device_hooks.h"

#include "engine/core/error.h"

namespace modecheck::engine {

const DeviceHooks* device_hooks = nullptr;

void require_device(const char* name) {
  MODECHECK_CHECK(device_hooks != nullptr, ErrorClass::Unsupported, name, ": there is no CUDA device; use cpu or meta");
}

}  // namespace modecheck::engine
