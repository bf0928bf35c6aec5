// Declares c10::OperatorName.
#pragma once

#include "engine/dispatch/operator_name.h"
