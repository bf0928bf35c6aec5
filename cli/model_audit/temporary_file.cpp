#include "cli/model_audit/temporary_file.h"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "cli/options/usage_error.h"
#include "spec/program/quoted.h"

namespace modecheck::cli {
namespace {

// The paths of the files that exist. A signal handler reads them, so each is a pointer that is set and cleared at once.
std::array<std::atomic<const char*>, 8> existing;

void replace_path(const char* from, const char* to) {
  for (std::atomic<const char*>& path : existing)
    if (const char* expected = from; path.compare_exchange_strong(expected, to)) return;
}

// Removes the files, and ends the process as the signal would without a handler.
void remove_all(int signal) {
  for (const std::atomic<const char*>& path : existing)
    if (const char* const file = path.load()) ::unlink(file);
  ::raise(signal);  // SA_RESETHAND has restored the default action
}

void watch_signals() {
  struct sigaction action {};
  action.sa_handler = remove_all;
  action.sa_flags = SA_RESETHAND;
  for (const int signal : {SIGINT, SIGTERM}) {
    struct sigaction before {};
    ::sigaction(signal, nullptr, &before);
    if (before.sa_handler == SIG_DFL) ::sigaction(signal, &action, nullptr);  // a signal may be ignored on purpose
  }
}

}  // namespace

TemporaryFile::TemporaryFile() {
  path_ = (std::filesystem::temp_directory_path() / "modecheck-audit-XXXXXX").string();
  const int descriptor = ::mkstemp(path_.data());
  if (descriptor < 0)
    throw UsageError(
        fmt::format("{} cannot be made, and results are kept there; set TMPDIR to a folder that can be written",
                    spec::quoted(path_)));
  ::close(descriptor);
  replace_path(nullptr, path_.c_str());
  watch_signals();
}

TemporaryFile::~TemporaryFile() {
  replace_path(path_.c_str(), nullptr);
  std::error_code error;
  std::filesystem::remove(path_, error);
}

}  // namespace modecheck::cli
