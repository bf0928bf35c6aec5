// Declares the fallback kernel for custom operators without derivative.
#pragma once

#include "engine/kernels/not_implemented_fallback.h"
