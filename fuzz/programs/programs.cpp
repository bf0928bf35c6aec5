#include <memory>

#include "fuzz/finding.h"
#include "fuzz/programs/judge.h"
#include "fuzz/target.h"
#include "properties/generate/decoder.h"

namespace modecheck::fuzz {

void judge_programs(const std::uint8_t* data, std::size_t size) {
  static const std::unique_ptr<Judge> judge = [] {
    auto out = std::make_unique<Judge>(subject_from_environment(), sanctioned_holes_from_environment());
    out->set_known(known_from_environment());
    return out;
  }();
  const spec::Program program = properties::decode(data, size);
  if (!judge->passes(program)) throw Finding(judge->signature(), judge->description(program));
}

}  // namespace modecheck::fuzz
