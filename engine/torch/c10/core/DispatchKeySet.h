// Declares c10::DispatchKeySet.
#pragma once

#include "engine/core/types/dispatch_key_set.h"
