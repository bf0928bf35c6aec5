// RapidCheck's generators of arbitrary programs. Every canonical program is possible, and programs that make sense are
// not preferred.
#pragma once

#include <rapidcheck.h>

#include <cstdint>
#include <vector>

#include "properties/generate/decoder.h"
#include "spec/program/program.h"

namespace modecheck::testing {

inline rc::Gen<std::vector<std::uint8_t>> arbitrary_bytes() { return rc::gen::arbitrary<std::vector<std::uint8_t>>(); }

inline rc::Gen<spec::Program> arbitrary_program() {
  return rc::gen::map(rc::gen::resize(400, arbitrary_bytes()), [](const std::vector<std::uint8_t>& bytes) {
    return properties::decode(bytes.data(), bytes.size());
  });
}

}  // namespace modecheck::testing
