// Layouts.
#pragma once

#include "engine/core/layout.h"
