// Declares functions that parse schemas.
#pragma once

#include "engine/dispatch/function_schema.h"
