// Borrowed lists.
#pragma once

#include "engine/core/array_ref.h"
