// For custom operators without derivative.
#pragma once

#include "engine/ops/not_implemented_fallback.h"
