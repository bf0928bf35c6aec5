#include "engine/api/generate/overrides.h"

#include <algorithm>
#include <array>

#include "engine/api/generate/notes.h"

namespace modecheck::generate {
namespace {

using spec::operators::Family;
using spec::operators::Type;

// Operators that are methods of at::Tensor, and not functions in at::. In-place operators with an argument besides
// `self` are only methods too, unless kInPlaceFunctions names them.
constexpr std::string_view kMethodsOnly =
    "contiguous expand expand_as mH mT numpy_T repeat reshape_as sum_to_size to type_as unfold view view_as";

// In-place operators with arguments besides `self` that are both functions in at:: and methods. An in-place operator
// with no argument but `self` always is a function too, unless kInPlaceMethods names it.
constexpr std::string_view kInPlaceFunctions =
    "addmv_ as_strided_ celu_ clamp_ clamp_max_ clamp_min_ clip_ elu_ fill_ gelu_ hardtanh_ index_put_ ldexp_ "
    "leaky_relu_ "
    "nan_to_num_ threshold_ xlogy_";
// In-place operators with no argument but `self` that are methods of at::Tensor, and not functions in at::.
constexpr std::string_view kInPlaceMethods = "absolute_ digamma_ lgamma_ sgn_ sign_ squeeze_ t_";

// Operators that are functions in at::, and not methods of at::Tensor. The same holds for all operators whose name
// begins with one of kNamespaces.
constexpr std::string_view kFunctionsOnly =
    "adaptive_avg_pool1d adaptive_avg_pool2d adaptive_avg_pool3d atleast_1d atleast_2d atleast_3d avg_pool1d "
    "avg_pool2d avg_pool3d binary_cross_entropy bucketize celu celu_ col2im constant_pad_nd copy cross_entropy_loss "
    "dropout dropout_ elu elu_ fill.Scalar gelu gelu_ hardsigmoid hardsigmoid_ hardswish hardswish_ hardtanh "
    "hardtanh_ hinge_embedding_loss huber_loss kl_div l1_loss leaky_relu leaky_relu_ max_pool1d_with_indices "
    "max_pool2d max_pool2d_with_indices max_pool3d max_pool3d_with_indices mish mish_ mse_loss nll_loss "
    "nll_loss_forward nll_loss_nd pad pdist polygamma reflection_pad1d reflection_pad2d reflection_pad3d relu6 relu6_ "
    "replication_pad2d replication_pad3d rsub searchsorted selu selu_ silu silu_ smooth_l1_loss softplus softshrink "
    "std_mean tensordot threshold threshold_ var_mean view_as_complex view_as_real where.ScalarOther";
constexpr std::array kNamespaces{"_", "fft_", "linalg_", "special_"};

// Composites whose method is written by hand. The generated function in at:: calls this method.
constexpr std::string_view kMethodsByHand =
    "argsort bernoulli bernoulli_ broadcast_to expand_as exponential_ flatten.using_ints float_power_ ger mH mT "
    "movedim msort normal_ numpy_T outer random_ ravel reshape_as sum_to_size tensor_split.sections tile to.other "
    "type_as unflatten.int uniform_";
// Composites whose function is written by hand, in engine/composites/composite_functions.cpp. Every other composite has
// a Composite<>::call that is written by hand, which the generated function calls.
constexpr std::string_view kCompositeFunctionsByHand =
    "adaptive_avg_pool2d adaptive_avg_pool3d adjoint atleast_1d atleast_2d atleast_3d batch_norm broadcast_tensors "
    "cdist chain_matmul column_stack conv1d conv2d conv3d conv_transpose1d conv_transpose2d conv_transpose3d "
    "cosine_embedding_loss cosine_similarity cross_entropy_loss cumulative_trapezoid diff dropout dropout_ dsplit "
    "dstack einsum embedding_bag fft_fft fft_fft2 fft_fftn fft_fftshift fft_ifft fft_ifft2 fft_ifftn fft_ifftshift "
    "fft_irfft fft_rfft fliplr flipud float_power grid_sampler group_norm hinge_embedding_loss hsplit hstack inner "
    "instance_norm inverse kl_div kron l1_loss layer_norm ldexp ldexp_ linalg_multi_dot linear margin_ranking_loss "
    "max_pool1d_with_indices max_pool2d max_pool3d meshgrid moveaxis nanmean nll_loss nll_loss_nd pairwise_distance "
    "pdist positive relu6 relu6_ repeat_interleave row_stack selu selu_ square square_ take_along_dim tensordot "
    "trapezoid triplet_margin_loss vsplit vstack";

// Operators that are not composites and whose functions are written by hand, because they do more than call the
// operator. The methods call these functions.
constexpr std::string_view kFunctionsByHand = "linalg_solve_triangular logit logit_ native_batch_norm";

bool names(std::string_view name, const Row& row) {
  return name == row.schema.qualified_name || name == row.schema.name;
}

// Splits a list at its spaces.
std::vector<std::string_view> words(std::string_view list) {
  std::vector<std::string_view> out;
  for (std::size_t begin = 0; begin < list.size();) {
    const std::size_t end = std::min(list.find(' ', begin), list.size());
    out.push_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
  return out;
}

bool any_names(std::string_view list, const Row& row) {
  const std::vector<std::string_view> all = words(list);
  return std::any_of(all.begin(), all.end(), [&](std::string_view name) { return names(name, row); });
}

// Returns whether the C++ function takes TensorOptions in place of dtype, layout, device and pin_memory.
bool takes_options(const Row& row) {
  for (std::size_t i = 0; i < row.schema.argument_count; ++i)
    if (row.schema.arguments[i].type == Type::OptionalLayout) return true;
  return false;
}

}  // namespace

bool has_function(const Row& row) {
  if (row.family == Family::Foreach || !row.writes_self()) return !any_names(kMethodsOnly, row);
  if (row.schema.argument_count == 1) return !any_names(kInPlaceMethods, row);
  return any_names(kInPlaceFunctions, row);
}

bool has_method(const Row& row) {
  if (row.writes_out() || takes_options(row) || any_names(kFunctionsOnly, row)) return false;
  for (const std::string_view beginning : kNamespaces)
    if (row.schema.name.substr(0, beginning.size()) == beginning) return false;
  for (std::size_t i = 0; i < row.schema.argument_count; ++i)
    if (row.schema.arguments[i].name == "self" && row.schema.arguments[i].type == Type::Tensor) return true;
  return false;
}

bool function_is_by_hand(const Row& row) {
  if (row.family == Family::Foreach || takes_options(row)) return true;
  if (row.family == Family::Composite) return any_names(kCompositeFunctionsByHand, row);
  return !row.writes_out() && any_names(kFunctionsByHand, row);
}

bool method_is_by_hand(const Row& row) { return any_names(row.composite ? kMethodsByHand : kFunctionsByHand, row); }

bool must_be_given(const Row& row, std::string_view argument) {
  // If both bounds of clamp had default values, clamp(self) would be ambiguous between the overloads. Only the overload
  // with tensors as bounds keeps its defaults.
  return argument == "min" && any_names("clamp clamp_ clip clip_", row) &&
         row.schema.arguments[1].type == Type::OptionalScalar;
}

std::string_view note(const Row& row) {
  for (const Note& one : kNotes)
    if (names(one.operation, row)) return one.text;
  return {};
}

std::string_view rule_ids(const Row& row) {
  switch (row.family) {
    case Family::View:
    case Family::MultiView:
      return "K2, W1";
    case Family::Alias:
      return "K2";
    case Family::InPlaceView:
      return "M2, V3, W4";
    case Family::Storage:
      return "M2, M6, V3";
    case Family::OperatorAlias:
    case Family::Composite:
    case Family::Foreach:
      return "D4";
    default:
      break;
  }
  if (row.composite) return "D4";
  return row.writes_out() ? "M2, M4, V3" : row.writes_self() ? "M2, V3, W4" : "K4, S1";
}

std::vector<std::string> unknown_overrides(const std::vector<Row>& rows) {
  std::vector<std::string> out;
  for (const std::string_view list : {kMethodsOnly, kInPlaceFunctions, kInPlaceMethods, kFunctionsOnly, kMethodsByHand,
                                      kCompositeFunctionsByHand, kFunctionsByHand})
    for (const std::string_view name : words(list))
      if (std::none_of(rows.begin(), rows.end(), [&](const Row& row) { return names(name, row); }))
        out.emplace_back(name);
  for (const Note& one : kNotes)
    if (std::none_of(rows.begin(), rows.end(), [&](const Row& row) { return names(one.operation, row); }))
      out.emplace_back(one.operation);
  return out;
}

}  // namespace modecheck::generate
