// Defines sums and products of integers, computed in 64 bits without a check for overflow.
#pragma once

#include <cstdint>
#include <functional>
#include <iterator>
#include <numeric>
#include <type_traits>

namespace c10 {
inline namespace modecheck_v1 {

template <typename Iterator, typename = typename std::iterator_traits<Iterator>::iterator_category>
std::int64_t sum_integers(Iterator begin, Iterator end) {
  return std::accumulate(begin, end, std::int64_t{0});
}
template <typename Container, typename = decltype(std::declval<const Container&>().begin())>
std::int64_t sum_integers(const Container& integers) {
  return sum_integers(integers.begin(), integers.end());
}
// multiply_integers() returns the product of the integers, which is 1 if there are none.
template <typename Iterator, typename = typename std::iterator_traits<Iterator>::iterator_category>
std::int64_t multiply_integers(Iterator begin, Iterator end) {
  return std::accumulate(begin, end, std::int64_t{1}, std::multiplies<>());
}
template <typename Container, typename = decltype(std::declval<const Container&>().begin())>
std::int64_t multiply_integers(const Container& integers) {
  return multiply_integers(integers.begin(), integers.end());
}
// numelements_from_dim() returns the product of the sizes from dimension `k` on, and numelements_to_dim() that of the
// sizes before dimension `k`.
template <typename Container>
std::int64_t numelements_from_dim(int k, const Container& sizes) {
  return k > static_cast<int>(sizes.size()) ? 1 : multiply_integers(sizes.begin() + k, sizes.end());
}
template <typename Container>
std::int64_t numelements_to_dim(int k, const Container& sizes) {
  return multiply_integers(sizes.begin(), sizes.begin() + k);
}

}  // namespace modecheck_v1
}  // namespace c10
