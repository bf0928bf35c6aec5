#include "engine/backends/cpu/images/onednn.h"

#if !defined(MODECHECK_HAS_ONEDNN)

namespace modecheck::engine::backends {

const OneDnn* OneDnn::find() { return nullptr; }
bool OneDnn::convolve(const DnnConvolution& /*call*/) const { return false; }

}  // namespace modecheck::engine::backends

#else

#include <oneapi/dnnl/dnnl.h>

#include <array>
#include <atomic>
#include <exception>

#include "engine/backends/iterate/parallel.h"
#include "engine/core/memory/allocate.h"
#include "engine/core/platform/shared_library.h"

namespace modecheck::engine::backends {

// Pointers to the functions of the loaded oneDNN, under oneDNN's names. The header of oneDNN declares the types of
// these functions.
struct OneDnn::Library {
  decltype(&dnnl_engine_create) engine_create = nullptr;
  decltype(&dnnl_stream_create) stream_create = nullptr;
  decltype(&dnnl_stream_wait) stream_wait = nullptr;
  decltype(&dnnl_memory_desc_init_by_tag) memory_desc_init_by_tag = nullptr;
  decltype(&dnnl_memory_desc_equal) memory_desc_equal = nullptr;
  decltype(&dnnl_memory_desc_get_size) memory_desc_get_size = nullptr;
  decltype(&dnnl_memory_create) memory_create = nullptr;
  decltype(&dnnl_memory_destroy) memory_destroy = nullptr;
  decltype(&dnnl_dilated_convolution_forward_desc_init) convolution_init = nullptr;
  decltype(&dnnl_reorder_primitive_desc_create) reorder_create = nullptr;
  decltype(&dnnl_primitive_desc_create) primitive_desc_create = nullptr;
  decltype(&dnnl_primitive_desc_destroy) primitive_desc_destroy = nullptr;
  decltype(&dnnl_primitive_desc_query_md) primitive_desc_query = nullptr;
  decltype(&dnnl_primitive_create) primitive_create = nullptr;
  decltype(&dnnl_primitive_destroy) primitive_destroy = nullptr;
  decltype(&dnnl_primitive_execute) primitive_execute = nullptr;
  // omp_set_num_threads of the OpenMP library that oneDNN uses; null if oneDNN uses none
  void (*set_threads)(int) = nullptr;
  dnnl_engine_t engine = nullptr;

  bool find_all(const SharedLibrary& from) {
    bool found = true;
    const auto find = [&](auto& function, const char* name) { found = from.find(name, function) && found; };
    find(engine_create, "dnnl_engine_create");
    find(stream_create, "dnnl_stream_create");
    find(stream_wait, "dnnl_stream_wait");
    find(memory_desc_init_by_tag, "dnnl_memory_desc_init_by_tag");
    find(memory_desc_equal, "dnnl_memory_desc_equal");
    find(memory_desc_get_size, "dnnl_memory_desc_get_size");
    find(memory_create, "dnnl_memory_create");
    find(memory_destroy, "dnnl_memory_destroy");
    find(convolution_init, "dnnl_dilated_convolution_forward_desc_init");
    find(reorder_create, "dnnl_reorder_primitive_desc_create");
    find(primitive_desc_create, "dnnl_primitive_desc_create");
    find(primitive_desc_destroy, "dnnl_primitive_desc_destroy");
    find(primitive_desc_query, "dnnl_primitive_desc_query_md");
    find(primitive_create, "dnnl_primitive_create");
    find(primitive_destroy, "dnnl_primitive_destroy");
    find(primitive_execute, "dnnl_primitive_execute");
    if (!found) return false;
    from.find("omp_set_num_threads", set_threads);
    return true;
  }
};

bool OneDnn::load() {
  const SharedLibrary file(library_files("MODECHECK_ONEDNN", {"libdnnl.so.2"}));
  if (!file.is_loaded()) return false;
  static Library library;
  if (!library.find_all(file) || library.engine_create(&library.engine, dnnl_cpu, 0) != dnnl_success) return false;
  library_ = &library;
  return true;
}

const OneDnn* OneDnn::find() {
  static const OneDnn* const found = []() -> const OneDnn* {
    static OneDnn one;
    return one.load() ? &one : nullptr;
  }();
  return found;
}

namespace {

using Tags = std::array<dnnl_format_tag_t, Window::most>;
constexpr Tags kImages{dnnl_ncw, dnnl_nchw, dnnl_ncdhw};
constexpr Tags kKernels{dnnl_oiw, dnnl_oihw, dnnl_oidhw};
constexpr Tags kGroupedKernels{dnnl_goiw, dnnl_goihw, dnnl_goidhw};

// The sizes of a tensor in the form that oneDNN takes: the sizes in `first`, then those of the `rank` spatial
// dimensions in `window`.
struct DnnSizes {
  dnnl_dims_t values{};
  int count = 0;

  DnnSizes(std::initializer_list<std::int64_t> first, const Window::Sizes& window, int rank) {
    for (const std::int64_t size : first) values[count++] = size;
    for (int d = Window::most - rank; d < Window::most; ++d) values[count++] = window[static_cast<std::size_t>(d)];
  }
};

}  // namespace

bool OneDnn::convolve(const DnnConvolution& call) const {
  const int threads = thread_count();
  const bool shares_evenly = call.batch % threads == 0 || call.batch >= std::int64_t{4} * threads;
  if (threads == 1 || !shares_evenly) return convolve(call, threads);
  std::atomic<bool> done = true;
  std::atomic_flag has_thrown;
  std::exception_ptr thrown;
  const std::int64_t image = call.channels_in * call.window.image_elements();
  const std::int64_t result = call.channels_out * call.window.place_count();
  const auto some = [&](std::int64_t begin, std::int64_t end) {
    DnnConvolution part = call;
    part.batch = end - begin;
    part.input += begin * image;
    part.out += begin * result;
    // The body of a parallel loop must not throw. This code therefore keeps an exception, and throws it again after the
    // loop.
    try {
      if (!convolve(part, 1)) done = false;
    } catch (...) {
      if (!has_thrown.test_and_set()) thrown = std::current_exception();
    }
  };
  parallel_for(call.batch, 1, some, 1);
  if (thrown) std::rethrow_exception(thrown);
  return done;
}

// One convolution by oneDNN. The destructor destroys the oneDNN objects that the call has created.
class OneDnn::Call {
 public:
  Call(const Library& library, dnnl_stream_t stream) : dnn_(library), stream_(stream) {}
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
  ~Call();

  // prepare() and execute() return false if oneDNN does not support the convolution or the sizes of its tensors.
  bool prepare(const DnnConvolution& call);
  bool execute(const DnnConvolution& call);

 private:
  bool describe_tensors(const DnnConvolution& call);
  dnnl_memory_t memory(const dnnl_memory_desc_t& description, const void* data);
  dnnl_primitive_t primitive(dnnl_primitive_desc_t description);
  bool run(dnnl_primitive_t what, const dnnl_exec_arg_t* arguments, int count) const;
  bool reorder(const dnnl_memory_desc_t& from, dnnl_memory_t from_memory, const dnnl_memory_desc_t& to,
               dnnl_memory_t to_memory);
  // Allocates memory for a copy of a tensor in the layout `wanted`. Uses the engine's own allocator, because that
  // allocator reuses freed blocks.
  at::Tensor allocate(const dnnl_memory_desc_t& wanted) const;
  // Returns `data`, which has the layout `as_it_lies`, as a oneDNN memory object in the layout `wanted`. If the layouts
  // differ, the elements are copied to `copy`. Returns null on failure.
  dnnl_memory_t laid_out(at::Tensor& copy, const dnnl_memory_desc_t& as_it_lies, const void* data,
                         const dnnl_memory_desc_t& wanted);
  const dnnl_memory_desc_t& wanted(dnnl_query_t tensor) const {
    return *dnn_.primitive_desc_query(convolution_description_, tensor, 0);
  }

  const Library& dnn_;
  dnnl_stream_t stream_;
  // Descriptions of the tensors' layouts. The descriptions named any_... let oneDNN choose the layout.
  dnnl_memory_desc_t input_{};
  dnnl_memory_desc_t weight_{};
  dnnl_memory_desc_t out_{};
  dnnl_memory_desc_t bias_{};
  dnnl_memory_desc_t any_input_{};
  dnnl_memory_desc_t any_weight_{};
  dnnl_memory_desc_t any_out_{};
  dnnl_primitive_desc_t convolution_description_ = nullptr;
  dnnl_primitive_t convolution_ = nullptr;
  std::array<at::Tensor, 3> copies_;
  std::array<dnnl_memory_t, 8> memories_{};
  std::size_t memory_count_ = 0;
  std::array<dnnl_primitive_desc_t, 4> descriptions_{};
  std::size_t description_count_ = 0;
  std::array<dnnl_primitive_t, 4> primitives_{};
  std::size_t primitive_count_ = 0;
};

OneDnn::Call::~Call() {
  for (std::size_t i = 0; i < primitive_count_; ++i) dnn_.primitive_destroy(primitives_[i]);
  for (std::size_t i = 0; i < description_count_; ++i) dnn_.primitive_desc_destroy(descriptions_[i]);
  for (std::size_t i = 0; i < memory_count_; ++i) dnn_.memory_destroy(memories_[i]);
}

dnnl_memory_t OneDnn::Call::memory(const dnnl_memory_desc_t& description, const void* data) {
  dnnl_memory_t& made = memories_[memory_count_];
  if (dnn_.memory_create(&made, &description, dnn_.engine, const_cast<void*>(data)) != dnnl_success) return nullptr;
  ++memory_count_;
  return made;
}

dnnl_primitive_t OneDnn::Call::primitive(dnnl_primitive_desc_t description) {
  descriptions_[description_count_++] = description;
  dnnl_primitive_t& made = primitives_[primitive_count_];
  if (dnn_.primitive_create(&made, description) != dnnl_success) return nullptr;
  ++primitive_count_;
  return made;
}

bool OneDnn::Call::run(dnnl_primitive_t what, const dnnl_exec_arg_t* arguments, int count) const {
  return what != nullptr && dnn_.primitive_execute(what, stream_, count, arguments) == dnnl_success;
}

bool OneDnn::Call::reorder(const dnnl_memory_desc_t& from, dnnl_memory_t from_memory, const dnnl_memory_desc_t& to,
                           dnnl_memory_t to_memory) {
  dnnl_primitive_desc_t made = nullptr;
  if (dnn_.reorder_create(&made, &from, dnn_.engine, &to, dnn_.engine, nullptr) != dnnl_success) return false;
  const dnnl_exec_arg_t arguments[] = {{DNNL_ARG_FROM, from_memory}, {DNNL_ARG_TO, to_memory}};
  return run(primitive(made), arguments, 2);
}

at::Tensor OneDnn::Call::allocate(const dnnl_memory_desc_t& wanted) const {
  const std::int64_t bytes[] = {static_cast<std::int64_t>(dnn_.memory_desc_get_size(&wanted))};
  return empty(bytes, c10::kByte, c10::kCPU);
}

dnnl_memory_t OneDnn::Call::laid_out(at::Tensor& copy, const dnnl_memory_desc_t& as_it_lies, const void* data,
                                     const dnnl_memory_desc_t& wanted) {
  const dnnl_memory_t given = memory(as_it_lies, data);
  if (given == nullptr || dnn_.memory_desc_equal(&as_it_lies, &wanted) != 0) return given;
  copy = allocate(wanted);
  const dnnl_memory_t to = memory(wanted, copy.data_ptr());
  return to != nullptr && reorder(as_it_lies, given, wanted, to) ? to : nullptr;
}

bool OneDnn::Call::describe_tensors(const DnnConvolution& call) {
  const int rank = call.rank;
  const auto tag = static_cast<std::size_t>(rank - 1);
  const DnnSizes input_sizes({call.batch, call.channels_in}, call.window.image, rank);
  const DnnSizes out_sizes({call.batch, call.channels_out}, call.window.places, rank);
  const std::int64_t inner = call.channels_in / call.groups;
  const DnnSizes weight_sizes =
      call.groups == 1 ? DnnSizes({call.channels_out, inner}, call.window.kernel, rank)
                       : DnnSizes({call.groups, call.channels_out / call.groups, inner}, call.window.kernel, rank);
  const DnnSizes bias_sizes({call.channels_out}, call.window.kernel, 0);
  const auto describe = [&](dnnl_memory_desc_t& out, const DnnSizes& sizes, dnnl_format_tag_t format) {
    return dnn_.memory_desc_init_by_tag(&out, sizes.count, sizes.values, dnnl_f32, format) == dnnl_success;
  };
  return describe(input_, input_sizes, kImages[tag]) && describe(out_, out_sizes, kImages[tag]) &&
         describe(weight_, weight_sizes, call.groups == 1 ? kKernels[tag] : kGroupedKernels[tag]) &&
         describe(bias_, bias_sizes, dnnl_x) && describe(any_input_, input_sizes, dnnl_format_tag_any) &&
         describe(any_out_, out_sizes, dnnl_format_tag_any) && describe(any_weight_, weight_sizes, dnnl_format_tag_any);
}

bool OneDnn::Call::prepare(const DnnConvolution& call) {
  if (!describe_tensors(call)) return false;
  const int rank = call.rank;
  const DnnSizes stride({}, call.window.stride, rank);
  DnnSizes dilation({}, call.window.dilation, rank);
  for (int d = 0; d < rank; ++d) --dilation.values[d];  // oneDNN counts dilation from zero, PyTorch from one
  const DnnSizes padding({}, call.window.padding, rank);
  dnnl_convolution_desc_t convolution;
  if (dnn_.convolution_init(&convolution, dnnl_forward_inference, dnnl_convolution_direct, &any_input_, &any_weight_,
                            call.bias != nullptr ? &bias_ : nullptr, &any_out_, stride.values, dilation.values,
                            padding.values, padding.values) != dnnl_success ||
      dnn_.primitive_desc_create(&convolution_description_, &convolution, nullptr, dnn_.engine, nullptr) !=
          dnnl_success)
    return false;
  convolution_ = primitive(convolution_description_);
  return convolution_ != nullptr;
}

bool OneDnn::Call::execute(const DnnConvolution& call) {
  const dnnl_memory_t read = laid_out(copies_[0], input_, call.input, wanted(dnnl_query_src_md));
  const dnnl_memory_t kernels = laid_out(copies_[1], weight_, call.weight, wanted(dnnl_query_weights_md));
  const dnnl_memory_t out = memory(out_, call.out);
  if (read == nullptr || kernels == nullptr || out == nullptr) return false;
  const dnnl_memory_desc_t& out_wanted = wanted(dnnl_query_dst_md);
  const bool direct = dnn_.memory_desc_equal(&out_, &out_wanted) != 0;
  dnnl_memory_t written = out;
  if (!direct) {
    copies_[2] = allocate(out_wanted);
    written = memory(out_wanted, copies_[2].data_ptr());
    if (written == nullptr) return false;
  }
  std::array<dnnl_exec_arg_t, 4> arguments{
      {{DNNL_ARG_SRC, read}, {DNNL_ARG_WEIGHTS, kernels}, {DNNL_ARG_DST, written}, {}}};
  int count = 3;
  if (call.bias != nullptr) {
    const dnnl_memory_t bias = memory(bias_, call.bias);
    if (bias == nullptr) return false;
    arguments[3] = {DNNL_ARG_BIAS, bias};
    count = 4;
  }
  return run(convolution_, arguments.data(), count) && (direct || reorder(out_wanted, written, out_, out)) &&
         dnn_.stream_wait(stream_) == dnnl_success;
}

bool OneDnn::convolve(const DnnConvolution& call, int threads) const {
  const Library& dnn = *library_;
  // Each thread has its own oneDNN stream, because threads cannot share one. The stream is never destroyed, because
  // oneDNN stays loaded.
  thread_local dnnl_stream_t stream = nullptr;
  if (stream == nullptr && dnn.stream_create(&stream, dnn.engine, dnnl_stream_default_flags) != dnnl_success)
    return false;
  if (dnn.set_threads != nullptr) dnn.set_threads(threads);
  Call made(dnn, stream);
  return made.prepare(call) && made.execute(call);
}

}  // namespace modecheck::engine::backends

#endif
