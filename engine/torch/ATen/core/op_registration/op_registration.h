// Custom operators.
#pragma once

#include "torch/library.h"
