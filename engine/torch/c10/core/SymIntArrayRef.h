// Lists of c10::SymInt.
#pragma once

#include "engine/core/sym_int.h"
