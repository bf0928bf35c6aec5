// These sample programs use the public API, and the text that each prints is recorded. They are compiled as C++17
// against the engine's headers and against libtorch's, and both must print the same.
#pragma once

#include <torch/torch.h>

#include <cmath>
#include <functional>
#include <limits>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace api_samples {

using torch::Tensor;
using torch::indexing::Ellipsis;
using torch::indexing::None;
using torch::indexing::Slice;

struct Sample {
  std::string name;
  std::string printed;
};

class Samples {
 public:
  // Runs `body` and records the text that it prints. If `body` throws, the word "raises" follows that text.
  void add(const std::string& name, const std::function<void(std::ostream&)>& body) {
    std::ostringstream out;
    try {
      body(out);
    } catch (const std::exception&) {
      out << "raises";
    }
    samples_.push_back({name, std::move(out).str()});
  }
  void print(const std::string& name, const Tensor& tensor) {
    add(name, [&](std::ostream& out) { out << tensor; });
  }
  const std::vector<Sample>& all() const { return samples_; }

 private:
  std::vector<Sample> samples_;
};

inline Tensor counted(torch::IntArrayRef sizes) {
  std::int64_t count = 1;
  for (const std::int64_t size : sizes) count *= size;
  return torch::arange(count, torch::kLong).reshape(sizes);
}

inline void printing(Samples& samples) {
  const double inf = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<std::vector<double>> values{
      {},
      {0},
      {1, 2, 3},
      {-1, 2},
      {2, -1000},
      {0.5},
      {0.1, 0.25, -3},
      {99999, 0.5},
      {100000.5, 3},
      {123456.5, 654321.25},
      {0.001, 0.002},
      {0.00001, 0.00002},
      {1e-8, 1},
      {1e10, 2e10},
      {1e10, 0.5},
      {1e-3, 1e3},
      {1e120, 1.5},
      {nan},
      {inf, -inf},
      {nan, 1, 2.5},
      {inf, 1e5, 123456.75},
      {123456789, 1},
      {1234567890, 1},
      {-0.0, 0.0},
      {-123456.5, -0.5},
      {1.0 / 3, 2.0 / 3, 1e-4},
  };
  int index = 0;
  for (const std::vector<double>& row : values) {
    const std::string name = "print " + std::to_string(index++);
    const auto count = static_cast<std::int64_t>(row.size());
    for (const torch::ScalarType dtype : {torch::kFloat, torch::kDouble, torch::kLong, torch::kBool}) {
      bool finite = true;
      for (const double value : row) finite = finite && std::isfinite(value) && std::fabs(value) < 1e18;
      if (!finite && dtype == torch::kLong) continue;
      const Tensor line = torch::tensor(row, torch::kDouble).to(dtype);
      samples.print(name + " as a line", line);
      samples.print(name + " as a matrix", line.reshape({1, count}));
      samples.print(name + " as a column", line.reshape({count, 1}));
      samples.print(name + " twice", torch::stack({line, line}).reshape({2, 1, count}));
      if (count > 0) samples.print(name + " alone", line[0]);
    }
  }
  for (const std::vector<std::int64_t>& sizes : std::vector<std::vector<std::int64_t>>{{3, 4},
                                                                                       {2, 3, 4},
                                                                                       {2, 1, 2, 3},
                                                                                       {1, 2, 3, 1, 2},
                                                                                       {0},
                                                                                       {0, 3},
                                                                                       {3, 0},
                                                                                       {2, 0, 3},
                                                                                       {2, 3, 0},
                                                                                       {1, 1, 1, 1},
                                                                                       {3, 40},
                                                                                       {2, 2, 50},
                                                                                       {1, 200}}) {
    std::ostringstream name;
    for (const std::int64_t size : sizes) name << ' ' << size;
    const Tensor whole = counted(sizes);
    samples.print("print integers of" + name.str(), whole);
    samples.print("print halves of" + name.str(), whole.to(torch::kFloat) / 2);
    samples.print("print thousands of" + name.str(), whole.to(torch::kDouble) * 12345.678);
    samples.print("print truths of" + name.str(), whole > 2);
  }
  samples.print("print a transposed matrix", counted({3, 4}).t());
  samples.print("print an undefined tensor", Tensor());
  samples.add("print after a precision", [](std::ostream& out) {
    out.precision(3);
    out << torch::tensor({1.23456, 100.5}) << torch::tensor(1.23456) << 1.23456;
  });
  samples.add("print with a line size", [](std::ostream& out) { at::print(out, counted({2, 30}), 40); });
  samples.print("print one that requires grad", torch::ones({2}, torch::requires_grad()));
}

inline void indexing(Samples& samples) {
  const auto add = [&](const std::string& name, const std::function<Tensor(const Tensor&)>& body) {
    for (const std::vector<std::int64_t>& sizes :
         std::vector<std::vector<std::int64_t>>{{}, {4}, {3, 4}, {2, 3, 4}, {0, 3}})
      samples.add("index " + name + " rank " + std::to_string(sizes.size()), [&](std::ostream& out) {
        const Tensor result = body(counted(sizes));
        out << result << result.sizes();
      });
  };
  const Tensor mask = torch::tensor({true, false, true});
  const Tensor places = torch::tensor({0, -1, 1});
  const Tensor square = torch::tensor({{0, 1}, {1, 0}});
  add("integer", [](const Tensor& t) { return t.index({1}); });
  add("negative", [](const Tensor& t) { return t.index({-1}); });
  add("too big", [](const Tensor& t) { return t.index({100}); });
  add("ellipsis", [](const Tensor& t) { return t.index({"..."}); });
  add("none", [](const Tensor& t) { return t.index({None}); });
  add("none twice", [](const Tensor& t) { return t.index({None, Ellipsis, None}); });
  add("slice", [](const Tensor& t) { return t.index({Slice(1, 3)}); });
  add("open slice", [](const Tensor& t) { return t.index({Slice(1, None)}); });
  add("slice from the end", [](const Tensor& t) { return t.index({Slice(None, -1)}); });
  add("step", [](const Tensor& t) { return t.index({Slice(None, None, 2)}); });
  add("backwards", [](const Tensor& t) { return t.index({Slice(None, None, -1)}); });
  add("empty slice", [](const Tensor& t) { return t.index({Slice(3, 1)}); });
  add("true", [](const Tensor& t) { return t.index({true}); });
  add("false", [](const Tensor& t) { return t.index({false}); });
  add("true within", [](const Tensor& t) { return t.index({0, true}); });
  add("last column", [](const Tensor& t) { return t.index({Ellipsis, -1}); });
  add("ellipsis and slices", [](const Tensor& t) { return t.index({Ellipsis, Slice(1, 3), None}); });
  add("places", [&](const Tensor& t) { return t.index({places}); });
  add("square", [&](const Tensor& t) { return t.index({square}); });
  add("places behind", [&](const Tensor& t) { return t.index({Ellipsis, places}); });
  add("places twice", [&](const Tensor& t) { return t.index({places, places}); });
  add("places apart", [&](const Tensor& t) {
    return t.index({torch::tensor({0, 1}), Slice(), torch::tensor({1, 0})});
  });
  add("places broadcast", [&](const Tensor& t) {
    return t.index({torch::tensor({{0}, {1}}), torch::tensor({0, 1, 2})});
  });
  add("places that do not broadcast", [&](const Tensor& t) { return t.index({torch::tensor({0, 1}), places}); });
  add("places and integer", [&](const Tensor& t) { return t.index({1, places}); });
  add("places and none", [&](const Tensor& t) { return t.index({places, None}); });
  add("places out of range", [](const Tensor& t) { return t.index({torch::tensor({7})}); });
  add("number tensor", [](const Tensor& t) { return t.index({torch::tensor(1)}); });
  add("truth tensor", [](const Tensor& t) { return t.index({torch::tensor(true)}); });
  add("floating tensor", [](const Tensor& t) { return t.index({torch::tensor({1.0})}); });
  add("mask", [&](const Tensor& t) { return t.index({mask}); });
  add("mask behind", [&](const Tensor& t) { return t.index({Slice(), mask}); });
  add("mask of all", [](const Tensor& t) { return t.index({t > 2}); });
  add("mask and places", [&](const Tensor& t) { return t.index({mask, torch::tensor({0, 1})}); });
  add("no places", [](const Tensor& t) { return t.index({torch::empty({0}, torch::kLong)}); });
  add("nothing", [](const Tensor& t) { return t.index(std::vector<at::indexing::TensorIndex>()); });
  add("brackets", [](const Tensor& t) { return t[0]; });
  add("brackets twice", [](const Tensor& t) { return t[1][2]; });
  add("tensor in brackets", [](const Tensor& t) { return t[torch::tensor(1)]; });
  add("a list", [&](const Tensor& t) {
    return t.index(torch::List<torch::optional<Tensor>>({places, torch::optional<Tensor>()}));
  });
  add("nonzero", [](const Tensor& t) { return t.nonzero(); });
  add("masked_select", [](const Tensor& t) { return t.masked_select(t > 1); });

  const auto put = [&](const std::string& name, const std::function<void(Tensor&)>& body) {
    add("put " + name, [&](const Tensor& t) {
      Tensor copy = t.clone();
      body(copy);
      return copy;
    });
  };
  put("number", [](Tensor& t) { t.index_put_({0}, 50); });
  put("number everywhere", [](Tensor& t) { t.index_put_({Ellipsis}, 50); });
  put("slice", [](Tensor& t) { t.index_put_({Slice(1, 3)}, torch::tensor(9)); });
  put("ones in front", [](Tensor& t) { t.index_put_({Slice(0, 2)}, torch::ones({1, 1, 1, 1}, torch::kLong)); });
  put("mask", [](Tensor& t) { t.index_put_({t > 3}, -1); });
  put("places", [&](Tensor& t) { t.index_put_({places}, 70); });
  put("row", [&](Tensor& t) { t.index_put_({places}, torch::tensor({10, 20, 30, 40})); });
  put("floats", [&](Tensor& t) { t.index_put_({places}, torch::tensor({0.5})); });
  put("true", [](Tensor& t) { t.index_put_({true}, 5); });
  put("false", [](Tensor& t) { t.index_put_({false}, 5); });
  put("none", [](Tensor& t) { t.index_put_({None}, 5); });
  put("too many values", [&](Tensor& t) { t.index_put_({places}, counted({5, 5})); });
  put("accumulate", [&](Tensor& t) {
    t.index_put_(torch::List<torch::optional<Tensor>>({torch::tensor({1, 1, 0})}), torch::tensor(100), true);
  });
  put("brackets", [](Tensor& t) { t[0] = 8; });
  put("brackets with a tensor", [](Tensor& t) { t[1] = torch::tensor(6); });
  put("brackets added to", [](Tensor& t) { t[1] += 6; });
  add("put elsewhere", [&](const Tensor& t) {
    return t.index_put(torch::List<torch::optional<Tensor>>({torch::tensor({0})}), torch::tensor(6));
  });
  samples.add("indices as text", [&](std::ostream& out) {
    out << std::vector<at::indexing::TensorIndex>{1, true, None, Ellipsis, Slice(1, 2), Slice(), places};
  });
}

inline void arithmetic(Samples& samples) {
  const std::vector<std::pair<std::string, Tensor>> operands{
      {"float32", torch::tensor({1.5, -2.0, 0.0, 4.0})},
      {"float64", torch::tensor({1.5, -2.0, 0.0, 4.0}, torch::kDouble)},
      {"int64", torch::tensor({1, -2, 0, 4})},
      {"bool", torch::tensor({true, false, true, true})},
      {"float32 alone", torch::tensor(2.5)},
      {"int64 alone", torch::tensor(3)},
  };
  for (const auto& [name, t] : operands) {
    const Tensor& a = t;
    const auto add = [&, &name = name](const std::string& what, const std::function<Tensor()>& body) {
      samples.add(what + " of " + name, [&](std::ostream& out) { out << body(); });
    };
    add("+ 1", [&] { return a + 1; });
    add("+ 1.5", [&] { return a + 1.5; });
    add("1 +", [&] { return 1 + a; });
    add("- 2", [&] { return a - 2; });
    add("2.5 -", [&] { return 2.5 - a; });
    add("* 2", [&] { return a * 2; });
    add("0.5 *", [&] { return 0.5 * a; });
    add("/ 2", [&] { return a / 2; });
    add("1 /", [&] { return 1 / a; });
    add("negated", [&] { return -a; });
    add("== 0", [&] { return a == 0; });
    add("!= 0", [&] { return a != 0; });
    add("< 1", [&] { return a < 1; });
    add("<= 1", [&] { return a <= 1; });
    add("> 1.5", [&] { return a > 1.5; });
    add(">= 1.5", [&] { return a >= 1.5; });
    add("2 <", [&] { return 2 < a; });
    add("2 >=", [&] { return 2 >= a; });
    add("== itself", [&] { return a == a; });
    add("!= another", [&] { return a != a * 2; });
    add("<= another", [&] { return a <= a * 2; });
    add(">= another", [&] { return a >= a * 2; });
    add("> another", [&] { return a > a * 2; });
    add("+= 1", [&] {
      Tensor b = a.clone();
      b += 1;
      return b;
    });
    add("-= 1.5", [&] {
      Tensor b = a.clone();
      b -= 1.5;
      return b;
    });
    add("*= 3", [&] {
      Tensor b = a.clone();
      b *= 3;
      return b;
    });
    add("/= 2", [&] {
      Tensor b = a.clone();
      b /= 2;
      return b;
    });
    add("the mean", [&] { return a.mean(); });
    add("the sign", [&] { return a.sign(); });
    add("isclose", [&] { return at::isclose(a, a + 0); });
    add("flatten", [&] { return at::flatten(a); });
    samples.add("the text of " + name, [&](std::ostream& out) { out << a.toString() << ' ' << a.is_signed(); });
  }
  const Tensor p = torch::tensor({true, true, false, false});
  const Tensor q = torch::tensor({true, false, true, false});
  samples.print("truth &", p & q);
  samples.print("truth |", p | q);
  samples.print("truth ^", p ^ q);
  samples.print("truth ~", ~p);
  const double inf = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Tensor odd = torch::tensor({1.0, inf, -inf, nan, 0.0});
  samples.print("odd <=", odd <= odd);
  samples.print("odd !=", odd != odd);
  samples.print("odd isclose", torch::isclose(odd, odd));
  samples.print("odd isclose with nan", torch::isclose(odd, odd, 1e-5, 1e-8, true));
  samples.print("odd isclose to others", torch::isclose(odd, torch::tensor({1.000001, -inf, -inf, 0.0, 1e-9})));
  samples.print("isinf", torch::isinf(odd));
  samples.print("isnan", torch::isnan(odd));
  samples.add("equal", [&](std::ostream& out) {
    out << torch::equal(odd, odd) << torch::equal(p, p) << torch::equal(p, q) << torch::equal(p, p.reshape({2, 2}))
        << torch::allclose(odd, odd) << torch::allclose(odd, odd, 1e-5, 1e-8, true);
  });
  samples.add("equal of other dtypes", [&](std::ostream& out) { out << torch::equal(p, odd); });
  samples.add("allclose of other dtypes", [&](std::ostream& out) { out << torch::allclose(p, odd); });
  samples.add("items", [&](std::ostream& out) {
    const Tensor t = torch::tensor(3.75);
    out << t.item<float>() << ' ' << t.item<double>() << ' ' << t.item<int>() << ' ' << t.item<std::int64_t>() << ' '
        << t.item<bool>() << ' ' << t.item().toInt() << ' ' << t.is_nonzero() << ' ' << odd.item<float>();
  });
}

inline void literals(Samples& samples) {
  samples.print("literal number", torch::tensor(1));
  samples.print("literal float", torch::tensor(1.5f));
  samples.print("literal truth", torch::tensor(true));
  samples.print("literal empty", torch::tensor({}));
  samples.print("literal empty lists", torch::tensor({{}, {}}));
  samples.print("literal list", torch::tensor({1, 2, 3}));
  samples.print("literal floats", torch::tensor({1.0, 2.5}));
  samples.print("literal lists", torch::tensor({{1, 2}, {3, 4}}));
  samples.print("literal deep", torch::tensor({{{1.0, 2.0}}, {{3.0, 4.0}}}));
  samples.print("literal dtype", torch::tensor({1, 2, 3}, torch::kDouble));
  samples.print("literal dtype of numbers", torch::tensor({1.9, -1.9}, torch::kLong));
  samples.print("literal vector", torch::tensor(std::vector<std::int64_t>{5, 6}));
  samples.print("literal vector of doubles",
                torch::tensor(std::vector<double>{0.1, 0.2}, torch::dtype(torch::kDouble)));
  samples.add("literal ragged", [](std::ostream& out) { out << torch::tensor({{1, 2}, {3}}); });
  samples.add("literal mixed", [](std::ostream& out) { out << torch::tensor({{1, 2}, {3.0, 4.0}}); });
  samples.add("literal requires grad",
              [](std::ostream& out) { out << torch::tensor({1.0}, torch::requires_grad()).requires_grad(); });
  samples.print("eye", torch::eye(3));
  samples.print("eye 2 3", torch::eye(2, 3, torch::kLong));
  samples.print("eye 3 1", torch::eye(3, 1));
  samples.print("linspace", torch::linspace(0, 1, 7));
  samples.print("linspace down", torch::linspace(3, -2, 6, torch::kDouble));
  samples.print("linspace one", torch::linspace(3, 4, 1));
  samples.print("linspace none", torch::linspace(3, 4, 0));
  samples.print("scalar_tensor", torch::scalar_tensor(3));
  samples.print("scalar_tensor int64", torch::scalar_tensor(3, torch::kLong));
  samples.print("zeros_like double", torch::zeros_like(torch::ones({2, 3}), torch::kDouble));
  samples.print("full_like", torch::full_like(torch::ones({2, 3}, torch::kLong), 7));
  samples.add("full_like of a transposed one", [](std::ostream& out) {
    out << torch::full_like(torch::ones({2, 3}).t(), 2.5, torch::kDouble).strides() << torch::scalar_tensor(true);
  });
  samples.add("clamp out", [](std::ostream& out) {
    Tensor to = torch::empty({0});
    const Tensor t = torch::tensor({1.0, -2.0, 3.0});
    torch::clamp_out(to, t, t.neg(), torch::tensor(2.0));
    out << to << torch::clamp_min_out(to, t, torch::zeros({3})) << torch::clamp_max_out(to, t, torch::zeros({3}));
  });
  samples.add("like requires grad", [](std::ostream& out) {
    out << torch::ones_like(torch::ones({2}), torch::requires_grad()).requires_grad();
  });
  samples.add("random", [](std::ostream& out) {
    for (const std::int64_t count : {3, 15}) {
      torch::manual_seed(3);
      out << torch::randn(count, torch::kDouble) << torch::randn(count);
    }
    torch::manual_seed(4);
    out << torch::randint(10, {7}) << torch::randint(-5, 5, {2, 3}) << torch::randperm(9);
  });
  samples.add("flatten", [](std::ostream& out) {
    const Tensor t = counted({2, 3, 4});
    out << t.flatten().sizes() << t.flatten(1).sizes() << t.flatten(0, 1).sizes() << t.flatten(-2, -1).sizes()
        << t.flatten(1, 1).sizes() << t[0][0][0].flatten().sizes();
  });
  samples.add("from_blob", [](std::ostream& out) {
    std::vector<double> numbers{1, 2, 3, 4, 5, 6};
    int deleted = 0;
    {
      const Tensor t = torch::from_blob(
          numbers.data(), {2, 3}, [&](void* data) { deleted += data == numbers.data(); }, torch::kDouble);
      out << t << torch::from_blob(numbers.data(), {3}, {2}, torch::kDouble) << deleted;
    }
    out << deleted;
  });
  samples.add("accessors", [](std::ostream& out) {
    const Tensor t = torch::tensor({{1.5, 2.5}, {3.5, 4.5}}).t();
    auto a = t.accessor<float, 2>();
    auto p = t.packed_accessor64<float, 2>();
    out << a[0][1] << ' ' << a[1][0] << ' ' << a[1].size(0) << ' ' << a.stride(0) << ' ' << p[0][1] << ' ' << p.size(1);
    a[0][0] = 9;
    out << t;
  });
  samples.add("an accessor of another rank", [](std::ostream& out) {
    const Tensor t = torch::ones({2, 2});
    out << t.accessor<float, 1>().size(0);
  });
  samples.add("an accessor of another dtype", [](std::ostream& out) {
    const Tensor t = torch::ones({2, 2});
    out << t.accessor<double, 2>().size(0);
  });
}

struct NetImpl : torch::nn::Cloneable<NetImpl> {
  explicit NetImpl(std::int64_t n) : n_(n) { reset(); }
  void reset() override {
    weight = register_parameter("weight", torch::ones({n_, n_}));
    bias = register_parameter("bias", torch::zeros({n_}), false);
    absent = register_parameter("absent", Tensor(), false);
    count = register_buffer("count", torch::zeros({}, torch::kLong));
  }
  Tensor forward(const Tensor& x) { return x.mm(weight) + bias; }
  Tensor weight, bias, absent, count;
  std::int64_t n_;
};
TORCH_MODULE(Net);

struct Pair : torch::nn::Module {
  Pair() : torch::nn::Module("Pair") {
    first = register_module("first", Net(2));
    second = register_module("second", Net(3));
    scale = register_parameter("scale", torch::ones({1}));
  }
  Net first{nullptr}, second{nullptr};
  Tensor scale;
};

inline void modules(Samples& samples) {
  const auto names = [](std::ostream& out, const auto& items) {
    for (const auto& item : items) out << item.key() << ' ';
    out << '\n';
  };
  samples.add("module names", [&](std::ostream& out) {
    const auto pair = std::make_shared<Pair>();
    names(out, pair->named_parameters());
    names(out, pair->named_parameters(false));
    names(out, pair->named_buffers());
    names(out, pair->named_children());
    names(out, pair->named_modules());
    names(out, pair->named_modules("top"));
    names(out, pair->named_modules("top", false));
    out << pair->parameters().size() << pair->buffers().size() << pair->modules().size() << pair->children().size();
    out << *pair;
  });
  samples.add("module modes", [&](std::ostream& out) {
    Pair pair;
    pair.eval();
    out << pair.is_training() << pair.first->is_training();
    pair.first->train();
    out << pair.is_training() << pair.first->is_training() << pair.second->is_training();
    pair.to(torch::kDouble);
    out << pair.scale.scalar_type() << pair.first->weight.scalar_type() << pair.first->count.scalar_type()
        << pair.scale.requires_grad();
  });
  samples.add("module gradients", [&](std::ostream& out) {
    Pair pair;
    (pair.first(torch::ones({1, 2})).sum() * pair.scale).sum().backward();
    out << pair.scale.grad() << pair.first->weight.grad() << pair.second->weight.grad().defined();
    pair.zero_grad(false);
    out << pair.scale.grad();
    pair.zero_grad(true);
    out << pair.scale.grad().defined();
  });
  samples.add("module clone", [&](std::ostream& out) {
    Net net(2);
    torch::NoGradGuard quiet;
    net->weight[0][0] = 7;
    const auto copy = std::dynamic_pointer_cast<NetImpl>(net->clone());
    net->weight[0][1] = 8;
    out << copy->weight << copy->weight.requires_grad() << copy->bias.requires_grad();
  });
  samples.add("module without clone", [&](std::ostream&) { Pair().clone(); });
  samples.add("module on the stack", [&](std::ostream&) { Pair().modules(); });
  samples.add("module name twice", [&](std::ostream&) { Pair().register_buffer("scale", Tensor()); });
  samples.add("module parameter twice", [&](std::ostream&) { Pair().register_parameter("scale", Tensor()); });
  samples.add("module dotted", [&](std::ostream&) { Pair().register_parameter("a.b", Tensor()); });
  samples.add("module without a name", [&](std::ostream&) { Pair().register_buffer("", Tensor()); });
  samples.add("empty holder", [&](std::ostream& out) {
    Net net(nullptr);
    out << net.is_empty() << static_cast<bool>(net);
    net->train();
  });
  samples.add("module as", [&](std::ostream& out) {
    const auto pair = std::make_shared<Pair>();
    const std::shared_ptr<torch::nn::Module> child = pair->children()[0];
    out << (child->as<Net>() == pair->first.get()) << (child->as<NetImpl>() != nullptr)
        << (child->as<Pair>() != nullptr);
    pair->unregister_module("first");
    names(out, pair->named_modules());
    pair->replace_module("second", Net(4));
    out << pair->named_parameters()["second.weight"].sizes();
    pair->replace_module("first", Net(4));
  });
}

inline std::vector<Sample> all() {
  Samples samples;
  printing(samples);
  indexing(samples);
  arithmetic(samples);
  literals(samples);
  modules(samples);
  return samples.all();
}

// Returns a sample as one line: the name, a tab, and the printed text with line ends as "\n".
inline std::string as_line(const Sample& sample) {
  std::string out = sample.name + '\t';
  for (const char c : sample.printed) out += c == '\n' ? std::string("\\n") : std::string(1, c);
  return out;
}

}  // namespace api_samples
