#include "engine/api/formatting.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <string>
#include <vector>

#include "engine/dispatch/device_kernel.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/catalogue.h"

namespace at {
inline namespace modecheck_v1 {

using namespace modecheck::engine;  // NOLINT: this file implements the engine's part of a libtorch name

namespace {

// Restores the stream's format in its destructor.
class KeepFormat {
 public:
  explicit KeepFormat(std::ostream& out) : out_(out), saved_(nullptr) { saved_.copyfmt(out); }
  ~KeepFormat() { out_.copyfmt(saved_); }
  KeepFormat(const KeepFormat&) = delete;
  KeepFormat& operator=(const KeepFormat&) = delete;

 private:
  std::ostream& out_;
  std::ios saved_;
};

// Returns the elements as doubles, because all dtypes are printed in that type.
std::vector<double> numbers_of(const Tensor& tensor) {
  const Tensor dense =
      Kernel<operators::_to_copy>::call(modecheck::engine::on_host(tensor), c10::kDouble, c10::nullopt, c10::nullopt,
                                        c10::nullopt, false, c10::MemoryFormat::Contiguous);
  const auto* const from = dense.data_ptr<double>();
  return {from, from + dense.numel()};
}

struct Format {
  double scale = 1;
  int width = 0;
};

// Returns floor(log10(value)) + 1, and 1 for a value of 0. For values of at least 1 this is the number of digits before
// the decimal point: two for 10. For smaller values it is zero or negative: 0 for 0.1, and -1 for 0.01.
double magnitude(double value) { return value == 0 ? 1 : std::floor(std::log10(value)) + 1; }

// Chooses the format of `count` numbers and sets the stream to it.
Format choose_format(std::ostream& out, const double* numbers, std::int64_t count) {
  bool integers = true;
  double least = 0;
  double most = 0;
  bool any_finite = false;
  for (std::int64_t i = 0; i < count; ++i) {
    const double number = numbers[i];
    if (!std::isfinite(number)) continue;
    if (number != std::ceil(number)) integers = false;
    const double size = std::fabs(number);
    if (!any_finite) least = most = size;
    any_finite = true;
    if (size < least) least = size;
    // libtorch compares `number` and not its absolute value with the largest size so far. Only the first number can
    // therefore widen the format if it is negative.
    if (number > most) most = size;
  }
  const double low = any_finite ? magnitude(least) : 1;
  const double high = any_finite ? magnitude(most) : 1;
  Format format;
  if (integers) {
    if (high > 9) {
      format.width = 11;
      out << std::scientific << std::setprecision(4);
    } else {
      format.width = static_cast<int>(high) + 1;
      out << std::defaultfloat;
    }
  } else if (high - low > 4) {
    format.width = std::fabs(high) > 99 || std::fabs(low) > 99 ? 12 : 11;
    out << std::scientific << std::setprecision(4);
  } else {
    out << std::fixed << std::setprecision(4);
    if (high > 5 || high < 0) {
      format.width = 7;
      format.scale = std::pow(10, high - 1);
    } else {
      format.width = high == 0 ? 7 : static_cast<int>(high) + 6;
    }
  }
  return format;
}

void print_scale(std::ostream& out, double scale) {
  const KeepFormat keep(out);
  out << std::defaultfloat << scale << " *" << std::endl;
}

void print_matrix(std::ostream& out, const double* numbers, std::int64_t rows, std::int64_t columns,
                  std::int64_t linesize, std::int64_t indent) {
  const Format format = choose_format(out, numbers, rows * columns);
  const std::string margin(static_cast<std::size_t>(indent), ' ');
  // Even a line that is too narrow for one number gets one number.
  const std::int64_t per_line = std::max<std::int64_t>(1, (linesize - indent) / (format.width + 1));
  out << margin;
  for (std::int64_t first = 0; first < columns; first += per_line) {
    const std::int64_t last = first + per_line <= columns ? first + per_line - 1 : columns - 1;
    if (per_line < columns) {
      if (first != 0) out << std::endl;
      out << "Columns " << first + 1 << " to " << last + 1 << margin;
    }
    if (format.scale != 1) {
      print_scale(out, format.scale);
      out << margin;
    }
    for (std::int64_t row = 0; row < rows; ++row) {
      for (std::int64_t column = first; column <= last; ++column)
        out << std::setw(format.width) << numbers[row * columns + column] / format.scale << (column == last ? "" : " ");
      out << std::endl;
      if (row + 1 < rows) out << margin << (format.scale != 1 ? " " : "");
    }
  }
}

// Prints one matrix after the other. The index of the first dimension changes fastest.
void print_matrices(std::ostream& out, const double* numbers, c10::IntArrayRef sizes, std::int64_t linesize) {
  const std::size_t outer = sizes.size() - 2;
  const std::int64_t rows = sizes[outer];
  const std::int64_t columns = sizes[outer + 1];
  std::vector<std::int64_t> place(outer, 0);
  for (bool first = true;; first = false) {
    if (!first) out << std::endl;
    std::int64_t matrix = 0;
    out << '(';
    for (std::size_t d = 0; d < outer; ++d) {
      out << place[d] + 1 << ',';
      matrix = matrix * sizes[d] + place[d];
    }
    out << ".,.) = " << std::endl;
    print_matrix(out, numbers + matrix * rows * columns, rows, columns, linesize, 1);
    std::size_t d = 0;
    while (d < outer && ++place[d] == sizes[d]) place[d++] = 0;
    if (d == outer) return;
  }
}

}  // namespace

std::ostream& print(std::ostream& out, const Tensor& tensor, std::int64_t linesize) {
  const KeepFormat keep(out);
  if (!tensor.defined()) return out << "[ Tensor (undefined) ]";
  MODECHECK_CHECK(tensor.has_bytes(), ErrorClass::Unsupported, "print: a ", tensor.is_fake() ? "fake" : "Meta",
                  " tensor has no values; its sizes are ", tensor.sizes());
  const std::vector<double> numbers = numbers_of(tensor);
  const c10::IntArrayRef sizes = tensor.sizes();
  if (tensor.dim() == 0) {
    out << std::defaultfloat << numbers[0] << std::endl;
  } else if (numbers.empty()) {
    // Without elements only the type is printed.
  } else if (tensor.dim() == 1) {
    const Format format = choose_format(out, numbers.data(), tensor.numel());
    if (format.scale != 1) print_scale(out, format.scale);
    for (const double number : numbers) out << std::setw(format.width) << number / format.scale << std::endl;
  } else if (tensor.dim() == 2) {
    print_matrix(out, numbers.data(), sizes[0], sizes[1], linesize, 0);
  } else {
    print_matrices(out, numbers.data(), sizes, linesize);
  }
  out << "[ " << tensor.toString() << '{';
  for (std::size_t d = 0; d < sizes.size(); ++d) out << (d == 0 ? "" : ",") << sizes[d];
  return out << "} ]";
}

void print(const Tensor& tensor, std::int64_t linesize) { print(std::cout, tensor, linesize); }

}  // namespace modecheck_v1
}  // namespace at
