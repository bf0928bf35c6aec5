// Operators beside the catalogue whose schemas are not libtorch's, or not all of them.
#pragma once

#include "spec/operators/operator.h"

namespace modecheck::engine::hidden {

using spec::operators::Family;
using spec::operators::Operator;

// What native_batch_norm is made of. libtorch's operator also writes the running statistics, which its schema does not
// say; here that is a write of its own, so that it is checked and counted like any other.
// Training: `mean` and `var` are what the results will be added to; the results are the normalised input and its own
// means, the reciprocals of its deviations and its (biased) variances, [C]. Else the input is normalised with them, and
// the other results are empty.
struct _batch_normalize : Operator<Family::Reduction> {
  static constexpr std::string_view schema =
      "_batch_normalize(Tensor input, Tensor? weight, Tensor? bias, Tensor? mean, Tensor? var, bool training, float "
      "eps) -> (Tensor, Tensor, Tensor, Tensor)";
};

// Random numbers. libtorch's schemas have a generator besides; here it is chosen_generator().

// Of a floating dtype, in [from, to).
struct uniform_ : Operator<Family::Fill> {
  static constexpr std::string_view schema = "uniform_(Tensor(a!) self, float from=0, float to=1) -> Tensor(a!)";
};

// Integers from zero to the largest that the dtype has, or holds exactly.
struct random_ : Operator<Family::Fill> {
  static constexpr std::string_view schema = "random_(Tensor(a!) self) -> Tensor(a!)";
};

// One with probability p, else zero.
struct bernoulli__float : Operator<Family::Fill> {
  static constexpr std::string_view schema = "bernoulli_.float(Tensor(a!) self, float p=0.5) -> Tensor(a!)";
};

// The same with a probability for each element, which broadcast.
struct bernoulli__Tensor : Operator<Family::Fill> {
  static constexpr std::string_view schema = "bernoulli_.Tensor(Tensor(a!) self, Tensor p) -> Tensor(a!)";
};

// A fresh tensor of draws with the probabilities of `self`.
struct bernoulli : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "bernoulli(Tensor self) -> Tensor";
};

struct exponential_ : Operator<Family::Fill> {
  static constexpr std::string_view schema = "exponential_(Tensor(a!) self, float lambd=1) -> Tensor(a!)";
};

// Draws with replacement: places in the last dimension, with the probabilities that its elements are in proportion to.
struct _multinomial_with_replacement : Operator<Family::Indexing> {
  static constexpr std::string_view schema = "_multinomial_with_replacement(Tensor self, int num_samples) -> Tensor";
};

// The determinant's derivative by each element, of singular matrices too: det(A) times the transpose of the inverse.
struct _linalg_cofactors : Operator<Family::MatrixProduct> {
  static constexpr std::string_view schema = "_linalg_cofactors(Tensor A) -> Tensor";
};

}  // namespace modecheck::engine::hidden
