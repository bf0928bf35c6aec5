// Declares Place, which names the part of a file that an error is about.
#pragma once

#include <string>
#include <string_view>

#include "engine/core/errors/error.h"

namespace modecheck::engine::archives {

// Returns the text between single quotes. Characters that are not printable ASCII are written as hexadecimal numbers,
// and a long text is cut.
std::string in_quotes(std::string_view text);

struct Place {
  std::string file;   // the file's name, or "the stream" or "the bytes" for an archive without a file
  std::string entry;  // the name of the entry of the archive; empty if the error is about the whole file

  std::string text() const { return entry.empty() ? file : file + ", entry " + in_quotes(entry); }

  // Raises an error that names the file, the entry, and what is wrong and why. Its class is Argument, if none is given.
  template <typename... Parts>
  [[noreturn]] void refuse_as(ErrorClass error_class, const Parts&... parts) const {
    raise(error_class, "cannot load ", text(), ": ", parts...);
  }
  template <typename... Parts>
  [[noreturn]] void refuse(const Parts&... parts) const {
    refuse_as(ErrorClass::Argument, parts...);
  }
  template <typename... Parts>
  void require(bool holds, const Parts&... parts) const {
    if (!holds) [[unlikely]]
      refuse(parts...);
  }
};

}  // namespace modecheck::engine::archives
