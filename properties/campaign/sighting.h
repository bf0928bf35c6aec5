// A departure as one process tells another: a line of JSON.
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
  std::string field;        // that differs: "version"
  std::uint64_t index = 0;  // of the program in the campaign
  std::string program;      // its text
};

std::string to_line(const Sighting& sighting);

// Takes the complete lines from the front of `text`.
std::vector<Sighting> take_sightings(std::string& text);

}  // namespace modecheck::properties
