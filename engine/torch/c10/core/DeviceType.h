// Devices.
#pragma once

#include "engine/core/device.h"
