// The C++ declarations of the catalogue's operators.
#pragma once

#include <set>
#include <string>

namespace modecheck::definitions {

// For example "mm(Tensor,Tensor)"; an out variant has both "mm_out(Tensor,Tensor,Tensor)" and "mm_outf(...)".
std::set<std::string> catalogue_signatures();

}  // namespace modecheck::definitions
