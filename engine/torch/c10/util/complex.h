// c10::complex.
#pragma once

#include "engine/core/complex.h"
