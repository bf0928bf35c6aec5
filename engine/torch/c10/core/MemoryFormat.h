// Declares c10::MemoryFormat.
#pragma once

#include "engine/core/types/layout.h"
