// Fits a text of several sections on a screen. Sections that matter less are shortened first.
#pragma once

#include <string>
#include <vector>

namespace modecheck::cli {

class Screen {
 public:
  explicit Screen(int lines) : lines_(lines) {}

  // Adds a section below the others, after an empty line if `after_empty_line` is true. `forms` are versions of the
  // section with fewer and fewer lines; each line ends with a newline. An empty form leaves the section out. Sections
  // of low `importance` are shortened first.
  void add(int importance, std::vector<std::string> forms, bool after_empty_line = true);

  // Returns all sections in the longest forms that fit on the screen together. If nothing fits, returns their shortest
  // forms.
  std::string text() const;

 private:
  struct Section {
    int importance;
    std::vector<std::string> forms;
    bool after_empty_line;
  };

  int lines_;
  std::vector<Section> sections_;
};

// Breaks `text` into lines that fit the width and are indented by `indent`. Each line ends with a newline.
std::string paragraph(const std::string& text, int width, int indent = 2);

// Returns at most `most` lines of `text`, and a line "..." if some are missing.
std::string first_lines(const std::string& text, int most);

}  // namespace modecheck::cli
