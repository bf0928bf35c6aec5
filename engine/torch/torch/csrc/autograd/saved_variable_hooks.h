// Declares torch::autograd::SavedVariableHooks.
#pragma once

#include "engine/autograd/saved/saved_variable_hooks.h"
