// Maps the text of a rejection to its class (E2), for engines whose errors are text only. Each engine has one table,
// tried in order. libtorch's is messages_torch.cpp; our engine's errors carry classes (errors_engine.cpp).
#pragma once

#include <string_view>

#include "spec/interface/error_class.h"

namespace modecheck::subjects {

// A message belongs to the first row whose two fragments it contains.
struct MessageRow {
  std::string_view fragment;
  std::string_view and_also;  // empty: no second fragment
  spec::ErrorClass error;
};

// Searches a table by that rule. Returns Unmapped if no row matches.
template <typename Table>
spec::ErrorClass classify_by(const Table& table, std::string_view message) {
  for (const MessageRow& row : table)
    if (message.find(row.fragment) != std::string_view::npos && message.find(row.and_also) != std::string_view::npos)
      return row.error;
  return spec::ErrorClass::Unmapped;
}

// Uses the table that this plug-in is linked with.
spec::ErrorClass classify_message(std::string_view message);

}  // namespace modecheck::subjects
