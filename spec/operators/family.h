// What sort of operator it is: the facts that a schema cannot tell.
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
  Joining,      // cat, stack
  Indexing,     // index_select, gather, masked_fill
  Copy,         // clone, contiguous, to, copy_
  Fill,         // fill_, zero_
  View,         // one alias of the first argument
  MultiView,    // a list of aliases of the first argument
  Alias,        // an alias that autograd does not track: detach, view.dtype
  InPlaceView,  // changes sizes and strides of its argument: t_, transpose_, ...
  Random,       // writes random numbers
  ForEach,      // does with each tensor of a list what another row does with one
  OtherName,    // another name of another row
  MadeOf,       // runs as the rows that it is made of, one after the other
  Storage,      // changes what storage, or how much of it, its argument has: resize_, set_
};

}  // namespace modecheck::spec::operators
