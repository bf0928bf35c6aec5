// Mutates programs, for a search that is guided by coverage. A mutation changes whole commands and fields, so most of
// the program keeps its meaning; libFuzzer's changes to bytes would destroy it.
#pragma once

#include <cstddef>

#include "properties/choice/choice.h"
#include "properties/generate/generator.h"
#include "spec/program/program.h"

namespace modecheck::properties {

// Replaces one program in four by a newly generated one. Makes a few random changes to the others, which make a program
// at most four commands longer. A change inserts commands of a newly generated program, deletes or repeats a range, or
// swaps two commands. Other changes wrap a range in a guard, change one field, or replace an operation by one of its
// group. The result is canonical, has at most `max_commands` commands and seldom equals the input.
void mutate(spec::Program& program, Choice& choice, const Generator& generator, std::size_t max_commands);

// Returns the beginning of `a` followed by the end of `b`, or `a` with a range of `b` in place of one of its own.
spec::Program cross_over(const spec::Program& a, const spec::Program& b, Choice& choice, std::size_t max_commands);

}  // namespace modecheck::properties
