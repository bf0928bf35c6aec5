#include "properties/campaign/finding_message.h"

#include <nlohmann/json.hpp>

#include "properties/process/whole_number.h"

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

FindingMessage finding_message_of(const json& line) {
  FindingMessage out;
  out.signature = {line.at("rule"), line.at("subject"), line.at("operation"), line.at("error")};
  out.field = line.at("field");
  out.index = whole_number(line.at("index"));
  out.severity = static_cast<Severity>(whole_number(line.at("severity"), kSeverities - 1));
  out.program = line.at("program");
  return out;
}

std::vector<json> take_lines(std::string& text) {
  std::vector<json> out;
  std::size_t begin = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; begin = end + 1, end = text.find('\n', begin)) {
    json line = json::parse(text.begin() + static_cast<std::ptrdiff_t>(begin),
                            text.begin() + static_cast<std::ptrdiff_t>(end), nullptr, false);
    if (line.is_object()) out.push_back(std::move(line));
  }
  text.erase(0, begin);
  return out;
}

}  // namespace modecheck::properties
