#include "engine/backends/cpu/pointwise/pointwise_call.h"

#include <algorithm>
#include <cstring>

#include "engine/backends/cpu/memory/checks.h"
#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/cpu/memory/resize.h"
#include "engine/backends/cpu/memory/safe_output.h"
#include "engine/backends/iterate/layout.h"
#include "engine/backends/iterate/promotion.h"
#include "engine/backends/iterate/row_copy.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/memory/allocate.h"
#include "engine/core/types/default_dtype.h"

namespace modecheck::engine::backends {
namespace {

// Runs a pointwise operator's loop over one row. If an operand is contiguous and has the loop's dtype, the loop reads
// it directly. Other operands are copied to a buffer, a piece at a time. A result of another dtype or stride is copied
// from a buffer to `out`.
struct GatheredRow {
  struct Side {
    RowCopy copy;        // converts an input to the dtype of the computation, or the result to the dtype of `out`
    std::int64_t bytes;  // the size in bytes of an element in the operator's loop
    bool is_converted;

    bool is_direct(std::int64_t step, std::int64_t n) const { return !is_converted && (step == bytes || n == 1); }
  };
  static constexpr std::int64_t piece = 256;
  static constexpr std::int64_t max_bytes = 16;

  PointwiseForm::Part part;
  const void* op;
  int count;
  Side result;
  Side inputs[PointwiseCall::max_inputs];

  void operator()(char* const* at, const std::int64_t* step, std::int64_t n) const {
    bool direct = result.is_direct(step[0], n);
    for (int i = 0; i < count; ++i) direct = direct && inputs[i].is_direct(step[i + 1], n);
    if (direct) return part(op, at[0], 0, n, at + 1);
    gather(at, step, n);
  }

  // Splits a row so that no piece, unless it is the only one, is too short for the vectorised functions. A short piece
  // would go through the scalar functions, which may round differently from the vectorised ones.
  static std::int64_t piece_of(std::int64_t left) {
    if (left <= piece) return left;
    return left < piece + least_wide ? piece - least_wide : piece;
  }

  void gather(char* const* at, const std::int64_t* step, std::int64_t n) const {
    alignas(64) char room[PointwiseCall::max_inputs + 1][piece * max_bytes];
    const char* from[PointwiseCall::max_inputs];
    for (std::int64_t begin = 0, m = 0; begin < n; begin += m) {
      m = piece_of(n - begin);
      for (int i = 0; i < count; ++i) {
        const std::int64_t along = step[i + 1];
        const char* const first = at[i + 1] + begin * along;
        from[i] = inputs[i].is_direct(along, n) ? first : room[i];
        // An operand with stride zero is one element, repeated. It is copied to the buffer only once.
        if (from[i] != first && (along != 0 || begin == 0)) inputs[i].copy(first, along, room[i], inputs[i].bytes, m);
      }
      char* const to = at[0] + begin * step[0];
      if (result.is_direct(step[0], n)) {
        part(op, to, 0, m, from);
      } else {
        char* const apart = room[PointwiseCall::max_inputs];
        part(op, apart, 0, m, from);
        result.copy(apart, result.bytes, to, step[0], m);
      }
    }
  }
};

// Runs a pointwise operator's loop over many short rows at once. As many rows as fit into the buffer go to the loop
// together.
struct GatheredPlane {
  GatheredRow row;

  static bool is_direct(const GatheredRow::Side& side, std::int64_t along, std::int64_t down, std::int64_t n) {
    return !side.is_converted && along == side.bytes && down == n * side.bytes;
  }
  static std::int64_t rows_of(std::int64_t left, std::int64_t n) {
    const std::int64_t most = GatheredRow::piece / n;
    if (left <= most) return left;
    const std::int64_t least = (least_wide + n - 1) / n;
    return left < most + least ? most - least : most;
  }

  void operator()(char* const* at, const Loop::Inner& inner) const {
    alignas(64) char room[PointwiseCall::max_inputs + 1][GatheredRow::piece * GatheredRow::max_bytes];
    const std::int64_t n = inner.size;
    const char* from[PointwiseCall::max_inputs];
    for (std::int64_t begin = 0, rows = 0; begin < inner.rows; begin += rows) {
      rows = rows_of(inner.rows - begin, n);
      for (int i = 0; i < row.count; ++i) {
        const GatheredRow::Side& side = row.inputs[i];
        const std::int64_t along = inner.along[i + 1];
        const std::int64_t down = inner.down[i + 1];
        const char* const first = at[i + 1] + begin * down;
        const bool direct = is_direct(side, along, down, n);
        from[i] = direct ? first : room[i];
        if (direct) continue;
        // Copies column by column, which is faster for many rows of few elements.
        for (std::int64_t j = 0; j < n; ++j)
          side.copy(first + j * along, down, room[i] + j * side.bytes, n * side.bytes, rows);
      }
      char* const to = at[0] + begin * inner.down[0];
      if (is_direct(row.result, inner.along[0], inner.down[0], n)) {
        row.part(row.op, to, 0, rows * n, from);
      } else {
        char* const apart = room[PointwiseCall::max_inputs];
        row.part(row.op, apart, 0, rows * n, from);
        for (std::int64_t j = 0; j < n; ++j)
          row.result.copy(apart + j * row.result.bytes, n * row.result.bytes, to + j * inner.along[0], inner.down[0],
                          rows);
      }
    }
  }
};

}  // namespace

at::Tensor PointwiseCall::result() {
  kind_.check(op_, name_, compute_);
  Dims strides;
  plan_.fresh_strides(strides);
  at::Tensor out = empty_strided(plan_.shape(), strides, result_dtype(), device_);
  if (has_bytes(out)) run(out);
  return out;
}

void PointwiseCall::write(const at::Tensor& out) {
  kind_.check(op_, name_, compute_);
  if (resizes_) {
    Dims strides;
    plan_.fresh_strides(strides);
    resize_tensor(name_, out, plan_.shape(), strides);
  }
  if (!has_bytes(out)) return;
  SafeOutput safe(out, needs_own_memory(out));
  run(safe.target());
  safe.finish();
}

c10::ScalarType PointwiseCall::result_dtype() const {
  if (kind_.rules.complex_to_real) return c10::toRealValueType(compute_);
  return kind_.rules.boolean_result ? c10::kBool : compute_;
}

void PointwiseCall::check(const at::Tensor* out) {
  for (int i = 0; i < count_; ++i)
    if (inputs_[i].tensor() != nullptr) check_rank(name_, inputs_[i].tensor()->sizes().size());
  bool in_place = false;
  if (out != nullptr) {
    check_rank(name_, out->sizes().size());
    check_no_internal_overlap(name_, *out);
    for (int i = 0; i < count_; ++i) {
      const at::Tensor* const input = inputs_[i].tensor();
      if (input == nullptr) continue;
      check_no_partial_overlap(name_, *out, *input);
      in_place = in_place || out->is_same(*input);
    }
  }
  if (out == nullptr) {
    plan_.add_fresh_output();
  } else {
    plan_.add_output(out->sizes(), out->strides());
  }
  for (int i = 0; i < count_; ++i) {
    const at::Tensor* const input = inputs_[i].tensor();
    if (input == nullptr) {
      plan_.add_input({}, {});
    } else {
      plan_.add_input(input->sizes(), input->strides());
    }
  }
  BroadcastMismatch mismatch;
  MODECHECK_CHECK(plan_.broadcast(mismatch), ErrorClass::Shape, name_, ": The size of tensor a (", mismatch.size_a,
                  ") must match the size of tensor b (", mismatch.size_b, ") at non-singleton dimension ",
                  mismatch.dimension, "; expand or slice one of them");
  if (out != nullptr && !out->sizes().equals(plan_.shape())) {
    MODECHECK_CHECK(!in_place, ErrorClass::Shape, name_, ": output with shape ", out->sizes(),
                    " doesn't match the broadcast shape ", DimSpan(plan_.shape()),
                    "; the tensor that is written must have the result's shape");
    resizes_ = true;
    plan_.make_fresh(0);
  }
  find_device(out);
  find_compute_dtype(out);
  // Each input helps to decide the strides of the result. For an input of another dtype, the strides of its converted
  // copy are used.
  for (int i = 0; i < count_; ++i) {
    const at::Tensor* const input = inputs_[i].tensor();
    if (input == nullptr) {
      visit_dtype(compute_, [&](auto type) {
        using T = decltype(type);
        const c10::Scalar& number = inputs_[i].number();
        store<T>(number_storage_[i], number.isComplex()         ? convert<T>(number.toComplexDouble())
                                     : number.isFloatingPoint() ? convert<T>(number.toDouble())
                                                                : convert<T>(number.toLong()));
      });
    } else if (input->scalar_type() != compute_) {
      preserved_strides(input->sizes(), input->strides(), converted_strides_[i]);
      plan_.set_strides(i + 1, converted_strides_[i]);
    }
  }
  plan_.order_dimensions();
}

void PointwiseCall::find_device(const at::Tensor* out) {
  if (out != nullptr) device_ = out->device();
  for (int i = 0; i < count_ && device_.is_cpu(); ++i)
    if (inputs_[i].tensor() != nullptr) device_ = inputs_[i].tensor()->device();
  if (out != nullptr)
    MODECHECK_CHECK(out->device() == device_, ErrorClass::DeviceMismatch, name_,
                    ": Expected all tensors to be on the same device, but found at least two devices, ", device_,
                    " and ", out->device(), "!");
  int cpu_scalars = 0;
  for (int i = 0; i < count_; ++i) {
    const at::Tensor* const input = inputs_[i].tensor();
    if (device_.is_cpu()) continue;
    if (input == nullptr || (kind_.rules.cpu_scalars && input->is_cpu() && input->dim() == 0)) {
      MODECHECK_CHECK(++cpu_scalars <= 1, ErrorClass::DeviceMismatch, name_,
                      ": Trying to pass too many CPU scalars to non-CPU kernel! Move one of them to ", device_);
      continue;
    }
    MODECHECK_CHECK(input->device() == device_, ErrorClass::DeviceMismatch, name_,
                    ": Expected all tensors to be on the same device, but found at least two devices, ", device_,
                    " and ", input->device(), "!");
  }
}

void PointwiseCall::find_compute_dtype(const at::Tensor* out) {
  Promotion promotion;
  for (int i = 0; i < count_; ++i) {
    const at::Tensor* const input = inputs_[i].tensor();
    if (input == nullptr) {
      promotion.add_number(inputs_[i].number());
    } else {
      promotion.add_tensor(input->scalar_type(), input->dim() > 0);
    }
  }
  compute_ = promotion.result();
  if (kind_.rules.integers_to_float && c10::isIntegralType(compute_, true)) compute_ = c10::floating_default_dtype();
  MODECHECK_CHECK(c10::is_supported(compute_), ErrorClass::Unsupported, name_, ": dtype ", compute_,
                  " is not supported; convert an operand to ComplexFloat");
  check_dtype(name_, kind_.rules, compute_);
  if (out == nullptr || out->scalar_type() == result_dtype()) return;
  MODECHECK_CHECK(!kind_.rules.same_dtype, ErrorClass::Dtype, name_, ": Found dtype ", out->scalar_type(),
                  " but expected ", compute_, "; the result is not converted");
  // The result of a comparison, which is bool, can be written to a tensor of any dtype.
  MODECHECK_CHECK(kind_.rules.boolean_result || c10::canCast(result_dtype(), out->scalar_type()), ErrorClass::Dtype,
                  name_, ": result type ", result_dtype(), " can't be cast to the desired output type ",
                  out->scalar_type(), "; write into a tensor of the result type");
}

bool PointwiseCall::needs_own_memory(const at::Tensor& out) const {
  if (may_overlap_itself(out)) return true;
  for (int i = 0; i < count_; ++i)
    if (inputs_[i].tensor() != nullptr && may_clobber(out, *inputs_[i].tensor())) return true;
  return false;
}

void PointwiseCall::run(const at::Tensor& out) {
  const PointwiseForm form = kind_.form(compute_);
  if (out.in_cuda_memory()) [[unlikely]]
    return launch(out, form.on_host);
  run_on_host(out, form.contiguous);
}

void PointwiseCall::run_on_host(const at::Tensor& out, PointwiseForm::Part part) {
  Loop loop(plan_);
  bind(loop, out);
  GatheredRow row;
  row.part = part;
  row.op = op_;
  row.count = count_;
  const c10::ScalarType result = result_dtype();
  row.result = {row_copy(result, out.scalar_type()), static_cast<std::int64_t>(c10::elementSize(result)),
                result != out.scalar_type()};
  for (int i = 0; i < count_; ++i) {
    const c10::ScalarType type = inputs_[i].tensor() != nullptr ? inputs_[i].tensor()->scalar_type() : compute_;
    row.inputs[i] = {row_copy(type, compute_), static_cast<std::int64_t>(c10::elementSize(compute_)), type != compute_};
  }
  if (loop.has_short_rows()) return loop.run_planes(GatheredPlane{row});
  loop.run(row);
}

void PointwiseCall::bind(Loop& loop, const at::Tensor& out) {
  loop.bind(out.data_ptr(), out.sizes(), out.strides(), static_cast<int>(out.itemsize()));
  for (int i = 0; i < count_; ++i) {
    const at::Tensor* const input = inputs_[i].tensor();
    if (input == nullptr) {
      loop.bind(number_storage_[i], {}, {}, 0);
    } else {
      loop.bind(input->data_ptr(), input->sizes(), input->strides(), static_cast<int>(input->itemsize()));
    }
  }
}

// Prepares the operands of a device kernel. Numbers, and 0-dim CPU tensors among device operands, are passed by value
// in the arguments.
PointwiseCall::DeviceOperands PointwiseCall::device_operands(const at::Tensor& out,
                                                             cuda::PointwiseArguments& arguments) {
  DeviceOperands operands;
  operands.result = out.scalar_type() == result_dtype() ? out : empty(out.sizes(), result_dtype(), out.device());
  for (int i = 0; i < count_; ++i) {
    const at::Tensor* const input = inputs_[i].tensor();
    if (input != nullptr && input->in_cuda_memory()) {
      operands.inputs[i] = read_as(*input, compute_);
      continue;
    }
    arguments.is_number[i] = true;
    if (input != nullptr)
      row_copy(input->scalar_type(), compute_)(static_cast<const char*>(input->data_ptr()), 0, number_storage_[i], 0,
                                               1);
    std::memcpy(arguments.numbers[i], number_storage_[i], sizeof arguments.numbers[i]);
  }
  return operands;
}

void PointwiseCall::bind(Loop& loop, const DeviceOperands& operands, cuda::PointwiseLaunch& launch) {
  const auto add = [&](const at::Tensor& tensor) {
    loop.bind(tensor.data_ptr(), tensor.sizes(), tensor.strides(), static_cast<int>(tensor.itemsize()));
  };
  add(operands.result);
  for (int i = 0; i < count_; ++i) {
    if (operands.inputs[i].defined()) {
      add(operands.inputs[i]);
      launch.read(operands.inputs[i]);
    } else {
      loop.bind(number_storage_[i], {}, {}, 0);
    }
  }
}

void PointwiseCall::launch(const at::Tensor& out, cuda::Launch::OnHost on_host) {
  const cuda::Launch::OnDevice on_device = kind_.on_device(compute_);
  cuda::PointwiseArguments arguments;
  std::memcpy(arguments.op, op_, kind_.bytes);
  const DeviceOperands operands = device_operands(out, arguments);
  cuda::PointwiseLaunch launch(name_, operands.result);
  Loop loop(plan_);
  bind(loop, operands, launch);
  loop.each_strided([&](const Strided& elements) {
    arguments.where = elements;
    launch.part(arguments, on_host, on_device);
  });
  if (!operands.result.is_same(out)) copy_elements(out, operands.result);
}

}  // namespace modecheck::engine::backends
