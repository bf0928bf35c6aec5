// Makes composite functions available to the dispatcher. A call by name runs the C++ function. If an operator in that
// function raises, the whole call is undone (rule E1).
#include <tuple>
#include <type_traits>

#include "engine/api/composed_functions.h"
#include "engine/api/generated/functions.h"
#include "engine/composites/arrangement_functions.h"
#include "engine/composites/composition.h"
#include "engine/composites/contraction_functions.h"
#include "engine/composites/distance_functions.h"
#include "engine/composites/elementary_functions.h"
#include "engine/composites/foreach_functions.h"
#include "engine/composites/linalg_functions.h"
#include "engine/composites/loss_functions.h"
#include "engine/composites/neural_functions.h"
#include "engine/composites/normalization_functions.h"
#include "engine/composites/product_functions.h"
#include "engine/composites/random_functions.h"
#include "engine/composites/sampling_functions.h"
#include "engine/composites/sorting_functions.h"
#include "engine/composites/statistics_functions.h"
#include "engine/composites/transforms/spectrum_functions.h"
#include "engine/composites/transforms/transform_functions.h"
#include "engine/dispatch/call.h"
#include "engine/tracing/traced_composite.h"
#include "spec/operators/composites.h"
#include "spec/operators/for_each.h"
#include "spec/operators/foreach.h"
#include "spec/operators/random.h"

namespace modecheck::engine {

// Names the C++ function that computes the composite `Op`.
template <typename Op>
struct FunctionOf;

template <typename Op, typename Result, typename... Arguments>
Result Composite<Op, Result(Arguments...)>::call(Arguments... arguments) {
  if constexpr (Op::family == operators::Family::Foreach) {
    // Foreach functions already reject a call as a whole themselves.
    return traced_composite<Op>([&] { return FunctionOf<Op>::call(arguments...); }, arguments...);
  } else if constexpr (schema_of<Op>.writes()) {
    // The C++ function takes a written tensor as `at::Tensor&`. `held` has copies of the handles, to which such
    // references can refer.
    std::tuple<std::decay_t<Arguments>...> held(arguments...);
    as_a_whole([&] { return std::apply([](auto&... each) { return FunctionOf<Op>::call(each...); }, held); });
  } else {
    return traced_composite<Op>([&] { return as_a_whole([&] { return FunctionOf<Op>::call(arguments...); }); },
                                arguments...);
  }
}

// The first argument names a C++ function or a method. The further arguments name the composites that its overloads
// compute.
#define MODECHECK_FUNCTION(function, ...) MODECHECK_FOR_EACH(MODECHECK_FUNCTION_OF, (function), __VA_ARGS__)
#define MODECHECK_METHOD(method, ...) MODECHECK_FOR_EACH(MODECHECK_METHOD_OF, (method), __VA_ARGS__)
// The arguments name composites that a function in at::, or a method, of the same name computes.
#define MODECHECK_FUNCTIONS(...) MODECHECK_FOR_EACH(MODECHECK_FUNCTION_OF_SAME_NAME, (), __VA_ARGS__)
#define MODECHECK_METHODS(...) MODECHECK_FOR_EACH(MODECHECK_METHOD_OF_SAME_NAME, (), __VA_ARGS__)

#define MODECHECK_FUNCTION_OF(op, function)                                           \
  template <>                                                                         \
  struct FunctionOf<operators::op> {                                                  \
    static decltype(auto) call(auto&... arguments) { return function(arguments...); } \
  };                                                                                  \
  template struct Composite<operators::op>;
#define MODECHECK_METHOD_OF(op, method)                                                              \
  template <>                                                                                        \
  struct FunctionOf<operators::op> {                                                                 \
    static decltype(auto) call(auto& self, auto&... arguments) { return self.method(arguments...); } \
  };                                                                                                 \
  template struct Composite<operators::op>;
#define MODECHECK_FUNCTION_OF_SAME_NAME(op) MODECHECK_FUNCTION_OF(op, at::op)
#define MODECHECK_METHOD_OF_SAME_NAME(op) MODECHECK_METHOD_OF(op, op)

// Functions that return views, or copies where no view is possible.
MODECHECK_FUNCTIONS(broadcast_tensors, adjoint, atleast_1d, atleast_2d, atleast_3d, positive)
MODECHECK_METHODS(ravel, reshape_as, broadcast_to, expand_as, numpy_T, mT, mH)
MODECHECK_METHOD(flatten, flatten_using_ints)
MODECHECK_METHOD(unflatten, unflatten_int)
MODECHECK_METHOD(movedim, movedim_int, movedim_intlist)
MODECHECK_FUNCTION(at::moveaxis, moveaxis_int, moveaxis_intlist)
MODECHECK_METHOD(tensor_split, tensor_split_sections)
MODECHECK_FUNCTION(at::hsplit, hsplit_int)
MODECHECK_FUNCTION(at::vsplit, vsplit_int)
MODECHECK_FUNCTION(at::dsplit, dsplit_int)

// Element-wise functions.
MODECHECK_FUNCTIONS(square, square_, relu6, relu6_, dropout, dropout_)
MODECHECK_METHODS(type_as)
MODECHECK_FUNCTION(at::square_outf, square_out)
MODECHECK_FUNCTION(at::ldexp, ldexp_Tensor)
MODECHECK_FUNCTION(at::ldexp_, ldexp_)
MODECHECK_FUNCTION(at::ldexp_outf, ldexp_out)
MODECHECK_FUNCTION(at::float_power, float_power_Tensor_Scalar, float_power_Scalar, float_power_Tensor_Tensor)
MODECHECK_METHOD(float_power_, float_power__Scalar, float_power__Tensor)
MODECHECK_METHOD(bernoulli, bernoulli_p)
MODECHECK_METHOD(to, to_other)

// Functions that draw random numbers.
MODECHECK_METHODS(uniform_, normal_, random_, exponential_, bernoulli)
MODECHECK_METHOD(random_, random__from)
MODECHECK_METHOD(bernoulli_, bernoulli__float, bernoulli__Tensor)

// Functions that reduce dimensions.
MODECHECK_FUNCTIONS(nanmean)
MODECHECK_METHODS(argsort, msort, sum_to_size)

// Functions that join and move elements.
MODECHECK_FUNCTIONS(hstack, vstack, row_stack, dstack, column_stack, fliplr, flipud)
MODECHECK_METHODS(tile)
MODECHECK_FUNCTION(at::hstack_outf, hstack_out)
MODECHECK_FUNCTION(at::vstack_outf, vstack_out)
MODECHECK_FUNCTION(at::row_stack_outf, row_stack_out)
MODECHECK_FUNCTION(at::dstack_outf, dstack_out)
MODECHECK_FUNCTION(at::column_stack_outf, column_stack_out)

// Functions for products and distances.
MODECHECK_FUNCTIONS(linear, inverse, cdist, pdist)
MODECHECK_METHODS(outer, ger)

// Functions for losses and normalisations.
MODECHECK_FUNCTIONS(l1_loss, kl_div, margin_ranking_loss, nll_loss, nll_loss_nd, cross_entropy_loss, layer_norm,
                    group_norm, batch_norm, native_batch_norm)

// Functions for images.
MODECHECK_FUNCTIONS(conv_transpose1d, max_pool1d_with_indices, max_pool2d, max_pool3d, adaptive_avg_pool2d,
                    adaptive_avg_pool3d, grid_sampler)
MODECHECK_FUNCTION(at::conv1d, conv1d, conv1d_padding)
MODECHECK_FUNCTION(at::conv2d, conv2d, conv2d_padding)
MODECHECK_FUNCTION(at::conv3d, conv3d, conv3d_padding)
MODECHECK_FUNCTION(at::conv_transpose2d, conv_transpose2d_input)
MODECHECK_FUNCTION(at::conv_transpose3d, conv_transpose3d_input)

// Functions for embedding bags.
MODECHECK_FUNCTIONS(embedding_bag)

// Grids, and functions of neighbouring elements.
MODECHECK_FUNCTIONS(diff, take_along_dim, selu, selu_)
MODECHECK_FUNCTION(at::meshgrid, meshgrid, meshgrid_indexing)
MODECHECK_FUNCTION(at::trapezoid, trapezoid_dx, trapezoid_x)
MODECHECK_FUNCTION(at::cumulative_trapezoid, cumulative_trapezoid_dx, cumulative_trapezoid_x)
MODECHECK_FUNCTION(at::repeat_interleave, repeat_interleave_self_int)

// Functions that multiply tensors and sum over dimensions.
MODECHECK_FUNCTIONS(einsum, tensordot, inner, kron, chain_matmul, linalg_multi_dot)

// Functions for distances, and the losses that use distances.
MODECHECK_FUNCTIONS(pairwise_distance, cosine_similarity, hinge_embedding_loss, cosine_embedding_loss,
                    triplet_margin_loss, instance_norm)

// Functions for Fourier transforms.
MODECHECK_FUNCTIONS(fft_fft, fft_ifft, fft_rfft, fft_irfft, fft_fft2, fft_ifft2, fft_fftn, fft_ifftn, fft_fftshift,
                    fft_ifftshift)

// Functions of lists of tensors.
MODECHECK_FUNCTIONS(_foreach_abs, _foreach_acos, _foreach_asin, _foreach_atan, _foreach_ceil, _foreach_cos,
                    _foreach_cosh, _foreach_erf, _foreach_erfc, _foreach_exp, _foreach_expm1, _foreach_floor,
                    _foreach_frac, _foreach_log, _foreach_log10, _foreach_log1p, _foreach_log2, _foreach_neg,
                    _foreach_reciprocal, _foreach_round, _foreach_sigmoid, _foreach_sin, _foreach_sinh, _foreach_sqrt,
                    _foreach_tan, _foreach_tanh, _foreach_trunc)
MODECHECK_FUNCTIONS(_foreach_abs_, _foreach_acos_, _foreach_asin_, _foreach_atan_, _foreach_ceil_, _foreach_cos_,
                    _foreach_cosh_, _foreach_erf_, _foreach_erfc_, _foreach_exp_, _foreach_expm1_, _foreach_floor_,
                    _foreach_frac_, _foreach_log_, _foreach_log10_, _foreach_log1p_, _foreach_log2_, _foreach_neg_,
                    _foreach_reciprocal_, _foreach_round_, _foreach_sigmoid_, _foreach_sin_, _foreach_sinh_,
                    _foreach_sqrt_, _foreach_tan_, _foreach_tanh_, _foreach_trunc_)
MODECHECK_FUNCTIONS(_foreach_zero_)
MODECHECK_FUNCTION(at::_foreach_add, _foreach_add_Scalar, _foreach_add_List)
MODECHECK_FUNCTION(at::_foreach_add_, _foreach_add__Scalar, _foreach_add__List)
MODECHECK_FUNCTION(at::_foreach_sub, _foreach_sub_Scalar, _foreach_sub_List)
MODECHECK_FUNCTION(at::_foreach_sub_, _foreach_sub__Scalar, _foreach_sub__List)
MODECHECK_FUNCTION(at::_foreach_mul, _foreach_mul_Scalar, _foreach_mul_List)
MODECHECK_FUNCTION(at::_foreach_mul_, _foreach_mul__Scalar, _foreach_mul__List)
MODECHECK_FUNCTION(at::_foreach_div, _foreach_div_Scalar, _foreach_div_List)
MODECHECK_FUNCTION(at::_foreach_div_, _foreach_div__Scalar, _foreach_div__List)
MODECHECK_FUNCTION(at::_foreach_maximum, _foreach_maximum_List)
MODECHECK_FUNCTION(at::_foreach_maximum_, _foreach_maximum__List)
MODECHECK_FUNCTION(at::_foreach_minimum, _foreach_minimum_List)
MODECHECK_FUNCTION(at::_foreach_minimum_, _foreach_minimum__List)
MODECHECK_FUNCTION(at::_foreach_addcmul, _foreach_addcmul_Scalar)
MODECHECK_FUNCTION(at::_foreach_addcmul_, _foreach_addcmul__Scalar)
MODECHECK_FUNCTION(at::_foreach_addcdiv, _foreach_addcdiv_Scalar)
MODECHECK_FUNCTION(at::_foreach_addcdiv_, _foreach_addcdiv__Scalar)

}  // namespace modecheck::engine
