// Lists the operators of the catalogue in its order.
#pragma once

#include <vector>

#include "engine/api/generate/row.h"

namespace modecheck::generate {

std::vector<Row> rows();

}  // namespace modecheck::generate
