// This program reads calls in text form (call_text.h), one a line, and writes the answers of libtorch's kernels. It is
// a separate program, because libtorch and the engine define the same names.
#include <ATen/core/dispatch/Dispatcher.h>

#include <iostream>
#include <utility>

#include "tests/backends/call_text.h"
#include "tests/parity/torch.h"

namespace {

using namespace modecheck::tests;

constexpr std::pair<const char*, at::ScalarType> dtypes[] = {
    {"float", at::ScalarType::Float},
    {"double", at::ScalarType::Double},
    {"int64", at::ScalarType::Long},
    {"bool", at::ScalarType::Bool},
    {"uint8", at::ScalarType::Byte},
    {"int8", at::ScalarType::Char},
    {"int16", at::ScalarType::Short},
    {"int32", at::ScalarType::Int},
    {"half", at::ScalarType::Half},
    {"bfloat16", at::ScalarType::BFloat16},
    {"complex64", at::ScalarType::ComplexFloat},
    {"complex128", at::ScalarType::ComplexDouble},
};

at::ScalarType dtype_named(const std::string& name) {
  for (const auto& [known, type] : dtypes)
    if (name == known) return type;
  return at::ScalarType::Undefined;  // the word "n" stands for None
}

std::string name_of(at::ScalarType type) {
  for (const auto& [name, known] : dtypes)
    if (type == known) return name;
  return "another";
}

std::string geometry(const std::vector<at::Tensor>& storages, const at::Tensor& tensor) {
  std::string where = "new";
  for (std::size_t i = 0; i < storages.size(); ++i)
    if (tensor.is_alias_of(storages[i])) where = "S" + std::to_string(i);
  return name_of(tensor.scalar_type()) + " [" + joined(tensor.sizes().vec()) + "] [" + joined(tensor.strides().vec()) +
         "] +" + std::to_string(tensor.storage_offset()) + " " + where;
}

std::string values(const at::Tensor& tensor) {
  return read_values(tensor.storage().data(), name_of(tensor.scalar_type()),
                     {0, tensor.sizes().vec(), tensor.strides().vec(), tensor.storage_offset()});
}

c10::IValue argument(const std::string& word, const std::vector<at::Tensor>& tensors) {
  const std::string rest = word.substr(1);
  const auto tensor_named = [&](const std::string& name) {
    return tensors.at(static_cast<std::size_t>(std::atoi(name.c_str() + 1)));
  };
  switch (word[0]) {
    case 'T':
      return tensor_named(word);
    case '[': {
      c10::List<at::Tensor> list;
      for (const std::string& name : split(word.substr(1, word.size() - 2), ',')) list.push_back(tensor_named(name));
      return list;
    }
    case '{': {
      c10::List<c10::optional<at::Tensor>> list;
      for (const std::string& name : split(word.substr(1, word.size() - 2), ','))
        list.push_back(name == "n" ? c10::optional<at::Tensor>() : c10::optional<at::Tensor>(tensor_named(name)));
      return list;
    }
    case 'l':
      return integers(rest);
    case 'f':
      return std::atof(rest.c_str());
    case 'v': {
      c10::List<double> list;
      for (const std::string& element : split(rest, ',')) list.push_back(std::atof(element.c_str()));
      return list;
    }
    case 's':
      if (word[1] == 'i') return at::Scalar(static_cast<std::int64_t>(std::atoll(word.c_str() + 2)));
      if (word[1] == 'b') return at::Scalar(word[2] == '1');
      return at::Scalar(std::atof(word.c_str() + 2));
    case 'b':
      return rest == "1";
    case 'q':
      return rest;
    case 'y':
      return static_cast<std::int64_t>(dtype_named(rest));
    case 'i':
    case 'm':
      return static_cast<std::int64_t>(std::atoll(rest.c_str()));
    default:
      return {};
  }
}

std::string answer_to(const std::string& line) {
  const CallText call(line);
  std::vector<at::Tensor> storages;
  for (const StorageText& storage : call.storages) {
    storages.push_back(at::empty({storage.elements}, dtype_named(storage.dtype)));
    for (std::int64_t i = 0; i < storage.elements; ++i)
      write_value(storages.back().storage().data(), storage.dtype, i, storage.value(i));
  }
  std::vector<at::Tensor> tensors;
  std::vector<std::string> geometries;
  for (const TensorText& tensor : call.tensors) {
    at::Tensor made = at::empty({0}, storages.at(tensor.storage).options());
    made.set_(storages[tensor.storage].storage(), tensor.offset, tensor.sizes, tensor.strides);
    tensors.push_back(made);
    geometries.push_back(geometry(storages, made));
  }
  std::vector<std::string> bytes;
  for (const at::Tensor& storage : storages) bytes.push_back(values(storage));
  at::manual_seed(42);

  const std::size_t dot = call.operation.find('.');
  const auto handle = c10::Dispatcher::singleton().findSchemaOrThrow(
      ("aten::" + call.operation.substr(0, dot)).c_str(),
      dot == std::string::npos ? "" : call.operation.substr(dot + 1).c_str());
  torch::jit::Stack stack;
  for (std::size_t i = 0; i < handle.schema().arguments().size(); ++i)
    stack.push_back(i < call.arguments.size() ? argument(call.arguments[i], tensors)
                                              : *handle.schema().arguments()[i].default_value());
  std::string answer = "ok";
  try {
    {
      const at::AutoDispatchBelowADInplaceOrView only_the_kernel;
      handle.callBoxed(&stack);
    }
    for (const c10::IValue& result : stack)
      for (const at::Tensor& tensor :
           result.isTensor() ? std::vector<at::Tensor>{result.toTensor()} : result.toTensorVector())
        answer += " | " + geometry(storages, tensor) + " " + values(tensor);
  } catch (const c10::Error& error) {
    answer = std::string("error ") + error.what_without_backtrace();
  } catch (const std::exception& error) {
    answer = std::string("error ") + error.what();
  }
  for (std::size_t i = 0; i < tensors.size(); ++i)
    if (geometry(storages, tensors[i]) != geometries[i])
      answer += " | T" + std::to_string(i) + " " + geometry(storages, tensors[i]);
  for (std::size_t i = 0; i < storages.size(); ++i)
    if (values(storages[i]) != bytes[i]) answer += " | S" + std::to_string(i) + " " + values(storages[i]);
  return answer;
}

struct Silent : c10::WarningHandler {
  void process(const c10::SourceLocation&, const std::string&, bool) override {}
};

}  // namespace

int main() {
  c10::SetStackTraceFetcher([] { return std::string(); });
  at::set_num_threads(1);
  Silent silent;
  c10::Warning::set_warning_handler(&silent);
  for (std::string line; std::getline(std::cin, line);) {
    std::string answer = answer_to(line);
    for (char& c : answer)
      if (c == '\n') c = ' ';
    std::cout << answer << std::endl;
  }
  c10::Warning::set_warning_handler(nullptr);
}
