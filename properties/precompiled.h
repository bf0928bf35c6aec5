// What many files of this room include, for the compiler to read once. No file relies on it.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "properties/compare.h"
#include "properties/table.h"
#include "spec/model.h"
#include "spec/program_text.h"
