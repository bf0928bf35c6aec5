// Boxed lists.
#pragma once

#include "engine/dispatch/ivalue.h"
