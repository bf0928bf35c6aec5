// Borrowed text.
#pragma once

#include "engine/core/array_ref.h"
