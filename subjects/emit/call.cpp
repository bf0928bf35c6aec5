#include "subjects/emit/call.h"

#include <cmath>
#include <cstdio>
#include <string_view>
#include <vector>

#include "spec/program/arguments.h"
#include "spec/program/operation.h"

namespace modecheck::subjects {
namespace {

using spec::operators::Type;

std::string reg(int i) { return "r" + std::to_string(i); }

std::string number(double value) {
  if (std::isinf(value)) return "std::numeric_limits<double>::infinity()";
  char text[32];
  std::snprintf(text, sizeof(text), "%.17g", value);
  return text;
}

std::string scalar(const spec::ScalarValue& value) {
  switch (value.kind) {
    case spec::ScalarValue::Kind::Int:
      return number(value.value);
    case spec::ScalarValue::Kind::Bool:
      return value.value != 0 ? "true" : "false";
    case spec::ScalarValue::Kind::Float:
      break;
  }
  const std::string out = number(value.value);
  return out.find('.') == std::string::npos ? out + ".0" : out;
}

std::string boolean(bool value) { return value ? "true" : "false"; }

std::string tensor_list(const spec::Arguments& arguments, int i) {
  std::string out = "std::vector<at::Tensor>{";
  for (int k = 0; k < arguments.list_length(i); ++k) out += (k > 0 ? ", " : "") + reg(arguments.list_reg(i, k));
  return out + "}";
}

std::string optional_tensor_list(const spec::Arguments& arguments, int i) {
  std::string out = "c10::List<c10::optional<at::Tensor>>({";
  for (int k = 0; k < arguments.list_length(i); ++k) {
    out += k > 0 ? ", " : "";
    out += "c10::optional<at::Tensor>(";
    if (arguments.list_present(i, k)) out += reg(arguments.list_reg(i, k));
    out += ")";
  }
  return out + "})";
}

// Returns the C++ text of one argument, or "" if the C++ signature has a default that programs never change.
std::string argument(const spec::Record& record, const spec::Operation& row, int i) {
  const spec::Arguments arguments(record);
  switch (row.schema.arguments[static_cast<std::size_t>(i)].type) {
    case Type::Tensor:
      return reg(arguments.reg(i));
    case Type::OptionalTensor:
      return arguments.present(i) ? reg(arguments.reg(i)) : "c10::nullopt";
    case Type::TensorList:
      return tensor_list(arguments, i);
    case Type::OptionalTensorList:
      return optional_tensor_list(arguments, i);
    case Type::Int:
      return std::to_string(arguments.integer(i));
    case Type::OptionalInt: {
      const auto value = arguments.optional_integer(i);
      // A plain `nullopt` could belong to another overload of random_.
      if (row.schema.name == "random_" && !value) return "c10::optional<std::int64_t>()";
      // A plain number would select another overload, which has `unbiased` or a list in this position.
      if (value && (row.schema.arguments[static_cast<std::size_t>(i)].name == "correction" ||
                    row.schema.name == "count_nonzero"))
        return "c10::optional<std::int64_t>(" + std::to_string(*value) + ")";
      return value ? std::to_string(*value) : "c10::nullopt";
    }
    case Type::IntList: {
      const spec::IntList values = arguments.integers(i);
      const std::string list = cpp_list(values.begin(), values.end());
      // `{0, 0}` could also be a list of names, which other overloads take.
      const bool ambiguous = row.schema.name == "logsumexp" || row.schema.name == "norm";
      return ambiguous && list[0] == '{' ? "std::vector<std::int64_t>" + list : list;
    }
    case Type::OptionalIntList: {
      const auto values = arguments.optional_integers(i);
      return values ? "at::IntArrayRef(" + cpp_list(values->begin(), values->end()) + ")" : "at::OptionalIntArrayRef()";
    }
    case Type::Scalar:
      return scalar(arguments.scalar(i));
    case Type::OptionalScalar: {
      const auto value = arguments.optional_scalar(i);
      return value ? scalar(*value) : "c10::nullopt";
    }
    case Type::OptionalString: {
      const auto word = arguments.optional_word(i);
      return word ? "\"" + std::string(*word) + "\"" : "c10::nullopt";
    }
    case Type::Float:
      return number(arguments.floating(i));
    case Type::OptionalFloatList: {
      const auto values = arguments.optional_floats(i);
      if (!values) return "c10::nullopt";
      std::string out;
      for (int k = 0; k < values->size; ++k) out += (k > 0 ? ", " : "") + number((*values)[k]);
      return "at::ArrayRef<double>({" + out + "})";
    }
    case Type::String: {
      const auto word = arguments.word(i);
      return word ? "\"" + std::string(*word) + "\"" : std::string();
    }
    case Type::Bool:
      return boolean(arguments.boolean(i));
    case Type::OptionalBool:
      // An optional bool without a default (`stable`) must be passed.
      return row.schema.arguments[static_cast<std::size_t>(i)].default_text.empty() ? boolean(true) : std::string();
    case Type::ScalarType:
      return cpp_dtype(arguments.dtype(i));
    case Type::OptionalScalarType: {
      const auto dtype = arguments.optional_dtype(i);
      return dtype ? cpp_dtype(*dtype) : "c10::nullopt";
    }
    default:
      return {};
  }
}

std::string join(const std::vector<std::string>& parts) {
  std::string out;
  for (const std::string& part : parts) out += (out.empty() ? "" : ", ") + part;
  return out;
}

// Returns true if libtorch has the operator as a function only, not as a tensor's method.
bool is_function_only(std::string_view name) {
  if (name == "copy" || name == "fill") return true;  // of these two, only copy_ and fill_ are methods
  if (name.back() == '_') name.remove_suffix(1);
  for (const std::string_view one : {"adaptive_avg_pool2d",
                                     "adaptive_avg_pool3d",
                                     "atleast_1d",
                                     "atleast_2d",
                                     "atleast_3d",
                                     "cross_entropy_loss",
                                     "dropout",
                                     "kl_div",
                                     "l1_loss",
                                     "max_pool1d_with_indices",
                                     "max_pool2d",
                                     "max_pool3d",
                                     "nll_loss",
                                     "nll_loss_nd",
                                     "pad",
                                     "pdist",
                                     "relu6",
                                     "relu6_",
                                     "_cdist_forward",
                                     "_embedding_bag",
                                     "_fft_c2r",
                                     "_fft_r2c",
                                     "_pdist_forward",
                                     "constant_pad_nd",
                                     "elu",
                                     "binary_cross_entropy",
                                     "celu",
                                     "huber_loss",
                                     "linalg_cholesky_ex",
                                     "linalg_inv_ex",
                                     "linalg_solve_triangular",
                                     "linalg_vector_norm",
                                     "bucketize",
                                     "mse_loss",
                                     "nll_loss_forward",
                                     "smooth_l1_loss",
                                     "softshrink",
                                     "threshold",
                                     "gelu",
                                     "hardsigmoid",
                                     "hardswish",
                                     "hardtanh",
                                     "leaky_relu",
                                     "mish",
                                     "native_group_norm",
                                     "native_layer_norm",
                                     "avg_pool1d",
                                     "convolution",
                                     "col2im",
                                     "upsample_nearest2d",
                                     "upsample_bilinear2d",
                                     "grid_sampler_2d",
                                     "avg_pool2d",
                                     "avg_pool3d",
                                     "adaptive_avg_pool1d",
                                     "max_pool2d_with_indices",
                                     "max_pool3d_with_indices",
                                     "reflection_pad1d",
                                     "reflection_pad2d",
                                     "reflection_pad3d",
                                     "replication_pad2d",
                                     "replication_pad3d",
                                     "hinge_embedding_loss",
                                     "rsub",
                                     "selu",
                                     "tensordot",
                                     "silu",
                                     "softplus",
                                     "view_as_real",
                                     "view_as_complex",
                                     "std_mean",
                                     "var_mean"})
    if (name == one) return true;
  return false;
}

// Returns true if libtorch has the operator as a method only.
bool is_method_only(std::string_view name) {
  for (const std::string_view one : {"expand_as",
                                     "float_power_",
                                     "mH",
                                     "mT",
                                     "numpy_T",
                                     "reshape_as",
                                     "sum_to_size",
                                     "type_as",
                                     "unflatten",
                                     "absolute_",
                                     "add_",
                                     "addcdiv_",
                                     "addcmul_",
                                     "addmm_",
                                     "atan2_",
                                     "baddbmm_",
                                     "bernoulli_",
                                     "bitwise_and_",
                                     "bitwise_left_shift_",
                                     "bitwise_not_",
                                     "bitwise_or_",
                                     "bitwise_right_shift_",
                                     "bitwise_xor_",
                                     "contiguous",
                                     "copy_",
                                     "copysign_",
                                     "cumprod_",
                                     "cumsum_",
                                     "div_",
                                     "eq_",
                                     "expand",
                                     "exponential_",
                                     "fmod_",
                                     "ge_",
                                     "gt_",
                                     "hypot_",
                                     "index_add_",
                                     "index_copy_",
                                     "index_fill_",
                                     "le_",
                                     "lerp_",
                                     "lgamma_",
                                     "digamma_",
                                     "logical_and_",
                                     "logical_not_",
                                     "logical_or_",
                                     "logical_xor_",
                                     "lt_",
                                     "masked_fill_",
                                     "mul_",
                                     "masked_scatter_",
                                     "ne_",
                                     "normal_",
                                     "pow_",
                                     "random_",
                                     "remainder_",
                                     "repeat",
                                     "resize_",
                                     "scatter_",
                                     "scatter_add_",
                                     "scatter_reduce_",
                                     "set_",
                                     "sgn_",
                                     "sign_",
                                     "unfold",
                                     "squeeze_",
                                     "sub_",
                                     "t_",
                                     "to",
                                     "transpose_",
                                     "tril_",
                                     "triu_",
                                     "uniform_",
                                     "unsqueeze_",
                                     "view",
                                     "view_as"})
    if (name == one) return true;
  return false;
}

// Returns the C++ text of the default of an argument that programs never change.
std::string default_of(const spec::operators::Argument& argument) {
  std::string text(argument.default_text);
  if (text == "None") return "c10::nullopt";
  for (char& c : text)
    if (c == '\'') c = '"';
  return text;
}

std::string operator_call(const spec::Record& record, const spec::Operation& row, Form form) {
  const spec::operators::Schema& schema = row.schema;
  const bool outf = form == Form::Function && schema.arguments[schema.argument_count - 1U].write &&
                    schema.arguments[schema.argument_count - 1U].keyword_only;
  std::vector<std::string> parts;
  std::string out;
  bool options = false;
  std::size_t needed = 0;
  for (int i = 0; i < schema.argument_count; ++i) {
    const spec::operators::Argument& declared = schema.arguments[static_cast<std::size_t>(i)];
    if (declared.write && declared.keyword_only) {
      out += (out.empty() ? "" : ", ") + argument(record, row, i);
      continue;
    }
    // In C++ a single TensorOptions stands for the schema's arguments dtype, layout, device and pin_memory.
    if (declared.name == "dtype" && i + 1 < schema.argument_count &&
        schema.arguments[static_cast<std::size_t>(i) + 1].name == "layout") {
      const auto dtype = spec::Arguments(record).optional_dtype(i);
      parts.push_back(dtype ? "at::TensorOptions(" + cpp_dtype(*dtype) + ")" : "at::TensorOptions()");
      options = true;
      continue;
    }
    std::string text = argument(record, row, i);
    if (text.empty() && outf) text = default_of(declared);
    // Other overloads of these functions take the padding's name, or a single number, in this position. So write the
    // list's type.
    const bool other_overload =
        schema.name.substr(0, 4) == "conv" || schema.name == "movedim" || schema.name == "moveaxis";
    if (declared.type == spec::operators::Type::IntList && other_overload && !text.empty())
      text = "at::IntArrayRef(" + text + ")";
    if (!text.empty()) parts.push_back(text);
    // An argument without a default must stay, or the call would be a call of another overload.
    if (declared.default_text.empty()) needed = parts.size();
  }
  // Drop trailing nullopts, which are the defaults of optionals. Functions with the ending `_outf` have no defaults.
  while (!outf && parts.size() > needed && parts.back() == "c10::nullopt") parts.pop_back();
  const std::string name(schema.name);
  if (outf) {
    parts.push_back(out);
    return "at::" + name + "_outf(" + join(parts) + ")";
  }
  if (!out.empty()) {
    parts.insert(parts.begin(), out);
    return "at::" + name + "_out(" + join(parts) + ")";
  }
  // An alias is a function in C++ if its operator is a function, and a method if its operator is a method.
  const std::string_view means = row.alias_of != 0 ? spec::operation(row.alias_of).schema.name : schema.name;
  const bool method = schema.arguments[0].name == "self" && schema.arguments[0].is_tensor() && name[0] != '_' &&
                      name.rfind("special_", 0) != 0 && name.rfind("fft_", 0) != 0 && !is_function_only(means) &&
                      (form == Form::Method || is_method_only(means) || is_method_only(schema.name));
  if (method && !options) {
    const std::string self = parts.front();
    parts.erase(parts.begin());
    return self + "." + name + "(" + join(parts) + ")";
  }
  return "at::" + name + "(" + join(parts) + ")";
}

std::string seed(const std::string& self, const std::string& gradient, std::int64_t seeding) {
  if (seeding == 0) return "at::Tensor()";
  return seeding == 1 ? "at::ones(" + self + ".sizes(), " + self + ".options())" : gradient;
}

std::string leaf_of(const spec::LeafSpec& leaf, const char* type) {
  std::vector<std::int64_t> sizes(leaf.sizes.begin(), leaf.sizes.begin() + leaf.rank);
  int count = 1;
  for (const std::int64_t size : sizes) count *= static_cast<int>(size);
  std::vector<std::string> values;
  for (int i = 0; i < count; ++i) {
    const double value = spec::leaf_value(leaf.dtype, leaf.seed, i);
    if (spec::is_complex(leaf.dtype))
      values.push_back("{" + number(value) + ", " + number(spec::leaf_imaginary(leaf.seed, i)) + "}");
    else
      values.push_back(leaf.dtype == spec::DType::Bool ? boolean(value != 0) : number(value));
  }
  return std::string("leaf<") + type + ">(" + cpp_list(sizes.data(), sizes.data() + sizes.size()) + ", {" +
         join(values) + "}, /*requires_grad=*/" + boolean(leaf.requires_grad) + ")";
}

}  // namespace

std::string cpp_list(const std::int64_t* begin, const std::int64_t* end) {
  if (begin == end) return "at::IntArrayRef()";  // `{}` would be ambiguous in C++
  std::vector<std::string> values;
  for (const std::int64_t* at = begin; at != end; ++at) values.push_back(std::to_string(*at));
  return "{" + join(values) + "}";
}

std::string cpp_dtype(spec::DType dtype) {
  switch (dtype) {
    case spec::DType::Float32:
      return "torch::kFloat32";
    case spec::DType::Float64:
      return "torch::kFloat64";
    case spec::DType::Int64:
      return "torch::kInt64";
    case spec::DType::Bool:
      return "torch::kBool";
    case spec::DType::UInt8:
      return "torch::kUInt8";
    case spec::DType::Int8:
      return "torch::kInt8";
    case spec::DType::Int16:
      return "torch::kInt16";
    case spec::DType::Int32:
      return "torch::kInt32";
    case spec::DType::Float16:
      return "torch::kFloat16";
    case spec::DType::BFloat16:
      return "torch::kBFloat16";
    case spec::DType::Complex64:
      return "torch::kComplexFloat";
    case spec::DType::Complex128:
      return "torch::kComplexDouble";
  }
  return {};
}

std::string cpp_leaf(const spec::LeafSpec& leaf) {
  switch (leaf.dtype) {
    case spec::DType::Float32:
      return leaf_of(leaf, "float");
    case spec::DType::Float64:
      return leaf_of(leaf, "double");
    case spec::DType::Int64:
      return leaf_of(leaf, "std::int64_t");
    case spec::DType::Bool:
      return leaf_of(leaf, "bool");
    case spec::DType::UInt8:
      return leaf_of(leaf, "std::uint8_t");
    case spec::DType::Int8:
      return leaf_of(leaf, "std::int8_t");
    case spec::DType::Int16:
      return leaf_of(leaf, "std::int16_t");
    case spec::DType::Int32:
      return leaf_of(leaf, "std::int32_t");
    case spec::DType::Float16:
      return leaf_of(leaf, "at::Half");
    case spec::DType::BFloat16:
      return leaf_of(leaf, "at::BFloat16");
    case spec::DType::Complex64:
      return leaf_of(leaf, "c10::complex<float>");
    case spec::DType::Complex128:
      return leaf_of(leaf, "c10::complex<double>");
  }
  return {};
}

std::string cpp_call(const spec::Record& record, Form form) {
  const spec::Operation& row = spec::operation(record.operation);
  if (row.kind == spec::CommandKind::Operator) return operator_call(record, row, form);
  const spec::Arguments arguments(record);
  switch (row.builtin) {
    case spec::BuiltinCommand::Leaf:
      return cpp_leaf(spec::leaf_of(record));
    case spec::BuiltinCommand::Assign:
      return reg(arguments.reg(0));
    case spec::BuiltinCommand::Move:
      return reg(arguments.reg(0)) + (arguments.boolean(1) ? ".cpu()" : ".to(the_device)");
    case spec::BuiltinCommand::SaveLoad:
      return "save_and_load(" + reg(arguments.reg(0)) + ")";
    case spec::BuiltinCommand::RequiresGrad_:
      return reg(arguments.reg(0)) + ".requires_grad_(" + boolean(arguments.boolean(1)) + ")";
    case spec::BuiltinCommand::SetData:
      return reg(arguments.reg(0)) + ".set_data(" + reg(arguments.reg(1)) + ")";
    case spec::BuiltinCommand::Data:
      return reg(arguments.reg(0)) + ".variable_data()";
    case spec::BuiltinCommand::RetainGrad:
      return reg(arguments.reg(0)) + ".retain_grad()";
    case spec::BuiltinCommand::Hook:
      return "add_hook(" + reg(arguments.reg(0)) + ", " + reg(arguments.reg(1)) + ", " +
             std::to_string(arguments.integer(2)) + ")";
    case spec::BuiltinCommand::GradOf:
      return reg(arguments.reg(0)) + ".mutable_grad()";
    case spec::BuiltinCommand::ClearGrad:
      return reg(arguments.reg(0)) + ".mutable_grad() = at::Tensor()";
    case spec::BuiltinCommand::Version:
      return reg(arguments.reg(0)) + "._version()";
    case spec::BuiltinCommand::GradFn:
      return reg(arguments.reg(0)) + ".grad_fn()";
    case spec::BuiltinCommand::OperatorCheck:
      return "operator_check(" + std::to_string(arguments.integer(0)) + ", " + boolean(arguments.boolean(1)) + ", " +
             boolean(arguments.boolean(2)) + ")";
    case spec::BuiltinCommand::Backward:
      return reg(arguments.reg(0)) + ".backward(" +
             seed(reg(arguments.reg(0)), reg(arguments.reg(1)), arguments.integer(2)) + ", /*retain_graph=*/" +
             boolean(arguments.boolean(3)) + ")";
    case spec::BuiltinCommand::Grad:
      return "torch::autograd::grad({" + reg(arguments.reg(0)) + "}, {" + reg(arguments.reg(1)) + "}, {" +
             seed(reg(arguments.reg(0)), reg(arguments.reg(0)), arguments.integer(2)) + "}, /*retain_graph=*/" +
             boolean(arguments.boolean(3)) + ", /*create_graph=*/false, /*allow_unused=*/" +
             boolean(arguments.boolean(4)) + ")[0]";
    case spec::BuiltinCommand::DoubleBackward:
      return "grad_twice(" + reg(arguments.reg(0)) + ", " + reg(arguments.reg(1)) + ", " + reg(arguments.reg(2)) +
             ", " + seed(reg(arguments.reg(0)), reg(arguments.reg(0)), arguments.integer(3) == 0 ? 0 : 1) + ")";
    case spec::BuiltinCommand::CustomSquare:
      return "CustomSquare::apply(" + reg(arguments.reg(0)) + ")";
    case spec::BuiltinCommand::CustomIdentity:
      return "CustomIdentity::apply(" + reg(arguments.reg(0)) + ")";
    case spec::BuiltinCommand::CustomView:
      return "CustomView::apply(" + reg(arguments.reg(0)) + ")";
    case spec::BuiltinCommand::CustomDirty:
      return "CustomDirty::apply(" + reg(arguments.reg(0)) + ")";
    case spec::BuiltinCommand::CustomWrite:
      return "custom_write(" + reg(arguments.reg(0)) + ", " + std::to_string(arguments.integer(1)) + ")";
    case spec::BuiltinCommand::CustomOperator:
      return "custom_operator(" + reg(arguments.reg(0)) + ")";
    default:
      return {};
  }
}

}  // namespace modecheck::subjects
