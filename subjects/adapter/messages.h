// From the text of a rejection to its class (E2), for engines whose errors carry nothing but a text: one table per
// engine, tried in order. libtorch's is messages_torch.cpp; our engine's errors have classes of their own
// (errors_engine.cpp).
#pragma once

#include <string_view>

#include "spec/interface/error_class.h"

namespace modecheck::subjects {

// A message belongs to the first row both of whose fragments it contains.
struct MessageRow {
  std::string_view fragment;
  std::string_view and_also;  // empty: nothing more
  spec::ErrorClass error;
};

// The rule that every table follows. Unmapped if no row matches.
template <typename Table>
spec::ErrorClass classify_by(const Table& table, std::string_view message) {
  for (const MessageRow& row : table)
    if (message.find(row.fragment) != std::string_view::npos && message.find(row.and_also) != std::string_view::npos)
      return row.error;
  return spec::ErrorClass::Unmapped;
}

// By the table of the plug-in that this is linked into.
spec::ErrorClass classify_message(std::string_view message);

}  // namespace modecheck::subjects
