// Compares normalisations with their definition: (x - mean) / sqrt(variance + eps) over groups of elements, times a
// weight, plus a bias.
#include <cmath>

#include "tests/definitions/families.h"

namespace modecheck::definitions {
namespace {

using Groups = std::function<std::size_t(const Index&)>;  // returns the number of the group that an element belongs to

struct Moments {
  std::vector<double> mean;
  std::vector<double> variance;  // biased: the sum of squares is divided by `count`
  std::vector<double> count;
};

Moments moments(const Array& x, std::size_t groups, const Groups& group) {
  Moments out{std::vector<double>(groups), std::vector<double>(groups), std::vector<double>(groups)};
  each_index(x.sizes, [&](const Index& i) {
    out.mean[group(i)] += x[i];
    out.count[group(i)] += 1;
  });
  for (std::size_t g = 0; g < groups; ++g) out.mean[g] /= out.count[g];
  each_index(x.sizes, [&](const Index& i) {
    const double distance = x[i] - out.mean[group(i)];
    out.variance[group(i)] += distance * distance;
  });
  for (std::size_t g = 0; g < groups; ++g) out.variance[g] /= out.count[g];
  return out;
}

// Normalises each element by the moments of its group. `parameter` returns the index of the weight and the bias for an
// element.
Array normalised(const Array& x, const Moments& m, const Groups& group, double eps, const Groups& parameter,
                 const Array* weight, const Array* bias) {
  Array out = x;
  each_index(x.sizes, [&](const Index& i) {
    const std::size_t p = parameter(i);
    out[i] =
        (x[i] - m.mean[group(i)]) / std::sqrt(m.variance[group(i)] + eps) * (weight == nullptr ? 1 : weight->at[p]) +
        (bias == nullptr ? 0 : bias->at[p]);
  });
  return out;
}

// Says whether a call has a weight and a bias. They are the arguments after the input, in this order.
struct Parameters {
  bool weight;
  bool bias;

  Arrays with(const Array& input, const Sizes& sizes) const {
    Arrays out{input};
    if (weight) out.push_back(positive(sizes, 5));
    if (bias) out.push_back(real(sizes, 6));
    return out;
  }
  std::size_t count() const { return (weight ? 1u : 0u) + (bias ? 1u : 0u); }
  const Array* weight_of(const Arrays& in) const { return weight ? &in[1] : nullptr; }
  const Array* bias_of(const Arrays& in) const { return bias ? &in[weight ? 2 : 1] : nullptr; }
  c10::optional<at::Tensor> weight_of(const Tensors& in) const {
    return weight ? c10::optional<at::Tensor>(in[1]) : c10::optional<at::Tensor>();
  }
  c10::optional<at::Tensor> bias_of(const Tensors& in) const {
    return bias ? c10::optional<at::Tensor>(in[weight ? 2 : 1]) : c10::optional<at::Tensor>();
  }
};
constexpr Parameters kParameters[] = {{false, false}, {true, true}, {true, false}, {false, true}};

void layers(Judge& judge) {
  const std::pair<Sizes, Sizes> samples[] = {{{2, 5}, {5}}, {{2, 3, 2}, {3, 2}}, {{6}, {6}},      {{2, 1, 4}, {4}},
                                             {{0, 4}, {4}}, {{3, 1}, {1}},       {{40, 50}, {50}}};
  for (const auto& [sizes, over] : samples)
    for (const Parameters& parameters : kParameters) {
      std::int64_t elements = product(over);
      const Groups group = [elements, all = sizes](const Index& i) {
        return Array(all).place(i) / static_cast<std::size_t>(elements);
      };
      const Groups parameter = [elements, all = sizes](const Index& i) {
        return Array(all).place(i) % static_cast<std::size_t>(elements);
      };
      // A group of one element has variance zero, so eps alone decides the result.
      const double eps = elements == 1 ? 0.1 : 1e-2;
      judge(
          "layer_norm(Tensor,IntArrayRef,optional<Tensor>,optional<Tensor>,double,bool)",
          parameters.with(real(sizes, 2), over),
          [=, over = over](const Tensors& in) {
            return Tensors{at::layer_norm(in[0], over, parameters.weight_of(in), parameters.bias_of(in), eps)};
          },
          [=](const Arrays& in) {
            const auto groups = static_cast<std::size_t>(in[0].numel() / elements);
            return Arrays{normalised(in[0], moments(in[0], groups, group), group, eps, parameter,
                                     parameters.weight_of(in), parameters.bias_of(in))};
          },
          {.slack = 10});
    }
}

void groups_of_channels(Judge& judge) {
  struct Sample {
    Sizes sizes;
    std::int64_t groups;
  };
  for (const Sample& sample : {Sample{{2, 4, 3}, 2}, Sample{{2, 4}, 2}, Sample{{1, 6, 2, 2}, 3}, Sample{{2, 3, 4}, 1},
                               Sample{{0, 4, 2}, 2}, Sample{{3, 8, 5, 5}, 4}})
    for (const Parameters& parameters : kParameters) {
      const std::int64_t channels = sample.sizes[1];
      const std::int64_t each = channels / sample.groups;
      const Groups group = [=, groups = sample.groups](const Index& i) {
        return static_cast<std::size_t>(i[0] * groups + i[1] / each);
      };
      judge(
          "group_norm(Tensor,int64_t,optional<Tensor>,optional<Tensor>,double,bool)",
          parameters.with(real(sample.sizes, 2), {channels}),
          [=](const Tensors& in) {
            // group_norm requires a contiguous input.
            return Tensors{at::group_norm(in[0].contiguous(), sample.groups, parameters.weight_of(in),
                                          parameters.bias_of(in), 1e-2)};
          },
          [=](const Arrays& in) {
            const auto groups = static_cast<std::size_t>(in[0].size(0) * sample.groups);
            return Arrays{normalised(
                in[0], moments(in[0], groups, group), group, 1e-2,
                [](const Index& i) { return static_cast<std::size_t>(i[1]); }, parameters.weight_of(in),
                parameters.bias_of(in))};
          },
          {.slack = 10});
    }
}

// Updates the running statistics with `momentum`. The running variance receives the unbiased variance.
void move_towards(const Moments& m, double momentum, std::size_t channels, Array& mean, Array& variance) {
  const std::size_t instances = m.mean.size() / channels;
  for (std::size_t c = 0; c < channels; ++c) {
    double new_mean = 0;
    double new_variance = 0;
    for (std::size_t n = 0; n < instances; ++n) {
      const std::size_t g = n * channels + c;
      new_mean += m.mean[g] / static_cast<double>(instances);
      new_variance += m.variance[g] * m.count[g] / (m.count[g] - 1) / static_cast<double>(instances);
    }
    mean.at[c] += momentum * (new_mean - mean.at[c]);
    variance.at[c] += momentum * (new_variance - variance.at[c]);
  }
}

std::size_t channel(const Index& i) { return static_cast<std::size_t>(i[1]); }

void batches(Judge& judge) {
  constexpr double kMomentum = 0.25;
  constexpr double kEps = 1e-2;
  for (const Sizes& sizes :
       {Sizes{3, 2}, Sizes{2, 3, 2}, Sizes{2, 2, 2, 2}, Sizes{1, 2, 3}, Sizes{2, 1, 2, 1, 2}, Sizes{30, 5, 8}})
    for (const Parameters& parameters : kParameters)
      for (const bool training : {true, false})
        for (const bool running : {true, false}) {
          if (!training && !running) continue;
          const std::int64_t channels = sizes[1];
          Arrays arguments = parameters.with(real(sizes, 2), {channels});
          const std::size_t at_running = 1 + parameters.count();
          if (running) {
            // Training writes the running statistics, and no gradient flows to them.
            arguments.push_back(real({channels}, 8).constant());
            arguments.push_back(positive({channels}, 9).constant());
          }
          const Definition definition = [=](const Arrays& in) {
            const Groups group = channel;
            Moments m = moments(in[0], static_cast<std::size_t>(channels), group);
            Arrays written;
            if (running) {
              written = {in[at_running], in[at_running + 1]};
              if (training) {
                move_towards(m, kMomentum, static_cast<std::size_t>(channels), written[0], written[1]);
              } else {
                m.mean = in[at_running].at;
                m.variance = in[at_running + 1].at;
              }
            }
            Arrays out{normalised(in[0], m, group, kEps, channel, parameters.weight_of(in), parameters.bias_of(in))};
            out.insert(out.end(), written.begin(), written.end());
            return out;
          };
          const auto call_of = [=](const auto& function) {
            return [=](const Tensors& in) {
              Tensors written;
              c10::optional<at::Tensor> mean;
              c10::optional<at::Tensor> variance;
              if (running) {
                written = {in[at_running].clone(), in[at_running + 1].clone()};
                mean = written[0];
                variance = written[1];
              }
              Tensors out{function(in[0], parameters.weight_of(in), parameters.bias_of(in), mean, variance)};
              out.insert(out.end(), written.begin(), written.end());
              return out;
            };
          };
          using Maybe = c10::optional<at::Tensor>;
          judge(
              "batch_norm(Tensor,optional<Tensor>,optional<Tensor>,optional<Tensor>,optional<Tensor>,bool,double,"
              "double,bool)",
              arguments,
              call_of([=](const at::Tensor& x, const Maybe& w, const Maybe& b, const Maybe& m, const Maybe& v) {
                return at::batch_norm(x, w, b, m, v, training, kMomentum, kEps, false);
              }),
              definition, {.slack = 10});
          judge(
              "native_batch_norm(Tensor,optional<Tensor>,optional<Tensor>,optional<Tensor>,optional<Tensor>,bool,"
              "double,double)",
              arguments,
              call_of([=](const at::Tensor& x, const Maybe& w, const Maybe& b, const Maybe& m, const Maybe& v) {
                return std::get<0>(at::native_batch_norm(x, w, b, m, v, training, kMomentum, kEps));
              }),
              definition, {.slack = 10});
        }
  // native_batch_norm also returns the statistics of the batch, which are compared here.
  judge(
      "native_batch_norm(Tensor,optional<Tensor>,optional<Tensor>,optional<Tensor>,optional<Tensor>,bool,double,"
      "double)",
      {real({3, 2, 2})},
      [](const Tensors& in) {
        const auto all = at::native_batch_norm(in[0], {}, {}, {}, {}, true, 0.1, kEps);
        return Tensors{std::get<1>(all), std::get<2>(all)};
      },
      [](const Arrays& in) {
        const Moments m = moments(in[0], 2, channel);
        Array mean({2});
        Array reciprocal({2});
        for (std::size_t c = 0; c < 2; ++c) {
          mean.at[c] = m.mean[c];
          reciprocal.at[c] = 1 / std::sqrt(m.variance[c] + kEps);
        }
        return Arrays{mean.constant(), reciprocal.constant()};
      },
      {.first = false});
}

void instances(Judge& judge) {
  constexpr double kMomentum = 0.25;
  constexpr double kEps = 1e-2;
  for (const Sizes& sizes : {Sizes{2, 3, 4}, Sizes{1, 2, 2, 2}, Sizes{2, 2, 3, 1, 2}, Sizes{4, 6, 40}})
    for (const Parameters& parameters : {kParameters[0], kParameters[1]})
      for (const bool use_input : {true, false})
        for (const bool running : {true, false}) {
          if (!use_input && !running) continue;
          const std::int64_t channels = sizes[1];
          Arrays arguments = parameters.with(real(sizes, 2), {channels});
          const std::size_t at_running = 1 + parameters.count();
          if (running) {
            arguments.push_back(real({channels}, 8).constant());
            arguments.push_back(positive({channels}, 9).constant());
          }
          judge(
              "instance_norm(Tensor,optional<Tensor>,optional<Tensor>,optional<Tensor>,optional<Tensor>,bool,double,"
              "double,bool)",
              arguments,
              [=](const Tensors& in) {
                Tensors written;
                c10::optional<at::Tensor> mean;
                c10::optional<at::Tensor> variance;
                if (running) {
                  written = {in[at_running].clone(), in[at_running + 1].clone()};
                  mean = written[0];
                  variance = written[1];
                }
                Tensors out{at::instance_norm(in[0], parameters.weight_of(in), parameters.bias_of(in), mean, variance,
                                              use_input, kMomentum, kEps, false)};
                out.insert(out.end(), written.begin(), written.end());
                return out;
              },
              [=](const Arrays& in) {
                const auto count = static_cast<std::size_t>(channels);
                const Groups group = [=](const Index& i) {
                  return static_cast<std::size_t>(i[0]) * count + channel(i);
                };
                const std::size_t groups = static_cast<std::size_t>(in[0].size(0)) * count;
                Moments m = moments(in[0], groups, group);
                Arrays written;
                if (running) {
                  written = {in[at_running], in[at_running + 1]};
                  if (use_input) {
                    move_towards(m, kMomentum, count, written[0], written[1]);
                  } else {
                    for (std::size_t g = 0; g < groups; ++g) {
                      m.mean[g] = in[at_running].at[g % count];
                      m.variance[g] = in[at_running + 1].at[g % count];
                    }
                  }
                }
                Arrays out{
                    normalised(in[0], m, group, kEps, channel, parameters.weight_of(in), parameters.bias_of(in))};
                out.insert(out.end(), written.begin(), written.end());
                return out;
              },
              {.slack = 10});
        }
}

}  // namespace

void normalization(Judge& judge) {
  layers(judge);
  groups_of_channels(judge);
  batches(judge);
  instances(judge);
}

}  // namespace modecheck::definitions
