#include "engine/archive/zip_writer.h"

#include <zip.h>

#include <cstdint>
#include <utility>

#include "engine/core/errors/error.h"

namespace modecheck::engine::archives {

namespace {

constexpr std::size_t kLocalHeaderBytes = 30;
constexpr std::size_t kExtraHeaderBytes = 4;
constexpr std::uint16_t kPaddingField = 0x4246;  // "FB", the field that PyTorch pads with
// Entries of this size and more have a field of 20 bytes with their sizes of 64 bits in the local header.
constexpr std::size_t kLargeEntry = 0xffffffff;
constexpr std::size_t kLargeEntryField = 20;

}  // namespace

struct ZipWriter::Archive {
  Archive() {
    zip_error_t error;
    zip_error_init(&error);
    source = zip_source_buffer_create(nullptr, 0, 0, &error);
    if (source != nullptr) handle = zip_open_from_source(source, ZIP_CREATE | ZIP_TRUNCATE, &error);
    zip_error_fini(&error);
    if (handle == nullptr) {
      if (source != nullptr) zip_source_free(source);
      raise(ErrorClass::OutOfMemory, "torch::save: no memory is left to begin an archive");
    }
    zip_source_keep(source);
  }
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;
  ~Archive() {
    if (handle != nullptr) zip_discard(handle);
    zip_source_free(source);
  }
  void require(bool holds, const std::string& name) const {
    MODECHECK_CHECK(holds, ErrorClass::Argument, "torch::save: cannot add the entry '", name,
                    "': ", zip_strerror(handle));
  }

  zip_source_t* source = nullptr;
  zip_t* handle = nullptr;
};

ZipWriter::ZipWriter(std::string root) : root_(std::move(root)), archive_(std::make_unique<Archive>()) {}
ZipWriter::~ZipWriter() = default;

void ZipWriter::add(const std::string& name, const void* data, std::size_t size) {
  const std::string path = root_ + "/" + name;
  zip_source_t* const bytes = zip_source_buffer(archive_->handle, data, size, 0);
  archive_->require(bytes != nullptr, name);
  const zip_int64_t added = zip_file_add(archive_->handle, path.c_str(), bytes, ZIP_FL_ENC_UTF_8);
  if (added < 0) zip_source_free(bytes);
  archive_->require(added >= 0, name);
  const auto index = static_cast<zip_uint64_t>(added);
  const std::size_t begin =
      offset_ + kLocalHeaderBytes + path.size() + (size >= kLargeEntry ? kLargeEntryField : 0) + kExtraHeaderBytes;
  const std::string padding((alignment - begin % alignment) % alignment, 'Z');
  // A fixed date makes equal contents equal archives. It is the first date that a zip archive can express.
  constexpr std::uint16_t first_date = 0x21;
  archive_->require(zip_set_file_compression(archive_->handle, index, ZIP_CM_STORE, 0) == 0 &&
                        zip_file_set_dostime(archive_->handle, index, 0, first_date, 0) == 0 &&
                        zip_file_extra_field_set(archive_->handle, index, kPaddingField, ZIP_EXTRA_FIELD_NEW,
                                                 reinterpret_cast<const zip_uint8_t*>(padding.data()),
                                                 static_cast<zip_uint16_t>(padding.size()), ZIP_FL_LOCAL) == 0,
                    name);
  offset_ = begin + padding.size() + size;
}

void ZipWriter::add(const std::string& name, std::string text) {
  const std::string& kept = texts_.emplace_back(std::move(text));
  add(name, kept.data(), kept.size());
}

std::string ZipWriter::finish(bool has_version) {
  if (!has_version) {
    add("version", "3\n");
    add("byteorder", "little");
  }
  archive_->require(zip_close(archive_->handle) == 0, "version");
  archive_->handle = nullptr;
  zip_stat_t stat;
  zip_stat_init(&stat);
  zip_source_t* const written = archive_->source;
  const bool opened = zip_source_stat(written, &stat) == 0 && zip_source_open(written) == 0;
  MODECHECK_CHECK(opened, ErrorClass::OutOfMemory, "torch::save: cannot read back the archive that was made");
  std::string out(stat.size, '\0');
  const zip_int64_t got = zip_source_read(written, out.data(), out.size());
  zip_source_close(written);
  MODECHECK_CHECK(got == static_cast<zip_int64_t>(out.size()), ErrorClass::OutOfMemory,
                  "torch::save: cannot read back the archive that was made");
  return out;
}

}  // namespace modecheck::engine::archives
