// Compares functions of windows over images with their definitions: convolution, transposed convolution, max pooling
// and average pooling.
#include <cmath>
#include <limits>

#include "tests/definitions/families.h"

namespace modecheck::definitions {
namespace {

struct Geometry {
  Index stride;
  Index padding;
  Index dilation;
  Index output_padding;
  std::int64_t groups = 1;
};

// At output position `out`, element k of the window is input element `out * stride - padding + k * dilation`. A
// convolution reads that input element; a transposed convolution adds to it.
Array convolution_of(const Array& x, const Array& weight, const Array* bias, const Geometry& g) {
  const std::size_t spatial = g.stride.size();
  Sizes sizes{x.size(0), weight.size(0)};
  for (std::size_t d = 0; d < spatial; ++d)
    sizes.push_back((x.sizes[2 + d] + 2 * g.padding[d] - g.dilation[d] * (weight.sizes[2 + d] - 1) - 1) / g.stride[d] +
                    1);
  Array out(sizes);
  const std::int64_t out_per_group = weight.size(0) / g.groups;
  const std::int64_t in_per_group = weight.size(1);
  each_index(sizes, [&](const Index& o) {
    double sum = bias == nullptr ? 0 : (*bias)[o[1]];
    each_index(weight.sizes, [&](const Index& k) {
      if (k[0] != o[1]) return;
      Index from{o[0], o[1] / out_per_group * in_per_group + k[1]};
      for (std::size_t d = 0; d < spatial; ++d) {
        const std::int64_t place = o[2 + d] * g.stride[d] - g.padding[d] + k[2 + d] * g.dilation[d];
        if (place < 0 || place >= x.sizes[2 + d]) return;
        from.push_back(place);
      }
      sum += x[from] * weight[k];
    });
    out[o] = sum;
  });
  return out;
}

Array transposed_of(const Array& x, const Array& weight, const Array* bias, const Geometry& g) {
  const std::size_t spatial = g.stride.size();
  const std::int64_t out_per_group = weight.size(1);
  const std::int64_t in_per_group = x.size(1) / g.groups;
  Sizes sizes{x.size(0), out_per_group * g.groups};
  for (std::size_t d = 0; d < spatial; ++d)
    sizes.push_back((x.sizes[2 + d] - 1) * g.stride[d] - 2 * g.padding[d] + g.dilation[d] * (weight.sizes[2 + d] - 1) +
                    g.output_padding[d] + 1);
  Array out(sizes);
  if (bias != nullptr) each_index(sizes, [&](const Index& o) { out[o] = (*bias)[o[1]]; });
  each_index(x.sizes, [&](const Index& i) {
    each_index(weight.sizes, [&](const Index& k) {
      if (k[0] != i[1]) return;
      Index to{i[0], i[1] / in_per_group * out_per_group + k[1]};
      for (std::size_t d = 0; d < spatial; ++d) {
        const std::int64_t place = i[2 + d] * g.stride[d] - g.padding[d] + k[2 + d] * g.dilation[d];
        if (place < 0 || place >= sizes[2 + d]) return;
        to.push_back(place);
      }
      out[to] += x[i] * weight[k];
    });
  });
  return out;
}

// Applies `f`, which needs a batch dimension. An image without a batch dimension is treated as a batch of one.
Array batched(const Array& x, std::size_t spatial, const std::function<Array(const Array&)>& f) {
  if (x.sizes.size() == spatial + 2) return f(x);
  Array one = x;
  one.sizes.insert(one.sizes.begin(), 1);
  Array out = f(one);
  out.sizes.erase(out.sizes.begin());
  return out;
}

struct Sample {
  Sizes input;
  Sizes weight;
  bool bias;
  Geometry geometry;
};

void convolutions(Judge& judge) {
  const std::vector<Sample> samples = {
      {{2, 2, 5}, {3, 2, 3}, true, {{1}, {0}, {1}, {0}}},
      {{2, 4, 6}, {4, 2, 2}, false, {{2}, {1}, {2}, {0}, 2}},
      {{2, 5}, {3, 2, 2}, true, {{1}, {1}, {1}, {0}}},
      {{0, 2, 5}, {3, 2, 3}, true, {{1}, {0}, {1}, {0}}},
      {{3, 4, 200}, {5, 4, 7}, true, {{3}, {2}, {2}, {0}}},
      {{1, 2, 4, 3}, {2, 2, 2, 3}, true, {{1, 1}, {0, 0}, {1, 1}, {0, 0}}},
      {{1, 2, 4, 4}, {2, 1, 2, 2}, false, {{2, 1}, {1, 0}, {1, 2}, {0, 0}, 2}},
      {{2, 3, 3}, {1, 2, 1, 1}, true, {{1, 1}, {0, 0}, {1, 1}, {0, 0}}},
      {{2, 3, 20, 17}, {4, 3, 3, 5}, true, {{1, 2}, {1, 2}, {1, 1}, {0, 0}}},
      {{1, 1, 3, 2, 3}, {2, 1, 2, 2, 2}, true, {{1, 1, 1}, {0, 0, 0}, {1, 1, 1}, {0, 0, 0}}},
      {{1, 2, 3, 3, 3}, {2, 1, 2, 1, 2}, false, {{1, 2, 1}, {1, 0, 1}, {2, 1, 1}, {0, 0, 0}, 2}},
  };
  for (const Sample& sample : samples) {
    Arrays arguments{real(sample.input, 2), real(sample.weight, 3)};
    if (sample.bias) arguments.push_back(real({sample.weight[0]}, 4));
    const Geometry g = sample.geometry;
    const std::size_t spatial = g.stride.size();
    const bool biased = sample.bias;
    const char* const name =
        spatial == 1   ? "conv1d(Tensor,Tensor,optional<Tensor>,IntArrayRef,IntArrayRef,IntArrayRef,int64_t)"
        : spatial == 2 ? "conv2d(Tensor,Tensor,optional<Tensor>,IntArrayRef,IntArrayRef,IntArrayRef,int64_t)"
                       : "conv3d(Tensor,Tensor,optional<Tensor>,IntArrayRef,IntArrayRef,IntArrayRef,int64_t)";
    judge(
        name, arguments,
        [=](const Tensors& in) {
          const c10::optional<at::Tensor> bias = biased ? c10::optional<at::Tensor>(in[2]) : c10::nullopt;
          return Tensors{spatial == 1   ? at::conv1d(in[0], in[1], bias, g.stride, g.padding, g.dilation, g.groups)
                         : spatial == 2 ? at::conv2d(in[0], in[1], bias, g.stride, g.padding, g.dilation, g.groups)
                                        : at::conv3d(in[0], in[1], bias, g.stride, g.padding, g.dilation, g.groups)};
        },
        [=](const Arrays& in) {
          return Arrays{batched(
              in[0], spatial, [&](const Array& x) { return convolution_of(x, in[1], biased ? &in[2] : nullptr, g); })};
        },
        {.slack = 10});
  }
}

void transposes(Judge& judge) {
  const std::vector<Sample> samples = {
      {{2, 2, 4}, {2, 3, 3}, true, {{1}, {0}, {1}, {0}}},
      {{1, 4, 4}, {4, 2, 2}, false, {{2}, {1}, {2}, {1}, 2}},
      {{2, 4}, {2, 1, 3}, true, {{2}, {0}, {1}, {0}}},
      {{2, 4, 60}, {4, 3, 5}, true, {{3}, {2}, {1}, {1}}},
      {{1, 2, 3, 2}, {2, 2, 2, 2}, true, {{1, 1}, {0, 0}, {1, 1}, {0, 0}}},
      {{1, 2, 2, 3}, {2, 1, 2, 3}, false, {{2, 1}, {1, 1}, {1, 1}, {1, 0}, 2}},
      {{2, 2, 2}, {2, 1, 2, 1}, true, {{1, 2}, {0, 0}, {1, 1}, {0, 1}}},
      {{1, 3, 9, 8}, {3, 4, 3, 3}, true, {{2, 1}, {1, 0}, {1, 2}, {0, 0}}},
      {{1, 1, 2, 2, 2}, {1, 2, 2, 2, 1}, true, {{1, 2, 1}, {0, 0, 0}, {1, 1, 1}, {0, 1, 0}}},
  };
  for (const Sample& sample : samples) {
    const Geometry g = sample.geometry;
    const std::size_t spatial = g.stride.size();
    const bool biased = sample.bias;
    Arrays arguments{real(sample.input, 2), real(sample.weight, 3)};
    if (biased) arguments.push_back(real({sample.weight[1] * g.groups}, 4));
    const char* const name =
        spatial == 1 ? "conv_transpose1d(Tensor,Tensor,optional<Tensor>,IntArrayRef,IntArrayRef,IntArrayRef,int64_t,"
                       "IntArrayRef)"
        : spatial == 2
            ? "conv_transpose2d(Tensor,Tensor,optional<Tensor>,IntArrayRef,IntArrayRef,IntArrayRef,int64_t,IntArrayRef)"
            : "conv_transpose3d(Tensor,Tensor,optional<Tensor>,IntArrayRef,IntArrayRef,IntArrayRef,int64_t,"
              "IntArrayRef)";
    judge(
        name, arguments,
        [=](const Tensors& in) {
          const c10::optional<at::Tensor> bias = biased ? c10::optional<at::Tensor>(in[2]) : c10::nullopt;
          const auto call = [&](auto function) {
            return function(in[0], in[1], bias, g.stride, g.padding, g.output_padding, g.groups, g.dilation);
          };
          const auto one = [](const auto&... a) { return at::conv_transpose1d(a...); };
          const auto two = [](const auto&... a) { return at::conv_transpose2d(a...); };
          const auto three = [](const auto&... a) { return at::conv_transpose3d(a...); };
          return Tensors{spatial == 1 ? call(one) : spatial == 2 ? call(two) : call(three)};
        },
        [=](const Arrays& in) {
          return Arrays{batched(in[0], spatial,
                                [&](const Array& x) { return transposed_of(x, in[1], biased ? &in[2] : nullptr, g); })};
        },
        {.slack = 10});
  }
}

// Holds the maximum of each window (NaN if the window contains a NaN), and its index in the image.
struct Largest {
  Array values;
  Array places;
};

Largest pooled(const Array& x, const Index& kernel, const Geometry& g, bool ceil) {
  const std::size_t spatial = kernel.size();
  const std::size_t before = x.sizes.size() - spatial;
  Sizes sizes(x.sizes.begin(), x.sizes.begin() + static_cast<std::ptrdiff_t>(before));
  for (std::size_t d = 0; d < spatial; ++d) {
    const std::int64_t length = x.sizes[before + d];
    const std::int64_t room = length + 2 * g.padding[d] - g.dilation[d] * (kernel[d] - 1) - 1;
    std::int64_t windows = (ceil ? room + g.stride[d] - 1 : room) / g.stride[d] + 1;
    // The last window must begin inside the image or inside the padding at its beginning.
    if (ceil && (windows - 1) * g.stride[d] >= length + g.padding[d]) --windows;
    sizes.push_back(windows);
  }
  Largest out{Array(sizes), Array(sizes, 0, Kind::Place)};
  each_index(sizes, [&](const Index& o) {
    double largest = -std::numeric_limits<double>::infinity();
    each_index(kernel, [&](const Index& k) {
      Index from(o.begin(), o.begin() + static_cast<std::ptrdiff_t>(before));
      for (std::size_t d = 0; d < spatial; ++d) {
        const std::int64_t place = o[before + d] * g.stride[d] - g.padding[d] + k[d] * g.dilation[d];
        if (place < 0 || place >= x.sizes[before + d]) return;
        from.push_back(place);
      }
      if (!(x[from] > largest) && !std::isnan(x[from])) return;
      largest = x[from];
      out.places[o] = static_cast<double>(from.back());
    });
    out.values[o] = largest;
  });
  return out;
}

void largest(Judge& judge) {
  struct Pool {
    Sizes input;
    Index kernel;
    Geometry geometry;
    bool ceil;
  };
  const std::vector<Pool> samples = {
      {{2, 2, 6}, {3}, {{1}, {0}, {1}, {}}, false},
      {{2, 7}, {2}, {{2}, {1}, {1}, {}}, true},
      {{1, 2, 7}, {2}, {{3}, {0}, {2}, {}}, true},
      {{3, 4, 100}, {5}, {{2}, {2}, {1}, {}}, false},
      {{1, 2, 4, 4}, {2, 2}, {{2, 2}, {0, 0}, {1, 1}, {}}, false},
      {{2, 5, 4}, {3, 2}, {{2, 1}, {1, 0}, {1, 2}, {}}, true},
      {{0, 2, 4, 4}, {2, 2}, {{2, 2}, {0, 0}, {1, 1}, {}}, false},
      {{1, 1, 3, 3, 3}, {2, 1, 2}, {{1, 1, 1}, {0, 0, 1}, {1, 1, 1}, {}}, false},
      {{2, 3, 3, 4}, {2, 2, 2}, {{2, 2, 2}, {0, 1, 0}, {1, 1, 1}, {}}, true},
  };
  for (const Pool& sample : samples) {
    const std::size_t spatial = sample.kernel.size();
    const char* const name = spatial == 1   ? "max_pool1d(Tensor,IntArrayRef,IntArrayRef,IntArrayRef,IntArrayRef,bool)"
                             : spatial == 2 ? "max_pool2d(Tensor,IntArrayRef,IntArrayRef,IntArrayRef,IntArrayRef,bool)"
                                            : "max_pool3d(Tensor,IntArrayRef,IntArrayRef,IntArrayRef,IntArrayRef,bool)";
    judge(
        name, {distinct(sample.input)},
        [=](const Tensors& in) {
          const Geometry& g = sample.geometry;
          const Index& kernel = sample.kernel;
          return Tensors{spatial == 1   ? at::max_pool1d(in[0], kernel, g.stride, g.padding, g.dilation, sample.ceil)
                         : spatial == 2 ? at::max_pool2d(in[0], kernel, g.stride, g.padding, g.dilation, sample.ceil)
                                        : at::max_pool3d(in[0], kernel, g.stride, g.padding, g.dilation, sample.ceil)};
        },
        [=](const Arrays& in) { return Arrays{pooled(in[0], sample.kernel, sample.geometry, sample.ceil).values}; });
    if (spatial != 1) continue;
    judge(
        "max_pool1d_with_indices(Tensor,IntArrayRef,IntArrayRef,IntArrayRef,IntArrayRef,bool)",
        {distinct(sample.input)},
        [=](const Tensors& in) {
          const Geometry& g = sample.geometry;
          const auto both =
              at::max_pool1d_with_indices(in[0], sample.kernel, g.stride, g.padding, g.dilation, sample.ceil);
          return Tensors{std::get<0>(both), std::get<1>(both)};
        },
        [=](const Arrays& in) {
          const Largest of = pooled(in[0], sample.kernel, sample.geometry, sample.ceil);
          return Arrays{of.values, of.places};
        });
  }
}

// Adaptive average pooling: divides the last dimensions into `to` windows and returns the mean of each. A window begins
// at the floor and ends at the ceiling of an equal division.
Array shares(const Array& x, const Index& to) {
  const std::size_t before = x.sizes.size() - to.size();
  Sizes sizes(x.sizes.begin(), x.sizes.begin() + static_cast<std::ptrdiff_t>(before));
  sizes.insert(sizes.end(), to.begin(), to.end());
  Array out(sizes);
  each_index(sizes, [&](const Index& o) {
    Index begin;
    Sizes window;
    for (std::size_t d = 0; d < to.size(); ++d) {
      const std::int64_t length = x.sizes[before + d];
      const std::int64_t place = o[before + d];
      begin.push_back(place * length / to[d]);
      window.push_back(((place + 1) * length + to[d] - 1) / to[d] - begin.back());
    }
    double sum = 0;
    each_index(window, [&](const Index& k) {
      Index from(o.begin(), o.begin() + static_cast<std::ptrdiff_t>(before));
      for (std::size_t d = 0; d < to.size(); ++d) from.push_back(begin[d] + k[d]);
      sum += x[from];
    });
    out[o] = sum / static_cast<double>(product(window));
  });
  return out;
}

void means(Judge& judge) {
  const std::pair<Sizes, Index> samples[] = {
      {{1, 2, 4, 5}, {2, 3}}, {{2, 3, 3}, {1, 1}},          {{1, 1, 2, 2}, {3, 4}},   {{2, 3, 20, 30}, {7, 4}},
      {{0, 2, 3, 3}, {2, 2}}, {{1, 2, 3, 2, 3}, {2, 1, 2}}, {{1, 3, 2, 2}, {1, 1, 1}}};
  for (const auto& [sizes, to] : samples) {
    const bool flat = to.size() == 2;
    judge(
        flat ? "adaptive_avg_pool2d(Tensor,IntArrayRef)" : "adaptive_avg_pool3d(Tensor,IntArrayRef)", {real(sizes)},
        [flat, to = to](const Tensors& in) {
          return Tensors{flat ? at::adaptive_avg_pool2d(in[0], to) : at::adaptive_avg_pool3d(in[0], to)};
        },
        [to = to](const Arrays& in) { return Arrays{shares(in[0], to)}; });
  }
}

}  // namespace

void convolution(Judge& judge) {
  convolutions(judge);
  transposes(judge);
  largest(judge);
  means(judge);
}

}  // namespace modecheck::definitions
