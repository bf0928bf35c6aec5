#include "engine/core/types/device_hooks.h"

#include "engine/core/errors/error.h"

namespace modecheck::engine {

const DeviceHooks* device_hooks = nullptr;

void require_device(const char* name) {
  if (device_hooks != nullptr) [[likely]]
    return;
  const std::string why = find_device();
  MODECHECK_CHECK(why.empty(), ErrorClass::Unsupported, name, ": there is no CUDA device; use cpu or meta (", why, ")");
}

}  // namespace modecheck::engine
