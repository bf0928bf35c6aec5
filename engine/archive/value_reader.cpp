#include "engine/archive/value_reader.h"

#include <algorithm>
#include <utility>

#include "engine/archive/limits.h"
#include "engine/archive/pickle_names.h"
#include "engine/core/memory/allocate.h"
#include "engine/core/tensor/tensor_options.h"

namespace modecheck::engine::archives {

using at::Tensor;

struct ValueReader::Geometry {
  std::int64_t offset;
  std::vector<std::int64_t> sizes, strides;
  bool requires_grad;
};

namespace {

// Returns the number of bytes of `count` elements, or -1 if that is no sensible number.
std::int64_t bytes_of(std::int64_t count, c10::ScalarType dtype) {
  std::int64_t out = 0;
  const bool overflows = __builtin_mul_overflow(count, static_cast<std::int64_t>(c10::elementSize(dtype)), &out);
  return overflows || count < 0 || out > kMostStorageBytes ? -1 : out;
}

bool is_rebuilt_tensor(const PickleValue& value) {
  return value.is_call_of("torch._utils _rebuild_tensor_v2") || value.is_call_of("torch._utils _rebuild_parameter") ||
         value.is_call_of("torch._utils _rebuild_meta_tensor_no_storage");
}

}  // namespace

std::vector<std::int64_t> ValueReader::integers(const PickleValue& value, const char* what) const {
  const bool is_size = value.is_call_of("torch Size") && value.items.size() == 1;
  const PickleValue& list = is_size ? *value.items.front() : value;
  place_.require(list.is(PickleKind::Tuple) || list.is(PickleKind::List), "the ", what, " of a tensor are ",
                 phrase(list.kind), ", not a tuple");
  place_.require(list.items.size() <= kMostDimensions, "a tensor has ", list.items.size(), " ", what, "; the bound is ",
                 kMostDimensions);
  std::vector<std::int64_t> out;
  for (const PickleRef& item : list.items) {
    place_.require(item->is(PickleKind::Int) && item->integer >= 0, "one of the ", what,
                   " of a tensor is no non-negative int");
    out.push_back(item->integer);
  }
  return out;
}

void ValueReader::check_geometry(const Geometry& geometry, c10::ScalarType dtype, std::size_t nbytes) const {
  place_.require(geometry.sizes.size() == geometry.strides.size(), "a tensor has ", geometry.sizes.size(),
                 " sizes and ", geometry.strides.size(), " strides");
  place_.require(geometry.offset >= 0, "the storage offset of a tensor is ", geometry.offset);
  std::int64_t elements = 1, last = geometry.offset;
  bool fits = true;
  for (std::size_t i = 0; i < geometry.sizes.size(); ++i) {
    std::int64_t step = 0;
    fits = fits && !__builtin_mul_overflow(elements, geometry.sizes[i], &elements) && elements <= kMostStorageBytes;
    fits =
        fits && !__builtin_mul_overflow(std::max<std::int64_t>(geometry.sizes[i] - 1, 0), geometry.strides[i], &step);
    fits = fits && !__builtin_add_overflow(last, step, &last);
  }
  // The offset in bytes is computed for a tensor without elements, too, and must not overflow.
  fits = fits && last < kMostStorageBytes / static_cast<std::int64_t>(c10::elementSize(dtype));
  const std::int64_t needed = !fits ? -1 : elements == 0 ? 0 : bytes_of(last + 1, dtype);
  place_.require(needed >= 0 && static_cast<std::uint64_t>(needed) <= nbytes, "a tensor of sizes ", geometry.sizes,
                 ", strides ", geometry.strides, " and offset ", geometry.offset, " reaches beyond its storage of ",
                 nbytes, " bytes");
  check_can_require_grad(geometry.requires_grad, dtype, "tensor");
}

// Raises if a tensor of this dtype is to require grad and cannot (rule M3). A view of integers whose base requires grad
// is saved as one that requires grad.
void ValueReader::check_can_require_grad(bool requires_grad, c10::ScalarType dtype, const char* what) const {
  if (requires_grad && !c10::isDifferentiableType(dtype))
    place_.refuse_as(ErrorClass::RequiresGradOnNonFloating, "a ", what, " of dtype ", dtype,
                     " requires grad; only floating-point and complex tensors can");
}

c10::Device ValueReader::device_of(const std::string& location) const {
  if (location == "cpu") return c10::kCPU;
  if (location == "meta") return c10::kMeta;
  if (location == "cuda") return c10::kCUDA;
  const bool is_cuda = location.compare(0, 5, "cuda:") == 0 && location.size() > 5 && location.size() <= 7 &&
                       location.find_first_not_of("0123456789", 5) == std::string::npos;
  if (is_cuda) return {c10::kCUDA, static_cast<c10::DeviceIndex>(std::stoi(location.substr(5)))};
  if (device_.has_value()) return *device_;
  place_.refuse("a storage was saved on the device ", in_quotes(location),
                ", which this library does not have; pass the device to load it to");
}

Tensor ValueReader::read_storage(const std::string& key, const std::string& location, std::int64_t bytes) {
  const c10::Device saved_on = device_of(location);
  const c10::Device target = device_.value_or(saved_on);
  if (!saved_on.has_bytes()) {
    place_.require(!target.has_bytes(), "the storage ", in_quotes(key),
                   " was saved on Meta and has no bytes to load to ", target.str());
    return empty(bytes, c10::ScalarType::Byte, target);
  }
  const std::string name = folder_ + key;
  const std::uint64_t size = zip_.size(name);
  zip_.place(name).require(static_cast<std::uint64_t>(bytes) <= size, "the storage has ", size, " bytes; the pickle ",
                           in_quotes(place_.entry), " says that it has ", bytes);
  Tensor out = empty(static_cast<std::int64_t>(size), c10::ScalarType::Byte, c10::kCPU);
  if (size > 0) zip_.read_into(name, out.storage().data());
  if (target.in_cpu_memory()) return out;
  try {
    return out.to(target, out.scalar_type());
  } catch (c10::Error& error) {
    error.add_context("while loading " + zip_.place(name).text() + " to the device " + target.str() +
                      "; another device can be passed to the function that loads");
    throw;
  }
}

const Tensor& ValueReader::storage(const PickleValue& id, c10::ScalarType& dtype) {
  place_.require(
      id.is(PickleKind::PersistentId) && id.items.front()->is(PickleKind::Tuple) && id.items.front()->items.size() == 5,
      "a tensor has ", phrase(id.kind), " where its storage belongs, or the storage is described wrongly");
  const std::vector<PickleRef>& parts = id.items.front()->items;
  place_.require(parts[0]->text == "storage" && parts[1]->is(PickleKind::Global) && parts[2]->is(PickleKind::String) &&
                     parts[3]->is(PickleKind::String) && parts[4]->is(PickleKind::Int),
                 "a storage is not described by its class, key, device and number of elements");
  dtype = dtype_of_storage(parts[1]->text);
  place_.require(dtype != c10::ScalarType::Undefined, in_quotes(parts[1]->text), " is no class of storages");
  const std::int64_t bytes = bytes_of(parts[4]->integer, dtype);
  place_.require(bytes >= 0, "a storage has ", parts[4]->integer, " elements, which is beyond the bound");
  const std::string& key = parts[2]->text;
  auto found = storages_.find(key);
  if (found == storages_.end()) found = storages_.emplace(key, read_storage(key, parts[3]->text, bytes)).first;
  const std::size_t size = found->second.storage().nbytes();
  place_.require(static_cast<std::uint64_t>(bytes) <= size, "the storage ", in_quotes(key), " has ", size,
                 " bytes; one of its tensors says that it has ", bytes);
  return found->second;
}

Tensor ValueReader::rebuilt(const PickleValue& call) {
  constexpr std::size_t least = 6, most = 7;
  place_.require(call.items.size() >= least && call.items.size() <= most, "_rebuild_tensor_v2 has ", call.items.size(),
                 " arguments, not 6");
  place_.require(call.items.size() == least || call.items[least]->items.empty(),
                 "a tensor is marked as a lazy conjugate or negative, which this library does not load; save "
                 "tensor.resolve_conj().resolve_neg()");
  place_.require(call.items[1]->is(PickleKind::Int) && call.items[4]->is(PickleKind::Bool),
                 "_rebuild_tensor_v2 has an offset that is no int, or a requires_grad that is no bool");
  place_.require(call.items[5]->items.empty(), "a tensor has backward hooks, which are not loaded");
  c10::ScalarType dtype{};
  const Tensor& bytes = storage(*call.items[0], dtype);
  const Geometry geometry{call.items[1]->integer, integers(*call.items[2], "sizes"),
                          integers(*call.items[3], "strides"), call.items[4]->integer != 0};
  check_geometry(geometry, dtype, bytes.storage().nbytes());
  Tensor out = another_on(bytes.storage(), geometry.sizes, geometry.strides, geometry.offset, dtype);
  if (geometry.requires_grad) out.requires_grad_(true);
  return out;
}

Tensor ValueReader::rebuilt_meta(const PickleValue& call) {
  constexpr std::size_t arguments = 4;
  place_.require(
      call.items.size() == arguments && call.items[0]->is(PickleKind::Global) && call.items[3]->is(PickleKind::Bool),
      "_rebuild_meta_tensor_no_storage has no dtype, size, stride and requires_grad");
  const c10::ScalarType dtype = dtype_of_name(call.items[0]->text);
  place_.require(dtype != c10::ScalarType::Undefined, in_quotes(call.items[0]->text), " is no dtype");
  const Geometry geometry{0, integers(*call.items[1], "sizes"), integers(*call.items[2], "strides"),
                          call.items[3]->integer != 0};
  check_geometry(geometry, dtype, kMostStorageBytes);
  Tensor out = empty_strided(geometry.sizes, geometry.strides, dtype, c10::kMeta);
  if (geometry.requires_grad) out.requires_grad_(true);
  return out;
}

Tensor ValueReader::parameter(const PickleValue& call) {
  constexpr std::size_t arguments = 3;
  place_.require(call.items.size() == arguments && call.items[0]->is_call_of("torch._utils _rebuild_tensor_v2") &&
                     call.items[1]->is(PickleKind::Bool),
                 "_rebuild_parameter has no tensor and requires_grad");
  Tensor out = rebuilt(*call.items[0]);
  const bool requires_grad = call.items[1]->integer != 0;
  check_can_require_grad(requires_grad, out.scalar_type(), "parameter");
  out.requires_grad_(requires_grad);
  return out;
}

Tensor ValueReader::make_tensor(const PickleValue& value) {
  if (value.is_call_of("torch._utils _rebuild_tensor_v2")) return rebuilt(value);
  if (value.is_call_of("torch._utils _rebuild_parameter")) return parameter(value);
  if (value.is_call_of("torch._utils _rebuild_meta_tensor_no_storage")) return rebuilt_meta(value);
  place_.refuse("a tensor was expected, and the pickle has ", phrase(value.kind));
}

Tensor ValueReader::tensor(const PickleRef& value) {
  const auto found = tensors_.find(value.get());
  if (found != tensors_.end()) return found->second;
  Tensor out = make_tensor(*value);
  tensors_.emplace(value.get(), out);
  return out;
}

c10::IValue ValueReader::list_value(const PickleValue& value) {
  std::vector<c10::IValue> items;
  for (const PickleRef& item : value.items) items.push_back(this->value(item));
  const auto all = [&](auto is) { return !items.empty() && std::all_of(items.begin(), items.end(), is); };
  const auto typed = [&](auto get) {
    std::vector<std::decay_t<decltype(get(items.front()))>> out;
    for (const c10::IValue& item : items) out.push_back(get(item));
    return c10::IValue(std::move(out));
  };
  if (all([](const c10::IValue& one) { return one.isTensor(); }))
    return typed([](const c10::IValue& one) { return one.toTensor(); });
  if (all([](const c10::IValue& one) { return one.isBool(); }))
    return typed([](const c10::IValue& one) { return one.toBool(); });
  if (all([](const c10::IValue& one) { return one.isInt(); }))
    return typed([](const c10::IValue& one) { return one.toInt(); });
  if (all([](const c10::IValue& one) { return one.isDouble(); }))
    return typed([](const c10::IValue& one) { return one.toDouble(); });
  if (all([](const c10::IValue& one) { return one.isString(); }))
    return typed([](const c10::IValue& one) { return one.toStringRef(); });
  return c10::IValue(items);
}

c10::IValue ValueReader::dict_value(const PickleValue& value) {
  c10::GenericDict out;
  for (std::size_t i = 0; i + 1 < value.items.size(); i += 2) {
    const PickleKind kind = value.items[i]->kind;
    place_.require(kind != PickleKind::Call && kind != PickleKind::Tuple, "a dict has ", phrase(kind),
                   " as a key; keys are strings and numbers");
    const bool is_new = out.insert(this->value(value.items[i]), this->value(value.items[i + 1])).second;
    place_.require(is_new, "a dict has a key twice: ", in_quotes(value.items[i]->text));
  }
  return {out};
}

c10::IValue ValueReader::tagged_value(const PickleValue& call) {
  const bool is_tagged = call.text == "torch.jit._pickle restore_type_tag";
  place_.require(call.items.size() == (is_tagged ? 2U : 1U), in_quotes(call.text), " has ", call.items.size(),
                 " arguments");
  c10::IValue out = value(call.items.front());
  const std::string_view type =
      is_tagged ? std::string_view(call.items[1]->text) : std::string_view(call.text).substr(call.text.find(' ') + 1);
  if (!out.isList() || !out.toListRef().empty()) return out;
  // An empty list shows its type only by its tag.
  if (type == "List[Tensor]" || type == "build_tensorlist") return std::vector<Tensor>();
  if (type == "List[int]" || type == "build_intlist") return std::vector<std::int64_t>();
  if (type == "List[float]" || type == "build_doublelist") return std::vector<double>();
  if (type == "List[bool]" || type == "build_boollist") return std::vector<bool>();
  if (type == "List[str]") return std::vector<std::string>();
  return out;
}

c10::IValue ValueReader::call_value(const PickleRef& value) {
  const PickleValue& call = *value;
  if (is_rebuilt_tensor(call)) return tensor(value);
  if (call.text == "torch Size") return integers(call, "sizes");
  if (call.text == "torch device") {
    place_.require(call.items.size() == 1 && call.items[0]->is(PickleKind::String), "a device has no name");
    return device_of(call.items[0]->text);
  }
  place_.require(call.text.compare(0, 17, "torch.jit._pickle") == 0, "the pickle calls ", in_quotes(call.text),
                 ", which is no function");
  return tagged_value(call);
}

void ValueReader::count_text(std::size_t bytes) {
  text_bytes_ += bytes;
  place_.require(text_bytes_ <= kMostPickleBytes, "shared strings stand for more than ", kMostPickleBytes,
                 " bytes, which is the bound");
}

c10::IValue ValueReader::value(const PickleRef& value) {
  switch (value->kind) {
    case PickleKind::None:
      return {};
    case PickleKind::Bool:
      return value->integer != 0;
    case PickleKind::Int:
      return value->integer;
    case PickleKind::Double:
      return value->floating;
    case PickleKind::String:
      count_text(value->text.size());
      return value->text;
    case PickleKind::Global: {
      const c10::ScalarType dtype = dtype_of_name(value->text);
      place_.require(dtype != c10::ScalarType::Undefined, in_quotes(value->text), " stands where a value belongs");
      return dtype;
    }
    case PickleKind::Tuple:
    case PickleKind::List:
      return list_value(*value);
    case PickleKind::Dict:
      return dict_value(*value);
    case PickleKind::Call:
      return call_value(value);
    default:
      place_.refuse(phrase(value->kind), " stands where a value belongs");
  }
}

}  // namespace modecheck::engine::archives
