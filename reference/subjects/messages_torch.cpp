// libtorch 1.13's messages, collected from hundreds of thousands of random programs.
#include <array>

#include "reference/subjects/messages.h"

namespace modecheck::subjects {
namespace {

using spec::ErrorClass;

// Specific before general.
constexpr std::array kTable{
    // Never legal.
    MessageRow{"INTERNAL ASSERT FAILED", "", ErrorClass::InternalAssertion},
    // Views: the end of the message tells the creation meta, its beginning only whether there is a grad_fn.
    MessageRow{"This view is the output of a function that returns multiple views", "",
               ErrorClass::ViewFromMultiOutput},
    MessageRow{"This view was created inside a custom Function", "", ErrorClass::ViewFromCustomFunction},
    MessageRow{"inside the inference_mode block", "", ErrorClass::ViewMadeInInference},
    MessageRow{"inside the no_grad block", "", ErrorClass::ViewMadeInNoGrad},
    // In-place and out= where autograd runs.
    MessageRow{"a view of a leaf Variable that requires grad is being used in an in-place operation", "",
               ErrorClass::ViewOfLeafInPlace},
    MessageRow{"a leaf Variable that requires grad is being used in an in-place operation", "",
               ErrorClass::LeafInPlace},
    MessageRow{"functions with out=... arguments don't support automatic differentiation", "",
               ErrorClass::OutRequiresGrad},
    MessageRow{"cannot resize variables that require grad", "", ErrorClass::ResizeRequiresGrad},
    MessageRow{"Can't detach views in-place", "", ErrorClass::DetachView},
    // Inference tensors.
    MessageRow{"Inplace update to inference tensor outside InferenceMode is not allowed", "",
               ErrorClass::InferenceInPlace},
    MessageRow{"Inference tensors cannot be saved for backward", "", ErrorClass::InferenceSaved},
    MessageRow{"Setting requires_grad=True on inference tensor outside InferenceMode", "",
               ErrorClass::InferenceRequiresGrad},
    MessageRow{"Inference tensors do not track version counter", "", ErrorClass::InferenceVersion},
    MessageRow{"Attempted to call `variable.set_data(tensor)`", "have incompatible tensor type",
               ErrorClass::KindMismatch},
    // Flags.
    MessageRow{"Only Tensors of floating point and complex dtype can require gradients", "",
               ErrorClass::RequiresGradDtype},
    MessageRow{"data set to a tensor that requires gradients must be floating point", "",
               ErrorClass::RequiresGradDtype},
    MessageRow{"you can only change requires_grad flags of leaf variables", "", ErrorClass::RequiresGradNonLeaf},
    MessageRow{"can't retain_grad on Tensor that has requires_grad=False", "", ErrorClass::RetainGradNoGrad},
    // Backward.
    MessageRow{"does not require grad and does not have a grad_fn", "", ErrorClass::BackwardNoGraph},
    MessageRow{"One of the differentiated Tensors does not require grad", "", ErrorClass::BackwardNoGraph},
    MessageRow{"One of the differentiated Tensors appears to not have been used in the graph", "",
               ErrorClass::BackwardUnused},
    MessageRow{"grad can be implicitly created only for scalar outputs", "", ErrorClass::BackwardShape},
    MessageRow{"Mismatch in shape: grad_output", "", ErrorClass::BackwardShape},
    MessageRow{"returned an invalid gradient at index", "expected shape compatible with", ErrorClass::BackwardShape},
    MessageRow{"invalid gradient at index", "expected shape compatible with", ErrorClass::BackwardShape},
    MessageRow{"invalid gradient at index", "expected type", ErrorClass::BackwardDtype},
    MessageRow{"derivative for set_ is not implemented", "", ErrorClass::BackwardNoGraph},
    MessageRow{"Trying to backward through the graph a second time", "", ErrorClass::BackwardFreed},
    MessageRow{"one of the variables needed for gradient computation has been modified by an inplace operation", "",
               ErrorClass::BackwardVersion},
    MessageRow{"Expected a proper Tensor but got None (or an undefined Tensor in C++)", "", ErrorClass::Argument},
    // Memory.
    MessageRow{"unsupported operation: more than one element of the written-to tensor", "", ErrorClass::Overlap},
    MessageRow{"unsupported operation: some elements of the input tensor and the written-to tensor", "",
               ErrorClass::Overlap},
    MessageRow{"setStorage: sizes", "out of bounds for storage of size", ErrorClass::StorageSize},
    MessageRow{"Trying to resize storage that is not resizable", "", ErrorClass::StorageSize},
    MessageRow{"Tensor: invalid storage offset", "", ErrorClass::StorageSize},
    MessageRow{"view size is not compatible with input tensor's size and stride", "", ErrorClass::Strides},
    MessageRow{"to view", "(different element sizes)", ErrorClass::Strides},
    MessageRow{"as_strided: Negative strides are not supported", "", ErrorClass::Strides},
    // Dtypes.
    MessageRow{"not implemented for '", "", ErrorClass::Dtype},
    MessageRow{"Boolean inputs not supported for relu", "", ErrorClass::Dtype},
    MessageRow{"Expected out tensor to have dtype", "", ErrorClass::Dtype},
    MessageRow{"Found dtype", "but expected", ErrorClass::Dtype},
    MessageRow{"can't be cast to the desired output type", "", ErrorClass::Dtype},
    MessageRow{"Mask tensor can take 0 and 1 values only", "", ErrorClass::Dtype},
    MessageRow{"Negation, the `-` operator, on a bool tensor is not supported", "", ErrorClass::Dtype},
    MessageRow{"Subtraction, the `-` operator", "bool tensor", ErrorClass::Dtype},
    MessageRow{"dot : expected both vectors to have same dtype", "", ErrorClass::Dtype},
    MessageRow{"expected scalar type", "but found", ErrorClass::Dtype},
    MessageRow{"Expected dtype int", "for index", ErrorClass::Dtype},
    MessageRow{"self and result must have the same scalar type", "", ErrorClass::Dtype},
    MessageRow{"must have the same dtype", "", ErrorClass::Dtype},
    MessageRow{"could not infer output dtype", "", ErrorClass::Dtype},
    MessageRow{"softmax with half to float conversion is not supported on CPU", "", ErrorClass::Dtype},
    MessageRow{"where expected condition to be a boolean tensor", "", ErrorClass::Dtype},
    MessageRow{"masked_fill_ only supports boolean masks", "", ErrorClass::Dtype},
    // Dimensions, indices and lengths.
    MessageRow{"Dimension out of range", "", ErrorClass::Range},
    MessageRow{"Dimension specified as", "but tensor has no dimensions", ErrorClass::Range},
    MessageRow{"INDICES element is out of DATA bounds", "", ErrorClass::Range},
    MessageRow{"index out of range in self", "", ErrorClass::Range},
    MessageRow{"is out of bounds for dimension", "", ErrorClass::Range},
    MessageRow{"self indexing axis dim should be positive", "", ErrorClass::Range},
    MessageRow{"cannot be applied to a 0-dim tensor", "", ErrorClass::Range},
    MessageRow{"out of range for tensor of size", "", ErrorClass::Range},
    MessageRow{"exceeds dimension size", "", ErrorClass::Range},
    MessageRow{"expects at least a 1-dimensional tensor", "", ErrorClass::Range},
    MessageRow{"split_size can only be 0 if dimension size is 0", "", ErrorClass::Range},
    MessageRow{"split expects split_size be non-negative", "", ErrorClass::Range},
    MessageRow{"chunk expects `chunks` to be greater than 0", "", ErrorClass::Range},
    MessageRow{"slice step must be positive", "", ErrorClass::Range},
    MessageRow{"appears multiple times in the list of dims", "", ErrorClass::Range},
    MessageRow{"diagonal dimensions cannot be identical", "", ErrorClass::Range},
    MessageRow{"permute(): duplicate dims are not allowed", "", ErrorClass::Range},
    MessageRow{"to have non-zero size", "", ErrorClass::Range},
    MessageRow{"Expected reduction dim to be specified for input.numel() == 0", "", ErrorClass::Range},
    // Sizes.
    MessageRow{"outer: Expected 1-D argument", "", ErrorClass::Shape},
    MessageRow{"Index is supposed to be a vector", "", ErrorClass::Shape},
    MessageRow{"Index tensor must have the same number of dimensions as input tensor", "", ErrorClass::Shape},
    MessageRow{"Size does not match at dimension", "expected index", ErrorClass::Shape},
    MessageRow{"Bad in-place call: input tensor size", "", ErrorClass::Shape},
    MessageRow{"Expected size for first two dimensions of batch", "", ErrorClass::Shape},
    MessageRow{"Sizes of tensors must match except in dimension", "", ErrorClass::Shape},
    MessageRow{"Storage size calculation overflowed", "", ErrorClass::Shape},
    MessageRow{"Tensors must have same number of dimensions", "", ErrorClass::Shape},
    MessageRow{"The expanded size of the tensor", "", ErrorClass::Shape},
    MessageRow{"The size of tensor a", "", ErrorClass::Shape},
    MessageRow{"Trying to create tensor with negative dimension", "", ErrorClass::Shape},
    MessageRow{"both arguments to matmul need to be at least 1D", "", ErrorClass::Shape},
    MessageRow{"cannot reshape tensor of 0 elements into shape", "", ErrorClass::Shape},
    MessageRow{"the number of sizes provided", "must be greater or equal to", ErrorClass::Shape},
    MessageRow{"inconsistent tensor size, expected tensor", "", ErrorClass::Shape},
    MessageRow{"invalid shape dimension", "", ErrorClass::Shape},
    MessageRow{"shapes cannot be multiplied", "", ErrorClass::Shape},
    MessageRow{"must be a matrix", "", ErrorClass::Shape},
    MessageRow{"mismatch in length of strides and shape", "", ErrorClass::Shape},
    MessageRow{"numel: integer multiplication overflow", "", ErrorClass::Shape},
    MessageRow{"only one dimension can be inferred", "", ErrorClass::Shape},
    MessageRow{"doesn't match the broadcast shape", "", ErrorClass::Shape},
    MessageRow{"does not match the length of the desired ordering of dimensions", "", ErrorClass::Shape},
    MessageRow{"shape '", "is invalid for input of size", ErrorClass::Shape},
    MessageRow{"size mismatch, got", "", ErrorClass::Shape},
    MessageRow{"stack expects each tensor to be equal size", "", ErrorClass::Shape},
    MessageRow{"expects a tensor with <= 2 dimensions", "", ErrorClass::Shape},
    MessageRow{"cannot be concatenated", "zero-dimensional tensor", ErrorClass::Shape},
    MessageRow{"cannot create std::vector larger than max_size()", "", ErrorClass::Shape},
    MessageRow{"Rank cannot be negative but got", "", ErrorClass::Shape},
    // Devices.
    MessageRow{"Expected all tensors to be on the same device", "", ErrorClass::Device},
    // Other arguments.
    MessageRow{"Boolean alpha only supported for Boolean results", "", ErrorClass::Argument},
    MessageRow{"argument alpha must not be a floating point number", "", ErrorClass::Argument},
    MessageRow{"argument beta must not be a floating point number", "", ErrorClass::Argument},
    MessageRow{"step must be nonzero", "", ErrorClass::Argument},
    MessageRow{"upper bound and larger bound inconsistent with step sign", "", ErrorClass::Argument},
    MessageRow{"out of memory:", "", ErrorClass::OutOfMemory},
    MessageRow{"std::bad_alloc", "", ErrorClass::OutOfMemory},
};

}  // namespace

spec::ErrorClass classify_message(std::string_view message) { return classify_by(kTable, message); }

}  // namespace modecheck::subjects
