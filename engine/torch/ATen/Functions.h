// The operators as functions.
#pragma once

#include "ATen/ATen.h"
