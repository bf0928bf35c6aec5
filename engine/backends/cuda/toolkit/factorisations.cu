// Defines the GPU kernels of inverse, factorisations, solve, determinants and Fourier transforms. One thread handles a
// small matrix or right-hand side, and a block of threads a larger one.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <typeinfo>

#include "engine/backends/cuda/device_code/factorisation_kernels.h"
#include "engine/backends/cuda/device_code/fourier_kernels.h"
#include "engine/backends/cuda/toolkit/range.cuh"

namespace modecheck::engine::cuda {
namespace {

using backends::element_at;

// The amount of shared memory in bytes that a block may have on every GPU for which kernels are compiled.
constexpr std::size_t most_shared = 96 * 1024;
constexpr int lanes = 32;
constexpr int warps = 8;

// Launches a kernel that uses `shared` bytes of shared memory per block.
template <typename Kernel, typename... Arguments>
void launch_sharing(Kernel* kernel, std::int64_t blocks, std::size_t shared, void* stream,
                    const Arguments&... arguments) {
  if (shared > 48 * 1024)
    static_cast<void>(
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared)));
  kernel<<<static_cast<unsigned>(std::min<std::int64_t>(blocks, 1 << 16)), lanes * warps, shared,
           static_cast<cudaStream_t>(stream)>>>(arguments...);
}

// Returns the pivot's row for column k: the first row from k on with the greatest absolute value. A NaN counts only at
// row k, where it stays the pivot. All threads of one warp call this function; lane 0 has the result.
__device__ int pivot_of(int n, const double* a, int k, int lane) {
  double most = -1;
  int place = k;
  for (int i = k + lane; i < n; i += lanes) {
    const double here = std::abs(a[element_at(n, i, k)]);
    if (here > most) {
      most = here;
      place = i;
    }
  }
  for (int distance = lanes / 2; distance > 0; distance /= 2) {
    const double other = __shfl_down_sync(0xffffffff, most, distance);
    const int other_place = __shfl_down_sync(0xffffffff, place, distance);
    if (other > most || (other == most && other_place < place)) {
      most = other;
      place = other_place;
    }
  }
  return std::isnan(a[element_at(n, k, k)]) ? k : place;
}

// Computes the same LU factorisation as plain_lu_factor. The lanes of a warp handle neighbouring rows, and the warps
// handle different columns.
__global__ void __launch_bounds__(lanes* warps)
    lu_factor_together(const __grid_constant__ LuFactorTogether arguments, bool fits) {
  extern __shared__ double2 room[];
  __shared__ int pivot_for_all;
  const int thread = static_cast<int>(threadIdx.x);
  const int lane = thread % lanes;
  const int warp = thread / lanes;
  const FactoredMatrices& matrices = arguments.kernel.matrices;
  const int n = matrices.n;
  for (std::int64_t which = blockIdx.x; which < arguments.count; which += gridDim.x) {
    double* const matrix = matrices.matrix(which);
    double* const a = fits ? reinterpret_cast<double*>(room) : matrix;
    if (fits)
      for (int i = thread; i < n * n; i += lanes * warps) a[i] = matrix[i];
    int info = 0;
    for (int k = 0; k < n; ++k) {
      __syncthreads();
      if (warp == 0) {
        const int pivot = pivot_of(n, a, k, lane);
        if (lane == 0) {
          pivot_for_all = pivot;
          matrices.exchanges(which)[k] = pivot + 1;
        }
      }
      __syncthreads();
      const int pivot = pivot_for_all;
      if (a[element_at(n, pivot, k)] == 0) {
        if (info == 0) info = k + 1;
        continue;
      }
      __syncthreads();
      if (pivot != k)
        for (int j = thread; j < n; j += lanes * warps)
          backends::exchange(a[element_at(n, k, j)], a[element_at(n, pivot, j)]);
      __syncthreads();
      for (int i = k + 1 + thread; i < n; i += lanes * warps) a[element_at(n, i, k)] /= a[element_at(n, k, k)];
      __syncthreads();
      for (int j = k + 1 + warp; j < n; j += warps) {
        const double factor = a[element_at(n, k, j)];
        if (factor == 0) continue;
        for (int i = k + 1 + lane; i < n; i += lanes) a[element_at(n, i, j)] -= a[element_at(n, i, k)] * factor;
      }
    }
    __syncthreads();
    if (fits)
      for (int i = thread; i < n * n; i += lanes * warps) matrix[i] = a[i];
    if (thread == 0) arguments.kernel.info[which] = info;
    __syncthreads();
  }
}

void start_lu_factor(const void* bytes, void* stream) {
  const auto& arguments = *static_cast<const LuFactorTogether*>(bytes);
  const auto n = static_cast<std::size_t>(arguments.kernel.matrices.n);
  const bool fits = n * n * sizeof(double) <= most_shared;
  launch_sharing(&lu_factor_together, arguments.count, fits ? n * n * sizeof(double) : 0, stream, arguments, fits);
}

// Solves the same triangular systems as solve_triangular_column. Each lane solves for one column of right-hand sides,
// whose elements are `lanes` apart. The warps handle different rows.
__device__ void solve_together(bool upper, bool unit_diagonal, int n, const double* a, double* x, int warp) {
  for (int step = 0; step < n; ++step) {
    const int k = upper ? n - 1 - step : step;
    if (!unit_diagonal && warp == 0) x[k * lanes] /= a[element_at(n, k, k)];
    __syncthreads();
    const double known = x[k * lanes];
    const int end = upper ? k : n;
    if (known != 0)
      for (int i = (upper ? 0 : k + 1) + warp; i < end; i += warps) x[i * lanes] -= a[element_at(n, i, k)] * known;
    __syncthreads();
  }
}

// Solves systems of equations: each block solves for up to `lanes` right-hand sides. If `fits` is true, the block
// copies the matrix to shared memory, behind the right-hand sides.
__global__ void __launch_bounds__(lanes* warps)
    lu_solve_together(const __grid_constant__ LuSolveTogether arguments, std::int64_t tiles, bool fits) {
  extern __shared__ double2 room[];
  const int thread = static_cast<int>(threadIdx.x);
  const int lane = thread % lanes;
  const int warp = thread / lanes;
  const LuSolveKernel& kernel = arguments.kernel;
  const int n = kernel.matrices.n;
  double* const columns = reinterpret_cast<double*>(room);
  double* const kept = columns + n * lanes;
  for (std::int64_t unit = blockIdx.x; unit < arguments.count * tiles; unit += gridDim.x) {
    const std::int64_t which = unit / tiles;
    const std::int64_t first = unit % tiles * lanes;
    const double* const matrix = kernel.matrices.matrix(which);
    if (fits)
      for (int i = thread; i < n * n; i += lanes * warps) kept[i] = matrix[i];
    const double* const a = fits ? kept : matrix;
    double* const sides = kernel.sides + (which * kernel.columns + first) * n;
    const int width = static_cast<int>(std::min<std::int64_t>(lanes, kernel.columns - first));
    for (int column = warp; column < lanes; column += warps)
      for (int i = lane; i < n; i += lanes) columns[i * lanes + column] = column < width ? sides[column * n + i] : 0;
    __syncthreads();
    double* const x = columns + lane;
    if (warp == 0) {
      const int* const exchanges = kernel.matrices.exchanges(which);
      for (int i = 0; i < n; ++i)
        if (exchanges[i] != i + 1) backends::exchange(x[i * lanes], x[(exchanges[i] - 1) * lanes]);
    }
    __syncthreads();
    solve_together(false, true, n, a, x, warp);
    solve_together(true, false, n, a, x, warp);
    for (int column = warp; column < width; column += warps)
      for (int i = lane; i < n; i += lanes) sides[column * n + i] = columns[i * lanes + column];
    __syncthreads();
  }
}

void start_lu_solve(const void* bytes, void* stream) {
  const auto& arguments = *static_cast<const LuSolveTogether*>(bytes);
  const LuSolveKernel& kernel = arguments.kernel;
  const auto n = static_cast<std::size_t>(kernel.matrices.n);
  const std::size_t columns = n * lanes * sizeof(double);
  const std::size_t matrix = n * n * sizeof(double);
  if (columns > most_shared) {
    const RangeArguments<LuSolveKernel> each{arguments.count * kernel.columns, kernel};
    return start_range<LuSolveKernel>(&each, stream);
  }
  const bool fits = columns + matrix <= most_shared;
  const std::int64_t tiles = (kernel.columns + lanes - 1) / lanes;
  launch_sharing(&lu_solve_together, arguments.count * tiles, columns + (fits ? matrix : 0), stream, arguments, tiles,
                 fits);
}

// Computes Fourier transforms, with one block of threads for each line.
__global__ void __launch_bounds__(lanes* warps) transform_fast_lines(const __grid_constant__ FastLines fast) {
  extern __shared__ double2 room[];
  constexpr int threads = lanes * warps;
  const int thread = static_cast<int>(threadIdx.x);
  const int length = static_cast<int>(fast.length);
  auto* const line = reinterpret_cast<FastLines::Number*>(room);
  FastLines::Number* const roots = line + length;
  for (int k = thread; k < length / 2; k += threads) roots[k] = fast.root(k);
  for (std::int64_t which = blockIdx.x; which < fast.count; which += gridDim.x) {
    for (int k = thread; k < length; k += threads) line[fast.reversed(k)] = fast.element(which, k);
    __syncthreads();
    for (int half = 1; half < length; half *= 2) {
      for (int pair = thread; pair < length / 2; pair += threads) fast.join(line, roots, half, pair);
      __syncthreads();
    }
    for (int k = thread; k < length; k += threads) fast.put(which, k, line[k]);
    __syncthreads();
  }
}

void start_fast_lines(const void* bytes, void* stream) {
  const auto& fast = *static_cast<const FastLines*>(bytes);
  const auto length = static_cast<std::size_t>(fast.length);
  static_assert(longest_fast_line * 3 / 2 * sizeof(FastLines::Number) <= most_shared);
  launch_sharing(&transform_fast_lines, std::min<std::int64_t>(fast.count, 2048),
                 length * 3 / 2 * sizeof(FastLines::Number), stream, fast);
}

}  // namespace

void add_factorisation_kernels(std::vector<KernelRow>& rows) {
  constexpr auto type = static_cast<int>(c10::kByte);
  add_range<LuFactorKernel>(rows);
  add_range<CholeskyKernel>(rows);
  add_range<LuSolveKernel>(rows);
  add_range<TriangularSolveKernel>(rows);
  add_range<DeterminantKernel>(rows);
  add_range<LogDeterminantKernel>(rows);
  add_range<NoZeroPivotKernel>(rows);
  add_range<FourierKernel>(rows);
  add_range<MirroredSpectrumKernel>(rows);
  rows.push_back({typeid(LuFactorTogether).name(), type, 0, &start_lu_factor});
  rows.push_back({typeid(LuSolveTogether).name(), type, 0, &start_lu_solve});
  rows.push_back({typeid(FastLines).name(), type, 0, &start_fast_lines});
}

}  // namespace modecheck::engine::cuda
