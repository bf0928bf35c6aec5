// Lists the GPU kernels of sum, nansum, mean, prod, amax, amin, any, all and count_nonzero.
#include "engine/backends/cuda/toolkit/reduction.cuh"
#include "engine/backends/functions/reducers.h"

namespace modecheck::engine::cuda {
namespace {

using namespace backends;  // NOLINT: the file lists functions of this namespace

template <typename T>
void add_number_reductions(std::vector<KernelRow>& rows) {
  add_reduction<SumOf<T>, StoreTotal<T>>(rows);
  add_reduction<ProductOf<T>, StoreTotal<T>>(rows);
}
template <typename T>
void add_ordered_reductions(std::vector<KernelRow>& rows) {
  add_reduction<ExtremeOf<Extreme::Greatest, T>, StoreTotal<T>>(rows);
  add_reduction<ExtremeOf<Extreme::Least, T>, StoreTotal<T>>(rows);
}
template <typename T>
void add_truth_reductions(std::vector<KernelRow>& rows) {
  add_reduction<AnyOf<T>, StoreTotal<std::uint8_t>>(rows);
  add_reduction<AllOf<T>, StoreTotal<std::uint8_t>>(rows);
  add_reduction<CountOf<T>, StoreTotal<std::int64_t>>(rows);
}

template <typename... T>
void add_all_numbers(std::vector<KernelRow>& rows) {
  (add_number_reductions<T>(rows), ...);
  (add_truth_reductions<T>(rows), ...);
}
template <typename... T>
void add_all_ordered(std::vector<KernelRow>& rows) {
  (add_ordered_reductions<T>(rows), ...);
}
template <typename... T>
void add_sums_of_numbers(std::vector<KernelRow>& rows) {
  (add_reduction<SumOfNumbers<T>, StoreTotal<T>>(rows), ...);
}

}  // namespace

void add_reduction_kernels(std::vector<KernelRow>& rows) {
  add_all_numbers<bool, std::uint8_t, std::int8_t, std::int16_t, std::int32_t, std::int64_t, c10::Half, c10::BFloat16,
                  float, double, c10::complex<float>, c10::complex<double>>(rows);
  add_all_ordered<bool, std::uint8_t, std::int8_t, std::int16_t, std::int32_t, std::int64_t, c10::Half, c10::BFloat16,
                  float, double>(rows);
  add_sums_of_numbers<c10::Half, c10::BFloat16, float, double>(rows);
}

}  // namespace modecheck::engine::cuda
