// Declares c10::SymNodeImpl. libtorch has it since version 2.
#pragma once

#include "engine/core/types/sym_node.h"
