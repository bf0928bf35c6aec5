// Plants all mutants of a file into its text, each under its number.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tests/mutants/mutant.h"

namespace modecheck::mutants {

// Replaces every mutated piece of code by a choice between the original and its mutants. Line numbers do not change.
// The pieces of one file are nested or disjoint.
std::string with_choices(const std::string& text, const std::vector<std::pair<int, Mutant>>& numbered);

// Adds the header that makes the choice before the first include, which moves the following lines down by one.
std::string with_header(const std::string& text);

// Returns the number of lines before the line that `with_header` adds. Throws std::runtime_error if the file includes
// nothing.
std::size_t header_line(const std::string& text);

}  // namespace modecheck::mutants
