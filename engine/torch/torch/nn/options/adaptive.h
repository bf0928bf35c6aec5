// Declares options of modules.
#pragma once

#include "engine/nn/options/adaptive.h"
