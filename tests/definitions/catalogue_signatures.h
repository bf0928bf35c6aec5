// This file derives the C++ declarations of the catalogue's operators from their schemas.
#pragma once

#include <set>
#include <string>

namespace modecheck::definitions {

// Returns declarations such as "mm(Tensor,Tensor)". An out variant has two declarations: "mm_out(Tensor,Tensor,Tensor)"
// and "mm_outf(...)".
std::set<std::string> catalogue_signatures();

}  // namespace modecheck::definitions
