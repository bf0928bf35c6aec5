// c10::Backend.
#pragma once

#include "engine/core/backend.h"
