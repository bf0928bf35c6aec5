// Declares ZipReader, which reads the zip archives that PyTorch writes: one root folder, entries stored or deflated.
//
// libzip reads the archive. It has a permissive licence (BSD), belongs to Debian, and checks the central directory
// against the local headers. ZipReader refuses archives that libzip accepts and PyTorch never writes:
// - names that are empty, longer than kMostNameBytes, absolute, duplicate, or contain "." or ".." as a component;
// - entries outside the root folder of the first entry;
// - entries that are encrypted or compressed by another method than deflate;
// - a stored entry that is larger than the archive, and entries that unpack to more than kMostUnpackedRatio times the
//   size of the archive;
// - a number of entries that has no room in the archive;
// - an entry whose bytes do not have the recorded CRC or length. Only reading the entry shows this.
// Every error names the file, the entry, and what is wrong.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/archive/place.h"

namespace modecheck::engine::archives {

class ZipReader {
 public:
  // Opens the archive in `bytes`. `file` names it in errors.
  ZipReader(std::string bytes, std::string file);
  ZipReader(const ZipReader&) = delete;
  ZipReader& operator=(const ZipReader&) = delete;
  ~ZipReader();

  // Returns true if the bytes begin as a zip archive does.
  static bool is_zip(std::string_view bytes) { return bytes.substr(0, 2) == "PK"; }

  const std::string& file() const { return file_; }
  // Names are relative to the root folder, for example "data.pkl" or "data/0".
  bool contains(const std::string& name) const { return entries_.count(name) != 0; }
  std::vector<std::string> names() const;
  Place place(const std::string& name) const { return {file_, name}; }
  // Returns the number of bytes of the unpacked entry. Raises if there is no such entry.
  std::uint64_t size(const std::string& name) const { return entry(name).size; }
  // Returns the bytes of the entry. Raises if it has more than `most` bytes.
  std::string read(const std::string& name, std::uint64_t most) const;
  // Writes the bytes of the entry to `to`, which has room for `size(name)` bytes.
  void read_into(const std::string& name, void* to) const;

 private:
  struct Entry {
    std::uint64_t index;
    std::uint64_t size;
  };
  struct Archive;  // owns libzip's handle

  const Entry& entry(const std::string& name) const;
  void check_entry_count() const;
  void list_entries();
  void check_version() const;

  std::string bytes_;
  std::string file_;
  std::unique_ptr<Archive> archive_;
  std::map<std::string, Entry> entries_;
};

}  // namespace modecheck::engine::archives
