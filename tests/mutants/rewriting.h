// A file with all of its mutants in it, each behind its number.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tests/mutants/mutant.h"

namespace modecheck::mutants {

// The text with every place replaced by a choice among what stood there and its mutants. Lines stay where they are.
// Places lie within one another or apart, as those of one file do.
std::string with_choices(const std::string& text, const std::vector<std::pair<int, Mutant>>& numbered);

// The same with the header that makes the choice, before the first include: one line more from there on.
std::string with_header(const std::string& text);

// How many lines stand before the line that `with_header` adds; all of them if it has no place.
std::size_t header_line(const std::string& text);

}  // namespace modecheck::mutants
