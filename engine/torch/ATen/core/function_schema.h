// Declares c10::FunctionSchema.
#pragma once

#include "engine/dispatch/function_schema.h"
