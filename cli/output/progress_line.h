// A line on a terminal's standard error that overwrites itself and disappears at the end.
#pragma once

#include <string>

namespace modecheck::cli {

class ProgressLine {
 public:
  // `wanted`: false for --quiet.
  explicit ProgressLine(bool wanted = true);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // Whether the line is wanted, and standard error is a terminal that can overwrite a line.
  bool shown() const { return shown_; }
  void show(const std::string& text);

 private:
  void clear() const;

  bool shown_;
};

}  // namespace modecheck::cli
