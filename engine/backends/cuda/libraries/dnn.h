// Convolutions, means of windows and batch normalisations by cuDNN, which is loaded when the first large one is given
// to a GPU, if it is there: as the system's library, or in a Python package. MODECHECK_CUDNN names another file; "none"
// loads none.
//
// Beneath it are the plain kernels of window_kernels.h and batch_norm_kernel.h: for small ones, whose bits are the
// CPU's, for what the library does not take, and where there is none. It is asked for sums of products, in the
// precision of the dtype, that come out the same from run to run: no transforms, which would carry what is no number to
// its neighbours, and no shorter products.
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
  // Three dense tensors belong together: images [batch, image channels, window.image], kernels [place channels, image
  // channels / groups, window.kernel], and what the kernels find at the places of their windows [batch, place channels,
  // window.places]. One of them is worked out from the others, which come in this order.
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
  // Means under the windows of planes that lie one behind the other.
  struct Means {
    bool wide = false;
    backends::Window window;
    std::int64_t planes = 1;
    bool counts_padding = false;
    const void* images = nullptr;
    void* out = nullptr;
  };
  // Of a tensor [outer, channels, inner] with parameters of single precision, or of double precision as the tensor.
  // Training: with the tensor's own moments, of which `variances` and `running_means` are zeros before; else with
  // `means` and `variances`.
  struct Normalization {
    int type = 0;
    bool has_types = false;  // whether the parameters are as said
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
    void* reciprocals = nullptr;  // of the deviations
    void* variances = nullptr;
    void* running_means = nullptr;  // of no use to anybody
  };

  // The library of this machine, or null.
  static const Dnn* find();
  // The library in a file, if it can be loaded and is one.
  static std::optional<Dnn> load(const std::string& file);
  // For tests: `find` gives this one; null: what is there.
  static void replace(const Dnn* library);

  // As the library numbers itself: 91900 is 9.19.0.
  std::size_t version() const { return version_(); }

  // Whether it is large enough, and of a geometry that the library may take.
  static bool takes(const Convolution& call);
  static bool takes(const Normalization& call);
  static bool takes(const backends::Window& window, const backends::PoolingRule& rule, std::int64_t planes);

  // Gives the work to the stream, with memory of the stream for what the library keeps meanwhile. False: the library
  // refused it, and nothing was given.
  bool convolve(const Convolution& call, void* stream, const StreamMemory& memory) const;
  bool average(const Means& call, void* stream) const;
  bool normalize(const Normalization& call, void* stream) const;

  template <typename T>
  static constexpr int type_of() {
    return std::is_same_v<T, double> ? real_64 : std::is_same_v<T, float> ? real_32 : brain_16;
  }

  // --- the library's numbers: cuda/toolkit/dnn_numbers.cpp compares them with its headers

  static constexpr int success = 0;
  static constexpr int real_32 = 0;
  static constexpr int real_64 = 1;
  static constexpr int brain_16 = 9;
  static constexpr int rows_first = 0;        // how tensors lie
  static constexpr int correlation = 1;       // kernels are not turned round
  static constexpr int exact_products = 3;    // of float32: no shorter numbers
  static constexpr int default_products = 0;  // what an algorithm may say of itself, too
  static constexpr int is_deterministic = 1;
  static constexpr int mean_with_padding = 1;
  static constexpr int mean_without_padding = 2;
  static constexpr int channel_by_channel = 1;   // normalisations
  static constexpr int keeps_no_numbers = 1;     // NaN stays
  static constexpr int last_direct_forward = 3;  // algorithms up to this one add up products
  static constexpr int direct_backward = 1;      // of both other directions

  // What it says of how it would convolve.
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
  // What was chosen for a geometry; none: the library has nothing that is wanted.
  struct Choice {
    int algorithm;
    std::size_t memory;
  };
  // The library's handle works for one thread at a time.
  struct State {
    std::mutex mutex;
    void* handle = nullptr;
    std::map<std::vector<std::int64_t>, std::optional<Choice>> choices;
  };
  // The three things that are asked for each of the tensors that may be sought.
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

  // The library's functions; descriptions and handles are its own.
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
