// Declares the data loaders of libtorch, which this engine does not have.
#pragma once

#include "engine/nn/absent_data.h"
