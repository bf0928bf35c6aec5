#include "fuzz/finding.h"

#include "properties/lockstep/byte_hash.h"

namespace modecheck::fuzz {

std::string text_of(const std::string& target, const std::string& message, const std::string& details) {
  std::string out = target + ": " + message + "\n" + details;
  if (out.back() != '\n') out += '\n';
  properties::ByteHash hash;
  hash.add(target + message);
  std::string letters;
  for (int i = 0; i < 16; ++i) letters += static_cast<char>('a' + (hash.value() >> 4 * i & 0xf));
  return out + "ASSERTION FAILED: " + letters + " " + message + "\n";
}

}  // namespace modecheck::fuzz
