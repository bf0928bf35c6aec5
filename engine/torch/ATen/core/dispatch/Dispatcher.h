// Declares c10::Dispatcher, which finds operators by name.
#pragma once

#include "engine/dispatch/dispatcher.h"
