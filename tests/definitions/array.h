// Defines the arrays of the definition tests: double-precision numbers in row-major order. Arrays share no code with
// the engine.
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
  // If the array is an argument, `flows` says whether derivatives with respect to it are tested. If the array is a
  // result, it says whether gradients flow through the result.
  bool flows = true;

  Array() = default;
  explicit Array(Sizes of, double value = 0, Kind is = Kind::Real);

  std::int64_t dim() const { return static_cast<std::int64_t>(sizes.size()); }
  std::int64_t size(std::int64_t d) const { return sizes[static_cast<std::size_t>(d < 0 ? d + dim() : d)]; }
  std::int64_t numel() const { return static_cast<std::int64_t>(at.size()); }
  double& operator[](std::int64_t i) { return at[static_cast<std::size_t>(i)]; }
  double operator[](std::int64_t i) const { return at[static_cast<std::size_t>(i)]; }
  // Returns the element at an index, which has one number per dimension.
  double& operator[](const Index& index) { return at[place(index)]; }
  double operator[](const Index& index) const { return at[place(index)]; }
  std::size_t place(const Index& index) const;
  // Returns a copy of the array through which no gradient flows.
  Array constant() const;
};

using Arrays = std::vector<Array>;

std::int64_t product(const Sizes& sizes);
// Calls `visit` with every index of the sizes, in row-major order.
void each_index(const Sizes& sizes, const std::function<void(const Index&)>& visit);
// broadcast returns the sizes to which two arrays broadcast. expand expands an array to sizes.
Sizes broadcast(const Sizes& a, const Sizes& b);
Array expand(const Array& array, const Sizes& sizes);
// Applies `f` to each pair of elements of two arrays, which broadcast, or to each element of one array.
Array elementwise(const Array& a, const Array& b, const std::function<double(double, double)>& f);
Array elementwise(const Array& a, const std::function<double(double)>& f);
// Returns the array with its dimensions in another order, as at::permute does.
Array permute(const Array& array, const Index& order);
// These functions return arrays of random numbers. Another `seed` gives other numbers. real gives numbers in [-1, 1),
// positive in [0.5, 1.5), and integers in [low, high). distinct gives numbers of which no two are nearer than 0.1.
// repeated gives few distinct numbers. regular gives matrices that are far from singular, and definite gives such
// matrices that are symmetric.
Array real(Sizes sizes, std::uint64_t seed = 1);
Array positive(Sizes sizes, std::uint64_t seed = 1);
Array distinct(Sizes sizes, std::uint64_t seed = 1);
Array repeated(Sizes sizes, std::uint64_t seed = 1);
Array regular(Sizes sizes, std::uint64_t seed = 1);
Array definite(Sizes sizes, std::uint64_t seed = 1);
Array integers(Sizes sizes, std::int64_t low, std::int64_t high, std::uint64_t seed = 1);
Array mask(Sizes sizes, std::uint64_t seed = 1);

}  // namespace modecheck::definitions
