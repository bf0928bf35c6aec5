// A mismatch as one process reports it to another: a line of JSON.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "properties/lockstep/departure.h"
#include "spec/program/program.h"

namespace modecheck::properties {

struct Sighting {
  Signature signature;
  Gravity gravity = Gravity::WrongState;
  std::string field;        // the field that differs: "version"
  std::uint64_t index = 0;  // the program's number in the campaign
  std::string program;      // the program's text
};

std::string to_line(const Sighting& sighting);

// Removes the complete lines from the front of `text` and returns their sightings.
std::vector<Sighting> take_sightings(std::string& text);

}  // namespace modecheck::properties
