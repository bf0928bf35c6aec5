// Declares the registration of custom operators.
#pragma once

#include "engine/dispatch/register_operators.h"
#include "torch/library.h"
