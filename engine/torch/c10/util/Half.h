// c10::Half.
#pragma once

#include "engine/core/half.h"
