#include <string>
#include <string_view>

#include "fuzz/finding.h"
#include "fuzz/target.h"
#include "spec/program/text.h"

namespace modecheck::fuzz {

void judge_program_text(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  spec::Program program;
  try {
    program = spec::parse_program(text);
  } catch (const spec::TextError&) {
    return;
  }
  const std::string written = spec::to_text(program);
  try {
    if (spec::parse_program(written) == program) return;
  } catch (const spec::TextError& error) {
    throw Finding("a program is written in a form that is refused", written + error.what());
  }
  throw Finding("a program is written in a form that is read as another program", written);
}

}  // namespace modecheck::fuzz
