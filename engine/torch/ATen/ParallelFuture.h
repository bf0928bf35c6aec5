// Work of its own on a thread of the operators' pool.
#pragma once

#include "engine/ops/parallel_future.h"
