// Names of operators.
#pragma once

#include "engine/dispatch/operator_name.h"
