// What a reduction makes of a group of elements.
//
// A reducer has an Element, a Total, and, for the host and for a GPU,
//   start()              the total of nothing
//   add(total, element)
//   merge(total, later)  of two totals, the first of what comes earlier
// and for the host
//   cascades             whether totals lose precision when much is added to one: then they are merged pairwise
//   span(from, step, n)  the total of n elements that are `step` bytes apart; Reducer has one that suits most
#pragma once

#include <cstdint>

#include "engine/backends/iterate/element.h"

namespace modecheck::engine::backends {

// The longest span of memory that is reduced at once.
inline constexpr std::int64_t kSpan = 512;

// Side by side in as many totals as vector registers hold, and these pairwise in the end.
template <typename Derived, typename T, typename TheTotal>
struct Reducer {
  using Element = T;
  using Total = TheTotal;
  static constexpr int lanes = 16;

  Total span(const char* from, std::int64_t step, std::int64_t n) const {
    constexpr std::int64_t bytes = sizeof(Stored<T>);
    return step == bytes ? span_of(from, std::integral_constant<std::int64_t, bytes>(), n) : span_of(from, step, n);
  }

 private:
  template <typename Step>
  Total span_of(const char* from, Step step, std::int64_t n) const {
    const Derived& self = static_cast<const Derived&>(*this);
    std::int64_t i = 0;
    Total out = self.start();
    if (n >= lanes) {
      Total lane[lanes];
      for (Total& one : lane) one = self.start();
      for (; i + lanes <= n; i += lanes)
        for (int k = 0; k < lanes; ++k) self.add(lane[k], load<T>(from + (i + k) * step));
      for (int width = lanes / 2; width > 0; width /= 2)
        for (int k = 0; k < width; ++k) self.merge(lane[k], lane[k + width]);
      out = lane[0];
    }
    for (; i < n; ++i) self.add(out, load<T>(from + i * step));
    return out;
  }
};

}  // namespace modecheck::engine::backends
