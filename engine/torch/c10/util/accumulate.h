// Sums and products of integers, computed in 64 bits.
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
// The product of no integers is 1.
template <typename Iterator, typename = typename std::iterator_traits<Iterator>::iterator_category>
std::int64_t multiply_integers(Iterator begin, Iterator end) {
  return std::accumulate(begin, end, std::int64_t{1}, std::multiplies<>());
}
template <typename Container, typename = decltype(std::declval<const Container&>().begin())>
std::int64_t multiply_integers(const Container& integers) {
  return multiply_integers(integers.begin(), integers.end());
}
// These return the product of the sizes from dimension `k` on, and of those before it.
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
