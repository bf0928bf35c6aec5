#include "properties/campaign/sighting.h"

#include <nlohmann/json.hpp>

namespace modecheck::properties {

using nlohmann::json;

std::string to_line(const Sighting& sighting) {
  const Signature& s = sighting.signature;
  json out{{"rule", s.rule},
           {"subject", s.subject},
           {"operation", s.operation},
           {"error", s.error},
           {"field", sighting.field},
           {"index", sighting.index},
           {"gravity", static_cast<int>(sighting.gravity)},
           {"program", sighting.program}};
  return out.dump() + "\n";
}

std::vector<Sighting> take_sightings(std::string& text) {
  std::vector<Sighting> out;
  std::size_t begin = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; begin = end + 1, end = text.find('\n', begin)) {
    const json line = json::parse(text.begin() + static_cast<std::ptrdiff_t>(begin),
                                  text.begin() + static_cast<std::ptrdiff_t>(end), nullptr, false);
    // A process that died may have left half a line.
    if (!line.is_object()) continue;
    Sighting sighting;
    sighting.signature = {line["rule"], line["subject"], line["operation"], line["error"]};
    sighting.field = line["field"];
    sighting.index = line["index"];
    sighting.gravity = static_cast<Gravity>(line["gravity"].get<int>());
    sighting.program = line["program"];
    out.push_back(std::move(sighting));
  }
  text.erase(0, begin);
  return out;
}

}  // namespace modecheck::properties
