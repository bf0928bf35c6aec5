#include "properties/report/table.h"

#include <algorithm>
#include <numeric>

namespace modecheck::properties {
namespace {

constexpr int kGap = 2;
constexpr int kNarrowest = 8;

std::string padded(const std::string& text, int width) {
  std::string out = text;
  if (static_cast<int>(out.size()) < width) out.append(static_cast<std::size_t>(width) - out.size(), ' ');
  return out;
}

std::string trimmed(std::string line) {
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

// Returns where to break a word that is too long for its column. Breaks after the last separator before the limit if
// that separator stands in the second half of the line. Otherwise breaks at the limit.
std::size_t end_of_part(const std::string& text, std::size_t begin, std::size_t limit) {
  const std::size_t last = text.find_last_of("-_./,", begin + limit - 1);
  return last != std::string::npos && last >= begin + limit / 2 ? last + 1 : begin + limit;
}

}  // namespace

std::vector<std::string> wrapped(const std::string& text, int width) {
  std::vector<std::string> out;
  const auto limit = static_cast<std::size_t>(std::max(width, 1));
  std::size_t begin = 0;
  while (begin <= text.size()) {
    std::size_t end = text.find('\n', begin);
    if (end == std::string::npos) end = text.size();
    if (end - begin > limit) {
      const std::size_t space = text.rfind(' ', begin + limit);
      const bool usable = space != std::string::npos && text.find_first_not_of(' ', begin) < space;
      end = usable ? space : end_of_part(text, begin, limit);
      out.push_back(text.substr(begin, end - begin));
      begin = usable ? end + 1 : end;
      continue;
    }
    out.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return out;
}

std::string Table::text(const Style& style, int indent) const {
  const std::size_t columns = head_.size();
  std::vector<int> widths;
  for (const std::string& cell : head_) widths.push_back(static_cast<int>(cell.size()));
  for (const auto& row : rows_)
    for (std::size_t i = 0; i < columns; ++i)
      for (const std::string& line : wrapped(row[i], style.width))
        widths[i] = std::max(widths[i], static_cast<int>(line.size()));
  // Make the widest columns narrower until the table fits the page.
  const int room = style.width - indent - kGap * (static_cast<int>(columns) - 1);
  while (std::accumulate(widths.begin(), widths.end(), 0) > room) {
    const auto widest = std::max_element(widths.begin(), widths.end());
    if (*widest <= kNarrowest) break;
    --*widest;
  }
  const std::string margin(static_cast<std::size_t>(indent), ' ');
  const auto line_of = [&](const std::vector<std::vector<std::string>>& cells, std::size_t line) {
    std::string out = margin;
    for (std::size_t i = 0; i < columns; ++i) {
      if (i > 0) out.append(kGap, ' ');
      out += padded(line < cells[i].size() ? cells[i][line] : "", widths[i]);
    }
    return trimmed(out);
  };
  const auto broken = [&](const std::vector<std::string>& row) {
    std::vector<std::vector<std::string>> cells;
    for (std::size_t i = 0; i < columns; ++i) cells.push_back(wrapped(row[i], widths[i]));
    return cells;
  };
  const auto height = [](const std::vector<std::vector<std::string>>& cells) {
    std::size_t out = 0;
    for (const auto& cell : cells) out = std::max(out, cell.size());
    return out;
  };
  std::string out;
  const auto head = broken(head_);
  for (std::size_t line = 0; line < height(head); ++line) out += style.bold(line_of(head, line)) + "\n";
  std::vector<std::vector<std::string>> rule;
  for (int width : widths) rule.push_back({std::string(static_cast<std::size_t>(width), '-')});
  out += style.dim(line_of(rule, 0)) + "\n";
  for (const auto& row : rows_) {
    const auto cells = broken(row);
    for (std::size_t line = 0; line < height(cells); ++line) out += line_of(cells, line) + "\n";
  }
  return out;
}

}  // namespace modecheck::properties
