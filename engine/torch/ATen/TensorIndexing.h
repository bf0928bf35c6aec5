// Indexing as in Python.
#pragma once

#include "ATen/ATen.h"
