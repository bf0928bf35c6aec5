// Defines the parts of recorded results. Most campaigns have one sequence of programs, part 0. `compare` has a part for
// each of its two subjects, and `exhaust` one for each length of programs. Program i of part p has the number
// p * 2^60 + i.
#pragma once

#include <cstdint>

namespace modecheck::properties {

constexpr std::uint64_t kProgramsOfPart = std::uint64_t{1} << 60;

// The longest programs that `exhaust` runs have eight commands, so its last part is number 8.
constexpr std::uint64_t kMostParts = 9;

constexpr std::uint64_t part_of(std::uint64_t program) { return program / kProgramsOfPart; }
constexpr std::uint64_t index_in_part(std::uint64_t program) { return program % kProgramsOfPart; }
constexpr std::uint64_t first_of_part(std::uint64_t part) { return part * kProgramsOfPart; }

}  // namespace modecheck::properties
