// Boxed values.
#pragma once

#include "engine/dispatch/ivalue.h"
