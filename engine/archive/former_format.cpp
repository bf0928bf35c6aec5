#include "engine/archive/former_format.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "engine/archive/place.h"
#include "engine/core/memory/allocate.h"
#include "engine/core/tensor/tensor_options.h"

namespace modecheck::engine::archives {

using at::Tensor;

namespace {

constexpr std::string_view kMagic = "modecheck tensors 1\n";
constexpr std::int64_t kMostFormerDimensions = 64;
constexpr std::int64_t kMostFormerElements = std::int64_t{1} << 60;

class FormerReader {
 public:
  FormerReader(std::string_view bytes, const std::string& file) : left_(bytes), file_(file) {
    left_.remove_prefix(kMagic.size());
  }
  std::int64_t number(std::int64_t least, std::int64_t most) {
    std::int64_t value = 0;
    bytes(&value, sizeof value);
    require(value >= least && value <= most);
    return value;
  }
  std::vector<std::int64_t> numbers(std::size_t count) {
    std::vector<std::int64_t> out;
    for (std::size_t i = 0; i < count; ++i) out.push_back(number(0, std::numeric_limits<std::int64_t>::max()));
    return out;
  }
  void bytes(void* data, std::size_t size) {
    require(left_.size() >= size);
    std::memcpy(data, left_.data(), size);
    left_.remove_prefix(size);
  }
  std::size_t left() const { return left_.size(); }
  void require(bool holds) const {
    Place{file_, {}}.require(holds,
                             "the file is in the former format of this library's torch::save, and it is damaged "
                             "or not whole");
  }

 private:
  std::string_view left_;
  const std::string& file_;
};

// Whether all elements lie in the first `size` bytes of a storage. A place that no 64-bit number can name lies nowhere,
// whether or not the tensor has elements.
bool lie_within(const std::vector<std::int64_t>& sizes, const std::vector<std::int64_t>& strides, std::int64_t offset,
                std::int64_t itemsize, std::int64_t size) {
  bool any = true;
  std::int64_t last = offset;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    any = any && sizes[i] > 0;
    std::int64_t step = 0;
    if (__builtin_mul_overflow(std::max<std::int64_t>(sizes[i] - 1, 0), strides[i], &step) ||
        __builtin_add_overflow(last, step, &last))
      return false;
  }
  std::int64_t bytes = 0;
  if (__builtin_add_overflow(last, 1, &last) || __builtin_mul_overflow(last, itemsize, &bytes)) return false;
  return !any || bytes <= size;
}

Tensor read_one(FormerReader& in, const std::optional<c10::Device>& device) {
  const auto dtype = static_cast<c10::ScalarType>(in.number(0, static_cast<std::int64_t>(c10::ScalarType::BFloat16)));
  in.require(c10::is_supported(dtype));
  const auto type = static_cast<c10::DeviceType>(in.number(0, std::numeric_limits<std::int8_t>::max()));
  in.require(type == c10::kCPU || type == c10::kCUDA || type == c10::kMeta);
  const auto index = static_cast<c10::DeviceIndex>(in.number(-1, std::numeric_limits<std::int8_t>::max()));
  const bool requires_grad = in.number(0, 1) == 1;
  in.require(!requires_grad || c10::isDifferentiableType(dtype));
  const auto rank = static_cast<std::size_t>(in.number(0, kMostFormerDimensions));
  const std::vector<std::int64_t> sizes = in.numbers(rank);
  const std::vector<std::int64_t> strides = in.numbers(rank);
  std::int64_t elements = 1;
  for (const std::int64_t length : sizes)
    in.require(!__builtin_mul_overflow(elements, length, &elements) && elements <= kMostFormerElements);
  // The offset in bytes is computed for a tensor without elements, too, and must not overflow.
  const std::int64_t offset = in.number(0, kMostFormerElements / static_cast<std::int64_t>(c10::elementSize(dtype)));
  const std::int64_t size = in.number(0, kMostFormerElements);
  const c10::Device saved_on(type, index);
  const c10::Device place = device.value_or(saved_on);
  const bool written = saved_on.has_bytes();
  in.require(!written || static_cast<std::uint64_t>(size) <= in.left());
  in.require(lie_within(sizes, strides, offset, static_cast<std::int64_t>(c10::elementSize(dtype)), size));
  in.require(written || !place.has_bytes());
  const c10::Device first = written ? c10::Device(c10::kCPU) : place;
  Tensor bytes = empty(size, c10::ScalarType::Byte, first);
  if (written && size > 0) in.bytes(bytes.storage().data(), static_cast<std::size_t>(size));
  if (place != first) bytes = bytes.to(place, bytes.scalar_type());
  Tensor out = another_on(bytes.storage(), sizes, strides, offset, dtype);
  if (requires_grad) out.requires_grad_(true);
  return out;
}

}  // namespace

bool is_former_format(std::string_view bytes) { return bytes.substr(0, kMagic.size()) == kMagic; }

std::vector<Tensor> read_former_format(const std::string& bytes, const std::string& file,
                                       const std::optional<c10::Device>& device) {
  FormerReader in(bytes, file);
  std::vector<Tensor> out;
  for (std::int64_t left = in.number(0, std::numeric_limits<std::int64_t>::max()); left > 0; --left)
    out.push_back(read_one(in, device));
  return out;
}

}  // namespace modecheck::engine::archives
