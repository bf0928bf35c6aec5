// The arrays of the definition tests: double-precision numbers in row-major order. They share nothing with the engine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "tests/definitions/kind.h"

namespace modecheck::definitions {

using Sizes = std::vector<std::int64_t>;
using Index = std::vector<std::int64_t>;

struct Array {
  Sizes sizes;
  std::vector<double> at;
  Kind kind = Kind::Real;
  // For an argument: whether derivatives are taken by the argument. For a result: whether gradients flow through the
  // result.
  bool flows = true;

  Array() = default;
  explicit Array(Sizes of, double value = 0, Kind is = Kind::Real);

  std::int64_t dim() const { return static_cast<std::int64_t>(sizes.size()); }
  std::int64_t size(std::int64_t d) const { return sizes[static_cast<std::size_t>(d < 0 ? d + dim() : d)]; }
  std::int64_t numel() const { return static_cast<std::int64_t>(at.size()); }
  double& operator[](std::int64_t i) { return at[static_cast<std::size_t>(i)]; }
  double operator[](std::int64_t i) const { return at[static_cast<std::size_t>(i)]; }
  // Indexing with one index per dimension.
  double& operator[](const Index& index) { return at[place(index)]; }
  double operator[](const Index& index) const { return at[place(index)]; }
  std::size_t place(const Index& index) const;
  // A copy through which no gradient flows.
  Array constant() const;
};

using Arrays = std::vector<Array>;

std::int64_t product(const Sizes& sizes);
// Calls `visit` with every index of the sizes, in row-major order.
void each_index(const Sizes& sizes, const std::function<void(const Index&)>& visit);
// The broadcast sizes of two arrays, and an array expanded to sizes.
Sizes broadcast(const Sizes& a, const Sizes& b);
Array expand(const Array& array, const Sizes& sizes);
// Applies `f` to the elements of two broadcast arrays.
Array elementwise(const Array& a, const Array& b, const std::function<double(double, double)>& f);
Array elementwise(const Array& a, const std::function<double(double)>& f);
// The dimensions in another order, as at::permute.
Array permute(const Array& array, const Index& order);
// Random arguments; another `seed` gives other values.
Array real(Sizes sizes, std::uint64_t seed = 1);                                           // in [-1, 1)
Array positive(Sizes sizes, std::uint64_t seed = 1);                                       // in [0.5, 1.5)
Array distinct(Sizes sizes, std::uint64_t seed = 1);                                       // no two nearer than 0.1
Array repeated(Sizes sizes, std::uint64_t seed = 1);                                       // few distinct values
Array regular(Sizes sizes, std::uint64_t seed = 1);                                        // matrices far from singular
Array definite(Sizes sizes, std::uint64_t seed = 1);                                       // and symmetric
Array integers(Sizes sizes, std::int64_t low, std::int64_t high, std::uint64_t seed = 1);  // in [low, high): an index
Array mask(Sizes sizes, std::uint64_t seed = 1);

}  // namespace modecheck::definitions
