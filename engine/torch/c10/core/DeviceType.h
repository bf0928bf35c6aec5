// Devices.
#pragma once

#include "engine/core/types/device.h"
