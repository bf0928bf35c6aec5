// Declares c10::IValue, a boxed value.
#pragma once

#include "engine/dispatch/ivalue.h"
