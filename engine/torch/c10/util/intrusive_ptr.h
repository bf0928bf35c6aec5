// Counted pointers.
#pragma once

#include "engine/core/intrusive_ptr.h"
