// Makes short programs from their text, and runs them.
#pragma once

#include <memory>
#include <string>

#include "spec/program/text.h"
#include "subjects/interface/runner.h"

namespace modecheck::subjects {

inline spec::Program program(const std::string& lines) { return spec::parse_program("modecheck 1\n" + lines); }

inline std::unique_ptr<spec::Trace> run(Runner& runner, const spec::Program& program) {
  auto out = std::make_unique<spec::Trace>();
  runner.run({program.records.data(), nullptr, static_cast<std::uint32_t>(program.records.size())}, *out);
  return out;
}

}  // namespace modecheck::subjects
