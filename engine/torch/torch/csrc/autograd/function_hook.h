// Hooks of nodes.
#pragma once

#include "engine/autograd/function_hook.h"
