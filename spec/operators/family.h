// The family of an operator: facts that its schema cannot tell.
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
  Joining,        // cat, stack
  Indexing,       // index_select, gather, masked_fill
  Copy,           // clone, contiguous, to, copy_
  Fill,           // fill_, zero_
  View,           // one alias of the first argument
  MultiView,      // a list of aliases of the first argument
  Alias,          // an alias that autograd does not track: detach, view.dtype
  InPlaceView,    // changes sizes and strides of its argument: t_, transpose_, ...
  Random,         // writes random numbers
  Foreach,        // applies another operator to each tensor of a list
  OperatorAlias,  // an alias of another operator
  Composite,      // a composite: runs as a sequence of other operators
  Storage,        // changes the storage of its argument, or its size: resize_, set_
};

}  // namespace modecheck::spec::operators
