#include "engine/api/tensor_data_container.h"

#include <string>

#include "engine/api/factories.h"
#include "engine/core/types/default_dtype.h"

namespace torch {
inline namespace modecheck_v1 {
namespace detail {

using namespace modecheck::engine;  // NOLINT: this file implements the engine's part of a libtorch name

namespace {

// Formats sizes as in libtorch's error messages for lists of different sizes: separated by spaces.
std::string spaced(const std::vector<std::int64_t>& sizes) {
  std::string out;
  for (const std::int64_t size : sizes) {
    if (!out.empty()) out += ' ';
    out += std::to_string(size);
  }
  return out;
}

}  // namespace

TensorDataContainer::TensorDataContainer(std::initializer_list<TensorDataContainer> list)
    : scalar_type_(list.size() == 0 ? c10::get_default_dtype() : list.begin()->scalar_type_),
      kind_(Kind::List),
      list_(list) {
  sizes_.push_back(static_cast<std::int64_t>(list.size()));
  if (list.size() == 0) return;
  const TensorDataContainer& first = *list.begin();
  sizes_.insert(sizes_.end(), first.sizes_.begin(), first.sizes_.end());
  for (const TensorDataContainer& each : list) {
    MODECHECK_CHECK(each.sizes_ == first.sizes_, ErrorClass::Shape,
                    "Expected all sub-lists to have sizes: ", spaced(first.sizes_), " (e.g. ", first,
                    "), but got sub-list ", each, " with sizes: ", spaced(each.sizes_));
    MODECHECK_CHECK(each.scalar_type_ == scalar_type_, ErrorClass::Dtype,
                    "Expected all elements of the tensor to have the same scalar type: ", scalar_type_,
                    ", but got element of scalar type: ", each.scalar_type_);
    numbers_.insert(numbers_.end(), each.numbers_.begin(), each.numbers_.end());
  }
}

const c10::Scalar& TensorDataContainer::scalar() const {
  MODECHECK_CHECK(
      is_scalar(), ErrorClass::Argument,
      "TensorDataContainer: Can only call `scalar()` on a TensorDataContainer that has `is_scalar() == true`");
  return numbers_[0];
}

const std::initializer_list<TensorDataContainer>& TensorDataContainer::init_list() const {
  MODECHECK_CHECK(
      is_init_list(), ErrorClass::Argument,
      "TensorDataContainer: Can only call `init_list()` on a TensorDataContainer that has `is_init_list() == true`");
  return list_;
}

at::Tensor TensorDataContainer::tensor() const {
  MODECHECK_CHECK(
      is_tensor(), ErrorClass::Argument,
      "TensorDataContainer: Can only call `tensor()` on a TensorDataContainer that has `is_tensor() == true`");
  return convert_to_tensor(scalar_type_);
}

at::Tensor TensorDataContainer::convert_to_tensor(at::TensorOptions options) const {
  const bool complex = c10::isComplexType(scalar_type_);
  const c10::ScalarType own = complex || scalar_type_ == c10::kBool      ? scalar_type_
                              : c10::isIntegralType(scalar_type_, false) ? c10::kLong
                                                                         : c10::get_default_dtype();
  const c10::ScalarType wanted = options.dtype_opt().value_or(own);
  MODECHECK_CHECK(
      !is_tensor() || !complex || c10::isComplexType(wanted), ErrorClass::Dtype,
      "tensor: can not do torch::tensor(complex, dtype=non-complex) because complex can not be casted to real "
      "number without loss of information");
  // The numbers are first written to a CPU tensor of their own category: bool, int64, double or complex. That tensor is
  // then converted to the requested dtype and device.
  const auto write = [&]<typename T>(c10::ScalarType dtype, T* /*type*/) {
    at::Tensor out = at::empty(sizes_, dtype);
    T* to = out.data_ptr<T>();
    if (!out.has_bytes()) return out;  // in a fake mode
    for (const c10::Scalar& number : numbers_) *to++ = number.to<T>();
    return out;
  };
  const at::Tensor out = own == c10::kBool   ? write(c10::kBool, static_cast<bool*>(nullptr))
                         : own == c10::kLong ? write(c10::kLong, static_cast<std::int64_t*>(nullptr))
                         : complex && c10::isComplexType(wanted)
                             ? write(c10::kComplexDouble, static_cast<c10::complex<double>*>(nullptr))
                         : wanted == c10::kFloat && complex ? write(c10::kFloat, static_cast<float*>(nullptr))
                                                            : write(c10::kDouble, static_cast<double*>(nullptr));
  return out.to(at::TensorOptions(wanted).device(options.device()));
}

void TensorDataContainer::print(std::ostream& out, std::size_t dim, std::size_t& next) const {
  if (dim == sizes_.size()) {
    out << numbers_[next++];
    return;
  }
  out << '{';
  for (std::int64_t i = 0; i < sizes_[dim]; ++i) {
    if (i > 0) out << ", ";
    print(out, dim + 1, next);
  }
  out << '}';
}

std::ostream& operator<<(std::ostream& out, const TensorDataContainer& container) {
  if (container.is_tensor()) {
    out << '{';
    for (std::size_t i = 0; i < container.numbers_.size(); ++i) out << (i == 0 ? "" : ", ") << container.numbers_[i];
    return out << '}';
  }
  std::size_t next = 0;
  container.print(out, 0, next);
  return out;
}

}  // namespace detail
}  // namespace modecheck_v1
}  // namespace torch
