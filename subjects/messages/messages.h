// Maps the text of an error to its class (rule E2), for engines whose errors are text only. Each engine has one table,
// whose rows are tried in order. libtorch's table is subjects/messages/libtorch.cpp. Our engine's errors carry classes
// (errors_engine.cpp).
#pragma once

#include <string_view>

#include "spec/interface/error_class.h"

namespace modecheck::subjects {

// A row of the table: a message that contains both fragments has the class of the row. The first such row counts.
struct MessageRow {
  std::string_view fragment;
  std::string_view and_also;  // empty: the row has one fragment only
  spec::ErrorClass error;
};

// Returns the class of the first row that fits the message, or Unmapped if no row fits.
template <typename Table>
spec::ErrorClass classify_by(const Table& table, std::string_view message) {
  for (const MessageRow& row : table)
    if (message.find(row.fragment) != std::string_view::npos && message.find(row.and_also) != std::string_view::npos)
      return row.error;
  return spec::ErrorClass::Unmapped;
}

// Classifies a message with the table that is linked into this plug-in.
spec::ErrorClass classify_message(std::string_view message);

}  // namespace modecheck::subjects
