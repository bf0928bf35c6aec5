// The builtins of TorchScript for tensors: metadata, conversions, and operators that the engine's catalogue lacks
// because they are made of others.
#include <algorithm>
#include <array>
#include <cmath>

#include "engine/api/factories.h"
#include "engine/api/generated/functions.h"
#include "engine/api/like_factories.h"
#include "engine/api/number_factories.h"
#include "engine/core/errors/error.h"
#include "engine/core/types/default_dtype.h"
#include "engine/modes/grad_mode.h"
#include "engine/script/builtin.h"
#include "engine/script/call_target.h"
#include "engine/script/limits.h"
#include "engine/script/list.h"
#include "engine/script/value_functions.h"

namespace modecheck::engine::script {

c10::ScalarType dtype_of(const Value& value) {
  constexpr auto end = static_cast<std::int64_t>(c10::ScalarType::Undefined);
  MODECHECK_CHECK(value.integer() >= 0 && value.integer() < end, ErrorClass::Argument, "TorchScript: ", value.integer(),
                  " is no dtype; 0 to ", end - 1, " are");
  return static_cast<c10::ScalarType>(value.integer());
}

namespace {

using Arguments = std::vector<Value>;

Value int_list(c10::IntArrayRef values) {
  auto list = std::make_shared<List>();
  list->element = Type::make(TypeKind::Int);
  for (const std::int64_t value : values) list->items.emplace_back(value);
  return list;
}

// Makes a builtin that reads something of a tensor.
template <typename Read>
constexpr Builtin::Run of_tensor(Read /*read*/) {
  return +[](Arguments& a, Value& out) {
    if (!a[0].is_tensor()) return false;
    out = Value(Read()(a[0].tensor()));
    return true;
  };
}

bool size_of(Arguments& a, Value& out) {
  if (!a[0].is_tensor()) return false;
  out = a.size() > 1 ? Value(std::int64_t{a[0].tensor().size(a[1].integer())}) : int_list(a[0].tensor().sizes());
  return true;
}
bool stride_of(Arguments& a, Value& out) {
  if (!a[0].is_tensor()) return false;
  out = a.size() > 1 ? Value(std::int64_t{a[0].tensor().stride(a[1].integer())}) : int_list(a[0].tensor().strides());
  return true;
}
bool shape_of(Arguments& a, Value& out) {
  if (!a[0].is_tensor()) return false;
  out = int_list(a[0].tensor().sizes());
  return true;
}
// These functions return the enumerator that an int of a program stands for. They raise for other ints.
c10::MemoryFormat memory_format_of(const Value& value) {
  MODECHECK_CHECK(value.integer() >= 0 && value.integer() <= 3, ErrorClass::Argument, "TorchScript: ", value.integer(),
                  " is no memory format; 0 to 3 are");
  return static_cast<c10::MemoryFormat>(value.integer());
}

bool contiguous(Arguments& a, Value& out) {
  if (!a[0].is_tensor()) return false;
  out = Value(a.size() > 1 && !a[1].is_none() ? a[0].tensor().is_contiguous(memory_format_of(a[1]))
                                              : a[0].tensor().is_contiguous());
  return true;
}

c10::Device device_of(const Value& value) { return value.is_string() ? c10::Device(value.string()) : value.device(); }

// Makes options of a dtype and a device, each of which may be None.
at::TensorOptions options_of(const Value& dtype, const Value& device) {
  at::TensorOptions out;
  if (!dtype.is_none()) out = out.dtype(c10::optional<c10::ScalarType>(dtype_of(dtype)));
  if (!device.is_none()) out = out.device(c10::optional<c10::Device>(device_of(device)));
  return out;
}

// What torch.tensor() reads: the numbers of nested lists in order, and the sizes.
struct Numbers {
  std::vector<c10::Scalar> values;
  std::vector<std::int64_t> sizes;
  std::size_t number_depth = 0;  // how many lists are around each number
  std::size_t lists = 0;
  bool is_complex = false;
  bool is_float = false;
  bool is_int = false;

  void read(const Value& value, std::size_t depth) {
    if (value.is_tensor() || value.is_number()) {
      MODECHECK_CHECK(values.empty() || depth == number_depth, ErrorClass::Shape,
                      "TorchScript: torch.tensor(): a number stands beside a list");
      number_depth = depth;
      add(value.is_tensor() ? run_operator("aten::item", {value}) : value);
    } else {
      MODECHECK_CHECK(depth < static_cast<std::size_t>(kMostValueNesting), ErrorClass::Argument,
                      "TorchScript: torch.tensor(): lists are nested too deep");
      MODECHECK_CHECK(++lists <= kMostElements && values.size() <= kMostElements, ErrorClass::OutOfMemory,
                      "TorchScript: torch.tensor(): the lists have more than ", kMostElements,
                      " elements, which is the most that is allowed");
      const std::vector<Value>& elements = value.elements();
      const auto count = static_cast<std::int64_t>(elements.size());
      if (sizes.size() == depth) sizes.push_back(count);
      MODECHECK_CHECK(sizes[depth] == count, ErrorClass::Shape, "TorchScript: torch.tensor(): expected a list of ",
                      sizes[depth], " elements at dimension ", depth, " but got one of ", count);
      for (const Value& one : elements) read(one, depth + 1);
    }
  }
  void add(const Value& number) {
    is_complex = is_complex || number.is_complex();
    is_float = is_float || number.is_float();
    is_int = is_int || number.is_int();
    values.push_back(number.scalar());
  }
  c10::ScalarType dtype() const {
    if (is_complex) return c10::kComplexFloat;
    if (is_float || values.empty()) return c10::get_default_dtype_as_scalartype();
    return is_int ? c10::kLong : c10::kBool;
  }
};

bool make_tensor(Arguments& a, Value& out) {
  if (!a[0].is_number() && !a[0].is_list() && !a[0].is_tuple() && !a[0].is_tensor()) return false;
  if (a[0].is_tensor()) {
    at::Tensor copy = a[0].tensor().detach().clone();
    out = run_operator("aten::to", {copy, a[2].is_none() ? Value(copy.device()) : a[2],
                                    a[1].is_none() ? Value(static_cast<std::int64_t>(copy.scalar_type())) : a[1]});
    return true;
  }
  Numbers numbers;
  numbers.read(a[0], 0);
  std::int64_t count = 1;
  for (const std::int64_t size : numbers.sizes) count *= size;
  MODECHECK_CHECK(count == static_cast<std::int64_t>(numbers.values.size()), ErrorClass::Shape,
                  "TorchScript: torch.tensor(): the nested lists do not have the same lengths");
  at::Tensor made =
      at::empty(numbers.sizes, at::TensorOptions().dtype(c10::optional<c10::ScalarType>(numbers.dtype())));
  at::Tensor flat = made.view({-1});
  for (std::size_t i = 0; i < numbers.values.size(); ++i)
    flat.select(0, static_cast<std::int64_t>(i)).fill_(numbers.values[i]);
  if (!a[1].is_none() || !a[2].is_none()) made = made.to(options_of(a[1], a[2]));
  if (a.size() > 3 && a[3].is_bool() && a[3].boolean()) made.requires_grad_();
  out = Value(made);
  return true;
}
bool as_tensor(Arguments& a, Value& out) {
  if (!a[0].is_tensor()) return make_tensor(a, out);
  out = a[1].is_none() && a[2].is_none() ? a[0] : Value(a[0].tensor().to(options_of(a[1], a[2])));
  return true;
}
// As in libtorch, a float becomes a tensor of float64, and not of the default dtype.
bool number_to_tensor(Arguments& a, Value& out) {
  if (!a[0].is_number()) return false;
  const auto wide = [](c10::ScalarType dtype) { return Value(static_cast<std::int64_t>(dtype)); };
  const Value dtype = a[0].is_float() ? wide(c10::kDouble) : a[0].is_complex() ? wide(c10::kComplexDouble) : Value();
  Arguments arguments{a[0], dtype, Value(), Value()};
  return make_tensor(arguments, out);
}

// The overloads of to() that the catalogue lacks: to(device, dtype, non_blocking, copy), to(device), and the one that
// has names only.
bool convert_to(Arguments& a, Value& out) {
  if (!a[0].is_tensor()) return false;
  std::size_t next = 1;
  Value device;
  Value dtype;
  if (std::any_of(a.begin() + 6, a.end(), [](const Value& one) { return !one.is_none(); })) {
    // to(dtype=, layout=, device=, pin_memory=, non_blocking=, copy=, memory_format=)
    if (!a[1].is_none()) return false;
    const auto is_set = [&](std::size_t place) { return a[place].is_bool() && a[place].boolean(); };
    c10::optional<c10::MemoryFormat> wanted;
    if (a[12].is_int()) wanted = memory_format_of(a[12]);
    out = Value(a[0].tensor().to(options_of(a[6], a[8]), is_set(10), is_set(11), wanted));
    return true;
  }
  if (a[next].is_device() || (a[next].is_string()))
    device = a[next++];
  else if (a[next].is_none())
    ++next;
  else
    return false;
  if (next < a.size() && a[next].is_int())
    dtype = a[next++];
  else if (next < a.size() && a[next].is_none())
    ++next;
  const auto flag = [&](std::size_t place) { return place < a.size() && a[place].is_bool() && a[place].boolean(); };
  c10::optional<c10::MemoryFormat> format;
  if (next + 2 < a.size() && a[next + 2].is_int()) format = memory_format_of(a[next + 2]);
  out = Value(a[0].tensor().to(options_of(dtype, device), flag(next), flag(next + 1), format));
  return true;
}
bool to_cpu(Arguments& a, Value& out) {
  if (!a[0].is_tensor()) return false;
  out = Value(a[0].tensor().to(at::TensorOptions().device(c10::optional<c10::Device>(c10::Device(c10::kCPU)))));
  return true;
}

// Parameters of these: self dtype layout device pin_memory memory_format.
template <int number>
bool like(Arguments& a, Value& out) {
  if (!a[0].is_tensor()) return false;
  c10::optional<c10::MemoryFormat> format;
  if (!a[5].is_none()) format = memory_format_of(a[5]);
  out = Value(at::full_like(a[0].tensor(), number, options_of(a[1], a[3]), format));
  return true;
}
// Parameters of these: self size dtype layout device pin_memory.
template <int number>
bool new_filled(Arguments& a, Value& out) {
  if (!a[0].is_tensor()) return false;
  const at::Tensor& self = a[0].tensor();
  const Value dtype = a[2].is_none() ? Value(static_cast<std::int64_t>(self.scalar_type())) : a[2];
  const Value device = a[4].is_none() ? Value(self.device()) : a[4];
  std::vector<std::int64_t> sizes;
  for (const Value& size : a[1].elements()) sizes.push_back(size.integer());
  out = Value(at::full(sizes, number, options_of(dtype, device)));
  return true;
}
// Parameters: self size fill_value dtype layout device pin_memory.
bool new_full(Arguments& a, Value& out) {
  if (!a[0].is_tensor()) return false;
  const at::Tensor& self = a[0].tensor();
  const Value dtype = a[3].is_none() ? Value(static_cast<std::int64_t>(self.scalar_type())) : a[3];
  std::vector<std::int64_t> sizes;
  for (const Value& size : a[1].elements()) sizes.push_back(size.integer());
  out = Value(at::full(sizes, a[2].scalar(), options_of(dtype, a[5].is_none() ? Value(self.device()) : a[5])));
  return true;
}

// The overload with an end only. The catalogue has the one with a start and a step.
bool arange_to(Arguments& a, Value& out) {
  if (!a[0].is_number()) return false;
  out = Value(at::arange(a[0].scalar(), options_of(a[1], a[3])));
  return true;
}

bool make_device(Arguments& a, Value& out) {
  if (a[0].is_device())
    out = a[0];
  else if (a[0].is_string() && (a.size() < 2 || a[1].is_none()))
    out = Value(c10::Device(a[0].string()));
  else if (a[0].is_string())
    out = Value(c10::Device(a[0].string() + ":" + std::to_string(a[1].integer())));
  else
    return false;
  return true;
}

bool grad_of(Arguments& a, Value& out) {
  if (!a[0].is_tensor()) return false;
  out = a[0].tensor().grad().defined() ? Value(a[0].tensor().grad()) : Value();
  return true;
}
bool always_false(Arguments& /*a*/, Value& out) {
  out = Value(false);
  return true;
}
bool grad_is_enabled(Arguments& /*a*/, Value& out) {
  out = Value(c10::GradMode::is_enabled());
  return true;
}
bool is_scripting(Arguments& /*a*/, Value& out) {
  out = Value(true);
  return true;
}
bool type_text(Arguments& a, Value& out) {
  if (!a[0].is_device()) return false;
  out = Value(c10::DeviceTypeName(a[0].device().type(), true));
  return true;
}
bool index_of_device(Arguments& a, Value& out) {
  if (!a[0].is_device()) return false;
  out = a[0].device().has_index() ? Value(std::int64_t{a[0].device().index()}) : Value();
  return true;
}
bool transposed(Arguments& a, Value& out) {
  if (!a[0].is_tensor()) return false;
  out = run_operator("aten::numpy_T", {a[0]});
  return true;
}

// _convolution(input, weight, bias, stride, padding, dilation, transposed, output_padding, groups, and flags of cuDNN),
// which traced models call.
bool convolution(Arguments& a, Value& out) {
  if (!a[0].is_tensor()) return false;
  out = run_operator("aten::convolution", Arguments(a.begin(), a.begin() + 9));
  return true;
}

// Parameters: self approximate. The catalogue has the kernel without an approximation.
bool gelu(Arguments& a, Value& out) {
  if (!a[0].is_tensor() || !a[1].is_string() || a[1].string() != "tanh") return false;
  constexpr double root = 0.7978845608028654;  // the square root of 2 / pi
  const at::Tensor& self = a[0].tensor();
  const at::Tensor inner = self.add(self.mul(self).mul(self).mul(0.044715)).mul(root);
  out = Value(self.mul(0.5).mul(inner.tanh().add(1)));
  return true;
}

// Parameters: query key value attn_mask dropout_p is_causal scale enable_gqa.
bool attention(Arguments& a, Value& out) {
  if (!a[0].is_tensor()) return false;
  MODECHECK_CHECK(!a[7].is_bool() || !a[7].boolean(), ErrorClass::Unsupported,
                  "scaled_dot_product_attention: enable_gqa is not supported; repeat the heads of key and value");
  const at::Tensor& query = a[0].tensor();
  const at::Tensor& key = a[1].tensor();
  const double scale = a[6].is_none() ? 1 / std::sqrt(static_cast<double>(query.size(-1))) : a[6].real();
  at::Tensor scores = query.matmul(key.transpose(-2, -1)).mul(scale);
  if (a[5].is_bool() && a[5].boolean()) {
    const at::Tensor allowed =
        at::full({query.size(-2), key.size(-2)}, 1, query.options().dtype(c10::optional<c10::ScalarType>(c10::kBool)))
            .tril();
    scores = scores.masked_fill(allowed.logical_not(), -HUGE_VAL);
  }
  if (a[3].is_tensor()) {
    const at::Tensor& mask = a[3].tensor();
    scores = mask.scalar_type() == c10::kBool ? scores.masked_fill(mask.logical_not(), -HUGE_VAL) : scores.add(mask);
  }
  at::Tensor weights = scores.softmax(-1);
  const double dropout = a[4].is_none() ? 0 : a[4].real();
  if (dropout > 0) weights = run_operator("aten::dropout", {weights, dropout, true}).tensor();
  out = Value(weights.matmul(a[2].tensor()));
  return true;
}

// Parameters: n m dtype layout device pin_memory.
bool eye(Arguments& a, Value& out) {
  out = Value(a[1].is_none() ? at::eye(a[0].integer(), options_of(a[2], a[4]))
                             : at::eye(a[0].integer(), a[1].integer(), options_of(a[2], a[4])));
  return true;
}
// Parameters: start end steps dtype layout device pin_memory.
bool linspace(Arguments& a, Value& out) {
  if (!a[0].is_number() || !a[1].is_number()) return false;
  out = Value(at::linspace(a[0].scalar(), a[1].scalar(), a[2].integer(), options_of(a[3], a[5])));
  return true;
}
bool one_hot(Arguments& a, Value& out) {
  if (!a[0].is_tensor()) return false;
  const at::Tensor& self = a[0].tensor();
  MODECHECK_CHECK(self.scalar_type() == c10::kLong, ErrorClass::Dtype, "one_hot: the indices must be int64");
  const std::int64_t classes =
      a.size() > 1 && a[1].integer() >= 0 ? a[1].integer() : self.max().item<std::int64_t>() + 1;
  MODECHECK_CHECK(
      self.numel() == 0 || (self.min().item<std::int64_t>() >= 0 && self.max().item<std::int64_t>() < classes),
      ErrorClass::Index, "one_hot: an index is negative or not smaller than num_classes, ", classes);
  out = Value(self.unsqueeze(-1).eq(at::arange(classes, self.options())).to(c10::kLong));
  return true;
}
bool pixel_shuffle(Arguments& a, Value& out) {
  if (!a[0].is_tensor()) return false;
  const at::Tensor& self = a[0].tensor();
  const std::int64_t factor = a[1].integer();
  MODECHECK_CHECK(self.dim() >= 3 && factor > 0 && factor < 32768 && self.size(-3) % (factor * factor) == 0,
                  ErrorClass::Shape, "pixel_shuffle: the channels of sizes ", self.sizes(),
                  " are no multiple of the square of the factor ", factor);
  const std::int64_t channels = self.size(-3) / (factor * factor);
  const std::int64_t height = self.size(-2);
  const std::int64_t width = self.size(-1);
  std::vector<std::int64_t> sizes(self.sizes().begin(), self.sizes().end() - 3);
  sizes.insert(sizes.end(), {channels, height * factor, width * factor});
  out = Value(self.reshape({-1, channels, factor, factor, height, width}).permute({0, 1, 4, 2, 5, 3}).reshape(sizes));
  return true;
}
bool glu(Arguments& a, Value& out) {
  if (!a[0].is_tensor()) return false;
  const std::int64_t dim = a.size() > 1 ? a[1].integer() : -1;
  MODECHECK_CHECK(a[0].tensor().dim() > 0 && a[0].tensor().size(dim) % 2 == 0, ErrorClass::Shape,
                  "glu: the dimension must have an even size");
  const std::vector<at::Tensor> halves = a[0].tensor().chunk(2, dim);
  out = Value(halves[0].mul(halves[1].sigmoid()));
  return true;
}
bool prelu(Arguments& a, Value& out) {
  if (!a[0].is_tensor() || !a[1].is_tensor()) return false;
  const at::Tensor& self = a[0].tensor();
  at::Tensor weight = a[1].tensor();
  if (weight.numel() > 1) {
    std::vector<std::int64_t> sizes(static_cast<std::size_t>(self.dim()), 1);
    MODECHECK_CHECK(self.dim() > 1 && self.size(1) == weight.numel(), ErrorClass::Shape, "prelu: ", weight.numel(),
                    " weights do not fit the channels of sizes ", self.sizes());
    sizes[1] = weight.numel();
    weight = weight.view(sizes);
  }
  out = Value(at::where(self.gt(0), self, self.mul(weight)));
  return true;
}
bool log_sigmoid(Arguments& a, Value& out) {
  if (!a[0].is_tensor()) return false;
  const at::Tensor& self = a[0].tensor();
  // min(x, 0) - log1p(exp(-|x|)) does not overflow.
  out = Value(self.clamp_max(0).sub(self.abs().neg().exp().log1p()));
  return true;
}

// The weights of self-attention in the order in which both fused operators below take them.
struct AttentionWeights {
  std::int64_t heads;
  Value input_weight;
  Value input_bias;
  Value output_weight;
  Value output_bias;
};

// Returns the output and the weights of self-attention on a batch. A true element of `mask` hides a key. `mask_type` is
// 0 for a mask of queries and keys, 1 for one of the batch and the keys, and 2 for a mask of all four dimensions.
std::pair<at::Tensor, at::Tensor> self_attention(const at::Tensor& input, const AttentionWeights& by, const Value& mask,
                                                 const Value& mask_type) {
  MODECHECK_CHECK(input.dim() == 3 && by.heads > 0 && input.size(2) % by.heads == 0, ErrorClass::Shape,
                  "attention: the input of sizes ", input.sizes(), " must have 3 dimensions, the last a multiple of ",
                  by.heads, " heads");
  const std::int64_t batch = input.size(0);
  const std::int64_t length = input.size(1);
  const std::int64_t width = input.size(2) / by.heads;
  const std::vector<at::Tensor> parts =
      run_operator("aten::linear", {input, by.input_weight, by.input_bias}).tensor().chunk(3, -1);
  const auto by_head = [&](const at::Tensor& part) {
    return part.reshape({batch, length, by.heads, width}).transpose(1, 2);
  };
  at::Tensor scores =
      by_head(parts[0]).mul(1 / std::sqrt(static_cast<double>(width))).matmul(by_head(parts[1]).transpose(-2, -1));
  if (mask.is_tensor()) {
    at::Tensor hidden = mask.tensor();
    if (mask_type.is_int() && mask_type.integer() == 1) hidden = hidden.view({batch, 1, 1, length});
    scores = hidden.scalar_type() == c10::kBool ? scores.masked_fill(hidden, -HUGE_VAL) : scores.add(hidden);
  }
  const at::Tensor weights = scores.softmax(-1);
  const at::Tensor joined = weights.matmul(by_head(parts[2])).transpose(1, 2).reshape(input.sizes());
  return {run_operator("aten::linear", {joined, by.output_weight, by.output_bias}).tensor(), weights};
}

// Parameters: query key value embed_dim num_head qkv_weight qkv_bias proj_weight proj_bias mask need_weights
// average_attn_weights mask_type. MultiheadAttention calls this in evaluation mode, with one tensor three times.
bool native_attention(Arguments& a, Value& out) {
  if (!a[0].is_tensor()) return false;
  MODECHECK_CHECK(is_same(a[0], a[1]) && is_same(a[0], a[2]), ErrorClass::Unsupported,
                  "_native_multi_head_attention: query, key and value must be the same tensor");
  const auto [output, weights] = self_attention(a[0].tensor(), {a[4].integer(), a[5], a[6], a[7], a[8]}, a[9], a[12]);
  Value shown;
  if (a[10].is_none() || a[10].boolean())
    shown = Value(a[11].is_none() || a[11].boolean() ? weights.mean({1}, false) : weights);
  out = Value::tuple({output, shown});
  return true;
}

// Parameters: src embed_dim num_heads qkv_weight qkv_bias proj_weight proj_bias use_gelu norm_first eps, the weights
// and biases of two norms and of two linear layers, mask mask_type. TransformerEncoderLayer calls this in evaluation
// mode.
bool encoder_layer(Arguments& a, Value& out) {
  if (!a[0].is_tensor()) return false;
  const auto norm = [&](const at::Tensor& x, std::size_t place) {
    return run_operator("aten::layer_norm", {x, int_list({x.size(-1)}), a[place], a[place + 1], a[9]}).tensor();
  };
  const bool norm_first = a[8].boolean();
  const auto attend = [&](const at::Tensor& x) {
    return self_attention(x, {a[2].integer(), a[3], a[4], a[5], a[6]}, a[18], a[19]).first;
  };
  const auto feed = [&](const at::Tensor& x) {
    const Value inner = run_operator("aten::linear", {x, a[14], a[15]});
    const Value active = a[7].boolean() ? run_operator("aten::gelu", {inner}) : run_operator("aten::relu", {inner});
    return run_operator("aten::linear", {active, a[16], a[17]}).tensor();
  };
  at::Tensor x = a[0].tensor();
  if (norm_first) {
    x = x.add(attend(norm(x, 10)));
    x = x.add(feed(norm(x, 12)));
  } else {
    x = norm(x.add(attend(x)), 10);
    x = norm(x.add(feed(x)), 12);
  }
  out = Value(x);
  return true;
}

constexpr char kLike[] = "self dtype layout device pin_memory memory_format";
constexpr char kNew[] = "self size dtype layout device pin_memory";

constexpr std::array kTensorBuiltins{
    Builtin{"aten::size", 1, 2, size_of},
    Builtin{"prim::shape", 1, 1, shape_of},
    Builtin{"aten::stride", 1, 2, stride_of},
    Builtin{"aten::dim", 1, 1, of_tensor([](const at::Tensor& t) { return std::int64_t{t.dim()}; })},
    Builtin{"prim::ndim", 1, 1, of_tensor([](const at::Tensor& t) { return std::int64_t{t.dim()}; })},
    Builtin{"aten::numel", 1, 1, of_tensor([](const at::Tensor& t) { return std::int64_t{t.numel()}; })},
    Builtin{"aten::storage_offset", 1, 1,
            of_tensor([](const at::Tensor& t) { return std::int64_t{t.storage_offset()}; })},
    Builtin{"aten::element_size", 1, 1,
            of_tensor([](const at::Tensor& t) { return static_cast<std::int64_t>(t.element_size()); })},
    Builtin{"prim::itemsize", 1, 1,
            of_tensor([](const at::Tensor& t) { return static_cast<std::int64_t>(t.element_size()); })},
    Builtin{"aten::is_contiguous", 1, 2, contiguous, "self memory_format"},
    Builtin{"aten::is_floating_point", 1, 1, of_tensor([](const at::Tensor& t) { return t.is_floating_point(); })},
    Builtin{"aten::is_complex", 1, 1, of_tensor([](const at::Tensor& t) { return t.is_complex(); })},
    Builtin{"aten::is_nonzero", 1, 1, of_tensor([](const at::Tensor& t) { return t.is_nonzero(); })},
    Builtin{"aten::is_inference", 1, 1, of_tensor([](const at::Tensor& t) { return t.is_inference(); })},
    Builtin{"prim::device", 1, 1, of_tensor([](const at::Tensor& t) { return t.device(); })},
    Builtin{"prim::dtype", 1, 1,
            of_tensor([](const at::Tensor& t) { return static_cast<std::int64_t>(t.scalar_type()); })},
    Builtin{"prim::layout", 1, 1, of_tensor([](const at::Tensor& t) { return static_cast<std::int64_t>(t.layout()); })},
    Builtin{"prim::requires_grad", 1, 1, of_tensor([](const at::Tensor& t) { return t.requires_grad(); })},
    Builtin{"aten::requires_grad", 1, 1, of_tensor([](const at::Tensor& t) { return t.requires_grad(); })},
    Builtin{"prim::is_leaf", 1, 1, of_tensor([](const at::Tensor& t) { return t.is_leaf(); })},
    Builtin{"prim::is_cpu", 1, 1, of_tensor([](const at::Tensor& t) { return t.device().is_cpu(); })},
    Builtin{"prim::is_cuda", 1, 1, of_tensor([](const at::Tensor& t) { return t.device().is_cuda(); })},
    Builtin{"prim::is_meta", 1, 1, of_tensor([](const at::Tensor& t) { return t.device().is_meta(); })},
    Builtin{"prim::data", 1, 1, of_tensor([](const at::Tensor& t) { return t.data(); })},
    Builtin{"prim::grad", 1, 1, grad_of},
    Builtin{"prim::T", 1, 1, transposed},
    Builtin{"prim::is_sparse", 1, 1, always_false},
    Builtin{"prim::is_sparse_csr", 1, 1, always_false},
    Builtin{"prim::is_quantized", 1, 1, always_false},
    Builtin{"prim::is_nested", 1, 1, always_false},
    Builtin{"prim::is_mkldnn", 1, 1, always_false},
    Builtin{"prim::is_xpu", 1, 1, always_false},
    Builtin{"prim::is_mps", 1, 1, always_false},
    Builtin{"prim::type", 1, 1, type_text},
    Builtin{"prim::index", 1, 1, index_of_device},
    Builtin{"aten::is_autocast_enabled", 0, 1, always_false},
    Builtin{"aten::is_autocast_cpu_enabled", 0, 0, always_false},
    Builtin{"aten::is_grad_enabled", 0, 0, grad_is_enabled},
    Builtin{"aten::is_scripting", 0, 0, is_scripting},
    Builtin{"aten::tensor", 1, 4, make_tensor, "data dtype device requires_grad"},
    Builtin{"aten::as_tensor", 1, 3, as_tensor, "data dtype device"},
    Builtin{"prim::NumToTensor", 1, 1, number_to_tensor},
    Builtin{"aten::to", 1, 6, convert_to,
            "self _1 _2 _3 _4 _5 dtype layout device pin_memory non_blocking copy memory_format"},
    Builtin{"aten::cpu", 1, 1, to_cpu},
    Builtin{"aten::zeros_like", 1, 6, like<0>, kLike},
    Builtin{"aten::ones_like", 1, 6, like<1>, kLike},
    Builtin{"aten::empty_like", 1, 6, like<0>, kLike},
    Builtin{"aten::new_zeros", 2, 6, new_filled<0>, kNew},
    Builtin{"aten::new_ones", 2, 6, new_filled<1>, kNew},
    Builtin{"aten::new_empty", 2, 6, new_filled<0>, kNew},
    Builtin{"aten::new_full", 3, 7, new_full, "self size fill_value dtype layout device pin_memory"},
    Builtin{"aten::arange", 1, 1, arange_to, "end dtype layout device pin_memory"},
    Builtin{"aten::device", 1, 2, make_device},
    Builtin{"aten::_convolution", 12, 13, convolution},
    Builtin{"aten::gelu", 1, 2, gelu, "self approximate"},
    Builtin{"aten::scaled_dot_product_attention", 3, 8, attention,
            "query key value attn_mask dropout_p is_causal scale enable_gqa"},
    Builtin{"aten::eye", 1, 2, eye, "n m dtype layout device pin_memory"},
    Builtin{"aten::linspace", 3, 3, linspace, "start end steps dtype layout device pin_memory"},
    Builtin{"aten::one_hot", 1, 2, one_hot},
    Builtin{"aten::pixel_shuffle", 2, 2, pixel_shuffle},
    Builtin{"aten::glu", 1, 2, glu},
    Builtin{"aten::prelu", 2, 2, prelu},
    Builtin{"aten::log_sigmoid", 1, 1, log_sigmoid},
    Builtin{"aten::_native_multi_head_attention", 9, 13, native_attention,
            "query key value embed_dim num_head qkv_weight qkv_bias proj_weight proj_bias mask need_weights "
            "average_attn_weights mask_type"},
    Builtin{"aten::_transformer_encoder_layer_fwd", 18, 20, encoder_layer,
            "src embed_dim num_heads qkv_weight qkv_bias proj_weight proj_bias use_gelu norm_first eps norm_weight_1 "
            "norm_bias_1 norm_weight_2 norm_bias_2 ffn_weight_1 ffn_bias_1 ffn_weight_2 ffn_bias_2 mask mask_type"},
};

}  // namespace

std::span<const Builtin> tensor_builtins() { return kTensorBuiltins; }

}  // namespace modecheck::engine::script
