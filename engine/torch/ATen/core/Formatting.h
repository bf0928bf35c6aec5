// Printing tensors.
#pragma once

#include "engine/api/formatting.h"
