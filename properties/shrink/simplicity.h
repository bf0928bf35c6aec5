// What the reducer calls simpler: a strict total order on programs with no infinite descent, so that a reducer that
// takes simpler programs only always ends. It ends at a local minimum: two programs with one cause mostly become the
// same one, but where a plainer program is several edits away at once (r1 = mul(r0, r0) and r0 = mul(r0, r1) cost the
// same), not.
#pragma once

#include <cstdint>
#include <vector>

#include "spec/program/program.h"

namespace modecheck::properties {

// Fewer commands; then less cost, added over the commands; then the first difference, in the order of the commands.
bool simpler(const spec::Program& a, const spec::Program& b);

// How far a command is from the plainest one: its operation first, then its thread, immediates, registers.
std::uint64_t cost_of(const spec::Record& record);

// Operations that stand for `id` in a plainer program, the plainest first: of the same kind of command and the same
// group.
std::vector<spec::OperationId> plainer_operations(spec::OperationId id);

// The plainest value of an immediate: the schema's default, or what reads best where it has none.
std::int8_t plainest_immediate(spec::OperationId id, int immediate);

}  // namespace modecheck::properties
