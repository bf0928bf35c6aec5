#include "fuzz/archives/archive_input.h"

#include <sys/mman.h>
#include <torch/script.h>
#include <torch/torch.h>
#include <unistd.h>

#include <functional>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "engine/archive/pickle_writer.h"
#include "engine/archive/zip_writer.h"
#include "fuzz/finding.h"
#include "fuzz/target.h"

namespace modecheck::fuzz {

namespace {

using engine::ErrorClass;

constexpr std::size_t kStorageBytes = 24;
constexpr int kStorages = 8;
constexpr std::size_t kMostRead = 1000;
constexpr unsigned kParts = 4;
// Ways of loading. The numbers before these are those of an archive, a list of tensors, a pickle and a module, and the
// numbers after them those of six optimizers.
constexpr unsigned kModelWay = 4;
constexpr unsigned kSafetensorsWay = 5;
constexpr unsigned kStateDictWay = 6;

// Reads the elements of a small tensor, so that a sanitizer sees a storage that is too small.
void read_elements(const at::Tensor& tensor) {
  if (!tensor.is_meta() && tensor.numel() > 0 && tensor.numel() <= static_cast<std::int64_t>(kMostRead))
    static_cast<void>(tensor.detach().clone());
}

void read_elements(const c10::IValue& value) {
  if (value.isTensor()) read_elements(value.toTensor());
  if (value.isTensorList())
    for (const at::Tensor& tensor : value.toTensorVector()) read_elements(tensor);
  if (value.isGenericDict())
    for (const auto& entry : value.toGenericDict())
      if (entry.value().isTensor()) read_elements(entry.value().toTensor());
}

// Returns true if the call loads the file, and false if it refuses the file.
bool is_loaded(const std::function<void()>& load) {
  try {
    load();
    return true;
  } catch (const c10::Error& error) {
    const ErrorClass found = error.error_class();
    if (found == ErrorClass::Argument || found == ErrorClass::Unsupported || found == ErrorClass::OutOfMemory)
      return false;
    throw Finding(std::string("a file is refused by an error of the class ") + engine::name_of(found), error.what());
  }
}

std::string file_with(const std::string& pickle, const std::string& source) {
  using engine::archives::PickleValue;
  engine::archives::ZipWriter zip("archive");
  for (int i = 0; i < kStorages; ++i) zip.add("data/" + std::to_string(i), std::string(kStorageBytes, '\1'));
  zip.add("constants.pkl", engine::archives::write_pickle(*PickleValue::tuple({})));
  zip.add("code/__torch__.py", source);
  zip.add("data.pkl", pickle);
  return zip.finish();
}

std::string file_with_source(const std::string& source) {
  using engine::archives::PickleKind;
  using engine::archives::PickleValue;
  const engine::archives::PickleRef object = PickleValue::make(PickleKind::Object);
  object->text = "__torch__ Net";
  object->state = PickleValue::make(PickleKind::Dict);
  object->state->items = {PickleValue::string("training"), PickleValue::boolean(true)};
  return file_with(engine::archives::write_pickle(*object), source);
}

std::string file_with_header(const std::string& header) {
  std::string out;
  for (std::size_t i = 0; i < sizeof(std::uint64_t); ++i) out += static_cast<char>(header.size() >> (8 * i) & 0xff);
  return out + header + std::string(kStorageBytes, '\1');
}

// A file in memory, for functions that load from a file's name.
class MemoryFile {
 public:
  explicit MemoryFile(const std::string& bytes) : file_(memfd_create("archive", MFD_CLOEXEC)) {
    if (file_ < 0 || write(file_, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size()))
      throw std::runtime_error("no file in memory can be written");
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { close(file_); }
  std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }

 private:
  int file_;
};

// Counts warnings, and prints none.
class WarningCounter : public c10::WarningHandler {
 public:
  void process(const c10::SourceLocation& /*source_location*/, const std::string& /*msg*/, bool /*verbatim*/) override {
    ++count;
  }
  int count = 0;
};

// Loads an optimizer of one parameter, whose state then is used. Any archive passes as an optimizer of before PyTorch
// 1.5, with a warning, and does not count.
template <typename Optimizer, typename Options>
bool loads_optimizer(const std::string& file, std::optional<c10::Device> device) {
  WarningCounter warnings;
  const c10::Warning::WarningHandlerGuard guard(&warnings);
  const at::Tensor parameter = at::ones({6}).set_requires_grad(true);
  parameter.mutable_grad() = at::ones({6});
  Optimizer optimizer({parameter}, Options(0.5));
  const bool loaded = is_loaded([&] { torch::load(optimizer, file.data(), file.size(), device); });
  try {
    // The state may have any sizes and dtypes, of which a step says any error.
    if (loaded) static_cast<void>(optimizer.step([&] { return parameter.detach().sum(); }));
  } catch (const c10::Error&) {
    return loaded && warnings.count == 0;
  }
  return loaded && warnings.count == 0;
}

bool loads_optimizer(unsigned kind, const std::string& file, std::optional<c10::Device> device) {
  namespace optim = torch::optim;
  switch (kind) {
    case 0:
      return loads_optimizer<optim::SGD, optim::SGDOptions>(file, device);
    case 1:
      return loads_optimizer<optim::Adam, optim::AdamOptions>(file, device);
    case 2:
      return loads_optimizer<optim::AdamW, optim::AdamWOptions>(file, device);
    case 3:
      return loads_optimizer<optim::RMSprop, optim::RMSpropOptions>(file, device);
    case 4:
      return loads_optimizer<optim::Adagrad, optim::AdagradOptions>(file, device);
    default:
      return loads_optimizer<optim::LBFGS, optim::LBFGSOptions>(file, device);
  }
}

bool loads_archive(const std::string& file, std::optional<c10::Device> device) {
  return is_loaded([&] {
    torch::serialize::InputArchive archive;
    archive.load_from(file.data(), file.size(), device);
    for (const std::string& key : archive.keys()) {
      c10::IValue value;
      if (is_loaded([&] { archive.read(key, value); })) read_elements(value);
    }
  });
}

bool loads_tensors(const std::string& file, std::optional<c10::Device> device) {
  return is_loaded([&] {
    std::vector<at::Tensor> list;
    torch::load(list, file.data(), file.size(), device);
    for (const at::Tensor& tensor : list) read_elements(tensor);
  });
}

bool loads_module(const std::string& file, std::optional<c10::Device> device) {
  return is_loaded([&] {
    torch::nn::BatchNorm1d module(2);
    torch::load(module, file.data(), file.size(), device);
    for (const at::Tensor& tensor : module->parameters()) read_elements(tensor);
  });
}

bool loads_model(const std::string& file, std::optional<c10::Device> device) {
  return is_loaded([&] {
    std::istringstream stream(file);
    for (const at::Tensor& tensor : torch::jit::load(stream, device).buffers()) read_elements(tensor);
  });
}

bool loads_safetensors(const std::string& file, std::optional<c10::Device> device) {
  return is_loaded([&] {
    for (const auto& entry : torch::read_safetensors(file, "the input", device)) read_elements(entry.value());
  });
}

bool loads_state_dict(const std::string& file, std::optional<c10::Device> device) {
  return is_loaded([&] {
    const MemoryFile named(file);
    for (const auto& entry : torch::load_state_dict(named.path(), device)) read_elements(entry.value());
  });
}

bool loads(unsigned way, const std::string& file, std::optional<c10::Device> device) {
  switch (way) {
    case 0:
      return loads_archive(file, device);
    case 1:
      return loads_tensors(file, device);
    case 2:
      return is_loaded([&] { read_elements(torch::pickle_load({file.begin(), file.end()})); });
    case 3:
      return loads_module(file, device);
    case kModelWay:
      return loads_model(file, device);
    case kSafetensorsWay:
      return loads_safetensors(file, device);
    case kStateDictWay:
      return loads_state_dict(file, device);
    default:
      return loads_optimizer(way - kStateDictWay - 1, file, device);
  }
}

// Returns the way in which an input with this part is loaded. A source is read as a model only, and a header as
// safetensors or as a state dictionary: any other way would refuse each of them at its first bytes.
unsigned way_of(ArchivePart part, unsigned way) {
  if (part == ArchivePart::Source) return kModelWay;
  if (part == ArchivePart::Header) return way % 2 == 0 ? kSafetensorsWay : kStateDictWay;
  return way;
}

std::string file_of(ArchivePart part, const std::string& bytes) {
  switch (part) {
    case ArchivePart::Pickle:
      return file_with(bytes, model_source());
    case ArchivePart::Source:
      return file_with_source(bytes);
    case ArchivePart::Header:
      return file_with_header(bytes);
    case ArchivePart::File:
      break;
  }
  return bytes;
}

}  // namespace

const std::string& model_source() {
  static const std::string source = R"(class Point(NamedTuple):
  x : int
  y : float
class Net(Module):
  __parameters__ = ["weight", ]
  __buffers__ = []
  weight : Optional[Tensor]
  training : bool
  __annotations__["0"] = Optional[Dict[str, List[__torch__.Point]]]
  eps : Final[float] = 1.0000000000000001e-05
  def forward(self: __torch__.Net,
    x: Tensor,
    n: int=3) -> Tuple[Tensor, List[int]]:
    l = annotate(List[int], [])
    for i in range(n):
      _1 = torch.append(l, i * 2 ** -1 // 3)
    while torch.len(l) < 9 and not False:
      l += [k for k in range(3) if k in {1: 2}]
    if torch.gt(n, 2):
      y : Optional[Tensor] = torch.add(x, 2, alpha=2)
    else:
      y = None
    assert n == 1, torch.format("text {} \" \101", n)
    p = __torch__.Point(1, 2.5e3)
    return (unchecked_cast(Tensor, y), l[1:-1:p.x])
)";
  return source;
}

std::string archive_input(ArchivePart part, bool in_mode, unsigned way, const std::string& bytes) {
  return static_cast<char>(static_cast<unsigned>(part) + kParts * (in_mode + 2 * way)) + bytes;
}

bool load_archive_input(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return false;
  const auto part = static_cast<ArchivePart>(data[0] % kParts);
  const unsigned way = way_of(part, data[0] / kParts / 2 % kArchiveWays);
  const std::string file = file_of(part, {data + 1, data + size});
  if (data[0] / kParts % 2 == 0) return loads(way, file, std::nullopt);
  const c10::InferenceMode mode;
  return loads(way, file, c10::Device(c10::kMeta));
}

void judge_archives(const std::uint8_t* data, std::size_t size) { load_archive_input(data, size); }

}  // namespace modecheck::fuzz
