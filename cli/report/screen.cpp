#include "cli/report/screen.h"

#include <algorithm>

#include "properties/report/table.h"

namespace modecheck::cli {

void Screen::add(int importance, std::vector<std::string> forms, bool after_empty_line) {
  sections_.push_back({importance, std::move(forms), after_empty_line});
}

std::string Screen::text() const {
  std::vector<std::size_t> chosen(sections_.size(), 0);
  const auto joined = [&] {
    std::string out;
    for (std::size_t i = 0; i < sections_.size(); ++i) {
      const std::string& form = sections_[i].forms[chosen[i]];
      if (!form.empty()) out += (sections_[i].after_empty_line && !out.empty() ? "\n" : "") + form;
    }
    return out;
  };
  for (;;) {
    std::string out = joined();
    if (std::count(out.begin(), out.end(), '\n') <= lines_) return out;
    std::size_t least = sections_.size();
    for (std::size_t i = 0; i < sections_.size(); ++i) {
      if (chosen[i] + 1 == sections_[i].forms.size()) continue;
      if (least == sections_.size() || sections_[i].importance < sections_[least].importance) least = i;
    }
    if (least == sections_.size()) return out;
    ++chosen[least];
  }
}

std::string paragraph(const std::string& text, int width, int indent) {
  std::string out;
  for (const std::string& line : properties::wrapped(text, width - indent))
    out += std::string(static_cast<std::size_t>(indent), ' ') + line + "\n";
  return out;
}

std::string first_lines(const std::string& text, int most) {
  std::size_t end = 0;
  for (int i = 0; i < most && end < text.size(); ++i) {
    const std::size_t at = text.find('\n', end);
    end = at == std::string::npos ? text.size() : at + 1;
  }
  if (end == text.size()) return text;
  // the beginning of the last line that is shown; "..." is indented like this line
  const std::size_t last = text.rfind('\n', end - 2) + 1;
  return text.substr(0, end) + text.substr(last, text.find_first_not_of(' ', last) - last) + "...\n";
}

}  // namespace modecheck::cli
