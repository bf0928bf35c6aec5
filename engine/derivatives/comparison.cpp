// Defines the dispatch tables of comparisons and logical operators, which are not differentiable. The in-place forms
// are recorded, because they overwrite their argument, and give all operands zero gradients.
#include "spec/operators/comparison.h"

#include "engine/derivatives/gradient.h"
#include "spec/operators/unary.h"

namespace modecheck::engine {

#define MODECHECK_COMPARISON_FORMS(op, in_place, out_form, node) \
  template <>                                                    \
  struct Derivative<operators::in_place> : ZeroGradients {       \
    static constexpr const char* name = node;                    \
  };                                                             \
  MODECHECK_REGISTER_NOT_DIFFERENTIABLE(op)                      \
  MODECHECK_REGISTER(in_place, out_form)
#define MODECHECK_COMPARISON(op, node)                                                     \
  MODECHECK_COMPARISON_FORMS(op##_Tensor, op##__Tensor, op##_Tensor_out, node "Backward1") \
  MODECHECK_COMPARISON_FORMS(op##_Scalar, op##__Scalar, op##_Scalar_out, node "Backward0")

MODECHECK_COMPARISON(eq, "Eq")
MODECHECK_COMPARISON(ne, "Ne")
MODECHECK_COMPARISON(lt, "Lt")
MODECHECK_COMPARISON(le, "Le")
MODECHECK_COMPARISON(gt, "Gt")
MODECHECK_COMPARISON(ge, "Ge")
MODECHECK_COMPARISON_FORMS(logical_not, logical_not_, logical_not_out, "LogicalNotBackward0")
MODECHECK_COMPARISON_FORMS(logical_and, logical_and_, logical_and_out, "LogicalAndBackward0")
MODECHECK_COMPARISON_FORMS(logical_or, logical_or_, logical_or_out, "LogicalOrBackward0")
MODECHECK_COMPARISON_FORMS(logical_xor, logical_xor_, logical_xor_out, "LogicalXorBackward0")
MODECHECK_REGISTER_NOT_DIFFERENTIABLE(bitwise_and__Tensor, bitwise_and__Scalar, bitwise_or__Tensor, bitwise_or__Scalar,
                                      bitwise_xor__Tensor, bitwise_xor__Scalar, bitwise_left_shift__Tensor,
                                      bitwise_left_shift__Tensor_Scalar, bitwise_right_shift__Tensor,
                                      bitwise_right_shift__Tensor_Scalar)

// Operators on bits take no floating-point numbers. But an integer tensor that requires grad can come from set_data()
// of a view. libtorch then records the call, with a node that raises, so that a stale view is rejected (rule W5).
MODECHECK_GRADIENTS(NotImplemented,
                    (bitwise_and_Tensor, bitwise_and_Scalar, bitwise_or_Tensor, bitwise_or_Scalar, bitwise_xor_Tensor,
                     bitwise_xor_Scalar, bitwise_not, bitwise_left_shift_Tensor, bitwise_left_shift_Tensor_Scalar,
                     bitwise_right_shift_Tensor, bitwise_right_shift_Tensor_Scalar)) {
  if (!b.needs(0)) return;
  raise(ErrorClass::NotDifferentiable, name, ": operators on bits have no derivative; detach the input");
}
MODECHECK_REGISTER(bitwise_and_Tensor_out, bitwise_or_Tensor_out, bitwise_xor_Tensor_out, bitwise_not_out,
                   bitwise_left_shift_Tensor_out, bitwise_right_shift_Tensor_out)

}  // namespace modecheck::engine
