// Computes convolutions, average pooling and batch normalization by cuDNN. The library is loaded for the first large
// call on a GPU, if it is installed on the system or in a Python package. MODECHECK_CUDNN names another file. With the
// value "none" no file is loaded.
//
// The plain kernels of window_kernels.h and batch_norm_kernel.h remain for small calls, whose bits then equal the
// CPU's. They also remain for calls that cuDNN does not take, and for machines without cuDNN. Only algorithms are used
// that add up products in the precision of the dtype and are deterministic. Transforms would spread a NaN to its
// neighbours, and reduced precision would change results.
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
  // The tensors of a convolution are contiguous. The images are [batch, image channels, window.image]. The kernels are
  // [place channels, image channels / groups, window.kernel]. The outputs ("places") are [batch, place channels,
  // window.places]. `sought` names the tensor that is computed. `first` and `second` are the other two tensors, in the
  // order images, kernels, outputs.
  enum class Sought : std::uint8_t { Places, Images, Kernels };
  struct Convolution {
    Sought sought = Sought::Places;
    bool wide = false;  // true for float64, false for float32
    backends::Window window;
    std::int64_t batch = 1;
    std::int64_t groups = 1;
    std::int64_t image_channels = 1;
    std::int64_t place_channels = 1;
    const void* first = nullptr;
    const void* second = nullptr;
    void* out = nullptr;
  };
  // The arguments of average pooling. Its images are contiguous planes.
  struct Means {
    bool wide = false;
    backends::Window window;
    std::int64_t planes = 1;
    bool counts_padding = false;
    const void* images = nullptr;
    void* out = nullptr;
  };
  // The arguments of batch normalization of a tensor [outer, channels, inner]. The parameters are float64 if the tensor
  // is float64, else float32. Training uses the tensor's own means and variances, and writes `means`, `reciprocals` and
  // `variances`. Before training, `variances` and `running_means` must hold zeros. Evaluation reads `means` and
  // `variances`.
  struct Normalization {
    int type = 0;
    // true if the parameters have the dtypes that cuDNN requires: float64 for a float64 tensor, else float32
    bool has_types = false;
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
    void* reciprocals = nullptr;  // receives 1 / sqrt(variance + eps) of each channel
    void* variances = nullptr;
    void* running_means = nullptr;  // receives the running means, which cuDNN requires and nobody reads
  };

  // Returns the cuDNN of this machine, or null if there is none.
  static const Dnn* find();
  // Loads cuDNN from a file. Returns std::nullopt if the file cannot be loaded or lacks a function.
  static std::optional<Dnn> load(const std::string& file);
  // For tests: makes find() return `library`. A null pointer restores the cuDNN of this machine.
  static void replace(const Dnn* library);

  // Returns cuDNN's version in its own numbering: 91900 is 9.19.0.
  std::size_t version() const { return version_(); }

  // Return true if cuDNN should compute the call: the call is large enough and has a geometry that cuDNN may accept.
  static bool takes(const Convolution& call);
  static bool takes(const Normalization& call);
  static bool takes(const backends::Window& window, const backends::PoolingRule& rule, std::int64_t planes);

  // Give the work to the stream, with a workspace from `memory`. Return false if cuDNN refused the call. In that case
  // the stream has received no work.
  bool convolve(const Convolution& call, void* stream, const StreamMemory& memory) const;
  bool average(const Means& call, void* stream) const;
  bool normalize(const Normalization& call, void* stream) const;

  template <typename T>
  static constexpr int type_of() {
    return std::is_same_v<T, double> ? real_64 : std::is_same_v<T, float> ? real_32 : brain_16;
  }

  // --- Constants of cuDNN. cuda/toolkit/dnn_numbers.cpp compares them with its headers.

  static constexpr int success = 0;
  static constexpr int real_32 = 0;
  static constexpr int real_64 = 1;
  static constexpr int brain_16 = 9;
  static constexpr int rows_first = 0;      // the tensor layout NCHW
  static constexpr int correlation = 1;     // the convolution mode in which kernels are not flipped, as in PyTorch
  static constexpr int exact_products = 3;  // the mode in which float32 products have full precision
  // the mode with default precision, which cuDNN may report for an exact algorithm
  static constexpr int default_products = 0;
  static constexpr int is_deterministic = 1;
  static constexpr int mean_with_padding = 1;
  static constexpr int mean_without_padding = 2;
  // the mode of batch normalization with one mean and variance per channel
  static constexpr int channel_by_channel = 1;
  static constexpr int keeps_no_numbers = 1;  // the pooling option that propagates NaN
  // The last forward algorithm that adds up products, without a transform.
  static constexpr int last_direct_forward = 3;
  static constexpr int direct_backward = 1;  // the algorithm that adds up products, for both backward directions

  // One entry of the list of algorithms for a convolution that cuDNN returns: cudnnConvolutionFwdAlgoPerf_t, or the
  // type of the same layout for a backward direction.
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
  // The algorithm chosen for a geometry, and its workspace in bytes. If a geometry has no suitable algorithm,
  // std::nullopt is stored for it.
  struct Choice {
    int algorithm;
    std::size_t memory;
  };
  // cuDNN's handle, which only one thread at a time may use, and the algorithms that were chosen so far.
  struct State {
    std::mutex mutex;
    void* handle = nullptr;
    std::map<std::vector<std::int64_t>, std::optional<Choice>> choices;
  };
  // The three cuDNN functions that one direction of a convolution needs. They choose an algorithm, return the size of
  // its workspace, and run it. The directions are forward, backward to the images, and backward to the kernels.
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

  // cuDNN's functions. Descriptors and handles are opaque pointers.
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
