// Declares c10::SymBool. libtorch has it since version 2.
#pragma once

#include "engine/core/types/sym_bool.h"
