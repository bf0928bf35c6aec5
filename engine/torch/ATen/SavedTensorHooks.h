// Declares at::SavedTensorDefaultHooks.
#pragma once

#include "engine/modes/saved_tensor_default_hooks.h"
