// A progress line on a terminal's standard error. It overwrites itself and disappears at the end.
#pragma once

#include <string>

namespace modecheck::cli {

class ProgressLine {
 public:
  // `wanted` is false if the user gave --quiet.
  explicit ProgressLine(bool wanted = true);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // Whether the progress line is shown: it is wanted, and standard error is a terminal that can overwrite a line.
  bool shown() const { return shown_; }
  void show(const std::string& text);

 private:
  void clear() const;

  bool shown_;
};

}  // namespace modecheck::cli
