// Declares c10::SymInt.
#pragma once

#include "engine/core/types/sym_int.h"
