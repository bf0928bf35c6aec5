// Declares c10::Scalar.
#pragma once

#include "engine/core/types/scalar.h"
