// Declares c10::Layout.
#pragma once

#include "engine/core/types/layout.h"
