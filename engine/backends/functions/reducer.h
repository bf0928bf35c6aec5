// The interface of reducers, which define reductions such as sum. A reducer has the types Element and Total. It has
// these functions, which also run on a GPU:
//
//   start()              the total of no elements
//   add(total, element)  adds an element to `total`
//   merge(total, later)  merges the total of later elements into `total`
//
// A reducer also has these members, for the host only:
//
//   cascades             whether totals lose precision when many elements are added; then totals are merged pairwise
//   span(from, step, n)  the total of n elements that are `step` bytes apart; most reducers inherit this function
//                        from `Reducer`
#pragma once

#include <cstdint>

#include "engine/backends/iterate/element.h"

namespace modecheck::engine::backends {

// The maximum number of elements that a reducer handles in one call of span().
inline constexpr std::int64_t kSpan = 512;

// The base of reducers. It accumulates the elements of a span in `lanes` independent totals, which the compiler can
// hold in vector registers. At the end it merges these totals pairwise.
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
