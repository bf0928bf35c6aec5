#include "engine/backends/iterate/row_copy.h"

#include <cstring>
#include <type_traits>

#include "engine/backends/iterate/element.h"

namespace modecheck::engine::backends {
namespace {

template <int Bytes>
void move_row(const char* from, std::int64_t from_step, char* to, std::int64_t to_step, std::int64_t n) {
  if (from_step == Bytes && to_step == Bytes) {
    std::memcpy(to, from, static_cast<std::size_t>(n) * Bytes);
    return;
  }
  for (std::int64_t i = 0; i < n; ++i) std::memcpy(to + i * to_step, from + i * from_step, Bytes);
}

template <typename From, typename To>
void convert_row(const char* from, std::int64_t from_step, char* to, std::int64_t to_step, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) store<To>(to + i * to_step, convert<To>(load<From>(from + i * from_step)));
}

}  // namespace

RowCopy row_copy(c10::ScalarType from, c10::ScalarType to) {
  return visit_dtype(from, [to](auto read) {
    return visit_dtype(to, [](auto written) -> RowCopy {
      using From = decltype(read);
      using To = decltype(written);
      if constexpr (std::is_same_v<From, To> && !std::is_same_v<From, bool>)
        return &move_row<static_cast<int>(sizeof(From))>;
      else
        return &convert_row<From, To>;
    });
  });
}

}  // namespace modecheck::engine::backends
