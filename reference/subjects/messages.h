// From the text of an engine's error to the class of the rejection (E2): one table per engine, tried in order.
#pragma once

#include <string_view>

#include "spec/error_class.h"

namespace modecheck::subjects {

// A message belongs to the first row all of whose fragments it contains.
struct MessageRow {
  std::string_view fragment;
  std::string_view and_also;  // empty: nothing more
  spec::ErrorClass error;
};

// The class of `message`; Unmapped if no row matches. Each engine's own file defines it (messages_*.cpp).
spec::ErrorClass classify(std::string_view message);

// The rule that both files follow.
template <typename Table>
spec::ErrorClass classify_by(const Table& table, std::string_view message) {
  for (const MessageRow& row : table)
    if (message.find(row.fragment) != std::string_view::npos && message.find(row.and_also) != std::string_view::npos)
      return row.error;
  return spec::ErrorClass::Unmapped;
}

}  // namespace modecheck::subjects
