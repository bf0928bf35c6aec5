#include "reference/kernels_creation.h"

#include <cmath>
#include <cstdint>

#include "reference/promotion.h"
#include "spec/program.h"

namespace modecheck::reference {
namespace {

using spec::DType;
using spec::ScalarValue;

void fill_with(KernelCall& call, const ScalarValue& number) {
  const DType dtype = call.out().dtype;
  Result& result = call.start(dtype, static_cast<int>(call.out().numel()));
  const auto n = static_cast<std::size_t>(result.count);
  if (spec::is_differentiable(dtype)) {
    for (std::size_t i = 0; i < n; ++i) result.set(i, number.value);
  } else {
    for (std::size_t i = 0; i < n; ++i) result.integer[i] = integer_value(number, dtype);
  }
  call.record_zero_derivatives();
  call.store();
}

// The first outputs of MT19937: only the part of the state is made that they need.
class Twister {
 public:
  explicit Twister(std::uint32_t seed) {
    state_[0] = seed;
    for (std::uint32_t i = 1; i < kSize; ++i) state_[i] = 1812433253u * (state_[i - 1] ^ (state_[i - 1] >> 30)) + i;
  }
  std::uint32_t next() {
    const std::uint32_t mixed = (state_[at_] & 0x80000000u) | (state_[(at_ + 1) % kSize] & 0x7fffffffu);
    std::uint32_t out = state_[(at_ + 397) % kSize] ^ (mixed >> 1) ^ ((mixed & 1u) != 0 ? 0x9908b0dfu : 0u);
    state_[at_] = out;
    at_ = (at_ + 1) % kSize;
    out ^= out >> 11;
    out ^= (out << 7) & 0x9d2c5680u;
    out ^= (out << 15) & 0xefc60000u;
    return out ^ (out >> 18);
  }

 private:
  static constexpr std::uint32_t kSize = 624;
  std::array<std::uint32_t, kSize> state_;
  std::uint32_t at_ = 0;
};

// As many random bits as the dtype, or its part, has significant ones.
double uniform(Twister& twister, DType dtype) {
  const int bits = format_of(dtype).bits;
  std::uint64_t drawn = twister.next();
  if (bits > 32) drawn = drawn << 32 | twister.next();
  return std::ldexp(static_cast<double>(drawn & ((std::uint64_t{1} << bits) - 1)), -bits);
}

}  // namespace

void zeros(KernelCall& call) { fill_with(call, {ScalarValue::Kind::Int, 0}); }
void ones(KernelCall& call) { fill_with(call, {ScalarValue::Kind::Int, 1}); }
void full(KernelCall& call) { fill_with(call, call.arguments().scalar(1)); }
void scalar_tensor(KernelCall& call) { fill_with(call, call.arguments().scalar(0)); }
void fill(KernelCall& call) { fill_with(call, call.arguments().scalar(1)); }

void arange(KernelCall& call) {
  const DType dtype = call.out().dtype;
  const spec::Arguments arguments = call.arguments();
  const ScalarValue start = arguments.scalar(0);
  const ScalarValue step = arguments.scalar(2);
  Result& result = call.start(dtype, static_cast<int>(call.out().numel()));
  for (std::size_t i = 0; i < static_cast<std::size_t>(result.count); ++i) {
    if (spec::is_floating(dtype))
      result.real[i] = round_to(dtype, start.value + static_cast<double>(i) * step.value);
    else
      result.integer[i] =
          integer_value(start, DType::Int64) + static_cast<std::int64_t>(i) * integer_value(step, DType::Int64);
  }
  call.store();
}

void rand(KernelCall& call) {
  const DType dtype = call.out().dtype;
  Result& result = call.start(dtype, static_cast<int>(call.out().numel()));
  Twister twister(static_cast<std::uint32_t>(spec::rand_seed(*call.effect().record)));
  for (std::size_t i = 0; i < static_cast<std::size_t>(result.count); ++i) {
    result.real[i] = uniform(twister, dtype);
    if (spec::is_complex(dtype)) result.imag[i] = uniform(twister, dtype);
  }
  call.store();
}

}  // namespace modecheck::reference
