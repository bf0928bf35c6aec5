#include "engine/archive/zip_reader.h"

#include <zip.h>

#include <cstring>

#include "engine/archive/limits.h"

namespace modecheck::engine::archives {

namespace {

std::uint64_t little_endian(std::string_view bytes, std::size_t at, std::size_t size) {
  std::uint64_t out = 0;
  for (std::size_t i = size; i-- > 0;) out = out << 8 | static_cast<unsigned char>(bytes[at + i]);
  return out;
}

// Raises unless the name can be an entry of an archive that PyTorch wrote.
void check_name(const Place& place, std::string_view name) {
  place.require(!name.empty(), "an entry has no name");
  place.require(name.size() <= kMostNameBytes, "the name has ", name.size(), " bytes; the bound is ", kMostNameBytes);
  for (const char one : name) {
    const auto code = static_cast<unsigned char>(one);
    place.require(code >= 0x20 && code != 0x7f && one != '\\', "the name contains a control character or a backslash");
  }
  place.require(name.front() != '/', "the name is an absolute path; names are relative to the archive");
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find('/', begin), name.size());
    const std::string_view component = name.substr(begin, end - begin);
    place.require(!component.empty(), "the name has an empty component; PyTorch writes no folders of their own");
    place.require(component != "." && component != "..", "the path leaves its folder by '", component,
                  "'; names must not contain '.' or '..' as a component");
    begin = end + 1;
  }
}

}  // namespace

struct ZipReader::Archive {
  explicit Archive(const Place& place, const std::string& bytes) {
    zip_error_t error;
    zip_error_init(&error);
    zip_source_t* const source = zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error);
    if (source != nullptr) handle = zip_open_from_source(source, ZIP_RDONLY | ZIP_CHECKCONS, &error);
    if (handle != nullptr) {
      zip_error_fini(&error);
      return;
    }
    if (source != nullptr) zip_source_free(source);
    const std::string why = zip_error_strerror(&error);
    zip_error_fini(&error);
    place.refuse("this is no whole zip archive: ", why);
  }
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;
  ~Archive() { zip_discard(handle); }

  zip_t* handle = nullptr;
};

ZipReader::ZipReader(std::string bytes, std::string file) : bytes_(std::move(bytes)), file_(std::move(file)) {
  check_entry_count();
  archive_ = std::make_unique<Archive>(place({}), bytes_);
  list_entries();
  check_version();
}

ZipReader::~ZipReader() = default;

// libzip tries every end of an archive that it finds, and reads all entries for each. So their number is bounded.
// libzip also allocates memory for the number of entries that the archive's end claims. That number has 64 bits, so
// this function compares it with the archive's size first.
void ZipReader::check_entry_count() const {
  constexpr std::size_t end_bytes = 22, locator_bytes = 20, end64_bytes = 56, least_entry_bytes = 46;
  constexpr std::size_t most_comment = 0xffff;
  const std::string_view bytes = bytes_;
  const std::size_t tail = bytes.size() > end_bytes + most_comment ? bytes.size() - end_bytes - most_comment : 0;
  std::size_t ends = 0;
  for (std::size_t at = bytes.find("PK\5\6", tail); at != std::string_view::npos; at = bytes.find("PK\5\6", at + 1)) {
    place({}).require(++ends <= kMostEndRecords, "the last ", most_comment, " bytes have more than ", kMostEndRecords,
                      " ends of zip archives, which is the bound");
    if (at < locator_bytes || bytes.substr(at - locator_bytes, 4) != "PK\6\7") continue;
    const std::uint64_t end64 = little_endian(bytes, at - locator_bytes + 8, 8);
    if (end64 > bytes.size() || bytes.size() - end64 < end64_bytes) continue;
    for (const std::size_t field : {24U, 32U}) {
      const std::uint64_t count = little_endian(bytes, end64 + field, 8);
      place({}).require(count <= bytes.size() / least_entry_bytes, "the zip archive claims ", count,
                        " entries, which have no room in its ", bytes.size(), " bytes");
    }
  }
}

void ZipReader::list_entries() {
  std::string root;
  std::uint64_t total = 0;
  const zip_int64_t count = zip_get_num_entries(archive_->handle, 0);
  place({}).require(count > 0, "the zip archive has no entries");
  for (zip_int64_t i = 0; i < count; ++i) {
    const auto index = static_cast<zip_uint64_t>(i);
    zip_stat_t stat;
    zip_stat_init(&stat);
    constexpr zip_uint64_t needed =
        ZIP_STAT_NAME | ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD;
    const bool described = zip_stat_index(archive_->handle, index, ZIP_FL_ENC_RAW, &stat) == 0;
    place({}).require(described && (stat.valid & needed) == needed, "entry ", i,
                      " of the zip archive is not described");
    const std::string name = stat.name;
    const Place here = place(name);
    check_name(here, name);
    const std::size_t slash = name.find('/');
    here.require(slash != std::string::npos, "the entry lies in no folder; PyTorch puts all entries into one folder");
    if (root.empty()) root = name.substr(0, slash);
    here.require(name.compare(0, slash, root) == 0, "the entry is outside the archive's root folder ", in_quotes(root));
    here.require(stat.encryption_method == ZIP_EM_NONE, "the entry is encrypted");
    here.require(stat.comp_method == ZIP_CM_STORE || stat.comp_method == ZIP_CM_DEFLATE, "compression method ",
                 stat.comp_method, " is not supported; PyTorch compresses nothing");
    here.require(stat.comp_size <= bytes_.size() && (stat.comp_method != ZIP_CM_STORE || stat.size == stat.comp_size),
                 "the entry's size is ", stat.size, " bytes, which the archive of ", bytes_.size(),
                 " bytes cannot contain");
    here.require(stat.size <= kMostUnpackedRatio * bytes_.size() - total, "the entries unpack to more than ",
                 kMostUnpackedRatio, " times the ", bytes_.size(), " bytes of the archive, which is the bound");
    total += stat.size;
    // Version 1.7.3 of libzip refuses two entries of one name when it opens an archive. Other versions may not.
    const bool is_new = entries_.emplace(name.substr(slash + 1), Entry{index, stat.size}).second;
    here.require(is_new, "the archive has two entries of this name");
  }
}

void ZipReader::check_version() const {
  constexpr std::uint64_t most_digits = 8;
  constexpr int first = 1, last = 10;  // the versions that libtorch 1.13.1 reads
  if (contains("byteorder")) {
    const std::string order = read("byteorder", most_digits);
    place("byteorder")
        .require(order == "little", "the byte order is ", in_quotes(order), "; only 'little' is supported");
  }
  // PyTorch keeps the version in a folder since version 6.
  const char* const name = contains(".data/version") ? ".data/version" : "version";
  const Place here = place(name);
  here.require(contains(name), "the entry is missing, so this is no archive of PyTorch");
  std::string text = read(name, most_digits);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  const bool is_number = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  here.require(is_number, "the version is ", in_quotes(text), ", which is no number");
  const int version = std::stoi(text);
  here.require(version >= first && version <= last, "the format's version is ", version, "; versions ", first, " to ",
               last, " are supported");
}

std::vector<std::string> ZipReader::names() const {
  std::vector<std::string> out;
  for (const auto& [name, entry] : entries_) out.push_back(name);
  return out;
}

const ZipReader::Entry& ZipReader::entry(const std::string& name) const {
  const auto found = entries_.find(name);
  place(name).require(found != entries_.end(), "the archive has no such entry");
  return found->second;
}

std::string ZipReader::read(const std::string& name, std::uint64_t most) const {
  place(name).require(size(name) <= most, "the entry has ", size(name), " bytes; the bound is ", most);
  std::string out(size(name), '\0');
  read_into(name, out.data());
  return out;
}

void ZipReader::read_into(const std::string& name, void* to) const {
  const Entry& here = entry(name);
  const std::unique_ptr<zip_file_t, int (*)(zip_file_t*)> opened(zip_fopen_index(archive_->handle, here.index, 0),
                                                                 zip_fclose);
  place(name).require(opened != nullptr, "the entry cannot be opened: ", zip_strerror(archive_->handle));
  std::uint64_t done = 0;
  while (done < here.size) {
    const zip_int64_t got = zip_fread(opened.get(), static_cast<char*>(to) + done, here.size - done);
    place(name).require(got > 0, "the entry ends or is damaged after ", done, " of ", here.size,
                        " bytes: ", got < 0 ? zip_file_strerror(opened.get()) : "there is no more data");
    done += static_cast<std::uint64_t>(got);
  }
  // libzip compares the CRC when a read reaches the end.
  char beyond = 0;
  const zip_int64_t more = zip_fread(opened.get(), &beyond, 1);
  place(name).require(more == 0, "the entry is damaged: ",
                      more < 0 ? zip_file_strerror(opened.get()) : "it has more bytes than recorded");
}

}  // namespace modecheck::engine::archives
