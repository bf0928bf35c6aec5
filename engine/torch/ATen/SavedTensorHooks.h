// The default hooks of saved tensors.
#pragma once

#include "engine/modes/saved_tensor_default_hooks.h"
