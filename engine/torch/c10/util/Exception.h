// Errors.
#pragma once

#include "engine/core/error.h"
