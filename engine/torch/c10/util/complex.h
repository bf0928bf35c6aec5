// Declares c10::complex.
#pragma once

#include "engine/core/types/complex.h"
