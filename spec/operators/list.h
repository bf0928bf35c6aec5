// Rows, by type.
#pragma once

namespace modecheck::spec::operators {

template <typename... Rows>
struct List {
  static constexpr int size = sizeof...(Rows);
};

}  // namespace modecheck::spec::operators
