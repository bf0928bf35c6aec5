#include "properties/generate/operation_facts.h"

#include <array>
#include <string_view>
#include <vector>

#include "spec/program/slots.h"

namespace modecheck::properties {
namespace {

using spec::operators::Family;
using spec::operators::Schema;
using spec::operators::Type;

struct Named {
  std::string_view name;
  CallShape call_shape;
};

constexpr Named kPatterns[] = {
    {"arange", CallShape::Arange},
    {"empty_strided", CallShape::Strided},
    {"scalar_tensor", CallShape::ScalarTensor},
    {"full_like", CallShape::FullLike},
    {"rand_like", CallShape::DrawnLike},
    {"randn_like", CallShape::DrawnLike},
    {"randperm", CallShape::Permutation},
    {"randint", CallShape::Integers},
    {"native_dropout", CallShape::Dropout},
    {"lerp", CallShape::Ternary},
    {"lerp_", CallShape::Ternary},
    {"addcmul", CallShape::Ternary},
    {"addcmul_", CallShape::Ternary},
    {"addcdiv", CallShape::Ternary},
    {"addcdiv_", CallShape::Ternary},
    {"where", CallShape::Where},
    {"sum", CallShape::ReduceDims},
    {"mean", CallShape::ReduceDims},
    {"amax", CallShape::ReduceDims},
    {"amin", CallShape::ReduceDims},
    {"nansum", CallShape::ReduceDims},
    {"logsumexp", CallShape::ReduceDims},
    {"var", CallShape::Spread},
    {"std", CallShape::Spread},
    {"var_mean", CallShape::Spread},
    {"std_mean", CallShape::Spread},
    {"prod", CallShape::ReduceOne},
    {"any", CallShape::ReduceOne},
    {"all", CallShape::ReduceOne},
    {"argmax", CallShape::ReduceOptional},
    {"argmin", CallShape::ReduceOptional},
    {"aminmax", CallShape::ReduceOptional},
    {"count_nonzero", CallShape::ReduceOptional},
    {"cumsum", CallShape::Cumulate},
    {"cumsum_", CallShape::Cumulate},
    {"_softmax", CallShape::Softmax},
    {"softmax", CallShape::Softmax},
    {"_log_softmax", CallShape::Softmax},
    {"log_softmax", CallShape::Softmax},
    {"mm", CallShape::Mm},
    {"addmm", CallShape::AddMm},
    {"addmm_", CallShape::AddMm},
    {"addmv", CallShape::AddMv},
    {"addmv_", CallShape::AddMv},
    {"addbmm", CallShape::AddBmm},
    {"baddbmm", CallShape::BaddBmm},
    {"baddbmm_", CallShape::BaddBmm},
    {"matmul", CallShape::MatMul},
    {"mv", CallShape::Mv},
    {"dot", CallShape::Dot},
    {"bmm", CallShape::Bmm},
    {"max", CallShape::ReduceOne},
    {"min", CallShape::ReduceOne},
    {"median", CallShape::ReduceOne},
    {"sort", CallShape::Sort},
    {"cummax", CallShape::Cumulate},
    {"cummin", CallShape::Cumulate},
    {"topk", CallShape::TopK},
    {"kthvalue", CallShape::KthValue},
    {"cumprod", CallShape::Cumulate},
    {"cumprod_", CallShape::Cumulate},
    {"constant_pad_nd", CallShape::Pad},
    {"reflection_pad1d", CallShape::Border},
    {"reflection_pad2d", CallShape::Border},
    {"replication_pad2d", CallShape::Border},
    {"reflection_pad3d", CallShape::Border},
    {"replication_pad3d", CallShape::Border},
    {"adaptive_avg_pool1d", CallShape::AdaptivePool},
    {"_adaptive_avg_pool2d", CallShape::AdaptivePool},
    {"_adaptive_avg_pool3d", CallShape::AdaptivePool},
    {"avg_pool1d", CallShape::AvgPool},
    {"avg_pool2d", CallShape::AvgPool},
    {"avg_pool3d", CallShape::AvgPool},
    {"max_pool2d_with_indices", CallShape::MaxPool},
    {"max_pool3d_with_indices", CallShape::MaxPool},
    {"convolution", CallShape::Convolution},
    {"col2im", CallShape::Col2Im},
    {"upsample_nearest2d", CallShape::Upsample},
    {"upsample_bilinear2d", CallShape::Upsample},
    {"grid_sampler_2d", CallShape::GridSampler},
    {"nonzero", CallShape::Nonzero},
    {"native_layer_norm", CallShape::LayerNorm},
    {"native_group_norm", CallShape::GroupNorm},
    {"_cdist_forward", CallShape::CDist},
    {"_pdist_forward", CallShape::PDist},
    {"_fft_r2c", CallShape::RealTransform},
    {"_fft_c2r", CallShape::RealInverse},
    {"repeat", CallShape::Repeat},
    {"slice_scatter", CallShape::SliceScatter},
    {"select_scatter", CallShape::SelectScatter},
    {"flip", CallShape::Flip},
    {"tril", CallShape::Triangle},
    {"tril_", CallShape::Triangle},
    {"triu", CallShape::Triangle},
    {"triu_", CallShape::Triangle},
    {"cat", CallShape::Cat},
    {"stack", CallShape::Stack},
    {"index_select", CallShape::IndexSelect},
    {"embedding", CallShape::Embedding},
    {"_embedding_bag", CallShape::EmbeddingBag},
    {"gather", CallShape::Gather},
    {"index_add", CallShape::IndexInto},
    {"index_add_", CallShape::IndexInto},
    {"index_copy", CallShape::IndexInto},
    {"index_copy_", CallShape::IndexInto},
    {"index_fill", CallShape::IndexInto},
    {"index_fill_", CallShape::IndexInto},
    {"scatter", CallShape::ScatterInto},
    {"scatter_", CallShape::ScatterInto},
    {"scatter_add", CallShape::ScatterInto},
    {"scatter_add_", CallShape::ScatterInto},
    {"scatter_reduce", CallShape::ScatterReduce},
    {"segment_reduce", CallShape::Segments},
    {"scatter_reduce_", CallShape::ScatterReduce},
    {"index", CallShape::Index},
    {"index_put", CallShape::IndexPut},
    {"index_put_", CallShape::IndexPut},
    {"masked_fill", CallShape::MaskedFill},
    {"masked_fill_", CallShape::MaskedFill},
    {"masked_scatter", CallShape::MaskedScatter},
    {"masked_scatter_", CallShape::MaskedScatter},
    {"clone", CallShape::Clone},
    {"contiguous", CallShape::Contiguous},
    {"to", CallShape::ToDtype},
    {"_to_copy", CallShape::ToCopy},
    {"copy_", CallShape::CopyInto},
    {"copy", CallShape::CopyLike},
    {"uniform_", CallShape::Draw},
    {"normal_", CallShape::Draw},
    {"random_", CallShape::Draw},
    {"exponential_", CallShape::Draw},
    {"bernoulli_", CallShape::Draw},
    {"bernoulli", CallShape::Unary},
    {"native_batch_norm", CallShape::BatchNorm},
    {"mse_loss", CallShape::Loss},
    {"smooth_l1_loss", CallShape::Loss},
    {"huber_loss", CallShape::Loss},
    {"binary_cross_entropy", CallShape::Loss},
    {"nll_loss_forward", CallShape::NllLoss},
    {"trace", CallShape::Trace},
    {"linalg_inv_ex", CallShape::Factors},
    {"linalg_cholesky_ex", CallShape::Factors},
    {"linalg_solve_triangular", CallShape::TriangularSolve},
    {"_linalg_det", CallShape::Determinant},
    {"_linalg_slogdet", CallShape::Determinant},
    {"_linalg_solve_ex", CallShape::Solve},
    {"linalg_vector_norm", CallShape::Norm},
    {"norm", CallShape::Norm},
    {"searchsorted", CallShape::Places},
    {"bucketize", CallShape::Places},
    {"_unique2", CallShape::Unique},
    {"_fft_c2c", CallShape::ComplexTransform},
    {"masked_select", CallShape::MaskedSelect},
    {"take", CallShape::Take},
    {"roll", CallShape::Roll},
    {"diag_embed", CallShape::DiagEmbed},
    {"unfold", CallShape::Unfold},
    {"logcumsumexp", CallShape::Cumulate},
    {"zero_", CallShape::Fill},
    {"fill_", CallShape::Fill},
    {"fill", CallShape::Fill},
    {"alias", CallShape::SameView},
    {"view", CallShape::Resize},
    {"reshape", CallShape::Resize},
    {"transpose", CallShape::Transpose},
    {"transpose_", CallShape::Transpose},
    {"permute", CallShape::Permute},
    {"t", CallShape::Matrix},
    {"t_", CallShape::Matrix},
    {"select", CallShape::Select},
    {"slice", CallShape::Slice},
    {"narrow", CallShape::Narrow},
    {"narrow_copy", CallShape::Narrow},
    {"expand", CallShape::Expand},
    {"squeeze", CallShape::Squeeze},
    {"squeeze_", CallShape::Squeeze},
    {"unsqueeze", CallShape::Unsqueeze},
    {"unsqueeze_", CallShape::Unsqueeze},
    {"diagonal", CallShape::Diagonal},
    {"as_strided", CallShape::AsStrided},
    {"as_strided_", CallShape::AsStrided},
    {"view_as", CallShape::ViewAs},
    {"view_as_real", CallShape::AsReal},
    {"view_as_complex", CallShape::AsComplex},
    {"split", CallShape::Split},
    {"split_with_sizes", CallShape::SplitWithSizes},
    {"chunk", CallShape::Chunk},
    {"unbind", CallShape::Unbind},
    {"detach", CallShape::Detach},
    {"detach_", CallShape::Detach},
    {"resize_", CallShape::ResizeStorage},
    {"set_", CallShape::SetSource},
};

constexpr std::string_view kRealOnly[] = {
    "relu",      "maximum",      "minimum",   "fmax",    "fmin",       "atan2",      "lt",         "le",
    "gt",        "ge",           "amax",      "amin",    "argmax",     "argmin",     "logsumexp",  "nansum",
    "log1p",     "exp2",         "expm1",     "erf",     "erfc",       "sign",       "floor",      "ceil",
    "trunc",     "round",        "frac",      "gelu",    "elu",        "softplus",   "leaky_relu", "hardtanh",
    "clamp",     "clamp_min",    "clamp_max", "mish",    "nan_to_num", "hypot",      "logaddexp",  "fmod",
    "remainder", "hardsigmoid",  "hardswish", "max",     "min",        "copysign",   "xlogy",      "median",
    "sort",      "topk",         "kthvalue",  "cummax",  "cummin",     "softshrink", "threshold",  "celu",
    "logit",     "logcumsumexp", "lgamma",    "digamma", "polygamma"};
constexpr std::string_view kNoHalf[] = {
    "exp",       "sigmoid", "tanh",        "relu",         "prod",      "cumsum",    "logsumexp", "log",
    "log2",      "log10",   "log1p",       "expm1",        "sqrt",      "rsqrt",     "sin",       "cos",
    "tan",       "asin",    "acos",        "atan",         "sinh",      "cosh",      "asinh",     "acosh",
    "atanh",     "erf",     "erfc",        "floor",        "ceil",      "trunc",     "round",     "silu",
    "gelu",      "elu",     "softplus",    "leaky_relu",   "hardtanh",  "clamp",     "mish",      "hypot",
    "lerp",      "atan2",   "hardsigmoid", "hardswish",    "clamp_min", "clamp_max", "logaddexp", "addcmul",
    "addcdiv",   "median",  "topk",        "kthvalue",     "cummax",    "cummin",    "cumprod",   "softshrink",
    "threshold", "celu",    "logit",       "logcumsumexp", "trace",     "lgamma",    "digamma",   "polygamma"};
// Names of operators that promote integers and bools to float32.
constexpr std::string_view kFloating[] = {
    "exp",   "sigmoid",   "tanh",     "div",   "mean",  "log",    "log2",    "log10",    "log1p",
    "exp2",  "expm1",     "sqrt",     "rsqrt", "sin",   "cos",    "tan",     "asin",     "acos",
    "atan",  "sinh",      "cosh",     "asinh", "acosh", "atanh",  "erf",     "erfc",     "reciprocal",
    "atan2", "logsumexp", "copysign", "xlogy", "logit", "lgamma", "digamma", "polygamma"};
constexpr std::string_view kNoBool[] = {"neg",     "sub",      "rsub",      "relu",      "abs",         "floor",
                                        "ceil",    "trunc",    "round",     "hardtanh",  "fmod",        "remainder",
                                        "addcmul", "argmax",   "argmin",    "index_add", "scatter_add", "median",
                                        "topk",    "kthvalue", "threshold", "trace"};
constexpr std::string_view kFloatingOnly[] = {"mean",        "frac",      "silu",       "gelu",      "elu",
                                              "leaky_relu",  "softplus",  "hypot",      "logaddexp", "lerp",
                                              "hardsigmoid", "hardswish", "mish",       "var",       "std",
                                              "var_mean",    "std_mean",  "softshrink", "celu",      "logcumsumexp"};

template <std::size_t size>
constexpr bool contains(const std::string_view (&names)[size], std::string_view name) {
  for (const std::string_view candidate : names)
    if (candidate == name) return true;
  return false;
}

constexpr std::string_view stem_of(std::string_view name) {
  return name.size() > 1 && name.back() == '_' ? name.substr(0, name.size() - 1) : name;
}

constexpr CallShape pattern_of(const Schema& schema, Family family, bool scalar, int tensors) {
  for (const std::string_view whole : {"sum", "mean", "prod", "any", "all", "any.all_out", "all.all_out"})
    if (schema.qualified_name == whole) return CallShape::ReduceAll;
  for (const std::string_view whole : {"max", "min", "median"})
    if (schema.qualified_name == whole) return CallShape::Whole;
  for (const std::string_view whole : {"searchsorted.Scalar", "bucketize.Scalar"})
    if (schema.qualified_name == whole) return CallShape::PlaceOfNumber;
  if (schema.qualified_name == "view.dtype") return CallShape::ViewDtype;
  if (schema.overload == "dim" && stem_of(schema.name) == "squeeze") return CallShape::SqueezeDim;
  if (stem_of(schema.name) == "clamp" && tensors == 3) return CallShape::ClampBetween;
  for (const Named& row : kPatterns)
    if (row.name == schema.name) return row.call_shape;
  switch (family) {
    case Family::Foreach:
      return CallShape::Foreach;
    case Family::Creation:
      return CallShape::Sized;
    case Family::PointwiseUnary:
      return CallShape::Unary;
    case Family::PointwiseBinary:
    case Family::Comparison:
      return scalar ? CallShape::BinaryScalar : tensors == 1 ? CallShape::Unary : CallShape::Binary;
    default:
      return CallShape::NotAnOperator;
  }
}

// Sets the facts that do not depend on the kind of the command.
OperationFacts common_facts(spec::OperationId id) {
  const spec::Operation& row = spec::operation(id);
  OperationFacts out;
  out.kind = row.kind;
  out.builtin = row.builtin;
  out.keeps_result = spec::keeps_result(row);
  out.writes = row.schema.writes();
  out.immediates = spec::slots_of(id).immediate_count;
  return out;
}

// Sets how many inputs and outputs the operator has, and whether it writes in place.
void add_operands(OperationFacts& out, const Schema& schema, const spec::SlotLayout& layout) {
  int operand = 0;
  for (std::size_t i = 0; i < schema.argument_count; ++i) {
    const auto& argument = schema.arguments[i];
    if (!argument.is_tensor()) continue;
    if (argument.write && operand > 0)
      (out.out < 0 ? out.out : out.second_out) = static_cast<std::int8_t>(operand);
    else
      out.tensors = static_cast<std::uint8_t>(out.tensors + 1);
    if (argument.write && operand == 0) out.in_place = true;
    operand += layout.arguments[i].operands;
  }
}

bool takes_a_scalar(const Schema& schema) {
  for (std::size_t i = 0; i < schema.argument_count; ++i) {
    const auto& argument = schema.arguments[i];
    if (argument.type == Type::Scalar && (argument.name == "other" || argument.name == "exponent")) return true;
  }
  return false;
}

// Adds which dtypes the operator accepts, if that follows from its call shape. The tables kFloating and so on name the
// operators for which it does not follow.
void add_dtypes_of_shape(OperationFacts& out, std::string_view stem) {
  const auto floating_only = [&](bool half, bool complex) {
    out.needs_floating = true;
    out.no_half = out.no_half || !half;
    out.no_complex = out.no_complex || !complex;
  };
  switch (out.call_shape) {
    case CallShape::Border:
      return floating_only(false, true);
    case CallShape::AdaptivePool:
    case CallShape::AvgPool:
    case CallShape::MaxPool:
    case CallShape::GridSampler:
    case CallShape::Upsample:
    case CallShape::EmbeddingBag:
    case CallShape::CDist:
    case CallShape::PDist:
    case CallShape::Factors:
    case CallShape::TriangularSolve:
    case CallShape::Determinant:
    case CallShape::Solve:
    case CallShape::Loss:
    case CallShape::NllLoss:
    case CallShape::LayerNorm:
    case CallShape::GroupNorm:
    case CallShape::BatchNorm:
      return floating_only(false, false);
    case CallShape::Convolution:
    case CallShape::Segments:
      return floating_only(true, false);
    case CallShape::Col2Im:
    case CallShape::DrawnLike:
    case CallShape::Dropout:
      return floating_only(true, true);
    case CallShape::Norm:
      out.parts = true;
      return floating_only(true, true);
    case CallShape::Draw:
      out.needs_floating = stem == "uniform" || stem == "normal" || stem == "exponential";
      out.no_half = stem == "bernoulli";
      out.no_complex = stem != "normal" && stem != "uniform";
      return;
    case CallShape::Places:
    case CallShape::PlaceOfNumber:
      out.result = Result::Promoted;
      out.no_complex = true;
      return;
    case CallShape::Unique:
      out.no_complex = out.no_half = true;
      return;
    case CallShape::ClampBetween:
      out.no_bool = true;
      return;
    default:
      if (stem == "bernoulli") floating_only(false, false);
  }
}

std::uint8_t spatial_of(CallShape call_shape, std::string_view stem) {
  switch (call_shape) {
    case CallShape::Border:
    case CallShape::AdaptivePool:
    case CallShape::AvgPool:
    case CallShape::MaxPool:
      return stem.find("1d") != stem.npos ? 1 : stem.find("2d") != stem.npos ? 2 : 3;
    case CallShape::Convolution:
      return 1;
    case CallShape::GridSampler:
    case CallShape::Upsample:
      return 2;
    default:
      return 0;
  }
}

void add_operator_facts(OperationFacts& out, const spec::Operation& row, const spec::SlotLayout& layout) {
  const Schema& schema = row.schema;
  const Family family = row.family;
  add_operands(out, schema, layout);
  out.call_shape = pattern_of(schema, family, takes_a_scalar(schema), out.tensors);
  const std::string_view stem = stem_of(schema.name);
  // Whether clamp_min or clamp_max takes its bound as a tensor.
  const bool by_tensor = out.tensors == 2 && (stem == "clamp_min" || stem == "clamp_max");
  if (family == Family::Comparison || stem == "any" || stem == "all") out.result = Result::Bool;
  if (contains(kFloating, stem)) out.result = Result::Floating;
  out.needs_floating = contains(kFloatingOnly, stem) || family == Family::Softmax;
  out.no_complex = contains(kRealOnly, stem) || family == Family::Softmax;
  out.no_half = (contains(kNoHalf, stem) && !by_tensor) || family == Family::Softmax || family == Family::MatrixProduct;
  out.no_bool = contains(kNoBool, stem) || family == Family::MatrixProduct;
  out.no_floating = stem.substr(0, 7) == "bitwise";
  out.parts = stem == "abs" || stem == "var" || stem == "std" || stem == "var_mean" || stem == "std_mean";
  out.is_out_variant = row.out_of != 0;
  out.probability = stem == "bernoulli" && (!out.in_place || out.tensors > 1);
  out.rises = out.in_place && (stem == "celu" || stem == "elu" || stem == "leaky_relu");
  out.spatial = spatial_of(out.call_shape, stem);
  add_dtypes_of_shape(out, stem);
  // Index operators have an operand slot for each index, even for an index that is None. Count all these slots.
  if (out.call_shape == CallShape::Index || out.call_shape == CallShape::IndexPut) {
    int operands = 0;
    for (std::size_t i = 0; i < schema.argument_count; ++i)
      if (schema.arguments[i].is_tensor()) operands += layout.arguments[i].operands;
    out.tensors = static_cast<std::uint8_t>(out.out < 0 ? operands : operands - 1);
  }
}

// Returns the facts of a composite: the facts of the operator that it resembles, with the positions of its own
// arguments.
OperationFacts facts_of_composite(const OperationFacts& own, const std::vector<OperationFacts>& all,
                                  spec::OperationId like) {
  OperationFacts out = all[like];
  out.keeps_result = own.keeps_result;
  out.writes = own.writes;
  out.immediates = own.immediates;
  out.in_place = own.in_place;
  out.out = own.out;
  out.second_out = own.second_out;
  out.tensors = own.tensors;
  out.resembles = like;
  return out;
}

bool needs_mask(CallShape call_shape) {
  return call_shape == CallShape::Where || call_shape == CallShape::MaskedFill ||
         call_shape == CallShape::MaskedScatter || call_shape == CallShape::MaskedSelect;
}

bool needs_index(CallShape call_shape) {
  switch (call_shape) {
    case CallShape::IndexInto:
    case CallShape::ScatterInto:
    case CallShape::ScatterReduce:
    case CallShape::Index:
    case CallShape::IndexPut:
    case CallShape::Take:
    case CallShape::NllLoss:
    case CallShape::Places:
      return true;
    default:
      return false;
  }
}

void add_needs(OperationFacts& out, std::string_view stem) {
  const bool adds_factors = adds_product(out.call_shape) && out.call_shape != CallShape::AddMm;
  out.needs_mask = needs_mask(out.call_shape);
  out.needs_index = needs_index(out.call_shape);
  out.needs_complex = stem == "fft_ifft";
  out.needs_widest = out.in_place && stem == "float_power";
  out.may_lack = out.needs_mask || out.needs_index || out.needs_complex || out.needs_widest || out.no_floating ||
                 out.probability || (out.is_out_variant && out.result == Result::Bool) || out.second_out >= 0 ||
                 out.spatial > 0 || out.call_shape == CallShape::Loss || out.call_shape == CallShape::Bmm ||
                 adds_factors;
}

std::vector<OperationFacts> make_table() {
  std::vector<OperationFacts> out(spec::operations().size());
  for (std::size_t at = 0; at < out.size(); ++at) {
    const auto id = static_cast<spec::OperationId>(at);
    out[at] = common_facts(id);
    const spec::Operation& row = spec::operations()[at];
    if (row.kind == spec::CommandKind::Operator)
      add_operator_facts(out[at], row, spec::slots_of(static_cast<spec::OperationId>(at)));
  }
  for (std::size_t at = 0; at < out.size(); ++at)
    if (const spec::OperationId alias_of = spec::operations()[at].alias_of; alias_of != 0) out[at] = out[alias_of];
  for (std::size_t at = 0; at < out.size(); ++at)
    if (const spec::Operation& row = spec::operations()[at]; row.resembles != 0) {
      out[at] = facts_of_composite(out[at], out, row.resembles);
      const std::size_t digit = row.schema.name.find_last_of("123");
      if (out[at].spatial > 0 && digit != row.schema.name.npos)
        out[at].spatial = static_cast<std::uint8_t>(row.schema.name[digit] - '0');
    }
  for (std::size_t at = 0; at < out.size(); ++at) add_needs(out[at], stem_of(spec::operations()[at].schema.name));
  return out;
}

const std::vector<OperationFacts> kFacts = make_table();

}  // namespace

const OperationFacts* operation_facts() { return kFacts.data(); }

}  // namespace modecheck::properties
