// Work of its own on a thread of the operators' pool.
#pragma once

#include "ATen/Config.h"
#include "engine/api/parallel_future.h"
