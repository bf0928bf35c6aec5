// Declares the guards that exclude dispatch keys (rule G5).
#pragma once

#include "engine/modes/auto_dispatch_below_adinplaceorview.h"
#include "engine/modes/auto_dispatch_below_autograd.h"
#include "engine/modes/auto_non_variable_type_mode.h"
