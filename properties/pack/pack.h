// A pack is a file of programs with what must be observed after each of their commands. Each line is a JSON object, so
// that an engine in any language can be judged without modecheck. docs/PACK.md describes the members, and
// docs/pack.schema.json is their schema.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "properties/known/known.h"
#include "properties/lockstep/spec_oracle.h"
#include "properties/pack/reduced_programs.h"
#include "spec/program/program.h"

namespace modecheck::properties {

class Pack {
 public:
  Pack();

  // Returns the first line: the version of the format, `made_by`, and the registers before the first command.
  static nlohmann::ordered_json head(const std::string& made_by);

  // Returns the line of a program. `name` is its name in the pack, and tells where it comes from.
  nlohmann::ordered_json line(const std::string& name, const spec::Program& program);
  // Does the same for a program of a known mismatch, and adds the subject and the versions that show it.
  nlohmann::ordered_json line(const KnownMismatch& known);

 private:
  SpecOracle oracle_;
};

}  // namespace modecheck::properties
