#include <string>

#include "fuzz/finding.h"
#include "fuzz/target.h"
#include "properties/known/cause.h"
#include "properties/known/json_file.h"
#include "properties/known/known.h"
#include "properties/known/known_error.h"

namespace modecheck::fuzz {

void judge_known_issue(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return;
  const bool is_cause = data[0] % 2 == 1;
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  try {
    if (is_cause)
      static_cast<void>(properties::cause_in(properties::JsonFile("known/input/cause.json", text)));
    else
      static_cast<void>(properties::entry_in("known/input/entry.prog", text, properties::Cause{}));
  } catch (const properties::KnownError&) {
  }
}

}  // namespace modecheck::fuzz
