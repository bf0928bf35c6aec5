// Schemas from text.
#pragma once

#include "engine/dispatch/function_schema.h"
