// Named things in order.
#pragma once

#include "engine/nn/ordered_dict.h"
