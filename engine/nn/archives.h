// Declares the archives of torch::serialize for modules.
#pragma once

#include "engine/archive/input_archive.h"
#include "engine/archive/output_archive.h"
