// Tests reading and writing zip archives: round trips, the layout that PyTorch needs, and hostile archives.
#include <zlib.h>

#include "engine/archive/limits.h"
#include "engine/archive/zip_reader.h"
#include "engine/archive/zip_writer.h"
#include "tests/engine/archive/raw_zip.h"
#include "tests/engine/support.h"

namespace modecheck::engine {
namespace {

using archives::ZipReader;
using archives::ZipWriter;

// Reads every entry of the archive. Returns what is wrong with it, or an empty text.
std::string zip_error(const std::string& bytes) {
  try {
    const ZipReader reader(bytes, "f.pt");
    for (const std::string& name : reader.names()) reader.read(name, archives::kMostPickleBytes);
  } catch (const c10::Error& error) {
    EXPECT_EQ(error.error_class(), ErrorClass::Argument);
    return error.what();
  }
  return {};
}

std::string deflated(const std::string& bytes) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string out(bytes.size() + 100, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::string small_archive() {
  ZipWriter writer("model");
  writer.add("data.pkl", "pickle");
  writer.add("data/0", std::string(100, 'x'));
  writer.add("data/1", std::string());
  return writer.finish();
}

TEST(Zip, WhatIsWrittenIsRead) {
  const std::string bytes = small_archive();
  const ZipReader reader(bytes, "f.pt");
  EXPECT_EQ(reader.names(), (std::vector<std::string>{"byteorder", "data.pkl", "data/0", "data/1", "version"}));
  EXPECT_EQ(reader.read("data.pkl", 6), "pickle");
  EXPECT_EQ(reader.read("data/0", 100), std::string(100, 'x'));
  EXPECT_EQ(reader.read("data/1", 0), "");
  EXPECT_EQ(reader.read("byteorder", 10), "little");
  EXPECT_EQ(reader.read("version", 10), "3\n");
  EXPECT_TRUE(reader.contains("data/0"));
  EXPECT_FALSE(reader.contains("model/data/0"));
  EXPECT_EQ(bytes, small_archive()) << "the same contents must give the same archive";
}

// PyTorch maps the data of a tensor from the file, so the data must be aligned.
TEST(Zip, DataBeginAtAMultipleOf64Bytes) {
  for (std::size_t length = 1; length < 140; ++length) {
    ZipWriter writer("archive");
    const std::string first(length, 'a'), second = "the second entry " + std::to_string(length);
    writer.add(std::string(length, 'n'), first);
    writer.add("data/0", second);
    const std::string bytes = writer.finish();
    EXPECT_EQ(bytes.find(second) % ZipWriter::alignment, 0U) << length;
    EXPECT_EQ(ZipReader(bytes, "f.pt").read("data/0", 100), second);
  }
}

TEST(Zip, DeflatedEntriesAreReadWithinTheBound) {
  const std::string text = "a text, a text, a text, a text, a text";
  const std::string packed = deflated(text);
  RawZipEntry entry{"a/b", packed, 8};
  entry.size = static_cast<std::uint32_t>(text.size());
  entry.crc_change = crc_of(text) - crc_of(packed);
  EXPECT_EQ(ZipReader(raw_archive({entry}), "f.pt").read("b", 100), text);
  const std::string zeros(1 << 20, '\0');
  const std::string bomb = deflated(zeros);
  RawZipEntry large{"a/b", bomb, 8};
  large.size = static_cast<std::uint32_t>(zeros.size());
  large.crc_change = crc_of(zeros) - crc_of(bomb);
  const std::string refusal = zip_error(raw_archive({large}));
  EXPECT_NE(refusal.find("cannot load f.pt, entry 'a/b': the entries unpack to more than 16 times the"),
            std::string::npos)
      << refusal;
  // An entry that unpacks to more bytes than it claims.
  large.size = 40;
  const std::string damaged = zip_error(raw_archive({large}));
  EXPECT_NE(damaged.find("f.pt, entry 'b': the entry is damaged: "), std::string::npos) << damaged;
}

TEST(Zip, HostileArchivesAreRefused) {
  const auto with = [](std::string name, std::string bytes = "x") {
    return raw_archive({{std::move(name), std::move(bytes)}});
  };
  RawZipEntry wrong_crc{"a/b", "bytes"}, secret{"a/b", "bytes"}, packed{"a/b", "bytes", 12}, large{"a/b", "bytes"};
  wrong_crc.crc_change = 1;
  secret.flags = 1;
  large.size = 0x7fffffff;
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"no zip at all", "cannot load f.pt: this is no whole zip archive: "},
      {"PK\5\6", "cannot load f.pt: this is no whole zip archive: "},
      {raw_zip({}), "cannot load f.pt: the zip archive has no entries"},
      {with(""), "f.pt: an entry has no name"},
      {with("/a/b"), "f.pt, entry '/a/b': the name is an absolute path"},
      {with("a/../b"), "f.pt, entry 'a/../b': the path leaves its folder by '..'"},
      {with("a/./b"), "f.pt, entry 'a/./b': the path leaves its folder by '.'"},
      {with("a\\b"), "f.pt, entry 'a\\b': the name contains a control character or a backslash"},
      {with("a/b\n"), "f.pt, entry 'a/b\\x0a': the name contains a control character"},
      {with("a//b"), "f.pt, entry 'a//b': the name has an empty component"},
      {with("a/b/", ""), "f.pt, entry 'a/b/': the name has an empty component"},
      {with("a/" + std::string(5000, 'n')), "the name has 5002 bytes; the bound is 4096"},
      {with("b"), "f.pt, entry 'b': the entry lies in no folder"},
      {with("b/c"), "f.pt, entry 'b/c': the entry is outside the archive's root folder 'a'"},
      {raw_archive({{"a/b", "1"}, {"a/b", "2"}}),
       "cannot load f.pt: this is no whole zip archive: File already exists"},
      {raw_archive({wrong_crc}), "f.pt, entry 'b': the entry is damaged: CRC error"},
      {raw_archive({secret}), "f.pt, entry 'a/b': the entry is encrypted"},
      {raw_archive({packed}), "f.pt, entry 'a/b': compression method 12 is not supported"},
      {raw_archive({large}), "f.pt, entry 'a/b': the entry's size is 2147483647 bytes, which the archive of"},
      {with("a/byteorder", "big"), "f.pt, entry 'byteorder': the byte order is 'big'; only 'little' is supported"},
      {raw_zip({{"a/b", "x"}}), "f.pt, entry 'version': the entry is missing"},
      {raw_zip({{"a/version", "x3"}}), "f.pt, entry 'version': the version is 'x3', which is no number"},
      {raw_zip({{"a/version", "11\n"}}), "f.pt, entry 'version': the format's version is 11; versions 1 to 10 are"},
      {raw_zip({{"a/version", "123456789"}}), "f.pt, entry 'version': the entry has 9 bytes; the bound is 8"},
  };
  for (const auto& [bytes, message] : cases) {
    const std::string refusal = zip_error(bytes);
    EXPECT_NE(refusal.find(message), std::string::npos) << "expected: " << message << "\nactual: " << refusal;
  }
  EXPECT_EQ(zip_error(with("a/b")), "");
  const ZipReader reader(small_archive(), "f.pt");
  EXPECT_EQ(rejected([&] { reader.read("data.pkl", 5); }), ErrorClass::Argument);
  EXPECT_EQ(rejected([&] { reader.read("data/7", 5); }), ErrorClass::Argument);
}

// The end of an archive with 64-bit numbers claims 2^40 entries. libzip would allocate memory for all of them.
TEST(Zip, EntryCountsBeyondTheFileAreRefused) {
  std::string bytes = raw_archive({{"a/b", "x"}});
  const std::string end = bytes.substr(bytes.size() - 22);
  bytes.resize(bytes.size() - 22);
  const std::size_t end64 = bytes.size();
  bytes += "PK\6\6";
  put_little(bytes, 44, 8);
  put_little(bytes, 0x2d002d, 4);
  put_little(bytes, 0, 8);
  put_little(bytes, std::uint64_t{1} << 40, 8);
  put_little(bytes, std::uint64_t{1} << 40, 8);
  bytes += std::string(16, '\0') + "PK\6\7";
  put_little(bytes, 0, 4);
  put_little(bytes, end64, 8);
  put_little(bytes, 1, 4);
  const std::string refusal = zip_error(bytes + end);
  EXPECT_NE(refusal.find("the zip archive claims 1099511627776 entries, which have no room in its"), std::string::npos)
      << refusal;
}

// libzip reads the entries once for each end of an archive that it finds.
TEST(Zip, ManyEndsOfArchivesAreRefused) {
  const std::string bytes = raw_archive({{"a/b", "x"}});
  const std::string end = bytes.substr(bytes.size() - 22);
  std::string many = bytes;
  for (std::size_t i = 0; i < archives::kMostEndRecords; ++i) many += end;
  EXPECT_NE(zip_error(many).find("have more than 16 ends of zip archives"), std::string::npos) << zip_error(many);
}

TEST(Zip, TruncatedArchivesAreRefusedAtEveryByte) {
  const std::string bytes = small_archive();
  for (std::size_t length = 0; length < bytes.size(); ++length) EXPECT_NE(zip_error(bytes.substr(0, length)), "");
}

}  // namespace
}  // namespace modecheck::engine
