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

// The library's functions, under the names in its header, which also declares their types.
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
  void (*set_threads)(int) = nullptr;  // of the OpenMP that oneDNN uses; null if it uses none
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

// Sizes of a tensor in the library's form: the given ones, then the last `rank` sizes of a window.
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
    // A piece of a parallel loop must not throw.
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

bool OneDnn::convolve(const DnnConvolution& call, int threads) const {
  const Library& dnn = *library_;
  // Threads cannot share a stream, so each has one. It is never destroyed, because the library stays loaded.
  thread_local dnnl_stream_t stream = nullptr;
  if (stream == nullptr && dnn.stream_create(&stream, dnn.engine, dnnl_stream_default_flags) != dnnl_success)
    return false;

  // Destroys at every exit what this call has made.
  struct Held {
    const Library& dnn;
    std::array<dnnl_memory_t, 8> memories{};
    std::size_t memory_count = 0;
    std::array<dnnl_primitive_desc_t, 4> descriptions{};
    std::size_t description_count = 0;
    std::array<dnnl_primitive_t, 4> primitives{};
    std::size_t primitive_count = 0;

    explicit Held(const Library& library) : dnn(library) {}
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    ~Held() {
      for (std::size_t i = 0; i < primitive_count; ++i) dnn.primitive_destroy(primitives[i]);
      for (std::size_t i = 0; i < description_count; ++i) dnn.primitive_desc_destroy(descriptions[i]);
      for (std::size_t i = 0; i < memory_count; ++i) dnn.memory_destroy(memories[i]);
    }
    dnnl_memory_t memory(const dnnl_memory_desc_t& description, const void* data) {
      dnnl_memory_t& made = memories[memory_count];
      if (dnn.memory_create(&made, &description, dnn.engine, const_cast<void*>(data)) != dnnl_success) return nullptr;
      ++memory_count;
      return made;
    }
    dnnl_primitive_t primitive(dnnl_primitive_desc_t description) {
      descriptions[description_count++] = description;
      dnnl_primitive_t& made = primitives[primitive_count];
      if (dnn.primitive_create(&made, description) != dnnl_success) return nullptr;
      ++primitive_count;
      return made;
    }
  } held(dnn);

  const int rank = call.rank;
  const auto tag = static_cast<std::size_t>(rank - 1);
  const DnnSizes input_sizes({call.batch, call.channels_in}, call.window.image, rank);
  const DnnSizes out_sizes({call.batch, call.channels_out}, call.window.places, rank);
  const std::int64_t inner = call.channels_in / call.groups;
  const DnnSizes weight_sizes =
      call.groups == 1 ? DnnSizes({call.channels_out, inner}, call.window.kernel, rank)
                       : DnnSizes({call.groups, call.channels_out / call.groups, inner}, call.window.kernel, rank);
  const auto describe = [&](dnnl_memory_desc_t& out, const DnnSizes& sizes, dnnl_format_tag_t format) {
    return dnn.memory_desc_init_by_tag(&out, sizes.count, sizes.values, dnnl_f32, format) == dnnl_success;
  };
  // Describe the tensors as they are, and with formats that the library may choose.
  dnnl_memory_desc_t input;
  dnnl_memory_desc_t weight;
  dnnl_memory_desc_t out;
  dnnl_memory_desc_t bias;
  dnnl_memory_desc_t any_input;
  dnnl_memory_desc_t any_weight;
  dnnl_memory_desc_t any_out;
  const DnnSizes bias_sizes({call.channels_out}, call.window.kernel, 0);
  if (!describe(input, input_sizes, kImages[tag]) || !describe(out, out_sizes, kImages[tag]) ||
      !describe(weight, weight_sizes, call.groups == 1 ? kKernels[tag] : kGroupedKernels[tag]) ||
      !describe(bias, bias_sizes, dnnl_x) || !describe(any_input, input_sizes, dnnl_format_tag_any) ||
      !describe(any_out, out_sizes, dnnl_format_tag_any) || !describe(any_weight, weight_sizes, dnnl_format_tag_any))
    return false;

  const DnnSizes stride({}, call.window.stride, rank);
  DnnSizes dilation({}, call.window.dilation, rank);
  for (int d = 0; d < rank; ++d) --dilation.values[d];  // the library's dilation is zero-based
  const DnnSizes padding({}, call.window.padding, rank);
  dnnl_convolution_desc_t convolution;
  if (dnn.convolution_init(&convolution, dnnl_forward_inference, dnnl_convolution_direct, &any_input, &any_weight,
                           call.bias != nullptr ? &bias : nullptr, &any_out, stride.values, dilation.values,
                           padding.values, padding.values) != dnnl_success)
    return false;
  if (dnn.set_threads != nullptr) dnn.set_threads(threads);
  dnnl_primitive_desc_t description = nullptr;
  if (dnn.primitive_desc_create(&description, &convolution, nullptr, dnn.engine, nullptr) != dnnl_success) return false;
  const dnnl_primitive_t primitive = held.primitive(description);
  if (primitive == nullptr) return false;

  const auto run = [&](dnnl_primitive_t what, const dnnl_exec_arg_t* arguments, int count) {
    return what != nullptr && dnn.primitive_execute(what, stream, count, arguments) == dnnl_success;
  };
  const auto reorder = [&](const dnnl_memory_desc_t& from, dnnl_memory_t from_memory, const dnnl_memory_desc_t& to,
                           dnnl_memory_t to_memory) {
    dnnl_primitive_desc_t made = nullptr;
    if (dnn.reorder_create(&made, &from, dnn.engine, &to, dnn.engine, nullptr) != dnnl_success) return false;
    const dnnl_exec_arg_t arguments[] = {{DNNL_ARG_FROM, from_memory}, {DNNL_ARG_TO, to_memory}};
    return run(held.primitive(made), arguments, 2);
  };
  // Allocates memory for a copy in another layout with the engine's own allocator, which recycles blocks.
  const auto room = [&](const dnnl_memory_desc_t& wanted) {
    const std::int64_t bytes[] = {static_cast<std::int64_t>(dnn.memory_desc_get_size(&wanted))};
    return empty(bytes, c10::kByte, c10::kCPU);
  };
  std::array<at::Tensor, 3> rooms;
  const auto laid_out = [&](at::Tensor& room_for, const dnnl_memory_desc_t& as_it_lies, dnnl_memory_t memory,
                            const dnnl_memory_desc_t& wanted) -> dnnl_memory_t {
    if (dnn.memory_desc_equal(&as_it_lies, &wanted) != 0) return memory;
    room_for = room(wanted);
    const dnnl_memory_t to = held.memory(wanted, room_for.data_ptr());
    return to != nullptr && reorder(as_it_lies, memory, wanted, to) ? to : nullptr;
  };

  const dnnl_memory_t input_memory = held.memory(input, call.input);
  const dnnl_memory_t weight_memory = held.memory(weight, call.weight);
  const dnnl_memory_t out_memory = held.memory(out, call.out);
  if (input_memory == nullptr || weight_memory == nullptr || out_memory == nullptr) return false;
  const dnnl_memory_t read =
      laid_out(rooms[0], input, input_memory, *dnn.primitive_desc_query(description, dnnl_query_src_md, 0));
  const dnnl_memory_t kernels =
      laid_out(rooms[1], weight, weight_memory, *dnn.primitive_desc_query(description, dnnl_query_weights_md, 0));
  if (read == nullptr || kernels == nullptr) return false;
  const dnnl_memory_desc_t& out_wanted = *dnn.primitive_desc_query(description, dnnl_query_dst_md, 0);
  const bool direct = dnn.memory_desc_equal(&out, &out_wanted) != 0;
  dnnl_memory_t written = out_memory;
  if (!direct) {
    rooms[2] = room(out_wanted);
    written = held.memory(out_wanted, rooms[2].data_ptr());
    if (written == nullptr) return false;
  }
  std::array<dnnl_exec_arg_t, 4> arguments{
      {{DNNL_ARG_SRC, read}, {DNNL_ARG_WEIGHTS, kernels}, {DNNL_ARG_DST, written}, {}}};
  int count = 3;
  if (call.bias != nullptr) {
    const dnnl_memory_t bias_memory = held.memory(bias, call.bias);
    if (bias_memory == nullptr) return false;
    arguments[3] = {DNNL_ARG_BIAS, bias_memory};
    count = 4;
  }
  return run(primitive, arguments.data(), count) && (direct || reorder(out_wanted, written, out, out_memory)) &&
         dnn.stream_wait(stream) == dnnl_success;
}

}  // namespace modecheck::engine::backends

#endif
