// torch:: names that programs find here.
#pragma once

#include "torch/types.h"
