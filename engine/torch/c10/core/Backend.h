// Declares c10::Backend.
#pragma once

#include "engine/core/types/backend.h"
