#include "engine/core/memory/thread_state.h"

namespace modecheck::engine {

constinit thread_local ModeState thread_state;
constinit thread_local std::uint32_t thread_fake_mode = 0;

}  // namespace modecheck::engine
