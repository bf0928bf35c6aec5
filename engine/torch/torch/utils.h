// Declares names of torch:: that programs expect in this header.
#pragma once

#include "torch/types.h"
