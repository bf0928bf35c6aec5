#include "engine/archive/pickle_names.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace modecheck::engine::archives {

namespace {

struct NamedDtype {
  c10::ScalarType dtype;
  const char* storage;
  const char* name;
};

constexpr NamedDtype kDtypes[] = {
    {c10::kByte, "torch ByteStorage", "torch uint8"},
    {c10::kChar, "torch CharStorage", "torch int8"},
    {c10::kShort, "torch ShortStorage", "torch int16"},
    {c10::kInt, "torch IntStorage", "torch int32"},
    {c10::kLong, "torch LongStorage", "torch int64"},
    {c10::kHalf, "torch HalfStorage", "torch float16"},
    {c10::kFloat, "torch FloatStorage", "torch float32"},
    {c10::kDouble, "torch DoubleStorage", "torch float64"},
    {c10::kComplexFloat, "torch ComplexFloatStorage", "torch complex64"},
    {c10::kComplexDouble, "torch ComplexDoubleStorage", "torch complex128"},
    {c10::kBool, "torch BoolStorage", "torch bool"},
    {c10::kBFloat16, "torch BFloat16Storage", "torch bfloat16"},
};

constexpr std::string_view kFunctions[] = {
    "builtins complex",
    "collections OrderedDict",
    "torch Size",
    "torch device",
    "torch._utils _rebuild_tensor_v2",
    "torch._utils _rebuild_parameter",
    "torch._utils _rebuild_meta_tensor_no_storage",
    "torch.jit._pickle build_intlist",
    "torch.jit._pickle build_doublelist",
    "torch.jit._pickle build_boollist",
    "torch.jit._pickle build_tensorlist",
    "torch.jit._pickle restore_type_tag",
};

}  // namespace

bool is_torchscript_class(std::string_view name) {
  constexpr std::string_view package = "__torch__";
  return name.substr(0, package.size()) == package && name.size() > package.size() &&
         (name[package.size()] == '.' || name[package.size()] == ' ');
}

bool is_known_name(std::string_view name) {
  return std::find(std::begin(kFunctions), std::end(kFunctions), name) != std::end(kFunctions) ||
         dtype_of_storage(name) != c10::ScalarType::Undefined || dtype_of_name(name) != c10::ScalarType::Undefined ||
         is_torchscript_class(name);
}

c10::ScalarType dtype_of_storage(std::string_view name) {
  for (const NamedDtype& one : kDtypes)
    if (name == one.storage) return one.dtype;
  return c10::ScalarType::Undefined;
}

const char* storage_of_dtype(c10::ScalarType dtype) {
  for (const NamedDtype& one : kDtypes)
    if (dtype == one.dtype) return one.storage;
  return nullptr;
}

c10::ScalarType dtype_of_name(std::string_view name) {
  for (const NamedDtype& one : kDtypes)
    if (name == one.name) return one.dtype;
  return c10::ScalarType::Undefined;
}

}  // namespace modecheck::engine::archives
