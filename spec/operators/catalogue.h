// The catalogue lists every operator once. Each header of this folder lists its own operators, and this header joins
// the lists. `modecheck operators` prints the operators in this order, and their ids in a run follow it. Programs store
// operator names, so a stored program stays valid if the order changes.
#pragma once

#include "spec/operators/activation.h"
#include "spec/operators/advanced_indexing.h"
#include "spec/operators/aliases.h"
#include "spec/operators/arrangement.h"
#include "spec/operators/comparison.h"
#include "spec/operators/composites.h"
#include "spec/operators/copy.h"
#include "spec/operators/creation.h"
#include "spec/operators/distance.h"
#include "spec/operators/elementwise.h"
#include "spec/operators/embedding_bag.h"
#include "spec/operators/foreach.h"
#include "spec/operators/joining.h"
#include "spec/operators/linalg.h"
#include "spec/operators/list.h"
#include "spec/operators/losses.h"
#include "spec/operators/matrix.h"
#include "spec/operators/metadata.h"
#include "spec/operators/neural.h"
#include "spec/operators/normalization.h"
#include "spec/operators/norms.h"
#include "spec/operators/out_variants.h"
#include "spec/operators/pointwise.h"
#include "spec/operators/random.h"
#include "spec/operators/reduction.h"
#include "spec/operators/sampling.h"
#include "spec/operators/scattering.h"
#include "spec/operators/segment.h"
#include "spec/operators/selection.h"
#include "spec/operators/shape.h"
#include "spec/operators/sorting.h"
#include "spec/operators/spectrum.h"
#include "spec/operators/unary.h"
#include "spec/operators/view.h"

namespace modecheck::spec::operators {

// In-place forms and out variants of several families. They stand at the end of the catalogue, so that the ids of other
// operators do not change.
using FurtherForms = List<asinh_, acosh_, atanh_, elu_, leaky_relu_, logical_and_, logical_or_, logical_xor_,
                          logical_not_, hardswish_out, threshold_out, bitwise_and_Tensor_out, bitwise_or_Tensor_out,
                          bitwise_xor_Tensor_out, bitwise_not_out, clamp_min_out, clamp_max_out, div_out_mode,
                          pow_Scalar_out, lerp_Scalar_out, lerp_Tensor_out, addcmul_out, addcdiv_out>;

using Catalogue =
    Join<CreationOperators, PointwiseOperators, ComparisonOperators, UnaryOperators, ElementwiseOperators,
         ReductionOperators, PoolingOperators, MatrixOperators, ConvolutionOperators, ShapeOperators, JoiningOperators,
         EmbeddingAndImageOperators, AdvancedIndexingOperators, SamplingOperators, ScatteringOperators, CopyOperators,
         LikeCreationOperators, FunctionalCopyOperators, ViewOperators, MetadataOperators, SortingOperators,
         PairedReductionOperators, MaxPoolingOperators, NormalizationOperators, DistanceOperators, SpectrumOperators,
         EmbeddingBagOperators, RandomOperators, LossOperators, SelectionOperators, ArrangementOperators,
         ActivationOperators, FactorisationOperators, NormOperators, SearchOperators, ComplexSpectrumOperators,
         DeterminantAndSystemOperators, GammaOperators, RandomCreationOperators, RandomLikeOperators,
         NumberSearchOperators, ComplexViewOperators, SegmentOperators, CompositeOperators, ForeachOperators,
         FurtherForms, OutVariantOperators, AliasOperators>;

}  // namespace modecheck::spec::operators
