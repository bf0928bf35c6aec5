// Writes small TorchScript archives for the tests of torch::jit, as torch.jit.save would write them.
#pragma once

#include <torch/script.h>

#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "engine/archive/value_writer.h"
#include "tests/engine/archive/archive_files.h"

namespace modecheck::engine {

using Attributes = std::vector<std::pair<std::string, archives::PickleRef>>;

class ModelArchive {
 public:
  static constexpr const char* inner_code =
      "class Point(NamedTuple):\n"
      "  x : int\n"
      "  y : float\n"
      "class Inner(Module):\n"
      "  __parameters__ = [\"bias\", ]\n"
      "  __buffers__ = []\n"
      "  bias : Tensor\n"
      "  training : bool\n"
      "  def forward(self: __torch__.parts.Inner,\n"
      "    x: Tensor) -> Tensor:\n"
      "    bias = self.bias\n"
      "    return torch.add(x, bias)\n";
  static constexpr const char* net_code =
      "class Net(Module):\n"
      "  __parameters__ = [\"weight\", ]\n"
      "  __buffers__ = [\"count\", ]\n"
      "  weight : Tensor\n"
      "  count : Tensor\n"
      "  training : bool\n"
      "  names : List[str]\n"
      "  sizes : List[int]\n"
      "  table : Dict[str, int]\n"
      "  pair : Tuple[int, Tensor]\n"
      "  maybe : Optional[float]\n"
      "  point : __torch__.parts.Point\n"
      "  first : __torch__.parts.Inner\n"
      "  second : __torch__.parts.Inner\n"
      "  def forward(self: __torch__.Net,\n"
      "    x: Tensor) -> Tensor:\n"
      "    weight = self.weight\n"
      "    first = self.first\n"
      "    return (first).forward(torch.mul(x, weight), )\n"
      "  def both(self: __torch__.Net,\n"
      "    x: Tensor,\n"
      "    scale: float=2.) -> Tuple[Tensor, __torch__.parts.Inner]:\n"
      "    second = self.second\n"
      "    return (torch.mul(x, scale), second)\n"
      "  def shifted(self: __torch__.Net,\n"
      "    x: Tensor) -> Tensor:\n"
      "    return torch.add(x, CONSTANTS.c0)\n"
      "  def place(self: __torch__.Net) -> float:\n"
      "    point = self.point\n"
      "    return torch.mul(point.x, point.y)\n";

  ModelArchive() : zip_("archive"), values_(zip_) {}

  void add(const std::string& name, const std::string& text) { texts_[name] = text; }
  archives::PickleRef tensor(const Tensor& tensor) { return values_.tensor(tensor); }
  static archives::PickleRef object(const std::string& name, const Attributes& attributes) {
    archives::PickleRef out = archives::PickleValue::make(archives::PickleKind::Object);
    out->text = name;
    out->state = archives::PickleValue::make(archives::PickleKind::Dict);
    for (const auto& [key, value] : attributes) {
      out->state->items.push_back(archives::PickleValue::string(key));
      out->state->items.push_back(value);
    }
    return out;
  }

  // The attributes of a Net whose two parts are one object: y = 3 * x + 1.
  Attributes net() {
    using archives::PickleValue;
    const archives::PickleRef part =
        object("__torch__.parts Inner", {{"bias", tensor(leaf({2}))}, {"training", PickleValue::boolean(true)}});
    part->is_shared = true;
    const archives::PickleRef table = PickleValue::make(archives::PickleKind::Dict);
    table->items = {PickleValue::string("a"), PickleValue::number(1)};
    return {{"weight", tensor(at::full({2}, 3.0).set_requires_grad(true))},
            {"count", tensor(at::full({}, 5, at::kLong))},
            {"training", PickleValue::boolean(true)},
            {"names", PickleValue::list({PickleValue::string("x"), PickleValue::string("y")})},
            {"sizes", PickleValue::call("torch.jit._pickle build_intlist", {PickleValue::list({})})},
            {"table", table},
            {"pair", PickleValue::tuple({PickleValue::number(7), tensor(normal())})},
            {"maybe", PickleValue::none()},
            {"point", PickleValue::tuple({PickleValue::number(4), PickleValue::real(0.5)})},
            {"first", part},
            {"second", part}};
  }

  // Returns the whole archive. Texts that add() gave replace those of the Net.
  std::string bytes(const archives::PickleRef& root) { return bytes_of(archives::write_pickle(*root)); }
  std::string bytes_of(const std::string& pickle) {
    const float constant[] = {10, 20};
    zip_.add("constants/0", std::string(reinterpret_cast<const char*>(constant), sizeof constant));
    texts_.emplace("constants.pkl", constants());
    texts_.emplace("code/__torch__.py", net_code);
    texts_.emplace("code/__torch__/parts.py", inner_code);
    texts_.emplace("extra/note.txt", "a note");
    zip_.add("data.pkl", pickle);
    for (const auto& [name, text] : texts_)
      if (!text.empty()) zip_.add(name, text);
    return zip_.finish();
  }

 private:
  static std::string constants() {
    using archives::PickleValue;
    const archives::PickleRef id = PickleValue::make(archives::PickleKind::PersistentId);
    id->items = {PickleValue::tuple({PickleValue::string("storage"), PickleValue::global("torch FloatStorage"),
                                     PickleValue::string("0"), PickleValue::string("cpu"), PickleValue::number(2)})};
    const archives::PickleRef hooks = PickleValue::make(archives::PickleKind::Dict);
    hooks->is_ordered = true;
    return archives::write_pickle(*PickleValue::tuple(
        {PickleValue::call("torch._utils _rebuild_tensor_v2",
                           {id, PickleValue::number(0), PickleValue::tuple({PickleValue::number(2)}),
                            PickleValue::tuple({PickleValue::number(1)}), PickleValue::boolean(false), hooks})}));
  }

  archives::ZipWriter zip_;
  archives::ValueWriter values_;
  std::map<std::string, std::string> texts_;
};

inline std::string net_archive() {
  ModelArchive archive;
  return archive.bytes(ModelArchive::object("__torch__ Net", archive.net()));
}

inline torch::jit::Module loaded_module(const std::string& bytes) {
  std::istringstream in(bytes);
  return torch::jit::load(in);
}

inline std::string saved_module(const torch::jit::Module& module) {
  std::ostringstream out;
  module.save(out);
  return out.str();
}

// Returns the message of the error that `action` throws, or an empty text if it throws nothing.
inline std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const c10::Error& error) {
    return error.what();
  }
  return {};
}

}  // namespace modecheck::engine
