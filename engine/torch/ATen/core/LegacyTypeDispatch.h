// The guards that take kernels out of the way.
#pragma once

#include "engine/modes/auto_dispatch_below_adinplaceorview.h"
#include "engine/modes/auto_dispatch_below_autograd.h"
#include "engine/modes/auto_non_variable_type_mode.h"
