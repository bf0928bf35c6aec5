// A line on a terminal's standard error that is written over itself, and gone in the end.
#pragma once

#include <string>

namespace modecheck::cli {

class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // Whether anybody sees it.
  bool shown() const { return shown_; }
  void show(const std::string& text);

 private:
  void clear() const;

  bool shown_;
};

}  // namespace modecheck::cli
