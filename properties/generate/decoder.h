// Converts between bytes and programs. Every byte string is a program. It is cut into records of 20 bytes, in their
// layout in memory. Zeros complete the last record, each record is made canonical, and bytes after kMaxCommands records
// are ignored. Bytes serve libFuzzer and hashing within one build. Programs are stored as text, because the numbers of
// operations in the bytes differ between builds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "spec/program/program.h"

namespace modecheck::properties {

spec::Program decode(const std::uint8_t* data, std::size_t size);

// Decodes the bytes into `program` and reuses the memory that `program` has.
void decode_into(spec::Program& program, const std::uint8_t* data, std::size_t size);

// Returns the bytes of a program, so that decode(encode(program)) equals the program.
std::vector<std::uint8_t> encode(const spec::Program& program);

}  // namespace modecheck::properties
