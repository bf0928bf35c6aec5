// Operators that compute the sum, mean or maximum of the rows that indices name, for each bag of indices.
#pragma once

#include "spec/operators/list.h"
#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

MODECHECK_OPERATOR(_embedding_bag, Indexing,
                   "_embedding_bag(Tensor weight, Tensor indices, Tensor offsets, bool scale_grad_by_freq=False, int "
                   "mode=0, bool sparse=False, Tensor? per_sample_weights=None, bool include_last_offset=False, int "
                   "padding_idx=-1) -> (Tensor, Tensor, Tensor, Tensor)");

using EmbeddingBagOperators = List<_embedding_bag>;

}  // namespace modecheck::spec::operators
