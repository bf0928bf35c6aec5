#include "engine/archive/file_bytes.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "engine/archive/place.h"

namespace modecheck::engine::archives {

std::string read_file(const std::string& filename) {
  std::ifstream in(filename, std::ios::binary);
  Place{filename, {}}.require(in.is_open(), "the file cannot be opened");
  return read_stream(in, filename);
}

std::string read_stream(std::istream& stream, const std::string& name) {
  constexpr std::size_t block = std::size_t{1} << 16;
  std::string out;
  std::size_t size = 0;
  do {
    out.resize(size + block);
    stream.read(out.data() + size, block);
    size += static_cast<std::size_t>(stream.gcount());
  } while (stream.good());
  out.resize(size);
  Place{name, {}}.require(stream.eof() && !stream.bad(), "reading failed after ", size, " bytes");
  return out;
}

namespace {

// Writes all bytes and closes the file. Returns 0, or the number of the error.
int write_and_close(int file, const std::string& bytes) {
  int error = 0;
  for (std::size_t done = 0; done < bytes.size() && error == 0;) {
    const ssize_t count = ::write(file, bytes.data() + done, bytes.size() - done);
    if (count >= 0)
      done += static_cast<std::size_t>(count);
    else if (errno != EINTR)
      error = errno;
  }
  if (::close(file) != 0 && error == 0) error = errno;
  return error;
}

void require_written(int error, const std::string& filename) {
  MODECHECK_CHECK(error == 0, ErrorClass::Argument, "torch::save: ", filename,
                  " cannot be written whole: ", std::strerror(error));
}

// Opens a new file beside `target`, and sets its name. Returns -1 if the folder does not take new files.
int open_beside(const std::string& target, mode_t mode, std::string& name) {
  static std::atomic<unsigned> count{0};
  constexpr int most_tries = 100;
  for (int i = 0; i < most_tries; ++i) {
    name = target + ".saving-" + std::to_string(::getpid()) + "-" + std::to_string(count.fetch_add(1));
    const int file = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (file >= 0 || errno != EEXIST) return file;
  }
  return -1;
}

}  // namespace

// Writes another file first, so that a disk that is full leaves the old file as it was. Writes in place where a file
// cannot be replaced: a pipe or a device, or a file in a folder that takes no new files.
void write_file(const std::string& filename, const std::string& bytes) {
  const auto cannot = [&](int error) {
    raise(ErrorClass::Argument, "torch::save: ", filename, " cannot be written: ", std::strerror(error));
  };
  std::error_code unresolved;
  const std::filesystem::path resolved = std::filesystem::canonical(filename, unresolved);
  const std::string target = unresolved ? filename : resolved.string();
  struct stat old {};
  const bool exists = ::stat(target.c_str(), &old) == 0;
  constexpr mode_t all_permissions = 0666;
  std::string name;
  int file = -1;
  if (!exists || S_ISREG(old.st_mode)) {
    if (exists && ::access(target.c_str(), W_OK) != 0) cannot(errno);
    file = open_beside(target, all_permissions, name);
  }
  if (file < 0) {
    file = ::open(target.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, all_permissions);
    if (file < 0) cannot(errno);
    return require_written(write_and_close(file, bytes), filename);
  }
  if (exists) static_cast<void>(::fchmod(file, old.st_mode & 07777));
  int error = write_and_close(file, bytes);
  if (error == 0 && ::rename(name.c_str(), target.c_str()) != 0) error = errno;
  if (error != 0) ::unlink(name.c_str());
  require_written(error, filename);
}

}  // namespace modecheck::engine::archives
