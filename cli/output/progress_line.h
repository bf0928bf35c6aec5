// A line on a terminal's standard error that overwrites itself and disappears at the end.
#pragma once

#include <string>

namespace modecheck::cli {

class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // Whether standard error is a terminal, so that the line is visible.
  bool shown() const { return shown_; }
  void show(const std::string& text);

 private:
  void clear() const;

  bool shown_;
};

}  // namespace modecheck::cli
