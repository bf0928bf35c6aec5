// Makes available in torch:: what libtorch declares in this header, such as the guards of grad mode. torch/types.h does
// so by importing all names of at::.
#pragma once

#include "torch/types.h"
