// Operators by name.
#pragma once

#include "engine/dispatch/dispatcher.h"
