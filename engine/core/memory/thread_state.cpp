#include "engine/core/memory/thread_state.h"

namespace modecheck::engine {

constinit thread_local ModeState thread_state;

}  // namespace modecheck::engine
