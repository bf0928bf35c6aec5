// Declares c10::List, a boxed list.
#pragma once

#include "engine/dispatch/ivalue.h"
