// Declares torch::OrderedDict.
#pragma once

#include "engine/nn/ordered_dict.h"
