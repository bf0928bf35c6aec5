// Declares c10::DeviceType.
#pragma once

#include "engine/core/types/device.h"
