#include "properties/lockstep/signature.h"

#include <cctype>

#include "properties/lockstep/byte_hash.h"
#include "subjects/loading/plugin.h"

namespace modecheck::properties {

std::string without_version(const std::string& subject) {
  const std::size_t colon = subject.rfind(':');
  const std::string plugin = subject.substr(0, colon);
  if (!subjects::names_version(plugin)) return subject;
  return plugin.substr(0, plugin.rfind('-')) + (colon == std::string::npos ? "" : subject.substr(colon));
}

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

std::string letters_of(const Signature& signature) {
  ByteHash hash;
  hash.add(to_text(signature));
  std::string out;
  for (int i = 0; i < 16; ++i) out += static_cast<char>('a' + (hash.value() >> 4 * i & 0xf));
  return out;
}

}  // namespace modecheck::properties
