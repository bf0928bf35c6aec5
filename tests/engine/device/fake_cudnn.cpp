// This library has cuDNN's interface and convolves in host memory with plain loops. If its convolutions are right, the
// backend makes the right calls. It is built without the real headers, and rejects bad calls with the real error
// numbers.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

namespace {

constexpr int kSuccess = 0;
constexpr int kBadParameter = 2000;
constexpr int kNotSupported = 3000;

constexpr int kFloat = 0;
constexpr int kDouble = 1;
constexpr int kBrain = 9;

struct Tensor {
  int type = -1;
  std::vector<int> sizes;
  std::vector<int> strides;
};
struct Convolved {
  int rank = 0;
  std::vector<int> padding;
  std::vector<int> stride;
  std::vector<int> dilation;
  int groups = 1;
  int products = 0;
  int type = -1;
};
struct Pool {
  int mode = -1;
  std::vector<int> window;
  std::vector<int> padding;
  std::vector<int> stride;
};
struct Algorithm {
  int algorithm;
  int status;
  float time;
  std::size_t memory;
  int determinism;
  int products;
  int reserved[3];
};

// The fake cuDNN demands a workspace of this many bytes.
constexpr std::size_t kMemory = 512;

int handle_of_all = 0;
void* the_stream = nullptr;
int alive = 0;
int convolutions[3] = {};
int means = 0;
int normalizations = 0;
int questions = 0;
int refusal = 0;  // at 1 the fake cuDNN refuses to choose an algorithm, and at 2 it refuses to run one
bool only_unwanted = false;

template <typename T>
int make(void** out) {
  *out = new T;
  ++alive;
  return kSuccess;
}
template <typename T>
int destroy(void* object) {
  delete static_cast<T*>(object);
  --alive;
  return kSuccess;
}

bool is_dense(const Tensor& tensor) {
  int stride = 1;
  for (std::size_t d = tensor.sizes.size(); d-- > 0; stride *= tensor.sizes[d])
    if (tensor.strides[d] != stride) return false;
  return true;
}

// Returns whether the sizes of images, kernels and outputs fit together. All three must also have the dtype of the
// convolution.
bool fit(const Tensor& images, const Tensor& kernels, const Tensor& places, const Convolved& how) {
  const std::size_t rank = images.sizes.size();
  if (rank < 4 || kernels.sizes.size() != rank || places.sizes.size() != rank || how.padding.size() != rank - 2 ||
      how.products != 3 || images.type != how.type || kernels.type != how.type || places.type != how.type ||
      !is_dense(images) || !is_dense(places))
    return false;
  if (images.sizes[0] != places.sizes[0] || images.sizes[1] != kernels.sizes[1] * how.groups ||
      places.sizes[1] != kernels.sizes[0] || places.sizes[1] % how.groups != 0)
    return false;
  for (std::size_t d = 2; d < rank; ++d) {
    const int left = images.sizes[d] + 2 * how.padding[d - 2] - how.dilation[d - 2] * (kernels.sizes[d] - 1) - 1;
    if (left < 0 || left / how.stride[d - 2] + 1 != places.sizes[d]) return false;
  }
  return true;
}

// Calls visit(image index, kernel index, output index) for every product of the convolution.
template <typename Visit>
void each_product(const Tensor& images, const Tensor& kernels, const Tensor& places, const Convolved& how,
                  const Visit& visit) {
  // Returns one element of `values` as if the sizes had three spatial dimensions. Dimensions that are missing have the
  // value `missing`.
  const auto spatial = [](const std::vector<int>& values, std::size_t first, int missing, std::size_t d) {
    const std::size_t lacking = 3 - (values.size() - first);
    return d < lacking ? missing : values[first + d - lacking];
  };
  long of_image[3], of_kernel[3], of_places[3], padding[3], stride[3], dilation[3];
  for (std::size_t d = 0; d < 3; ++d) {
    of_image[d] = spatial(images.sizes, 2, 1, d);
    of_kernel[d] = spatial(kernels.sizes, 2, 1, d);
    of_places[d] = spatial(places.sizes, 2, 1, d);
    padding[d] = spatial(how.padding, 0, 0, d);
    stride[d] = spatial(how.stride, 0, 1, d);
    dilation[d] = spatial(how.dilation, 0, 1, d);
  }
  const long in_group = kernels.sizes[1];
  const long out_group = kernels.sizes[0] / how.groups;
  for (long n = 0; n < places.sizes[0]; ++n)
    for (long k = 0; k < places.sizes[1]; ++k)
      for (long place = 0; place < of_places[0] * of_places[1] * of_places[2]; ++place)
        for (long c = 0; c < in_group; ++c)
          for (long element = 0; element < of_kernel[0] * of_kernel[1] * of_kernel[2]; ++element) {
            const long at[3] = {place / (of_places[1] * of_places[2]), place / of_places[2] % of_places[1],
                                place % of_places[2]};
            const long in[3] = {element / (of_kernel[1] * of_kernel[2]), element / of_kernel[2] % of_kernel[1],
                                element % of_kernel[2]};
            long position = 0;
            bool inside = true;
            for (int d = 0; d < 3; ++d) {
              const long x = at[d] * stride[d] - padding[d] + in[d] * dilation[d];
              inside = inside && x >= 0 && x < of_image[d];
              position = position * of_image[d] + x;
            }
            if (!inside) continue;
            const long image = (n * images.sizes[1] + k / out_group * in_group + c);
            visit(image * of_image[0] * of_image[1] * of_image[2] + position,
                  (k * in_group + c) * of_kernel[0] * of_kernel[1] * of_kernel[2] + element,
                  (n * places.sizes[1] + k) * of_places[0] * of_places[1] * of_places[2] + place);
          }
}

std::size_t elements_of(const Tensor& tensor) {
  std::size_t out = 1;
  for (const int size : tensor.sizes) out *= static_cast<std::size_t>(size);
  return out;
}

// Says which argument of a call is the images, the kernels or the outputs. `sought` says what the call computes: 0
// stands for the outputs, 1 for the gradients of the images, and 2 for the gradients of the kernels.
struct Three {
  const Tensor* images;
  const Tensor* kernels;
  const Tensor* places;
};
Three three(int sought, void* first, void* second, void* out) {
  const auto* const a = static_cast<const Tensor*>(first);
  const auto* const b = static_cast<const Tensor*>(second);
  const auto* const c = static_cast<const Tensor*>(out);
  return sought == 0 ? Three{a, b, c} : sought == 1 ? Three{c, a, b} : Three{a, c, b};
}

// Returns a list of algorithms, as cuDNN does. The algorithms at the front of the list are faster, but the engine must
// not accept them.
int choose(int sought, void* handle, void* first, void* second, void* how, void* out, int wanted, int* found,
           Algorithm* algorithms) {
  const Three of = three(sought, first, second, out);
  if (handle != &handle_of_all || wanted < 5 ||
      !fit(*of.images, *of.kernels, *of.places, *static_cast<const Convolved*>(how)))
    return kBadParameter;
  ++questions;
  if (refusal == 1) return kNotSupported;
  const Algorithm answers[] = {
      {sought == 0 ? 6 : 4, kSuccess, 1, kMemory, 1, 3, {}},        // the algorithm uses a transform (FFT or Winograd)
      {sought == 0 ? 1 : 0, kSuccess, 2, kMemory, 0, 3, {}},        // the algorithm is not deterministic
      {1, kSuccess, 3, kMemory, 1, 2, {}},                          // the algorithm computes in lower precision
      {sought == 0 ? 0 : 1, kNotSupported, -1, kMemory, 1, 3, {}},  // the algorithm does not support this call
      {1, kSuccess, 4, kMemory, 1, 3, {}},
  };
  *found = only_unwanted ? 4 : 5;
  std::memcpy(algorithms, answers, sizeof answers);
  return kSuccess;
}

int memory(void* handle, int algorithm, std::size_t* bytes) {
  if (handle != &handle_of_all || algorithm != 1) return kBadParameter;
  *bytes = kMemory;
  return kSuccess;
}

template <typename T>
int convolve(int sought, const Three& of, const Convolved& how, const void* first, const void* second, void* out) {
  const T* const a = static_cast<const T*>(first);
  const T* const b = static_cast<const T*>(second);
  std::vector<double> totals(elements_of(sought == 0 ? *of.places : sought == 1 ? *of.images : *of.kernels), 0);
  each_product(*of.images, *of.kernels, *of.places, how, [&](long image, long kernel, long place) {
    if (sought == 0)
      totals[static_cast<std::size_t>(place)] += static_cast<double>(a[image]) * static_cast<double>(b[kernel]);
    else if (sought == 1)
      totals[static_cast<std::size_t>(image)] += static_cast<double>(a[kernel]) * static_cast<double>(b[place]);
    else
      totals[static_cast<std::size_t>(kernel)] += static_cast<double>(a[image]) * static_cast<double>(b[place]);
  });
  for (std::size_t i = 0; i < totals.size(); ++i) static_cast<T*>(out)[i] = static_cast<T>(totals[i]);
  ++convolutions[sought];
  return kSuccess;
}

int run(int sought, void* handle, const void* alpha, void* first_of, const void* first, void* second_of,
        const void* second, void* how, int algorithm, void* room, std::size_t bytes, const void* beta, void* out_of,
        void* out) {
  const Three of = three(sought, first_of, second_of, out_of);
  const auto& convolved = *static_cast<const Convolved*>(how);
  const bool wide = convolved.type == kDouble;
  const double one = wide ? *static_cast<const double*>(alpha) : static_cast<double>(*static_cast<const float*>(alpha));
  const double zero = wide ? *static_cast<const double*>(beta) : static_cast<double>(*static_cast<const float*>(beta));
  if (handle != &handle_of_all || algorithm != 1 || room == nullptr || bytes != kMemory || one != 1 || zero != 0 ||
      !fit(*of.images, *of.kernels, *of.places, convolved))
    return kBadParameter;
  if (refusal == 2) return kNotSupported;
  std::memset(room, 0x5a, bytes);
  return wide ? convolve<double>(sought, of, convolved, first, second, out)
              : convolve<float>(sought, of, convolved, first, second, out);
}

template <typename T>
int average(const Pool& pool, const Tensor& images, const T* from, const Tensor& places, T* to) {
  const std::size_t rank = images.sizes.size();
  if (rank < 4 || places.sizes.size() != rank || pool.window.size() != rank - 2 || images.type != places.type ||
      !is_dense(images) || !is_dense(places))
    return kBadParameter;
  for (std::size_t d = 0; d < rank; ++d) {
    const int wanted = d < 2
                           ? images.sizes[d]
                           : (images.sizes[d] + 2 * pool.padding[d - 2] - pool.window[d - 2]) / pool.stride[d - 2] + 1;
    if (places.sizes[d] != wanted) return kBadParameter;
  }
  const std::size_t spatial = rank - 2;
  const std::size_t all = elements_of(places);
  std::size_t place_count = 1, image_count = 1, window_count = 1;
  for (std::size_t d = 0; d < spatial; ++d) {
    place_count *= static_cast<std::size_t>(places.sizes[d + 2]);
    image_count *= static_cast<std::size_t>(images.sizes[d + 2]);
    window_count *= static_cast<std::size_t>(pool.window[d]);
  }
  for (std::size_t i = 0; i < all; ++i) {
    double total = 0;
    std::size_t covered = 0;
    for (std::size_t element = 0; element < window_count; ++element) {
      std::size_t place = i % place_count, left = element, position = 0, scale = 1;
      bool inside = true;
      for (std::size_t d = spatial; d-- > 0;) {
        const auto size = static_cast<std::size_t>(places.sizes[d + 2]);
        const auto window = static_cast<std::size_t>(pool.window[d]);
        const long x =
            static_cast<long>(place % size) * pool.stride[d] - pool.padding[d] + static_cast<long>(left % window);
        inside = inside && x >= 0 && x < images.sizes[d + 2];
        position += scale * static_cast<std::size_t>(inside ? x : 0);
        scale *= static_cast<std::size_t>(images.sizes[d + 2]);
        place /= size;
        left /= window;
      }
      if (!inside) continue;
      ++covered;
      total += static_cast<double>(from[i / place_count * image_count + position]);
    }
    to[i] = static_cast<T>(total / static_cast<double>(pool.mode == 1 ? window_count : covered));
  }
  ++means;
  return kSuccess;
}

// Holds a bfloat16 number, which is the upper half of a float32.
struct Brain {
  std::uint16_t bits;
  explicit operator double() const {
    const std::uint32_t whole = std::uint32_t{bits} << 16;
    float out = 0;
    std::memcpy(&out, &whole, sizeof out);
    return static_cast<double>(out);
  }
  static Brain of(double value) {
    const auto number = static_cast<float>(value);
    std::uint32_t whole = 0;
    std::memcpy(&whole, &number, sizeof whole);
    return {static_cast<std::uint16_t>((whole + 0x7fff + (whole >> 16 & 1)) >> 16)};
  }
};
template <typename T>
T rounded(double value) {
  if constexpr (std::is_same_v<T, Brain>)
    return Brain::of(value);
  else
    return static_cast<T>(value);
}

// Holds a tensor, and a tensor with one parameter for each of its channels.
struct Normalized {
  const Tensor& values;
  const Tensor& parameters;
  bool is_right() const {
    const bool wide = values.type == kDouble;
    if (values.sizes.size() != 4 || parameters.sizes.size() != 4 || !is_dense(values) || !is_dense(parameters) ||
        parameters.type != (wide ? kDouble : kFloat))
      return false;
    for (std::size_t d = 0; d < 4; ++d)
      if (parameters.sizes[d] != (d == 1 ? values.sizes[1] : 1)) return false;
    return true;
  }
  // Calls visit(index) for the elements of one channel.
  template <typename Visit>
  void each(std::size_t channel, const Visit& visit) const {
    const std::size_t plane = static_cast<std::size_t>(values.sizes[2]) * static_cast<std::size_t>(values.sizes[3]);
    for (std::size_t n = 0; n < static_cast<std::size_t>(values.sizes[0]); ++n)
      for (std::size_t i = 0; i < plane; ++i)
        visit((n * static_cast<std::size_t>(values.sizes[1]) + channel) * plane + i);
  }
};

template <typename T, typename P>
void normalize(const Normalized& what, const T* from, T* to, const P* scales, const P* shifts, std::size_t channel,
               double mean, double variance, double eps) {
  what.each(channel, [&](std::size_t i) {
    const double value = (static_cast<double>(from[i]) - mean) / std::sqrt(variance + eps);
    to[i] = rounded<T>(value * static_cast<double>(scales[channel]) + static_cast<double>(shifts[channel]));
  });
}

template <typename T, typename P>
void train(const Normalized& what, const void* from, void* to, const void* scales, const void* shifts, double share,
           void* running_means, void* running_variances, double eps, void* means_of, void* reciprocals) {
  const T* const values = static_cast<const T*>(from);
  for (std::size_t channel = 0; channel < static_cast<std::size_t>(what.values.sizes[1]); ++channel) {
    double count = 0, mean = 0, variance = 0;
    what.each(channel, [&](std::size_t i) {
      mean += static_cast<double>(values[i]);
      ++count;
    });
    mean /= count;
    what.each(channel, [&](std::size_t i) {
      const double distance = static_cast<double>(values[i]) - mean;
      variance += distance * distance;
    });
    variance /= count;
    const auto add = [&](void* running, double value) {
      P& there = static_cast<P*>(running)[channel];
      there = static_cast<P>(value * share + static_cast<double>(there) * (1 - share));
    };
    add(running_means, mean);
    add(running_variances, variance * count / (count - 1));
    static_cast<P*>(means_of)[channel] = static_cast<P>(mean);
    static_cast<P*>(reciprocals)[channel] = static_cast<P>(1 / std::sqrt(variance + eps));
    normalize(what, values, static_cast<T*>(to), static_cast<const P*>(scales), static_cast<const P*>(shifts), channel,
              mean, variance, eps);
  }
}

template <typename T, typename P>
void normalize_with(const Normalized& what, const void* from, void* to, const void* scales, const void* shifts,
                    const void* means_of, const void* variances, double eps) {
  for (std::size_t channel = 0; channel < static_cast<std::size_t>(what.values.sizes[1]); ++channel)
    normalize(what, static_cast<const T*>(from), static_cast<T*>(to), static_cast<const P*>(scales),
              static_cast<const P*>(shifts), channel, static_cast<double>(static_cast<const P*>(means_of)[channel]),
              static_cast<double>(static_cast<const P*>(variances)[channel]), eps);
}

}  // namespace

// With these functions a test inspects and controls the fake library.
extern "C" {
#define MODECHECK_EXPORT __attribute__((visibility("default")))

MODECHECK_EXPORT int fake_convolutions(int sought) { return convolutions[sought]; }
MODECHECK_EXPORT int fake_means() { return means; }
MODECHECK_EXPORT int fake_normalizations() { return normalizations; }
MODECHECK_EXPORT int fake_questions() { return questions; }
MODECHECK_EXPORT int fake_alive() { return alive; }
MODECHECK_EXPORT void* fake_stream() { return the_stream; }
MODECHECK_EXPORT void fake_refuse(int what) { refusal = what; }
MODECHECK_EXPORT void fake_offer_unwanted(int only) { only_unwanted = only != 0; }

MODECHECK_EXPORT std::size_t cudnnGetVersion() { return 91900; }
MODECHECK_EXPORT int cudnnCreate(void** handle) {
  *handle = &handle_of_all;
  return kSuccess;
}
MODECHECK_EXPORT int cudnnSetStream(void* handle, void* stream) {
  if (handle != &handle_of_all) return kBadParameter;
  the_stream = stream;
  return kSuccess;
}
MODECHECK_EXPORT int cudnnCreateTensorDescriptor(void** tensor) { return make<Tensor>(tensor); }
MODECHECK_EXPORT int cudnnSetTensorNdDescriptor(void* tensor, int type, int rank, const int* sizes,
                                                const int* strides) {
  if ((type != kFloat && type != kDouble && type != kBrain) || rank < 4 || rank > 8) return kBadParameter;
  *static_cast<Tensor*>(tensor) = {type, {sizes, sizes + rank}, {strides, strides + rank}};
  return kSuccess;
}
MODECHECK_EXPORT int cudnnDestroyTensorDescriptor(void* tensor) { return destroy<Tensor>(tensor); }
MODECHECK_EXPORT int cudnnCreateFilterDescriptor(void** kernels) { return make<Tensor>(kernels); }
MODECHECK_EXPORT int cudnnSetFilterNdDescriptor(void* kernels, int type, int format, int rank, const int* sizes) {
  if ((type != kFloat && type != kDouble) || format != 0 || rank < 4 || rank > 8) return kBadParameter;
  *static_cast<Tensor*>(kernels) = {type, {sizes, sizes + rank}, {}};
  return kSuccess;
}
MODECHECK_EXPORT int cudnnDestroyFilterDescriptor(void* kernels) { return destroy<Tensor>(kernels); }
MODECHECK_EXPORT int cudnnCreateConvolutionDescriptor(void** how) { return make<Convolved>(how); }
MODECHECK_EXPORT int cudnnSetConvolutionNdDescriptor(void* how, int rank, const int* padding, const int* stride,
                                                     const int* dilation, int mode, int type) {
  if (mode != 1 || rank < 2 || rank > 6) return kBadParameter;
  auto& of = *static_cast<Convolved*>(how);
  of.rank = rank;
  of.padding.assign(padding, padding + rank);
  of.stride.assign(stride, stride + rank);
  of.dilation.assign(dilation, dilation + rank);
  of.type = type;
  return kSuccess;
}
MODECHECK_EXPORT int cudnnSetConvolutionGroupCount(void* how, int groups) {
  static_cast<Convolved*>(how)->groups = groups;
  return kSuccess;
}
MODECHECK_EXPORT int cudnnSetConvolutionMathType(void* how, int products) {
  static_cast<Convolved*>(how)->products = products;
  return kSuccess;
}
MODECHECK_EXPORT int cudnnDestroyConvolutionDescriptor(void* how) { return destroy<Convolved>(how); }

#define MODECHECK_DIRECTION(number, name)                                                                             \
  MODECHECK_EXPORT int cudnnGetConvolution##name##Algorithm_v7(void* handle, void* first, void* second, void* how,    \
                                                               void* out, int wanted, int* found, void* algorithms) { \
    return choose(number, handle, first, second, how, out, wanted, found, static_cast<Algorithm*>(algorithms));       \
  }                                                                                                                   \
  MODECHECK_EXPORT int cudnnGetConvolution##name##WorkspaceSize(void* handle, void*, void*, void*, void*,             \
                                                                int algorithm, std::size_t* bytes) {                  \
    return memory(handle, algorithm, bytes);                                                                          \
  }                                                                                                                   \
  MODECHECK_EXPORT int cudnnConvolution##name(                                                                        \
      void* handle, const void* alpha, void* first_of, const void* first, void* second_of, const void* second,        \
      void* how, int algorithm, void* room, std::size_t bytes, const void* beta, void* out_of, void* out) {           \
    return run(number, handle, alpha, first_of, first, second_of, second, how, algorithm, room, bytes, beta, out_of,  \
               out);                                                                                                  \
  }
MODECHECK_DIRECTION(0, Forward)
MODECHECK_DIRECTION(1, BackwardData)
MODECHECK_DIRECTION(2, BackwardFilter)
#undef MODECHECK_DIRECTION

MODECHECK_EXPORT int cudnnCreatePoolingDescriptor(void** pool) { return make<Pool>(pool); }
MODECHECK_EXPORT int cudnnSetPoolingNdDescriptor(void* pool, int mode, int no_numbers, int rank, const int* window,
                                                 const int* padding, const int* stride) {
  if ((mode != 1 && mode != 2) || no_numbers != 1 || rank < 2) return kBadParameter;
  *static_cast<Pool*>(pool) = {mode, {window, window + rank}, {padding, padding + rank}, {stride, stride + rank}};
  return kSuccess;
}
MODECHECK_EXPORT int cudnnDestroyPoolingDescriptor(void* pool) { return destroy<Pool>(pool); }
MODECHECK_EXPORT int cudnnPoolingForward(void* handle, void* pool, const void* alpha, void* from_of, const void* from,
                                         const void* beta, void* to_of, void* to) {
  const auto& images = *static_cast<const Tensor*>(from_of);
  const auto& places = *static_cast<const Tensor*>(to_of);
  const auto& of = *static_cast<const Pool*>(pool);
  if (handle != &handle_of_all) return kBadParameter;
  if (refusal != 0) return kNotSupported;
  if (images.type == kDouble)
    return *static_cast<const double*>(alpha) != 1 || *static_cast<const double*>(beta) != 0
               ? kBadParameter
               : average(of, images, static_cast<const double*>(from), places, static_cast<double*>(to));
  const float one = *static_cast<const float*>(alpha);
  const float zero = *static_cast<const float*>(beta);
  return one < 1 || one > 1 || zero < 0 || zero > 0
             ? kBadParameter
             : average(of, images, static_cast<const float*>(from), places, static_cast<float*>(to));
}

MODECHECK_EXPORT int cudnnBatchNormalizationForwardTraining(void* handle, int mode, const void* /*alpha*/,
                                                            const void* /*beta*/, void* from_of, const void* from,
                                                            void* to_of, void* to, void* parameters_of,
                                                            const void* scales, const void* shifts, double share,
                                                            void* running_means, void* running_variances, double eps,
                                                            void* means_of, void* reciprocals) {
  const Normalized what{*static_cast<const Tensor*>(from_of), *static_cast<const Tensor*>(parameters_of)};
  if (handle != &handle_of_all || mode != 1 || from_of != to_of || !what.is_right()) return kBadParameter;
  if (refusal != 0) return kNotSupported;
  ++normalizations;
  const auto run = [&](auto train_as) {
    train_as(what, from, to, scales, shifts, share, running_means, running_variances, eps, means_of, reciprocals);
    return kSuccess;
  };
  return what.values.type == kDouble  ? run(train<double, double>)
         : what.values.type == kFloat ? run(train<float, float>)
                                      : run(train<Brain, float>);
}
MODECHECK_EXPORT int cudnnBatchNormalizationForwardInference(void* handle, int mode, const void* /*alpha*/,
                                                             const void* /*beta*/, void* from_of, const void* from,
                                                             void* to_of, void* to, void* parameters_of,
                                                             const void* scales, const void* shifts,
                                                             const void* means_of, const void* variances, double eps) {
  const Normalized what{*static_cast<const Tensor*>(from_of), *static_cast<const Tensor*>(parameters_of)};
  if (handle != &handle_of_all || mode != 1 || from_of != to_of || !what.is_right()) return kBadParameter;
  if (refusal != 0) return kNotSupported;
  ++normalizations;
  const auto run = [&](auto normalize_as) {
    normalize_as(what, from, to, scales, shifts, means_of, variances, eps);
    return kSuccess;
  };
  return what.values.type == kDouble  ? run(normalize_with<double, double>)
         : what.values.type == kFloat ? run(normalize_with<float, float>)
                                      : run(normalize_with<Brain, float>);
}
}
