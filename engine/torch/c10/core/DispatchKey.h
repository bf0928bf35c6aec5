// Declares c10::DispatchKey.
#pragma once

#include "engine/core/types/dispatch_key_set.h"
