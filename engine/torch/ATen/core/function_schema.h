// Schemas at run time.
#pragma once

#include "engine/dispatch/function_schema.h"
