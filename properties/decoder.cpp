#include "properties/decoder.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "spec/slots.h"

namespace modecheck::properties {

static_assert(std::is_trivially_copyable_v<spec::Record>);

void decode_into(spec::Program& program, const std::uint8_t* data, std::size_t size) {
  program.records.clear();
  size = std::min(size, sizeof(spec::Record) * static_cast<std::size_t>(spec::kMaxCommands));
  for (std::size_t at = 0; at < size; at += sizeof(spec::Record)) {
    spec::Record record;
    std::memcpy(&record, data + at, std::min(sizeof(spec::Record), size - at));
    spec::canonicalize(record);
    program.records.push_back(record);
  }
}

spec::Program decode(const std::uint8_t* data, std::size_t size) {
  spec::Program out;
  decode_into(out, data, size);
  return out;
}

std::vector<std::uint8_t> encode(const spec::Program& program) {
  std::vector<std::uint8_t> out(program.records.size() * sizeof(spec::Record));
  if (!out.empty()) std::memcpy(out.data(), program.records.data(), out.size());
  return out;
}

}  // namespace modecheck::properties
