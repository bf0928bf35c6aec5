// A table of text whose columns are as wide as their contents, up to the page width.
#pragma once

#include <string>
#include <vector>

#include "properties/report/style.h"

namespace modecheck::properties {

class Table {
 public:
  explicit Table(std::vector<std::string> head) : head_(std::move(head)) {}

  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  bool empty() const { return rows_.empty(); }

  // Returns the table as text. A cell that does not fit is broken into several lines, at spaces if there are any.
  std::string text(const Style& style, int indent = 2) const;

 private:
  std::vector<std::string> head_;
  std::vector<std::vector<std::string>> rows_;
};

// Breaks `text` at spaces into lines of at most `width` characters. Spaces at the start of the text stay.
std::vector<std::string> wrapped(const std::string& text, int width);

}  // namespace modecheck::properties
