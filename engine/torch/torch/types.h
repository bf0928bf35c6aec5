// torch:: names of at:: things.
#pragma once

#include "torch/namespace.h"
