// The family of an operator, which tells facts that the operator's schema does not hold.
#pragma once

#include <cstdint>

namespace modecheck::spec::operators {

enum class Family : std::uint8_t {
  Creation,
  PointwiseUnary,
  PointwiseBinary,
  Comparison,
  Reduction,
  MatrixProduct,
  Softmax,
  Joining,        // cat and stack
  Indexing,       // for example index_select, gather and masked_fill
  Copy,           // for example clone, contiguous, to and copy_
  Fill,           // fill_ and zero_
  View,           // returns an alias of its first argument, which autograd tracks as a view
  MultiView,      // returns a list of views of its first argument
  Alias,          // returns an alias that autograd does not track: detach, view.dtype
  InPlaceView,    // changes sizes and strides of its argument: t_, transpose_ and others
  Random,         // writes random numbers into a tensor
  Foreach,        // applies another operator to each tensor of a list (foreach)
  OperatorAlias,  // an alias of another operator of the catalogue
  Composite,      // a composite, which runs as a sequence of other operators
  Storage,        // changes the storage of its argument, or that storage's size: resize_, set_
};

}  // namespace modecheck::spec::operators
