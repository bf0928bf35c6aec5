#include "engine/api/serialize.h"

#include <cstring>
#include <fstream>
#include <limits>

#include "engine/api/generated/functions.h"
#include "engine/core/errors/error.h"
#include "engine/core/memory/allocate.h"
#include "engine/core/tensor/tensor_options.h"
#include "engine/modes/grad_mode.h"

namespace torch {
inline namespace modecheck_v1 {

using at::Tensor;
using modecheck::engine::ErrorClass;

namespace {

constexpr char kMagic[] = "modecheck tensors 1\n";
constexpr std::int64_t kMostDimensions = 64;
constexpr std::int64_t kMostElements = std::int64_t{1} << 60;

class Writer {
 public:
  explicit Writer(std::ostream& stream) : stream_(stream) { bytes(kMagic, sizeof kMagic - 1); }
  void number(std::int64_t value) { bytes(&value, sizeof value); }
  void numbers(c10::IntArrayRef values) {
    for (const std::int64_t value : values) number(value);
  }
  void bytes(const void* data, std::size_t size) {
    stream_.write(static_cast<const char*>(data), static_cast<std::streamsize>(size));
    MODECHECK_CHECK(stream_.good(), ErrorClass::Argument, "torch::save: the stream did not take ", size, " bytes");
  }

 private:
  std::ostream& stream_;
};

class Reader {
 public:
  explicit Reader(std::istream& stream) : stream_(stream) {
    char magic[sizeof kMagic - 1];
    bytes(magic, sizeof magic);
    require(std::memcmp(magic, kMagic, sizeof magic) == 0);
  }
  std::int64_t number(std::int64_t least, std::int64_t most) {
    std::int64_t value = 0;
    bytes(&value, sizeof value);
    require(value >= least && value <= most);
    return value;
  }
  std::vector<std::int64_t> numbers(std::size_t count, std::int64_t least) {
    std::vector<std::int64_t> out;
    for (std::size_t i = 0; i < count; ++i) out.push_back(number(least, std::numeric_limits<std::int64_t>::max()));
    return out;
  }
  void bytes(void* data, std::size_t size) {
    stream_.read(static_cast<char*>(data), static_cast<std::streamsize>(size));
    require(stream_.gcount() == static_cast<std::streamsize>(size));
  }
  // Raises if the stream has fewer bytes left, so that a broken file cannot cause a huge allocation. A stream that
  // cannot tell its position is not checked.
  void require_left(std::int64_t size) {
    const std::istream::pos_type here = stream_.tellg();
    if (here == std::istream::pos_type(-1)) return;
    stream_.seekg(0, std::ios::end);
    const std::istream::pos_type end = stream_.tellg();
    stream_.seekg(here);
    require(stream_.good() && end - here >= size);
  }
  static void require(bool holds) {
    MODECHECK_CHECK(holds, ErrorClass::Argument,
                    "torch::load: this is nothing that this library's torch::save has written, or not all of it; "
                    "libtorch's archives are not read");
  }

 private:
  std::istream& stream_;
};

// Returns all bytes of the storage as a tensor.
Tensor bytes_of(const Tensor& tensor) {
  const std::int64_t size = static_cast<std::int64_t>(tensor.storage().nbytes());
  const std::int64_t one = 1;
  return modecheck::engine::another_on(tensor.storage(), size, one, 0, c10::ScalarType::Byte);
}

void write(Writer& out, const Tensor& value) {
  MODECHECK_CHECK(value.defined(), ErrorClass::Argument, "torch::save: an undefined tensor has nothing to save");
  const bool meta = value.device().is_meta();
  out.number(static_cast<std::int64_t>(value.scalar_type()));
  out.number(static_cast<std::int64_t>(value.device().type()));
  out.number(value.device().index());
  out.number(value.requires_grad() ? 1 : 0);
  out.number(value.dim());
  out.numbers(value.sizes());
  out.numbers(value.strides());
  out.number(value.storage_offset());
  const std::size_t size = value.storage().nbytes();
  out.number(static_cast<std::int64_t>(size));
  if (meta || size == 0) return;
  const at::NoGradGuard no_grad;
  const Tensor host = value.device().is_cpu() ? Tensor() : bytes_of(value).cpu();
  out.bytes(host.defined() ? host.storage().data() : value.storage().data(), size);
}

Tensor read(Reader& in, const std::optional<c10::Device>& device) {
  const auto dtype = static_cast<c10::ScalarType>(in.number(0, static_cast<std::int64_t>(c10::ScalarType::BFloat16)));
  Reader::require(c10::elementSize(dtype) > 0 && dtype != c10::ScalarType::ComplexHalf);
  const auto type = static_cast<c10::DeviceType>(in.number(0, std::numeric_limits<std::int8_t>::max()));
  Reader::require(type == c10::kCPU || type == c10::kCUDA || type == c10::kMeta);
  const auto index = static_cast<c10::DeviceIndex>(in.number(-1, std::numeric_limits<std::int8_t>::max()));
  const bool requires_grad = in.number(0, 1) == 1;
  const auto rank = static_cast<std::size_t>(in.number(0, kMostDimensions));
  const std::vector<std::int64_t> sizes = in.numbers(rank, 0);
  const std::vector<std::int64_t> strides = in.numbers(rank, 0);
  std::int64_t elements = 1;
  for (const std::int64_t length : sizes)
    Reader::require(!__builtin_mul_overflow(elements, length, &elements) && elements <= kMostElements);
  const std::int64_t offset = in.number(0, kMostElements);
  const std::int64_t size = in.number(0, kMostElements);
  const c10::Device saved_on(type, index);
  const c10::Device place = device.value_or(saved_on);
  const bool written = !saved_on.is_meta();
  if (written) in.require_left(size);
  Reader::require(static_cast<std::int64_t>(
                      modecheck::engine::bytes_needed(sizes, strides, offset, c10::elementSize(dtype))) <= size);
  const c10::Device first = written ? c10::Device(c10::kCPU) : place;
  Tensor bytes = modecheck::engine::empty(size, c10::ScalarType::Byte, first);
  if (written && size > 0) in.bytes(bytes.storage().data(), static_cast<std::size_t>(size));
  if (place != first) bytes = bytes.to(place, bytes.scalar_type());
  Tensor out = modecheck::engine::another_on(bytes.storage(), sizes, strides, offset, dtype);
  if (requires_grad) out.requires_grad_(true);
  return out;
}

void give(Tensor& value, Tensor loaded) {
  if (!value.defined()) {
    value = std::move(loaded);
    return;
  }
  const at::NoGradGuard no_grad;
  value.set_data(loaded);
}

std::ofstream opened_to_write(const std::string& filename) {
  std::ofstream out(filename, std::ios::binary);
  MODECHECK_CHECK(out.is_open(), ErrorClass::Argument, "torch::save: ", filename, " cannot be written");
  return out;
}

std::ifstream opened_to_read(const std::string& filename) {
  std::ifstream in(filename, std::ios::binary);
  MODECHECK_CHECK(in.is_open(), ErrorClass::Argument, "torch::load: ", filename, " cannot be read");
  return in;
}

}  // namespace

void save(const Tensor& value, std::ostream& stream) {
  Writer out(stream);
  out.number(1);
  write(out, value);
}

void save(const Tensor& value, const std::string& filename) {
  std::ofstream out = opened_to_write(filename);
  save(value, out);
  MODECHECK_CHECK(out.flush().good(), ErrorClass::Argument, "torch::save: ", filename, " cannot be written whole");
}

void save(const std::vector<Tensor>& tensor_vec, std::ostream& stream) {
  Writer out(stream);
  out.number(static_cast<std::int64_t>(tensor_vec.size()));
  for (const Tensor& one : tensor_vec) write(out, one);
}

void save(const std::vector<Tensor>& tensor_vec, const std::string& filename) {
  std::ofstream out = opened_to_write(filename);
  save(tensor_vec, out);
  MODECHECK_CHECK(out.flush().good(), ErrorClass::Argument, "torch::save: ", filename, " cannot be written whole");
}

void load(Tensor& value, std::istream& stream, std::optional<c10::Device> device) {
  Reader in(stream);
  in.number(1, 1);
  give(value, read(in, device));
}

void load(Tensor& value, const std::string& filename, std::optional<c10::Device> device) {
  std::ifstream in = opened_to_read(filename);
  load(value, in, device);
}

void load(std::vector<Tensor>& tensor_vec, std::istream& stream, std::optional<c10::Device> device) {
  Reader in(stream);
  std::vector<Tensor> loaded;
  for (std::int64_t left = in.number(0, std::numeric_limits<std::int64_t>::max()); left > 0; --left)
    loaded.push_back(read(in, device));
  tensor_vec.insert(tensor_vec.end(), loaded.begin(), loaded.end());
}

void load(std::vector<Tensor>& tensor_vec, const std::string& filename, std::optional<c10::Device> device) {
  std::ifstream in = opened_to_read(filename);
  load(tensor_vec, in, device);
}

}  // namespace modecheck_v1
}  // namespace torch
