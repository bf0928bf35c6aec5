#include "properties/signature.h"

#include <cctype>

namespace modecheck::properties {

std::string to_text(const Signature& signature) {
  std::string out = signature.rule + " " + signature.subject + " " + signature.operation;
  if (!signature.error.empty()) out += " (" + signature.error + ")";
  return out;
}

std::string file_name(const Signature& signature) {
  std::string out;
  for (const std::string* part : {&signature.rule, &signature.subject, &signature.operation, &signature.error}) {
    if (part->empty()) continue;
    if (!out.empty()) out += '-';
    for (char c : *part) out += std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' ? c : '_';
  }
  return out;
}

}  // namespace modecheck::properties
