#include "properties/generate/sketch/facts.h"

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

struct Kept {
  std::string_view name;  // without the `_` of in-place operators
  Keeps keeps;
};

constexpr Kept kKept[] = {
    {"abs", Keeps::Self},
    {"exp", Keeps::Output},
    {"relu", Keeps::Output},
    {"sigmoid", Keeps::Output},
    {"tanh", Keeps::Output},
    {"mul", Keeps::Crosswise},
    {"div", Keeps::Divisor},
    {"maximum", Keeps::Both},
    {"where", Keeps::Self},
    {"amax", Keeps::SelfAndOutput},
    {"_softmax", Keeps::Output},
    {"softmax", Keeps::Output},
    {"mm", Keeps::Crosswise},
    {"matmul", Keeps::Crosswise},
    {"addmm", Keeps::Both},
    {"mv", Keeps::Crosswise},
    {"dot", Keeps::Crosswise},
    {"bmm", Keeps::Crosswise},
    {"addmv", Keeps::Both},
    {"addbmm", Keeps::Both},
    {"baddbmm", Keeps::Both},
    {"index_add", Keeps::Second},
    {"index_copy", Keeps::Second},
    {"index_fill", Keeps::Second},
    {"scatter", Keeps::Second},
    {"scatter_add", Keeps::Second},
    {"index_select", Keeps::Last},
    {"gather", Keeps::Last},
    {"masked_fill", Keeps::Last},
    {"masked_scatter", Keeps::Second},
    {"scatter_reduce", Keeps::All},
    {"mse_loss", Keeps::Both},
    {"smooth_l1_loss", Keeps::Both},
    {"huber_loss", Keeps::Both},
    {"take", Keeps::Both},
    {"masked_select", Keeps::Both},
    {"binary_cross_entropy", Keeps::Both},
    {"softshrink", Keeps::Self},
    {"threshold", Keeps::Self},
    {"logit", Keeps::Self},
    {"celu", Keeps::Self},
    {"sgn", Keeps::SelfAndOutput},
    {"logcumsumexp", Keeps::SelfAndOutput},
    {"max", Keeps::SelfAndOutput},
    {"min", Keeps::SelfAndOutput},
    {"median", Keeps::SelfAndOutput},
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
constexpr std::string_view kKeepSelf[] = {
    "log",         "log2",       "log10",    "log1p",    "sin",    "cos",    "asin",      "acos",      "atan",
    "sinh",        "cosh",       "asinh",    "acosh",    "atanh",  "erf",    "erfc",      "silu",      "gelu",
    "elu",         "leaky_relu", "hardtanh", "softplus", "pow",    "clamp",  "clamp_min", "clamp_max", "nan_to_num",
    "hardsigmoid", "hardswish",  "mish",     "var",      "nansum", "lgamma", "digamma",   "polygamma"};
constexpr std::string_view kKeepSelfAndOutput[] = {"cumprod", "copysign", "amin", "prod", "logsumexp", "std"};
constexpr std::string_view kKeepBoth[] = {"minimum", "fmax",      "fmin", "atan2",   "fmod",    "remainder",
                                          "hypot",   "logaddexp", "lerp", "addcmul", "addcdiv", "xlogy"};
constexpr std::string_view kKeepOutput[] = {"exp2", "expm1",      "sqrt",         "rsqrt",
                                            "tan",  "reciprocal", "_log_softmax", "log_softmax"};
// Integers become float32.
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
    case Family::ForEach:
      return CallShape::ForEach;
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

// What every operation has.
OperationFacts common_facts(spec::OperationId id) {
  const spec::Operation& row = spec::operation(id);
  OperationFacts out;
  out.kind = row.kind;
  out.extra = row.extra;
  out.keeps_result = spec::keeps_result(row);
  out.second_result = spec::returns_several(row);
  out.writes = row.schema.writes();
  out.immediates = spec::slots_of(id).immediate_count;
  return out;
}

void add_operator_facts(OperationFacts& out, const spec::Operation& row, const spec::SlotLayout& layout) {
  const Schema& schema = row.schema;
  const Family family = row.family;
  int operand = 0;
  bool scalar = false;
  for (std::size_t i = 0; i < schema.argument_count; ++i) {
    const auto& argument = schema.arguments[i];
    scalar = scalar || (argument.type == Type::Scalar && (argument.name == "other" || argument.name == "exponent"));
    if (!argument.is_tensor()) continue;
    if (argument.write && operand > 0)
      (out.out < 0 ? out.out : out.second_out) = static_cast<std::int8_t>(operand);
    else
      out.tensors = static_cast<std::uint8_t>(out.tensors + 1);
    if (argument.write && operand == 0) out.in_place = true;
    operand += layout.arguments[i].operands;
  }
  out.call_shape = pattern_of(schema, family, scalar, out.tensors);
  const std::string_view stem = stem_of(schema.name);
  for (const Kept& kept : kKept)
    if (kept.name == stem) out.keeps = kept.keeps;
  if (contains(kKeepSelfAndOutput, stem)) out.keeps = Keeps::SelfAndOutput;
  if (family == Family::Comparison || stem == "any" || stem == "all") out.result = Result::Bool;
  if (contains(kKeepSelf, stem)) out.keeps = Keeps::Self;
  if (contains(kKeepBoth, stem)) out.keeps = Keeps::Both;
  if (contains(kKeepOutput, stem)) out.keeps = Keeps::Output;
  // Bounded by a tensor.
  const bool by_tensor = out.tensors == 2 && (stem == "clamp_min" || stem == "clamp_max");
  if (by_tensor || out.call_shape == CallShape::ClampBetween) out.keeps = Keeps::Both;
  out.second_flows = stem == "var_mean" || stem == "std_mean";
  if (out.second_result) out.keeps = out.second_flows ? Keeps::Self : Keeps::Places;
  if (contains(kFloating, stem)) out.result = Result::Floating;
  out.needs_floating = contains(kFloatingOnly, stem) || family == Family::Softmax;
  out.no_complex = contains(kRealOnly, stem) || family == Family::Softmax;
  out.no_half = (contains(kNoHalf, stem) && !by_tensor) || family == Family::Softmax || family == Family::MatrixProduct;
  out.parts = stem == "abs" || stem == "var" || stem == "std" || out.second_flows;
  out.no_floating = stem.substr(0, 7) == "bitwise";
  out.computes = row.computes != 0;
  out.rises = out.in_place && (stem == "celu" || stem == "elu" || stem == "leaky_relu");
  out.no_bool = contains(kNoBool, stem) || family == Family::MatrixProduct || out.call_shape == CallShape::ClampBetween;
  out.constant = out.call_shape == CallShape::FullLike || out.call_shape == CallShape::DrawnLike;
  const bool pools = out.call_shape == CallShape::AdaptivePool || out.call_shape == CallShape::AvgPool ||
                     out.call_shape == CallShape::MaxPool;
  if (out.call_shape == CallShape::Border || pools) {
    out.spatial = stem.find("1d") != stem.npos ? 1 : stem.find("2d") != stem.npos ? 2 : 3;
    out.needs_floating = out.no_half = true;
    out.no_complex = pools;
    out.keeps = out.call_shape == CallShape::MaxPool ? Keeps::Places : Keeps::Self;
  }
  if (out.call_shape == CallShape::Convolution) {
    out.spatial = 1;
    out.needs_floating = out.no_complex = true;
    out.keeps = Keeps::Both;
  }
  if (out.call_shape == CallShape::GridSampler) {
    out.spatial = 2;
    out.needs_floating = out.no_half = out.no_complex = true;
    out.keeps = Keeps::Both;
  }
  if (out.call_shape == CallShape::Nonzero) out.constant = true;
  if (out.call_shape == CallShape::Upsample) {
    out.spatial = 2;
    out.needs_floating = out.no_half = out.no_complex = true;
  }
  if (out.call_shape == CallShape::Col2Im) out.needs_floating = true;
  if (out.call_shape == CallShape::EmbeddingBag) {
    out.needs_floating = out.no_half = out.no_complex = true;
    out.keeps = Keeps::Bags;
  }
  if (out.call_shape == CallShape::Embedding) out.keeps = Keeps::Both;
  if (out.call_shape == CallShape::Index || out.call_shape == CallShape::IndexPut) {
    out.tensors = static_cast<std::uint8_t>(out.out < 0 ? operand : operand - 1);  // those that are left out too
    out.keeps = Keeps::Indices;
  }
  if (out.call_shape == CallShape::RealTransform) out.keeps = Keeps::Self;
  if (out.call_shape == CallShape::CDist || out.call_shape == CallShape::PDist) {
    out.needs_floating = out.no_half = out.no_complex = true;
    out.keeps = out.call_shape == CallShape::CDist ? Keeps::BothAndOutput : Keeps::SelfAndOutput;
  }
  if (out.call_shape == CallShape::Draw) {
    out.needs_floating = stem == "uniform" || stem == "normal" || stem == "exponential";
    out.no_half = stem == "bernoulli";
    out.no_complex = stem != "normal" && stem != "uniform";
  }
  if (out.call_shape == CallShape::DrawnLike || out.call_shape == CallShape::Dropout) out.needs_floating = true;
  if (stem == "bernoulli" && !out.in_place) out.needs_floating = out.no_half = out.no_complex = true;
  if (out.call_shape == CallShape::Segments) {
    out.needs_floating = out.no_complex = true;
    out.keeps = Keeps::BothAndOutput;
  }
  if (out.call_shape == CallShape::Factors || out.call_shape == CallShape::TriangularSolve) {
    out.needs_floating = out.no_half = out.no_complex = true;
    out.keeps = out.call_shape == CallShape::Factors ? Keeps::Output : Keeps::SelfAndOutput;
  }
  if (out.call_shape == CallShape::Determinant || out.call_shape == CallShape::Solve) {
    out.needs_floating = out.no_half = out.no_complex = true;
    out.second_flows = stem == "_linalg_slogdet";
    out.keeps = Keeps::Factored;
  }
  if (out.call_shape == CallShape::Norm) {
    out.needs_floating = out.parts = true;
    out.keeps = Keeps::SelfAndOutput;
  }
  if (out.call_shape == CallShape::Places || out.call_shape == CallShape::PlaceOfNumber) {
    out.result = Result::Promoted;
    out.constant = out.no_complex = true;
  }
  if (out.call_shape == CallShape::Unique) {
    out.keeps = Keeps::Nothing;
    out.no_complex = out.no_half = true;
  }
  if (out.call_shape == CallShape::Loss || out.call_shape == CallShape::NllLoss)
    out.needs_floating = out.no_half = out.no_complex = true;
  if (out.call_shape == CallShape::LayerNorm || out.call_shape == CallShape::GroupNorm ||
      out.call_shape == CallShape::BatchNorm) {
    out.needs_floating = out.no_half = out.no_complex = true;
    out.second_flows = out.call_shape == CallShape::GroupNorm;
    out.keeps = Keeps::Normalized;
  }
}

// Of what is made of others: as of the row it is most like, but for where its arguments stand.
OperationFacts facts_like(const OperationFacts& own, const std::vector<OperationFacts>& all, spec::OperationId like) {
  OperationFacts out = all[like];
  out.keeps_result = own.keeps_result;
  out.second_result = own.second_result;
  out.writes = own.writes;
  out.immediates = own.immediates;
  out.in_place = own.in_place;
  out.out = own.out;
  out.second_out = own.second_out;
  out.tensors = own.tensors;
  out.like = like;
  return out;
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
    if (const spec::OperationId means = spec::operations()[at].means; means != 0) out[at] = out[means];
  for (std::size_t at = 0; at < out.size(); ++at)
    if (const spec::Operation& row = spec::operations()[at]; row.like != 0) {
      out[at] = facts_like(out[at], out, row.like);
      const std::size_t digit = row.schema.name.find_last_of("123");
      if (out[at].spatial > 0 && digit != row.schema.name.npos)
        out[at].spatial = static_cast<std::uint8_t>(row.schema.name[digit] - '0');
    }
  return out;
}

const std::vector<OperationFacts> kFacts = make_table();

}  // namespace

const OperationFacts* operation_facts() { return kFacts.data(); }

}  // namespace modecheck::properties
