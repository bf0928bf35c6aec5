// Bytes and programs. Any byte string is a program: it is cut into records of 20 bytes in their layout in memory, the
// last one is filled up with zeros, each is made canonical, and what comes after kMaxCommands is ignored. Bytes are for
// libFuzzer and for hashing within one build; what is kept is kept as text, because bytes number operations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "spec/program/program.h"

namespace modecheck::properties {

spec::Program decode(const std::uint8_t* data, std::size_t size);

// The same, into `program`, whose memory is used again.
void decode_into(spec::Program& program, const std::uint8_t* data, std::size_t size);

// decode(encode(p)) == p.
std::vector<std::uint8_t> encode(const spec::Program& program);

}  // namespace modecheck::properties
