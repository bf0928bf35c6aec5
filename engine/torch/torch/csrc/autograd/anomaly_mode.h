// Declares anomaly mode.
#pragma once

#include "engine/autograd/graph/anomaly_mode.h"
