// Builds zip archives byte by byte for the tests of hostile archives, which a zip library would not write.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace modecheck::engine {

struct RawZipEntry {
  std::string name;
  std::string bytes;
  std::uint16_t method = 0;      // 0: stored, 8: deflated
  std::uint16_t flags = 0;       // 1: encrypted
  std::uint32_t size = ~0U;      // the unpacked size that the archive claims; ~0 is the true one
  std::uint32_t crc_change = 0;  // is added to the true CRC
};

inline std::uint32_t crc_of(std::string_view bytes) {
  std::uint32_t crc = ~0U;
  for (const char one : bytes) {
    crc ^= static_cast<unsigned char>(one);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xedb88320U : 0U);
  }
  return ~crc;
}

inline void put_little(std::string& out, std::uint64_t value, int size) {
  for (int i = 0; i < size; ++i) out += static_cast<char>(value >> (8 * i) & 0xff);
}

inline std::string raw_zip(const std::vector<RawZipEntry>& entries) {
  std::string out, directory;
  for (const RawZipEntry& entry : entries) {
    std::string fields;
    put_little(fields, 20, 2);
    put_little(fields, entry.flags, 2);
    put_little(fields, entry.method, 2);
    put_little(fields, 0x210000, 4);
    put_little(fields, crc_of(entry.bytes) + entry.crc_change, 4);
    put_little(fields, entry.bytes.size(), 4);
    put_little(fields, entry.size == ~0U ? entry.bytes.size() : entry.size, 4);
    put_little(fields, entry.name.size(), 2);
    put_little(fields, 0, 2);
    directory += std::string("PK\1\2") + std::string("\24\0", 2) + fields + std::string(10, '\0');
    put_little(directory, out.size(), 4);
    directory += entry.name;
    out += "PK\3\4" + fields + entry.name + entry.bytes;
  }
  const std::size_t begin = out.size();
  out += directory + std::string("PK\5\6") + std::string(4, '\0');
  put_little(out, entries.size(), 2);
  put_little(out, entries.size(), 2);
  put_little(out, directory.size(), 4);
  put_little(out, begin, 4);
  put_little(out, 0, 2);
  return out;
}

// Returns an archive that has a version, and the other entries after it.
inline std::string raw_archive(std::vector<RawZipEntry> entries) {
  entries.insert(entries.begin(), RawZipEntry{"a/version", "3\n"});
  return raw_zip(entries);
}

}  // namespace modecheck::engine
