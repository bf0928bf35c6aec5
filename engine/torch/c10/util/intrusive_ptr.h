// Counted pointers.
#pragma once

#include "engine/core/memory/intrusive_ptr.h"
