// Borrowed lists.
#pragma once

#include "engine/core/types/array_ref.h"
