// Printing tensors.
#pragma once

#include "engine/ops/formatting.h"
