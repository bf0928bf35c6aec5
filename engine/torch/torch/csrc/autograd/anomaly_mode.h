// Anomaly mode.
#pragma once

#include "engine/autograd/anomaly_mode.h"
