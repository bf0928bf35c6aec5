#include "properties/report/build_text.h"

#include <string_view>

#include "modecheck_commit.h"

namespace modecheck::properties {

std::string build_text() {
  constexpr std::string_view commit = MODECHECK_COMMIT;
  std::string out = "modecheck " MODECHECK_VERSION;
  if (!commit.empty()) out.append(" (").append(commit).append(")");
  return out;
}

}  // namespace modecheck::properties
