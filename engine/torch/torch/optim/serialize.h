// Declares how optimizers are written into archives and read back.
#pragma once

#include "engine/optim/serialize.h"
