// Neighbours of a program, for a search that is guided by coverage: changes that keep what a program is about, as
// libFuzzer's changes to bytes would not.
#pragma once

#include <cstddef>

#include "properties/choice/choice.h"
#include "properties/generate/generator.h"
#include "spec/program/program.h"

namespace modecheck::properties {

// Inserts commands (of a program made for it), deletes or repeats a range, swaps two commands, wraps a range in a
// guard, changes one field, or exchanges an operation for one of its group. The result is canonical, has at most
// `max_commands` and is seldom the program that was given.
void mutate(spec::Program& program, Choice& choice, const Generator& generator, std::size_t max_commands);

// The beginning of one program, followed by the end of the other, or a range of the other in the middle of the one.
spec::Program cross_over(const spec::Program& a, const spec::Program& b, Choice& choice, std::size_t max_commands);

}  // namespace modecheck::properties
