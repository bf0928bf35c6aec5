// Memory formats.
#pragma once

#include "engine/core/types/layout.h"
