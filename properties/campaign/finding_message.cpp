#include "properties/campaign/finding_message.h"

#include <nlohmann/json.hpp>

namespace modecheck::properties {

using nlohmann::json;

std::string to_line(const FindingMessage& finding_message) {
  const Signature& s = finding_message.signature;
  json out{{"rule", s.rule},
           {"subject", s.subject},
           {"operation", s.operation},
           {"error", s.error},
           {"field", finding_message.field},
           {"index", finding_message.index},
           {"severity", static_cast<int>(finding_message.severity)},
           {"program", finding_message.program}};
  return out.dump() + "\n";
}

std::vector<FindingMessage> take_finding_messages(std::string& text) {
  std::vector<FindingMessage> out;
  std::size_t begin = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; begin = end + 1, end = text.find('\n', begin)) {
    const json line = json::parse(text.begin() + static_cast<std::ptrdiff_t>(begin),
                                  text.begin() + static_cast<std::ptrdiff_t>(end), nullptr, false);
    // Skip a line that is no whole JSON object: a process that dies while it writes leaves half a line.
    if (!line.is_object()) continue;
    FindingMessage finding_message;
    finding_message.signature = {line["rule"], line["subject"], line["operation"], line["error"]};
    finding_message.field = line["field"];
    finding_message.index = line["index"];
    finding_message.severity = static_cast<Severity>(line["severity"].get<int>());
    finding_message.program = line["program"];
    out.push_back(std::move(finding_message));
  }
  text.erase(0, begin);
  return out;
}

}  // namespace modecheck::properties
