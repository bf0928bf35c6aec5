// What many files of this room include, for the compiler to read once. No file relies on it.
#pragma once

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/report/run_report.h"
