// Defines the kernel for the ADInplaceOrView key. It serves all operators that write an argument or return an alias of
// an argument.
#pragma once

#include "engine/core/errors/origin.h"
#include "engine/core/memory/allocate.h"
#include "engine/core/memory/thread_state.h"
#include "engine/dispatch/call.h"
#include "engine/kernels/tensor_arguments.h"
#include "engine/kernels/track_view.h"
#include "spec/operators/metadata.h"

namespace modecheck::engine {

template <typename Op, typename Function = Signature<Op>>
struct ADInplaceOrViewKernel;

template <typename Op, typename Result, typename... Arguments>
struct ADInplaceOrViewKernel<Op, Result(Arguments...)> {
  static constexpr OperatorKind kind = kind_of<Op>;

  static Result call(c10::DispatchKeySet keys, Arguments... arguments) {
    note_route<Op>(c10::DispatchKey::ADInplaceOrView);
    if constexpr (kind == OperatorKind::InPlace || kind == OperatorKind::Out) {
      // Inference tensors must not be written outside InferenceMode (rule M2). The check comes first, so that a
      // rejected call changes nothing.
      bool inference = false;
      each_written_tensor<Op>([&](const at::Tensor& written) { inference |= written.is_inference(); }, arguments...);
      if (inference && !thread_state.inference) [[unlikely]]
        each_written_tensor<Op>(reject_inference, arguments...);
      if constexpr (kind == OperatorKind::Out || Op::family == operators::Family::InPlaceView ||
                    std::is_same_v<Op, operators::resize_>)
        each_written_tensor<Op>([](const at::Tensor& written) { keep_recorded_geometry(written); }, arguments...);
      redispatch<Op, Level::ADInplaceOrView>(keys, arguments...);
      // A successful call bumps the version of each written tensor once (rule V3). Inference tensors have no version
      // (rule V4).
      each_written_tensor<Op>(
          [](const at::Tensor& written) {
            if (!written.is_inference()) written.unsafeGetTensorImpl()->counter()->bump();
          },
          arguments...);
    } else if constexpr (kind == OperatorKind::View && std::is_same_v<Result, at::Tensor>) {
      at::Tensor view = redispatch<Op, Level::ADInplaceOrView>(keys, arguments...);
      constexpr bool changes_dtype = requires { Op::changes_dtype; };
      // The result becomes a tracked view, unless it is an inference tensor (rules W1 and W6).
      track_view(argument<0>(arguments...), view, CreationMeta::DEFAULT, changes_dtype);
      return view;
    } else if constexpr (kind == OperatorKind::View) {
      Result views = redispatch<Op, Level::ADInplaceOrView>(keys, arguments...);
      for (const at::Tensor& view : views) track_view(argument<0>(arguments...), view, CreationMeta::MULTI_OUTPUT_NODE);
      return views;
    } else {
      // The result of detach or view.dtype is not a tracked view. The backend kernel has made the result share the
      // version counter of the argument (rule V1).
      static_assert(kind == OperatorKind::Alias);
      const at::Tensor& self = argument<0>(arguments...);
      at::Tensor alias = redispatch<Op, Level::ADInplaceOrView>(keys, arguments...);
      if (alias.is_same(self) && !self.is_inference()) [[unlikely]]
        return make_alias(self, self.sizes(), self.strides(), self.storage_offset());
      return alias;
    }
  }

 private:
  static void reject_inference(const at::Tensor& written) {
    if (written.is_inference()) reject_write(written.unsafeGetTensorImpl());
  }
  [[noreturn, gnu::cold, gnu::noinline]] static void reject_write(const c10::TensorImpl* written) {
    raise(ErrorClass::InferenceWriteOutsideMode, schema_of<Op>.qualified_name,
          ": Inplace update to inference tensor outside InferenceMode is not allowed. You can make a clone to get a "
          "normal tensor before doing inplace update, or write inside the mode.",
          Origin{ErrorClass::InferenceWriteOutsideMode, written});
  }
};

}  // namespace modecheck::engine
