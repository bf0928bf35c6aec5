// Convolutions, average pooling and batch normalization by cuDNN. The library is loaded for the first large call on a
// GPU, if it is installed on the system or in a Python package. MODECHECK_CUDNN names another file; "none" loads none.
//
// The plain kernels of window_kernels.h and batch_norm_kernel.h remain for small calls, whose bits then equal the
// CPU's. They also remain for calls that the library does not take, and for machines without the library. Only
// algorithms are used that add up products in the precision of the dtype and are deterministic. Transforms would spread
// a NaN to its neighbours, and reduced precision would change results.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "engine/backends/cuda/runtime/stream_memory.h"
#include "engine/backends/iterate/pooling_share.h"
#include "engine/backends/iterate/window.h"

namespace modecheck::engine::cuda {

class Dnn {
 public:
  // A convolution relates three dense tensors: images [batch, image channels, window.image], kernels [place channels,
  // image channels / groups, window.kernel] and outputs ("places") [batch, place channels, window.places]. `sought`
  // names the one that is computed from the other two, which come in this order.
  enum class Sought : std::uint8_t { Places, Images, Kernels };
  struct Convolution {
    Sought sought = Sought::Places;
    bool wide = false;  // float64, else float32
    backends::Window window;
    std::int64_t batch = 1;
    std::int64_t groups = 1;
    std::int64_t image_channels = 1;
    std::int64_t place_channels = 1;
    const void* first = nullptr;
    const void* second = nullptr;
    void* out = nullptr;
  };
  // Average pooling of dense planes.
  struct Means {
    bool wide = false;
    backends::Window window;
    std::int64_t planes = 1;
    bool counts_padding = false;
    const void* images = nullptr;
    void* out = nullptr;
  };
  // Batch normalization of a tensor [outer, channels, inner]. The parameters are float32, or float64 if the tensor is.
  // With training, the tensor's own moments are used and written to `means`, `reciprocals` and `variances`; `variances`
  // and `running_means` must be zero before. Otherwise `means` and `variances` are read.
  struct Normalization {
    int type = 0;
    bool has_types = false;  // the parameters' dtypes are as described above
    bool training = false;
    std::int64_t outer = 1;
    std::int64_t channels = 1;
    std::int64_t inner = 1;
    double eps = 0;
    const void* values = nullptr;
    const void* scales = nullptr;
    const void* shifts = nullptr;
    void* out = nullptr;
    void* means = nullptr;
    void* reciprocals = nullptr;  // 1 / sqrt(variance + eps)
    void* variances = nullptr;
    void* running_means = nullptr;  // required by the library; nobody reads it
  };

  // The library of this machine, or null.
  static const Dnn* find();
  // Loads the library from a file; std::nullopt if the file cannot be loaded or lacks a function.
  static std::optional<Dnn> load(const std::string& file);
  // For tests: makes find() return `library`; null restores the library of this machine.
  static void replace(const Dnn* library);

  // In cuDNN's own numbering: 91900 is 9.19.0.
  std::size_t version() const { return version_(); }

  // Return true if the call is large enough and has a geometry that the library may take.
  static bool takes(const Convolution& call);
  static bool takes(const Normalization& call);
  static bool takes(const backends::Window& window, const backends::PoolingRule& rule, std::int64_t planes);

  // Give the work to the stream, with a workspace from `memory`. Return false if the library refused the call; then
  // nothing was given.
  bool convolve(const Convolution& call, void* stream, const StreamMemory& memory) const;
  bool average(const Means& call, void* stream) const;
  bool normalize(const Normalization& call, void* stream) const;

  template <typename T>
  static constexpr int type_of() {
    return std::is_same_v<T, double> ? real_64 : std::is_same_v<T, float> ? real_32 : brain_16;
  }

  // --- the library's constants: cuda/toolkit/dnn_numbers.cpp compares them with its headers

  static constexpr int success = 0;
  static constexpr int real_32 = 0;
  static constexpr int real_64 = 1;
  static constexpr int brain_16 = 9;
  static constexpr int rows_first = 0;        // NCHW
  static constexpr int correlation = 1;       // kernels are not flipped
  static constexpr int exact_products = 3;    // float32 products in full precision
  static constexpr int default_products = 0;  // the other value that an exact algorithm may report
  static constexpr int is_deterministic = 1;
  static constexpr int mean_with_padding = 1;
  static constexpr int mean_without_padding = 2;
  static constexpr int channel_by_channel = 1;  // for batch normalization
  static constexpr int keeps_no_numbers = 1;    // propagates NaN
  // Forward algorithms up to this one add up products, without a transform.
  static constexpr int last_direct_forward = 3;
  static constexpr int direct_backward = 1;  // the same for both backward directions

  // The library's assessment of one algorithm: cudnnConvolutionFwdAlgoPerf_t and its siblings.
  struct Algorithm {
    int algorithm;
    int status;
    float time;
    std::size_t memory;
    int determinism;
    int products;
    int reserved[3];
  };

 private:
  // The algorithm chosen for a geometry; std::nullopt if the library has no suitable one.
  struct Choice {
    int algorithm;
    std::size_t memory;
  };
  // The library's handle serves one thread at a time.
  struct State {
    std::mutex mutex;
    void* handle = nullptr;
    std::map<std::vector<std::int64_t>, std::optional<Choice>> choices;
  };
  // The library's three functions for one sought tensor.
  struct Direction {
    int (*choose)(void* handle, void* first, void* second, void* convolution, void* out, int wanted, int* found,
                  void* algorithms) = nullptr;
    int (*memory)(void* handle, void* first, void* second, void* convolution, void* out, int algorithm,
                  std::size_t* bytes) = nullptr;
    int (*run)(void* handle, const void* alpha, void* first_layout, const void* first, void* second_layout,
               const void* second, void* convolution, int algorithm, void* room, std::size_t bytes, const void* beta,
               void* out_layout, void* out) = nullptr;
  };
  struct Described {
    void* first;
    void* second;
    void* out;
    void* convolution;
  };

  std::optional<Choice> choice(const Convolution& call, const Described& what) const;
  std::optional<Choice> choose(const Convolution& call, const Described& what) const;
  const Direction& direction(Sought sought) const { return directions_[static_cast<std::size_t>(sought)]; }

  // The library's functions. Descriptors and handles are opaque pointers.
  std::size_t (*version_)() = nullptr;
  int (*create_)(void** handle) = nullptr;
  int (*set_stream_)(void* handle, void* stream) = nullptr;
  int (*create_tensor_)(void** tensor) = nullptr;
  int (*set_tensor_)(void* tensor, int type, int rank, const int* sizes, const int* strides) = nullptr;
  int (*destroy_tensor_)(void* tensor) = nullptr;
  int (*create_kernels_)(void** kernels) = nullptr;
  int (*set_kernels_)(void* kernels, int type, int format, int rank, const int* sizes) = nullptr;
  int (*destroy_kernels_)(void* kernels) = nullptr;
  int (*create_convolution_)(void** convolution) = nullptr;
  int (*set_convolution_)(void* convolution, int rank, const int* padding, const int* stride, const int* dilation,
                          int mode, int type) = nullptr;
  int (*set_groups_)(void* convolution, int groups) = nullptr;
  int (*set_products_)(void* convolution, int products) = nullptr;
  int (*destroy_convolution_)(void* convolution) = nullptr;
  Direction directions_[3];
  int (*create_pool_)(void** pool) = nullptr;
  int (*set_pool_)(void* pool, int mode, int no_numbers, int rank, const int* window, const int* padding,
                   const int* stride) = nullptr;
  int (*destroy_pool_)(void* pool) = nullptr;
  int (*pool_)(void* handle, void* pool, const void* alpha, void* from_layout, const void* from, const void* beta,
               void* to_layout, void* to) = nullptr;
  int (*normalize_training_)(void* handle, int mode, const void* alpha, const void* beta, void* from_layout,
                             const void* from, void* to_layout, void* to, void* parameters, const void* scales,
                             const void* shifts, double share, void* running_means, void* running_variances, double eps,
                             void* means, void* reciprocals) = nullptr;
  int (*normalize_with_)(void* handle, int mode, const void* alpha, const void* beta, void* from_layout,
                         const void* from, void* to_layout, void* to, void* parameters, const void* scales,
                         const void* shifts, const void* means, const void* variances, double eps) = nullptr;
  std::unique_ptr<State> state_;
};

}  // namespace modecheck::engine::cuda
