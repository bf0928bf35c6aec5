#include "subjects/operators/drawn_call.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

namespace modecheck::operators {
namespace {

using Sizes = std::vector<std::int64_t>;

constexpr std::array<const char*, 7> kDtypeNames{"float", "double", "long", "int", "bool", "complex64", "quint8"};

std::string list_text(const Sizes& values) {
  std::string out = "[";
  for (const std::int64_t value : values) out += (out.size() > 1 ? ", " : "") + std::to_string(value);
  return out + "]";
}

std::string number_text(double value) {
  std::string out = std::to_string(value);
  while (out.size() > 3 && out.back() == '0' && out[out.size() - 2] != '.') out.pop_back();
  return out;
}

struct ValueText {
  std::string operator()(std::monostate) const { return "None"; }
  std::string operator()(std::int64_t value) const { return std::to_string(value); }
  std::string operator()(double value) const { return number_text(value); }
  std::string operator()(bool value) const { return value ? "True" : "False"; }
  std::string operator()(const std::string& value) const { return '"' + value + '"'; }
  std::string operator()(const Sizes& value) const { return list_text(value); }
  std::string operator()(const std::vector<double>& value) const {
    std::string out = "[";
    for (const double one : value) out += (out.size() > 1 ? ", " : "") + number_text(one);
    return out + "]";
  }
  std::string operator()(const std::vector<bool>& value) const {
    std::string out = "[";
    for (const bool one : value) out += std::string(out.size() > 1 ? ", " : "") + (one ? "True" : "False");
    return out + "]";
  }
  std::string operator()(const std::vector<std::string>& value) const {
    std::string out = "[";
    for (const std::string& one : value) out += (out.size() > 1 ? ", " : "") + (*this)(one);
    return out + "]";
  }
  std::string operator()(const TensorRecipe& value) const { return value.text(); }
  std::string operator()(const std::vector<std::optional<TensorRecipe>>& value) const {
    std::string out = "[";
    for (const auto& one : value) out += (out.size() > 1 ? ", " : "") + (one ? one->text() : "None");
    return out + "]";
  }
};

// What the arguments of one draw have in common.
struct Theme {
  Sizes sizes;
  ElementType dtype = ElementType::Float;
  Elements elements = Elements::Numbers;
  bool sparse = false;
  std::int64_t number = 1;  // of lists of numbers, such as strides
  std::size_t length = 2;   // of lists without a fixed length
};

const std::array<Sizes, 12> kSizes{
    Sizes{2, 3},       Sizes{3}, Sizes{3, 3}, Sizes{2, 3, 3},       Sizes{2, 3, 4}, Sizes{1, 2, 4, 4},
    Sizes{2, 2, 3, 3}, Sizes{},  Sizes{4, 4}, Sizes{2, 3, 4, 4, 4}, Sizes{4},       Sizes{2, 4, 4}};

// Whether the argument is the name of a dimension, or a list of such names. libtorch prints their type as a text.
bool is_dimension_name(const SchemaArgument& argument) {
  return argument.type.rfind("str", 0) == 0 &&
         (argument.name == "dim" || argument.name == "dims" || argument.name == "names" || argument.name == "order" ||
          argument.name == "out_dim" || (argument.name.rfind("dim", 0) == 0 && argument.name.size() == 4));
}

class Draw {
 public:
  Draw(const SchemaText& schema, std::mt19937& random, int attempt) : random_(random), attempt_(attempt) {
    for (const SchemaArgument& one : schema.arguments) {
      takes_sizes_ = takes_sizes_ || one.name == "size";
      takes_names_ = takes_names_ || is_dimension_name(one);
    }
    theme_.sizes =
        kSizes[attempt < static_cast<int>(kSizes.size()) ? static_cast<std::size_t>(attempt) : below(kSizes.size())];
    const bool plain = attempt < 2 * static_cast<int>(kSizes.size());
    if (!plain && !chance(60))
      theme_.dtype = std::array{ElementType::Double,       ElementType::Long, ElementType::Bool,
                                ElementType::ComplexFloat, ElementType::Int,  ElementType::QuantizedByte}[below(6)];
    theme_.sparse = !plain && theme_.dtype != ElementType::QuantizedByte && chance(10);
    if (chance(20)) theme_.elements = Elements::Definite;
    theme_.number = static_cast<std::int64_t>(1 + below(3));
    theme_.length = 1 + below(3);
  }

  Value value(const SchemaArgument& argument) {
    const std::string& type = argument.type;
    const bool optional = !type.empty() && type.back() == '?';
    if (argument.default_text && !chance(attempt_ < 12 ? 0 : 25)) return default_of(argument);
    if (optional && (chance(30) || is_type(type, {"Generator", "Device", "Layout", "MemoryFormat"}))) return {};
    return value_of(optional ? type.substr(0, type.size() - 1) : type, argument);
  }

 private:
  std::size_t below(std::size_t end) { return random_() % end; }
  bool chance(unsigned percent) { return random_() % 100 < percent; }
  static bool is_type(const std::string& type, std::initializer_list<std::string_view> names) {
    return std::any_of(names.begin(), names.end(), [&](std::string_view name) { return type.rfind(name, 0) == 0; });
  }
  static bool has(const SchemaArgument& argument, std::initializer_list<std::string_view> words) {
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view word) { return argument.name.find(word) != std::string::npos; });
  }

  // The default of the schema, which has one.
  Value default_of(const SchemaArgument& argument) {
    const std::string& text = *argument.default_text;
    const std::string& type = argument.type;
    if (text == "None") return {};
    if (text == "[]" && argument.is_tensor_list()) return std::vector<std::optional<TensorRecipe>>{};
    if (text == "inf" || text == "-inf") return std::atof(text.c_str());
    if (text == "True" || text == "False") return text == "True";
    if (text.front() == '"') return text.substr(1, text.size() - 2);
    if (text.front() != '[' && argument.length != 0) {  // one number for all places of a list
      const auto length = static_cast<std::size_t>(argument.length);
      if (type.rfind("float", 0) == 0) return std::vector<double>(length, std::atof(text.c_str()));
      return Sizes(length, std::atoll(text.c_str()));
    }
    if (text.front() != '[') {
      const bool whole = text.find_first_not_of("-0123456789") == std::string::npos;
      if (whole && type.rfind("float", 0) != 0) return static_cast<std::int64_t>(std::atoll(text.c_str()));
      if (text.find_first_not_of("-+.e0123456789") == std::string::npos) return std::atof(text.c_str());
      return {};  // a name, such as that of a memory format
    }
    Sizes whole;
    std::vector<double> numbers;
    std::vector<bool> flags;
    for (std::size_t i = 1; i + 1 < text.size();) {
      const std::size_t end = std::min(text.find(',', i), text.size() - 1);
      const std::string one = text.substr(i, end - i);
      whole.push_back(std::atoll(one.c_str()));
      numbers.push_back(std::atof(one.c_str()));
      flags.push_back(one.find("True") != std::string::npos);
      i = end + 1;
    }
    if (type.rfind("float", 0) == 0) return numbers;
    if (type.rfind("bool", 0) == 0) return flags;
    return whole;
  }

  Value value_of(const std::string& type, const SchemaArgument& argument) {
    if (type == "Tensor") return tensor(argument);
    if (type == "Tensor[]" || type == "Tensor?[]") {
      std::vector<std::optional<TensorRecipe>> out(theme_.length);
      for (auto& one : out) one = tensor(argument);
      return out;
    }
    if (type == "int" || type == "SymInt") return integer(argument);
    if (type == "int[]" || type == "SymInt[]") return integers(argument);
    if (type == "float") return std::array{0.5, 1.0, 0.25, 2.0}[below(4)];
    if (type == "float[]") {
      const std::size_t rank = theme_.sizes.size();
      const std::size_t length = rank > 2 && chance(50) ? rank - 2 : theme_.length;
      return std::vector<double>(argument.length != 0 ? static_cast<std::size_t>(argument.length) : length, 1.5);
    }
    if (type == "bool") return chance(50);
    if (type == "bool[]") return std::vector<bool>(argument.length != 0 ? argument.length : 3, true);
    if (type == "Scalar[]") return std::vector<double>(theme_.length, 0.5);
    if (type == "Scalar") return chance(50) ? Value(std::int64_t{2}) : Value(0.5);
    if (type == "ScalarType") return std::int64_t{std::array{6, 7, 4, 13, 6}[below(5)]};  // 13: quint8
    if (type == "MemoryFormat") return std::int64_t{0};
    if (type == "str") return is_dimension_name(argument) ? Value(dimension_name()) : Value(word(argument));
    if (type == "str[]") return dimension_names(argument);
    return {};  // Device, and what unsupported_reason() names
  }

  // One of the names that the tensors' dimensions have.
  std::string dimension_name() {
    return kDimensionNames[below(std::clamp<std::size_t>(theme_.sizes.size(), 1, kDimensionNames.size()))];
  }
  // Names for all dimensions, or for some of them.
  std::vector<std::string> dimension_names(const SchemaArgument& argument) {
    std::vector<std::string> out;
    const std::size_t rank = std::min(theme_.sizes.size(), kDimensionNames.size());
    const std::size_t wanted = argument.length != 0 ? static_cast<std::size_t>(argument.length) : theme_.length;
    const std::size_t length = argument.length == 0 && chance(60) ? rank : std::min(wanted, rank);
    for (std::size_t i = 0; i < length; ++i) out.emplace_back(kDimensionNames[i]);
    if (chance(20) && length > 1) std::swap(out.front(), out.back());
    return out;
  }

  Value word(const SchemaArgument& argument) {
    if (has(argument, {"equation"}))
      return std::string(std::array{"i,i->i", "ij,ij->ij", "ij,jk->ik", "ij->ji"}[below(4)]);
    if (has(argument, {"ord"})) return std::string(std::array{"fro", "nuc"}[below(2)]);
    if (has(argument, {"reduce"}))
      return std::string(std::array{"sum", "mean", "amax", "prod", "amin", "add", "multiply"}[below(7)]);
    if (has(argument, {"mode", "indexing", "side", "padding", "driver", "approximate", "rounding"}))
      return std::string(std::array{"trunc", "floor", "ij", "left", "reflect", "constant", "same", "valid", "tanh",
                                    "none", "reduced", "right", "gelsd", "complete"}[below(14)]);
    return std::string(std::array{"mean", "sum", "L", "U"}[below(4)]);
  }

  std::int64_t integer(const SchemaArgument& argument) {
    if (has(argument, {"dim", "axis"})) return std::array{0, 0, 1, -1, 2}[below(5)];
    if (has(argument, {"dtype"})) return 6;
    if (has(argument, {"reduction"})) return static_cast<std::int64_t>(below(3));
    return std::array{1, 1, 2, 0, 3, -1}[below(6)];
  }

  Sizes integers(const SchemaArgument& argument) {
    const std::size_t rank = theme_.sizes.size();
    if (takes_sizes_ && argument.name == "stride") return contiguous(theme_.sizes);
    // An image of the same size as the argument's.
    if (argument.name == "output_size" && rank > 2 && chance(60)) return {theme_.sizes.begin() + 2, theme_.sizes.end()};
    if (has(argument, {"size", "shape", "repeats"}) && !has(argument, {"kernel", "split", "output"}) && !chance(20))
      return has(argument, {"repeats"}) ? Sizes(rank, 2) : theme_.sizes;
    std::size_t length = argument.length != 0 ? static_cast<std::size_t>(argument.length) : theme_.length;
    if (argument.length == 0 && chance(40)) length = rank > 2 && chance(50) ? rank - 2 : rank;
    if (has(argument, {"dim"}) && length <= rank) {
      Sizes out;
      for (std::size_t i = 0; i < length; ++i) out.push_back(static_cast<std::int64_t>(i));
      return out;
    }
    if (argument.length == 2 && chance(30)) length = 1;
    if (has(argument, {"padding", "pad"}) && chance(50)) return Sizes(length, static_cast<std::int64_t>(below(2)));
    if (has(argument, {"stride", "dilation"}) && !has(argument, {"size"}) && chance(60)) return Sizes(length, 1);
    return Sizes(length, chance(70) ? theme_.number : static_cast<std::int64_t>(below(5)));
  }

  static Sizes contiguous(const Sizes& sizes) {
    Sizes out(sizes.size(), 1);
    for (std::size_t i = sizes.size(); i-- > 1;) out[i - 1] = out[i] * sizes[i];
    return out;
  }

  TensorRecipe tensor(const SchemaArgument& argument) {
    const bool named = takes_names_ && chance(80);
    // A tensor with names is dense and not quantized.
    TensorRecipe out{named && theme_.dtype == ElementType::QuantizedByte ? ElementType::Float : theme_.dtype,
                     theme_.sizes,
                     theme_.elements,
                     theme_.sparse && !named && chance(70),
                     named,
                     static_cast<std::uint32_t>(random_())};
    if (argument.keyword_only && argument.writes()) {  // out=
      if (attempt_ >= 12 && chance(has(argument, {"ind", "info", "pivots", "exponent"}) ? 90 : 30))
        out.dtype =
            std::array{ElementType::Long, ElementType::Int, ElementType::Bool, ElementType::ComplexFloat}[below(4)];
      if (chance(90)) return out;
    }
    if (attempt_ >= 4 &&
        has(argument, {"ind", "idx", "target", "lengths", "offsets", "position", "bins", "repeats", "tril"}) &&
        chance(80)) {
      out.dtype = ElementType::Long;
      out.elements = Elements::Indices;
      if (chance(40)) out.sizes = {static_cast<std::int64_t>(1 + below(3))};
    } else if (has(argument, {"mask", "condition"}) && chance(85)) {
      out.dtype = ElementType::Bool;
      out.elements = Elements::Indices;
    } else if (has(argument, {"pivots", "info"})) {
      out.dtype = ElementType::Int;
      out.elements = Elements::Indices;
    } else if (has(argument, {"grid"}) && out.sizes.size() > 3) {  // places in the image: x, y and perhaps z
      out.sizes.back() = static_cast<std::int64_t>(out.sizes.size()) - 2;
      out.sizes.erase(out.sizes.begin() + 1);
      out.sizes.insert(out.sizes.begin() + 1, 2);
    }
    if (attempt_ < 12 || chance(45)) return out;
    switch (below(5)) {
      case 0:  // one line
        out.sizes = {theme_.sizes.empty() ? 1 : theme_.sizes[below(theme_.sizes.size())]};
        break;
      case 1:  // transposed
        if (out.sizes.size() > 1) std::swap(out.sizes[out.sizes.size() - 1], out.sizes[out.sizes.size() - 2]);
        break;
      case 2:  // one dimension less
        if (!out.sizes.empty()) out.sizes.pop_back();
        break;
      case 3:
        out.sizes = kSizes[below(kSizes.size())];
        break;
      default:
        out.sizes.clear();
    }
    return out;
  }

  std::mt19937& random_;
  int attempt_;
  bool takes_names_ = false;  // an argument is the name of a dimension, so that tensors have names
  bool takes_sizes_ = false;  // an argument is called `size`, so that one called `stride` has strides of a tensor
  Theme theme_;
};

}  // namespace

std::string TensorRecipe::text() const {
  return (sparse ? "sparse " : "") + std::string(named ? "named " : "") +
         std::string(kDtypeNames[static_cast<std::size_t>(dtype)]) + list_text(sizes);
}

std::string DrawnCall::text(const SchemaText& schema) const {
  std::string out = schema.name + "(";
  for (std::size_t i = 0; i < values.size(); ++i) {
    const SchemaArgument& argument = schema.arguments[i];
    if (argument.default_text == "None" && std::holds_alternative<std::monostate>(values[i])) continue;
    out += (out.back() == '(' ? "" : ", ") + argument.name + "=" + std::visit(ValueText{}, values[i]);
  }
  return out + ")";
}

std::string unsupported_reason(const SchemaText& schema) {
  constexpr std::array known{"Tensor",       "Tensor?",       "Tensor[]", "Tensor?[]", "int",        "int?",
                             "SymInt",       "SymInt?",       "int[]",    "int[]?",    "SymInt[]",   "SymInt[]?",
                             "float",        "float?",        "float[]",  "float[]?",  "bool",       "bool?",
                             "bool[]",       "Scalar",        "Scalar?",  "Scalar[]",  "ScalarType", "ScalarType?",
                             "MemoryFormat", "MemoryFormat?", "Layout?",  "Device",    "Device?",    "Generator?",
                             "str",          "str?",          "str[]",    "str[]?"};
  for (const SchemaArgument& argument : schema.arguments) {
    const bool can = std::any_of(known.begin(), known.end(), [&](const char* name) { return argument.type == name; });
    const bool texts = argument.type.rfind("str[]", 0) == 0 && !is_dimension_name(argument);
    if ((!can || texts) && argument.default_text != "None") return "an argument is of type " + argument.type;
  }
  return "";
}

DrawnCall draw_call(const SchemaText& schema, std::mt19937& random, int attempt) {
  Draw draw(schema, random, attempt);
  DrawnCall out;
  for (const SchemaArgument& argument : schema.arguments) out.values.push_back(draw.value(argument));
  return out;
}

}  // namespace modecheck::operators
