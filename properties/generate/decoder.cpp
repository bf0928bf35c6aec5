#include "properties/generate/decoder.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "spec/program/slots.h"

namespace modecheck::properties {

static_assert(std::is_trivially_copyable_v<spec::Record>);

void decode_into(spec::Program& program, const std::uint8_t* data, std::size_t size) {
  size = std::min(size, sizeof(spec::Record) * static_cast<std::size_t>(spec::kMaxCommands));
  program.records.resize((size + sizeof(spec::Record) - 1) / sizeof(spec::Record));
  if (size == 0) return;
  // Start from a record of zeros, which stand for the bytes that the last record lacks.
  if (size % sizeof(spec::Record) != 0) program.records.back() = {};
  std::memcpy(program.records.data(), data, size);
  for (spec::Record& record : program.records) spec::canonicalize(record);
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
