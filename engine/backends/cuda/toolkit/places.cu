// Lists the GPU kernels of argmax and argmin.
#include "engine/backends/cuda/toolkit/reduction.cuh"
#include "engine/backends/functions/reducers.h"

namespace modecheck::engine::cuda {
namespace {

using namespace backends;  // NOLINT: the file lists functions of this namespace

template <typename... T>
void add_places(std::vector<KernelRow>& rows) {
  (add_reduction<PlaceOfExtreme<Extreme::Greatest, T>, StorePlace>(rows), ...);
  (add_reduction<PlaceOfExtreme<Extreme::Least, T>, StorePlace>(rows), ...);
}

}  // namespace

void add_place_kernels(std::vector<KernelRow>& rows) {
  add_places<std::uint8_t, std::int8_t, std::int16_t, std::int32_t, std::int64_t, c10::Half, c10::BFloat16, float,
             double>(rows);
}

}  // namespace modecheck::engine::cuda
