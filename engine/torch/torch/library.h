// Declares torch::Library, with which programs define custom operators.
#pragma once

#include "engine/dispatch/library.h"
#include "engine/dispatch/register_operators.h"
#include "engine/dispatch/stack.h"
