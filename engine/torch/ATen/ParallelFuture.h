// Declares at::intraop_launch and related functions, which run a task on the operators' thread pool.
#pragma once

#include "ATen/Config.h"
#include "engine/api/parallel_future.h"
