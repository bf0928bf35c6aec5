#include "properties/generator_facts.h"

#include <array>
#include <string_view>
#include <vector>

#include "spec/slots.h"

namespace modecheck::properties {
namespace {

using spec::operators::Family;
using spec::operators::Schema;
using spec::operators::Type;

struct Named {
  std::string_view name;
  Pattern pattern;
};

constexpr Named kPatterns[] = {
    {"arange", Pattern::Arange},
    {"empty_strided", Pattern::Strided},
    {"scalar_tensor", Pattern::ScalarTensor},
    {"full_like", Pattern::FullLike},
    {"lerp", Pattern::Ternary},
    {"lerp_", Pattern::Ternary},
    {"addcmul", Pattern::Ternary},
    {"addcmul_", Pattern::Ternary},
    {"addcdiv", Pattern::Ternary},
    {"addcdiv_", Pattern::Ternary},
    {"where", Pattern::Where},
    {"sum", Pattern::ReduceDims},
    {"mean", Pattern::ReduceDims},
    {"amax", Pattern::ReduceDims},
    {"amin", Pattern::ReduceDims},
    {"nansum", Pattern::ReduceDims},
    {"logsumexp", Pattern::ReduceDims},
    {"var", Pattern::Spread},
    {"std", Pattern::Spread},
    {"var_mean", Pattern::Spread},
    {"std_mean", Pattern::Spread},
    {"prod", Pattern::ReduceOne},
    {"any", Pattern::ReduceOne},
    {"all", Pattern::ReduceOne},
    {"argmax", Pattern::ReduceOptional},
    {"argmin", Pattern::ReduceOptional},
    {"count_nonzero", Pattern::ReduceOptional},
    {"cumsum", Pattern::Cumulate},
    {"cumsum_", Pattern::Cumulate},
    {"_softmax", Pattern::Softmax},
    {"softmax", Pattern::Softmax},
    {"_log_softmax", Pattern::Softmax},
    {"log_softmax", Pattern::Softmax},
    {"mm", Pattern::Mm},
    {"addmm", Pattern::AddMm},
    {"addmm_", Pattern::AddMm},
    {"addmv", Pattern::AddMv},
    {"addmv_", Pattern::AddMv},
    {"addbmm", Pattern::AddBmm},
    {"baddbmm", Pattern::BaddBmm},
    {"baddbmm_", Pattern::BaddBmm},
    {"matmul", Pattern::MatMul},
    {"mv", Pattern::Mv},
    {"dot", Pattern::Dot},
    {"bmm", Pattern::Bmm},
    {"max", Pattern::ReduceOne},
    {"min", Pattern::ReduceOne},
    {"median", Pattern::ReduceOne},
    {"sort", Pattern::Sort},
    {"cummax", Pattern::Cumulate},
    {"cummin", Pattern::Cumulate},
    {"topk", Pattern::TopK},
    {"kthvalue", Pattern::KthValue},
    {"cumprod", Pattern::Cumulate},
    {"cumprod_", Pattern::Cumulate},
    {"constant_pad_nd", Pattern::Pad},
    {"reflection_pad1d", Pattern::Border},
    {"reflection_pad2d", Pattern::Border},
    {"replication_pad2d", Pattern::Border},
    {"reflection_pad3d", Pattern::Border},
    {"replication_pad3d", Pattern::Border},
    {"adaptive_avg_pool1d", Pattern::AdaptivePool},
    {"_adaptive_avg_pool2d", Pattern::AdaptivePool},
    {"_adaptive_avg_pool3d", Pattern::AdaptivePool},
    {"avg_pool1d", Pattern::AvgPool},
    {"avg_pool2d", Pattern::AvgPool},
    {"avg_pool3d", Pattern::AvgPool},
    {"max_pool2d_with_indices", Pattern::MaxPool},
    {"max_pool3d_with_indices", Pattern::MaxPool},
    {"convolution", Pattern::Convolution},
    {"col2im", Pattern::Col2Im},
    {"upsample_nearest2d", Pattern::Upsample},
    {"upsample_bilinear2d", Pattern::Upsample},
    {"grid_sampler_2d", Pattern::GridSampler},
    {"nonzero", Pattern::Nonzero},
    {"native_layer_norm", Pattern::LayerNorm},
    {"native_group_norm", Pattern::GroupNorm},
    {"_cdist_forward", Pattern::CDist},
    {"_pdist_forward", Pattern::PDist},
    {"_fft_r2c", Pattern::RealTransform},
    {"_fft_c2r", Pattern::RealInverse},
    {"repeat", Pattern::Repeat},
    {"slice_scatter", Pattern::SliceScatter},
    {"select_scatter", Pattern::SelectScatter},
    {"flip", Pattern::Flip},
    {"tril", Pattern::Triangle},
    {"tril_", Pattern::Triangle},
    {"triu", Pattern::Triangle},
    {"triu_", Pattern::Triangle},
    {"cat", Pattern::Cat},
    {"stack", Pattern::Stack},
    {"index_select", Pattern::IndexSelect},
    {"embedding", Pattern::Embedding},
    {"_embedding_bag", Pattern::EmbeddingBag},
    {"gather", Pattern::Gather},
    {"index_add", Pattern::IndexInto},
    {"index_add_", Pattern::IndexInto},
    {"index_copy", Pattern::IndexInto},
    {"index_copy_", Pattern::IndexInto},
    {"index_fill", Pattern::IndexInto},
    {"index_fill_", Pattern::IndexInto},
    {"scatter", Pattern::ScatterInto},
    {"scatter_", Pattern::ScatterInto},
    {"scatter_add", Pattern::ScatterInto},
    {"scatter_add_", Pattern::ScatterInto},
    {"scatter_reduce", Pattern::ScatterReduce},
    {"scatter_reduce_", Pattern::ScatterReduce},
    {"index", Pattern::Index},
    {"index_put", Pattern::IndexPut},
    {"index_put_", Pattern::IndexPut},
    {"masked_fill", Pattern::MaskedFill},
    {"masked_fill_", Pattern::MaskedFill},
    {"masked_scatter", Pattern::MaskedScatter},
    {"masked_scatter_", Pattern::MaskedScatter},
    {"clone", Pattern::Clone},
    {"contiguous", Pattern::Contiguous},
    {"to", Pattern::ToDtype},
    {"_to_copy", Pattern::ToCopy},
    {"copy_", Pattern::CopyInto},
    {"copy", Pattern::CopyLike},
    {"zero_", Pattern::Fill},
    {"fill_", Pattern::Fill},
    {"fill", Pattern::Fill},
    {"alias", Pattern::SameView},
    {"view", Pattern::Resize},
    {"reshape", Pattern::Resize},
    {"transpose", Pattern::Transpose},
    {"transpose_", Pattern::Transpose},
    {"permute", Pattern::Permute},
    {"t", Pattern::Matrix},
    {"t_", Pattern::Matrix},
    {"select", Pattern::Select},
    {"slice", Pattern::Slice},
    {"narrow", Pattern::Narrow},
    {"expand", Pattern::Expand},
    {"squeeze", Pattern::Squeeze},
    {"squeeze_", Pattern::Squeeze},
    {"unsqueeze", Pattern::Unsqueeze},
    {"unsqueeze_", Pattern::Unsqueeze},
    {"diagonal", Pattern::Diagonal},
    {"as_strided", Pattern::AsStrided},
    {"as_strided_", Pattern::AsStrided},
    {"view_as", Pattern::ViewAs},
    {"split", Pattern::Split},
    {"split_with_sizes", Pattern::SplitWithSizes},
    {"chunk", Pattern::Chunk},
    {"unbind", Pattern::Unbind},
    {"detach", Pattern::Detach},
    {"detach_", Pattern::Detach},
    {"resize_", Pattern::ResizeStorage},
    {"set_", Pattern::SetSource},
};

struct Kept {
  std::string_view name;  // without the `_` of in-place operators
  Keeps keeps;
};

constexpr Kept kKept[] = {
    {"abs", Keeps::Self},           {"exp", Keeps::Output},         {"relu", Keeps::Output},
    {"sigmoid", Keeps::Output},     {"tanh", Keeps::Output},        {"mul", Keeps::Crosswise},
    {"div", Keeps::Divisor},        {"maximum", Keeps::Both},       {"where", Keeps::Self},
    {"amax", Keeps::SelfAndOutput}, {"_softmax", Keeps::Output},    {"softmax", Keeps::Output},
    {"mm", Keeps::Crosswise},       {"matmul", Keeps::Crosswise},   {"addmm", Keeps::Both},
    {"mv", Keeps::Crosswise},       {"dot", Keeps::Crosswise},      {"bmm", Keeps::Crosswise},
    {"addmv", Keeps::Both},         {"addbmm", Keeps::Both},        {"baddbmm", Keeps::Both},
    {"index_add", Keeps::Second},   {"index_copy", Keeps::Second},  {"index_fill", Keeps::Second},
    {"scatter", Keeps::Second},     {"scatter_add", Keeps::Second}, {"index_select", Keeps::Last},
    {"gather", Keeps::Last},        {"masked_fill", Keeps::Last},   {"masked_scatter", Keeps::Second},
    {"scatter_reduce", Keeps::All},
};

constexpr std::string_view kRealOnly[] = {
    "relu",       "maximum", "minimum",   "fmax",       "fmin",      "atan2",       "lt",        "le",        "gt",
    "ge",         "amax",    "amin",      "argmax",     "argmin",    "logsumexp",   "nansum",    "log1p",     "exp2",
    "expm1",      "erf",     "erfc",      "sign",       "floor",     "ceil",        "trunc",     "round",     "frac",
    "gelu",       "elu",     "softplus",  "leaky_relu", "hardtanh",  "clamp",       "clamp_min", "clamp_max", "mish",
    "nan_to_num", "hypot",   "logaddexp", "fmod",       "remainder", "hardsigmoid", "hardswish", "max",       "min",
    "copysign",   "xlogy",   "median",    "sort",       "topk",      "kthvalue",    "cummax",    "cummin",
};
constexpr std::string_view kNoHalf[] = {
    "exp",     "sigmoid", "tanh",        "relu",       "prod",      "cumsum",    "logsumexp", "log",
    "log2",    "log10",   "log1p",       "expm1",      "sqrt",      "rsqrt",     "sin",       "cos",
    "tan",     "asin",    "acos",        "atan",       "sinh",      "cosh",      "asinh",     "acosh",
    "atanh",   "erf",     "erfc",        "floor",      "ceil",      "trunc",     "round",     "silu",
    "gelu",    "elu",     "softplus",    "leaky_relu", "hardtanh",  "clamp",     "mish",      "hypot",
    "lerp",    "atan2",   "hardsigmoid", "hardswish",  "clamp_min", "clamp_max", "logaddexp", "addcmul",
    "addcdiv", "median",  "topk",        "kthvalue",   "cummax",    "cummin",    "cumprod",
};
constexpr std::string_view kKeepSelf[] = {
    "log",       "log2",      "log10",      "log1p",       "sin",       "cos",      "asin", "acos",
    "atan",      "sinh",      "cosh",       "asinh",       "acosh",     "atanh",    "erf",  "erfc",
    "silu",      "gelu",      "elu",        "leaky_relu",  "hardtanh",  "softplus", "pow",  "clamp",
    "clamp_min", "clamp_max", "nan_to_num", "hardsigmoid", "hardswish", "mish",     "var",  "nansum"};
constexpr std::string_view kKeepSelfAndOutput[] = {"cumprod", "copysign", "amin", "prod", "logsumexp", "std"};
constexpr std::string_view kKeepBoth[] = {"minimum", "fmax",      "fmin", "atan2",   "fmod",    "remainder",
                                          "hypot",   "logaddexp", "lerp", "addcmul", "addcdiv", "xlogy"};
constexpr std::string_view kKeepOutput[] = {"exp2", "expm1",      "sqrt",         "rsqrt",
                                            "tan",  "reciprocal", "_log_softmax", "log_softmax"};
// Integers become float32.
constexpr std::string_view kFloating[] = {
    "exp",   "sigmoid", "tanh", "div",  "mean",       "log",   "log2",      "log10",    "log1p", "exp2", "expm1",
    "sqrt",  "rsqrt",   "sin",  "cos",  "tan",        "asin",  "acos",      "atan",     "sinh",  "cosh", "asinh",
    "acosh", "atanh",   "erf",  "erfc", "reciprocal", "atan2", "logsumexp", "copysign", "xlogy"};
constexpr std::string_view kNoBool[] = {
    "neg",  "sub",       "rsub",    "relu",   "abs",    "floor",     "ceil",        "trunc",  "round", "hardtanh",
    "fmod", "remainder", "addcmul", "argmax", "argmin", "index_add", "scatter_add", "median", "topk",  "kthvalue"};
constexpr std::string_view kFloatingOnly[] = {"mean",     "frac",  "silu",      "gelu",     "elu",         "leaky_relu",
                                              "softplus", "hypot", "logaddexp", "lerp",     "hardsigmoid", "hardswish",
                                              "mish",     "var",   "std",       "var_mean", "std_mean"};

template <std::size_t size>
constexpr bool contains(const std::string_view (&names)[size], std::string_view name) {
  for (const std::string_view candidate : names)
    if (candidate == name) return true;
  return false;
}

constexpr std::string_view stem_of(std::string_view name) {
  return name.size() > 1 && name.back() == '_' ? name.substr(0, name.size() - 1) : name;
}

constexpr Pattern pattern_of(const Schema& schema, Family family, bool scalar, int tensors) {
  for (const std::string_view whole : {"sum", "mean", "prod", "any", "all"})
    if (schema.qualified_name == whole) return Pattern::ReduceAll;
  if (schema.qualified_name == "view.dtype") return Pattern::ViewDtype;
  if (schema.overload == "dim" && stem_of(schema.name) == "squeeze") return Pattern::SqueezeDim;
  if (stem_of(schema.name) == "clamp" && tensors == 3) return Pattern::ClampBetween;
  for (const Named& row : kPatterns)
    if (row.name == schema.name) return row.pattern;
  switch (family) {
    case Family::Creation:
      return Pattern::Sized;
    case Family::PointwiseUnary:
      return Pattern::Unary;
    case Family::PointwiseBinary:
    case Family::Comparison:
      return scalar ? Pattern::BinaryScalar : tensors == 1 ? Pattern::Unary : Pattern::Binary;
    default:
      return Pattern::NotAnOperator;
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
      out.out = static_cast<std::int8_t>(operand);
    else
      out.tensors = static_cast<std::uint8_t>(out.tensors + 1);
    if (argument.write && operand == 0) out.in_place = true;
    operand += layout.arguments[i].operands;
  }
  out.pattern = pattern_of(schema, family, scalar, out.tensors);
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
  if (by_tensor || out.pattern == Pattern::ClampBetween) out.keeps = Keeps::Both;
  out.second_flows = stem == "var_mean" || stem == "std_mean";
  if (out.second_result) out.keeps = out.second_flows ? Keeps::Self : Keeps::Places;
  if (contains(kFloating, stem)) out.result = Result::Floating;
  out.needs_floating = contains(kFloatingOnly, stem) || family == Family::Softmax;
  out.no_complex = contains(kRealOnly, stem) || family == Family::Softmax;
  out.no_half = (contains(kNoHalf, stem) && !by_tensor) || family == Family::Softmax || family == Family::MatrixProduct;
  out.parts = stem == "abs" || stem == "var" || stem == "std" || out.second_flows;
  out.no_floating = stem.substr(0, 7) == "bitwise";
  out.no_bool = contains(kNoBool, stem) || family == Family::MatrixProduct || out.pattern == Pattern::ClampBetween;
  out.constant = out.pattern == Pattern::FullLike;
  const bool pools =
      out.pattern == Pattern::AdaptivePool || out.pattern == Pattern::AvgPool || out.pattern == Pattern::MaxPool;
  if (out.pattern == Pattern::Border || pools) {
    out.spatial = stem.find("1d") != stem.npos ? 1 : stem.find("2d") != stem.npos ? 2 : 3;
    out.needs_floating = out.no_half = true;
    out.no_complex = pools;
    out.keeps = out.pattern == Pattern::MaxPool ? Keeps::Places : Keeps::Self;
  }
  if (out.pattern == Pattern::Convolution) {
    out.spatial = 1;
    out.needs_floating = out.no_complex = true;
    out.keeps = Keeps::Both;
  }
  if (out.pattern == Pattern::GridSampler) {
    out.spatial = 2;
    out.needs_floating = out.no_half = out.no_complex = true;
    out.keeps = Keeps::Both;
  }
  if (out.pattern == Pattern::Nonzero) out.constant = true;
  if (out.pattern == Pattern::Upsample) {
    out.spatial = 2;
    out.needs_floating = out.no_half = out.no_complex = true;
  }
  if (out.pattern == Pattern::Col2Im) out.needs_floating = true;
  if (out.pattern == Pattern::EmbeddingBag) {
    out.needs_floating = out.no_half = out.no_complex = true;
    out.keeps = Keeps::Bags;
  }
  if (out.pattern == Pattern::Embedding) out.keeps = Keeps::Both;
  if (out.pattern == Pattern::Index || out.pattern == Pattern::IndexPut) {
    out.tensors = static_cast<std::uint8_t>(operand);  // those that are left out too
    out.keeps = Keeps::Indices;
  }
  if (out.pattern == Pattern::RealTransform) out.keeps = Keeps::Self;
  if (out.pattern == Pattern::CDist || out.pattern == Pattern::PDist) {
    out.needs_floating = out.no_half = out.no_complex = true;
    out.keeps = out.pattern == Pattern::CDist ? Keeps::BothAndOutput : Keeps::SelfAndOutput;
  }
  if (out.pattern == Pattern::LayerNorm || out.pattern == Pattern::GroupNorm) {
    out.needs_floating = out.no_half = out.no_complex = true;
    out.second_flows = out.pattern == Pattern::GroupNorm;
    out.keeps = Keeps::Normalized;
  }
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
  return out;
}

const std::vector<OperationFacts> kFacts = make_table();

}  // namespace

const OperationFacts* operation_facts() { return kFacts.data(); }

}  // namespace modecheck::properties
