// Declares ZipWriter, which writes a zip archive as PyTorch's PyTorchStreamWriter does: entries are stored, all lie in
// one root folder, and the data of each entry begin at a multiple of 64 bytes.
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <string>

namespace modecheck::engine::archives {

class ZipWriter {
 public:
  static constexpr std::size_t alignment = 64;

  // `root` is the name of the root folder.
  explicit ZipWriter(std::string root);
  ZipWriter(const ZipWriter&) = delete;
  ZipWriter& operator=(const ZipWriter&) = delete;
  ~ZipWriter();

  // Adds the entry `root/name`, which must be new. The bytes must stay where they are until finish().
  void add(const std::string& name, const void* data, std::size_t size);
  void add(const std::string& name, std::string text);
  // Adds the entries `version` and `byteorder`, unless the caller has added them, and returns the whole archive. Raises
  // if memory does not suffice.
  std::string finish(bool has_version = false);

 private:
  struct Archive;  // owns libzip's handles
  std::string root_;
  std::list<std::string> texts_;
  std::unique_ptr<Archive> archive_;
  std::size_t offset_ = 0;  // the number of bytes that the entries so far take
};

}  // namespace modecheck::engine::archives
