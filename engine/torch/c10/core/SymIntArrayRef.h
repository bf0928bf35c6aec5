// Declares c10::SymIntArrayRef.
#pragma once

#include "engine/core/types/sym_int.h"
