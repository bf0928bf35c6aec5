// Memory formats.
#pragma once

#include "engine/core/layout.h"
