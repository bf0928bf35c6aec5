// As many numbers as dimensions, given one by one or once for all.
#pragma once

#include "engine/core/types/expanding_array.h"
