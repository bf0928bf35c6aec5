// The subject plug-in: runs programs through the libtorch C++ API. It is compiled once against libtorch and once
// against engine/torch; MODECHECK_ACCESS_HEADER names the one header that differs.
#include <dlfcn.h>
#include <torch/library.h>

#include "spec/interface/subject.h"
#include "subjects/adapter/interpreter.h"

namespace modecheck::subjects {
namespace {

// Returns the path of the file that holds the library under test. It is found by an address in the library's code.
const char* identity() {
  Dl_info info;
  return dladdr(access::code_address(), &info) != 0 && info.dli_fname != nullptr ? info.dli_fname : "";
}

bool supports(spec::OperationId operation, spec::DeviceKind device) {
  return operation < spec::operations().size() && access::has_device(device) &&
         access::supports(spec::operation(operation), device);
}

void* open(const spec::SubjectOptions* options) {
  access::prepare_process();
  access::prepare_thread();
  return new Interpreter(*options);
}

void close(void* session) { delete static_cast<Interpreter*>(session); }

void run(void* session, const spec::ProgramView* program, spec::Trace* trace) {
  static_cast<Interpreter*>(session)->run(*program, *trace);
}

at::Tensor multiplied_by_itself(const at::Tensor& x) { return x.mul(x); }

// Registers custom operators (rule D5). Two have kernels for backends only. custom_write_counted also has a kernel for
// ADInplaceOrView, and custom_write_recorded has kernels for ADInplaceOrView and Autograd.
TORCH_LIBRARY(modecheck, library) {
  library.def("custom_operator(Tensor self) -> Tensor");
  library.def("custom_write(Tensor(a!) self) -> Tensor(a!)");
  library.def("custom_write_counted(Tensor(a!) self) -> Tensor(a!)");
  library.def("custom_write_recorded(Tensor(a!) self) -> Tensor(a!)");
  for (const c10::DispatchKey key : {c10::DispatchKey::CPU, c10::DispatchKey::CUDA, c10::DispatchKey::Meta}) {
    library.impl("custom_operator", torch::dispatch(key, TORCH_FN(multiplied_by_itself)));
    library.impl("custom_write", torch::dispatch(key, TORCH_FN(doubled)));
    library.impl("custom_write_counted", torch::dispatch(key, TORCH_FN(doubled)));
    library.impl("custom_write_recorded", torch::dispatch(key, TORCH_FN(doubled)));
  }
  const c10::DispatchKey counting = c10::DispatchKey::ADInplaceOrView;
  library.impl("custom_write_counted", torch::dispatch(counting, TORCH_FN(doubled_and_counted<1>)));
  library.impl("custom_write_recorded", torch::dispatch(counting, TORCH_FN(doubled_and_counted<2>)));
  library.impl("custom_write_recorded", torch::dispatch(c10::DispatchKey::Autograd, TORCH_FN(doubled_and_recorded)));
}

}  // namespace
}  // namespace modecheck::subjects

extern "C" __attribute__((visibility("default"))) const modecheck::spec::SubjectTable* modecheck_subject_v1() {
  using namespace modecheck::subjects;
  static const modecheck::spec::SubjectTable table{modecheck::spec::kSubjectAbi,
                                                   access::name,
                                                   access::version(),
                                                   identity(),
                                                   &supports,
                                                   &access::has_device,
                                                   &open,
                                                   &close,
                                                   &run};
  return &table;
}
