// Declares generators of arbitrary programs for RapidCheck. They can make every canonical program, and do not prefer
// programs that make sense.
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
