// Internal operators whose schemas differ from libtorch's or do not exist in libtorch.
#pragma once

#include "spec/operators/operator.h"

namespace modecheck::engine::internal {

using spec::operators::Family;
using spec::operators::Operator;

// The part of native_batch_norm that computes. libtorch's operator also writes the running statistics, which its schema
// does not say. Here that is a separate write, which is checked and counted like any other.
//
// With `training`, `mean` and `var` are the statistics to which the results will be added. The results are the
// normalised input, its means, the reciprocals of its standard deviations, and its biased variances, each of size [C].
// Otherwise `mean` and `var` normalise the input, and the last three results are empty.
// the other results are empty.
struct _batch_normalize : Operator<Family::Reduction> {
  static constexpr std::string_view schema =
      "_batch_normalize(Tensor input, Tensor? weight, Tensor? bias, Tensor? mean, Tensor? var, bool training, float "
      "eps) -> (Tensor, Tensor, Tensor, Tensor)";
};

// Random numbers. libtorch's schemas also have a generator; here chosen_generator() returns it.

// Fills with numbers of a floating-point dtype from [from, to).
struct uniform_ : Operator<Family::Fill> {
  static constexpr std::string_view schema = "uniform_(Tensor(a!) self, float from=0, float to=1) -> Tensor(a!)";
};

// Fills with integers from zero to the largest that the dtype has or, if it is floating-point, represents exactly.
struct random_ : Operator<Family::Fill> {
  static constexpr std::string_view schema = "random_(Tensor(a!) self) -> Tensor(a!)";
};

// Sets each element to one with probability p, and to zero otherwise.
struct bernoulli__float : Operator<Family::Fill> {
  static constexpr std::string_view schema = "bernoulli_.float(Tensor(a!) self, float p=0.5) -> Tensor(a!)";
};

// Does the same with one probability for each element; `p` is broadcast.
struct bernoulli__Tensor : Operator<Family::Fill> {
  static constexpr std::string_view schema = "bernoulli_.Tensor(Tensor(a!) self, Tensor p) -> Tensor(a!)";
};

// Returns a new tensor of zeros and ones, drawn with the probabilities in `self`.
struct bernoulli : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "bernoulli(Tensor self) -> Tensor";
};

struct exponential_ : Operator<Family::Fill> {
  static constexpr std::string_view schema = "exponential_(Tensor(a!) self, float lambd=1) -> Tensor(a!)";
};

// Draws indices into the last dimension with replacement. The probability of an index is proportional to its element.
struct _multinomial_with_replacement : Operator<Family::Indexing> {
  static constexpr std::string_view schema = "_multinomial_with_replacement(Tensor self, int num_samples) -> Tensor";
};

// Returns the derivative of the determinant with respect to each element, also for singular matrices. For regular ones
// it is det(A) times the transposed inverse.
struct _linalg_cofactors : Operator<Family::MatrixProduct> {
  static constexpr std::string_view schema = "_linalg_cofactors(Tensor A) -> Tensor";
};

}  // namespace modecheck::engine::internal
