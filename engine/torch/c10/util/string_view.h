// Borrowed text.
#pragma once

#include "engine/core/types/array_ref.h"
