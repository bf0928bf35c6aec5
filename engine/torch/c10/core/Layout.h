// Layouts.
#pragma once

#include "engine/core/types/layout.h"
