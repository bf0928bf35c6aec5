// Custom operators.
#pragma once

#include "engine/dispatch/library.h"
#include "engine/dispatch/stack.h"
