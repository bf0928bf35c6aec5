// Declares forward-mode differentiation: its level, and dual tensors (at::_make_dual, at::_unpack_dual).
#pragma once

#include "engine/kernels/forward_mode.h"
