// What many files of this room include, for the compiler to read once. No file relies on it.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "properties/lockstep/compare.h"
#include "properties/report/table.h"
#include "spec/model/model.h"
#include "spec/program/text.h"
