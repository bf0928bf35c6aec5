// As many numbers as dimensions, given one by one or once for all.
#pragma once

#include "engine/core/expanding_array.h"
