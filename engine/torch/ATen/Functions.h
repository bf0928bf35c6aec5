// Declares the operators as functions.
#pragma once

#include "ATen/ATen.h"
