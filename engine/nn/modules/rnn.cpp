#include "engine/nn/modules/rnn.h"

#include "engine/nn/containers/any_value.h"
#include "engine/nn/init/init.h"
#include "engine/nn/operators.h"
#include "engine/tracing/sizes_as_numbers.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

using utils::rnn::PackedSequence;

namespace {

// Returns the common options of a recurrent layer.
template <typename Options>
detail::RNNOptionsBase common_options(detail::RNNOptionsBase::rnn_options_base_mode_t mode, const Options& options) {
  return detail::RNNOptionsBase(mode, options.input_size(), options.hidden_size())
      .num_layers(options.num_layers())
      .bias(options.bias())
      .batch_first(options.batch_first())
      .dropout(options.dropout())
      .bidirectional(options.bidirectional());
}

// Returns how many linear functions of its input a step computes.
std::int64_t gates_of(const detail::RNNOptionsBase::rnn_options_base_mode_t& mode) {
  if (enumtype::holds_alternative<enumtype::kLSTM>(mode)) return 4;
  return enumtype::holds_alternative<enumtype::kGRU>(mode) ? 3 : 1;
}

// Draws all parameters of a module from the uniform distribution on [-1 / sqrt(hidden_size), 1 / sqrt(hidden_size)].
void draw_uniformly(const std::vector<Tensor>& parameters, std::int64_t hidden_size) {
  const double bound = 1.0 / std::sqrt(static_cast<double>(hidden_size));
  const at::NoGradGuard no_grad;
  for (const Tensor& parameter : parameters) init::uniform_(parameter, -bound, bound);
}

// Runs the operator of an RNN or a GRU. The input is packed if `batch_sizes` is defined.
std::tuple<Tensor, Tensor> run_layers_of(const detail::RNNOptionsBase& from, bool is_training, const Tensor& input,
                                         const Tensor& batch_sizes, const Tensor& hx,
                                         const std::vector<Tensor>& weights) {
  const auto run = [&](const auto& layers) {
    if (batch_sizes.defined())
      return layers(input, batch_sizes, hx, weights, from.bias(), from.num_layers(), from.dropout(), is_training,
                    from.bidirectional());
    return layers(input, hx, weights, from.bias(), from.num_layers(), from.dropout(), is_training, from.bidirectional(),
                  from.batch_first());
  };
  if (enumtype::holds_alternative<enumtype::kGRU>(from.mode()))
    return run([](const auto&... arguments) { return at::gru(arguments...); });
  if (enumtype::holds_alternative<enumtype::kRNN_TANH>(from.mode()))
    return run([](const auto&... arguments) { return at::rnn_tanh(arguments...); });
  return run([](const auto&... arguments) { return at::rnn_relu(arguments...); });
}

}  // namespace

namespace detail {

template <typename Derived>
RNNImplBase<Derived>::RNNImplBase(const RNNOptionsBase& options_) : options_base(options_) {
  RNNImplBase::reset();
}

template <typename Derived>
void RNNImplBase<Derived>::reset() {
  const RNNOptionsBase& from = options_base;
  MODECHECK_ARGUMENT(0 <= from.dropout() && from.dropout() <= 1,
                     "dropout should be a number in range [0, 1] representing the probability of an element being "
                     "zeroed, but is ",
                     from.dropout());
  if (from.dropout() > 0 && from.num_layers() == 1)
    warn("RNN", text_of("dropout option adds dropout after all but last recurrent layer, so non-zero dropout expects "
                        "num_layers greater than 1, but got dropout=",
                        from.dropout(), " and num_layers=", from.num_layers()));
  if (from.proj_size() != 0) {
    MODECHECK_ARGUMENT(0 < from.proj_size() && from.proj_size() < from.hidden_size(),
                       "proj_size has to be a positive integer, smaller than hidden_size or zero to disable "
                       "projections, but is ",
                       from.proj_size());
    MODECHECK_ARGUMENT(enumtype::holds_alternative<enumtype::kLSTM>(from.mode()),
                       "proj_size argument is only supported for LSTM, not RNN or GRU");
  }
  const std::int64_t rows = gates_of(from.mode()) * from.hidden_size();
  const std::int64_t state = from.proj_size() > 0 ? from.proj_size() : from.hidden_size();
  flat_weights_names_.clear();
  all_weights_.clear();
  const auto add = [&](const std::string& name, c10::IntArrayRef sizes) {
    this->register_parameter(name, at::empty(sizes));
    flat_weights_names_.push_back(name);
    all_weights_.back().push_back(name);
  };
  for (std::int64_t layer = 0; layer < from.num_layers(); ++layer)
    for (std::int64_t direction = 0; direction < (from.bidirectional() ? 2 : 1); ++direction) {
      const std::string end = text_of("_l", layer, direction == 1 ? "_reverse" : "");
      all_weights_.emplace_back();
      add("weight_ih" + end, {rows, layer == 0 ? from.input_size() : state * (from.bidirectional() ? 2 : 1)});
      add("weight_hh" + end, {rows, state});
      if (from.bias()) {
        add("bias_ih" + end, {rows});
        add("bias_hh" + end, {rows});
      }
      if (from.proj_size() > 0) add("weight_hr" + end, {from.proj_size(), from.hidden_size()});
    }
  flatten_parameters();
  reset_parameters();
}

template <typename Derived>
void RNNImplBase<Derived>::reset_parameters() {
  draw_uniformly(this->parameters(), options_base.hidden_size());
}

template <typename Derived>
void RNNImplBase<Derived>::reset_flat_weights() {
  flat_weights_.clear();
  for (const std::string& name : flat_weights_names_) flat_weights_.push_back(this->parameters_[name]);
}

template <typename Derived>
void RNNImplBase<Derived>::flatten_parameters() {
  reset_flat_weights();
}

template <typename Derived>
void RNNImplBase<Derived>::to(c10::Device device, c10::ScalarType dtype, bool non_blocking) {
  Module::to(device, dtype, non_blocking);
  reset_flat_weights();
}
template <typename Derived>
void RNNImplBase<Derived>::to(c10::ScalarType dtype, bool non_blocking) {
  Module::to(dtype, non_blocking);
  reset_flat_weights();
}
template <typename Derived>
void RNNImplBase<Derived>::to(c10::Device device, bool non_blocking) {
  Module::to(device, non_blocking);
  reset_flat_weights();
}

template <typename Derived>
void RNNImplBase<Derived>::pretty_print(std::ostream& stream) const {
  std::string name = this->name();
  name = name.substr(0, name.size() - 4);  // without "Impl"
  const auto word = [](bool value) { return value ? "true" : "false"; };
  stream << name << "(input_size=" << options_base.input_size() << ", hidden_size=" << options_base.hidden_size()
         << ", num_layers=" << options_base.num_layers() << ", bias=" << word(options_base.bias())
         << ", batch_first=" << word(options_base.batch_first()) << ", dropout=" << options_base.dropout()
         << ", bidirectional=" << word(options_base.bidirectional());
  if (options_base.proj_size() > 0) stream << ", proj_size=" << options_base.proj_size();
  stream << ")";
}

template <typename Derived>
std::vector<Tensor> RNNImplBase<Derived>::all_weights() const {
  std::vector<Tensor> out;
  const auto named = this->named_parameters(false);
  for (const auto& names : all_weights_)
    for (const std::string& name : names) out.push_back(named[name]);
  return out;
}

template <typename Derived>
void RNNImplBase<Derived>::check_input(const Tensor& input, const Tensor& batch_sizes) const {
  modecheck::engine::sizes_as_numbers("a recurrent layer", input);
  const std::int64_t rank = batch_sizes.defined() ? 2 : 3;
  MODECHECK_ARGUMENT(input.dim() == rank, "input must have ", rank, " dimensions, got ", input.dim());
  MODECHECK_ARGUMENT(input.size(-1) == options_base.input_size(),
                     "input.size(-1) must be equal to input_size. Expected ", options_base.input_size(), ", got ",
                     input.size(-1));
}

template <typename Derived>
typename RNNImplBase<Derived>::HiddenSize RNNImplBase<Derived>::get_expected_hidden_size(
    const Tensor& input, const Tensor& batch_sizes) const {
  modecheck::engine::sizes_as_numbers("a recurrent layer", input);
  const std::int64_t batch = batch_sizes.defined() ? batch_sizes[0].template item<std::int64_t>()
                                                   : input.size(options_base.batch_first() ? 0 : 1);
  return {number_of_states(), batch,
          options_base.proj_size() > 0 ? options_base.proj_size() : options_base.hidden_size()};
}

template <typename Derived>
void RNNImplBase<Derived>::check_hidden_size(const Tensor& hx, HiddenSize expected_hidden_size, std::string msg) const {
  modecheck::engine::sizes_as_numbers("a recurrent layer", hx);
  const auto [states, batch, size] = expected_hidden_size;
  const std::int64_t expected[] = {states, batch, size};
  if (hx.sizes() == c10::IntArrayRef(expected)) return;
  const auto put = [&](const std::string& mark, const std::string& text) {
    const std::size_t at = msg.find(mark);
    if (at != std::string::npos) msg.replace(at, mark.size(), text);
  };
  put("{1}", text_of(c10::IntArrayRef(expected)));
  put("{2}", text_of(hx.sizes()));
  MODECHECK_ARGUMENT(false, msg);
}

template <typename Derived>
void RNNImplBase<Derived>::check_forward_args(Tensor input, Tensor hidden, Tensor batch_sizes) const {
  check_input(input, batch_sizes);
  check_hidden_size(hidden, get_expected_hidden_size(input, batch_sizes));
}

template <typename Derived>
Tensor RNNImplBase<Derived>::permute_hidden(Tensor hx, const Tensor& permutation) const {
  return permutation.defined() ? hx.index_select(1, permutation) : hx;
}

template class RNNImplBase<RNNImpl>;
template class RNNImplBase<LSTMImpl>;
template class RNNImplBase<GRUImpl>;

}  // namespace detail

RNNImpl::RNNImpl(std::int64_t input_size, std::int64_t hidden_size) : RNNImpl(RNNOptions(input_size, hidden_size)) {}
RNNImpl::RNNImpl(const RNNOptions& options_)
    : detail::RNNImplBase<RNNImpl>(enumtype::holds_alternative<enumtype::kTanh>(options_.nonlinearity())
                                       ? common_options(torch::kRNN_TANH, options_)
                                       : common_options(torch::kRNN_RELU, options_)),
      options(options_) {}

// The outputs of a packed input are packed like the input.
#define MODECHECK_FORWARDS(Name)                                                                                   \
  std::tuple<Tensor, Tensor> Name##Impl::forward(const Tensor& input, Tensor hx) {                                 \
    check_input(input, {});                                                                                        \
    return forward_helper(input, {}, {}, input.size(options.batch_first() ? 0 : 1), std::move(hx));                \
  }                                                                                                                \
  std::tuple<PackedSequence, Tensor> Name##Impl::forward_with_packed_input(const PackedSequence& packed_input,     \
                                                                           Tensor hx) {                            \
    const Tensor& sizes = packed_input.batch_sizes();                                                              \
    const auto [output, hidden] = forward_helper(packed_input.data(), sizes, packed_input.sorted_indices(),        \
                                                 sizes[0].item<std::int64_t>(), std::move(hx));                    \
    return {PackedSequence(output, sizes, packed_input.sorted_indices(), packed_input.unsorted_indices()),         \
            permute_hidden(hidden, packed_input.unsorted_indices())};                                              \
  }                                                                                                                \
  std::tuple<Tensor, Tensor> Name##Impl::forward_helper(const Tensor& input, const Tensor& batch_sizes,            \
                                                        const Tensor& sorted_indices, std::int64_t max_batch_size, \
                                                        Tensor hx) {                                               \
    hx = hx.defined() ? permute_hidden(hx, sorted_indices)                                                         \
                      : at::zeros({number_of_states(), max_batch_size, options.hidden_size()}, input.options());   \
    check_forward_args(input, hx, batch_sizes);                                                                    \
    return run_layers_of(options_base, is_training(), input, batch_sizes, hx, flat_weights_);                      \
  }                                                                                                                \
  MODECHECK_DEFAULT_ARGS(Name##Impl, {1, AnyValue(Tensor())})

MODECHECK_FORWARDS(RNN)

GRUImpl::GRUImpl(std::int64_t input_size, std::int64_t hidden_size) : GRUImpl(GRUOptions(input_size, hidden_size)) {}
GRUImpl::GRUImpl(const GRUOptions& options_)
    : detail::RNNImplBase<GRUImpl>(common_options(torch::kGRU, options_)), options(options_) {}
MODECHECK_FORWARDS(GRU)
#undef MODECHECK_FORWARDS

LSTMImpl::LSTMImpl(std::int64_t input_size, std::int64_t hidden_size)
    : LSTMImpl(LSTMOptions(input_size, hidden_size)) {}
LSTMImpl::LSTMImpl(const LSTMOptions& options_)
    : detail::RNNImplBase<LSTMImpl>(common_options(torch::kLSTM, options_).proj_size(options_.proj_size())),
      options(options_) {}

std::tuple<Tensor, LSTMImpl::States> LSTMImpl::forward(const Tensor& input, c10::optional<States> hx_opt) {
  modecheck::engine::sizes_as_numbers("LSTM", input);
  check_input(input, {});
  return forward_helper(input, {}, {}, input.size(options.batch_first() ? 0 : 1), std::move(hx_opt));
}

std::tuple<PackedSequence, LSTMImpl::States> LSTMImpl::forward_with_packed_input(const PackedSequence& packed_input,
                                                                                 c10::optional<States> hx_opt) {
  const Tensor& sizes = packed_input.batch_sizes();
  const auto [output, hidden] = forward_helper(packed_input.data(), sizes, packed_input.sorted_indices(),
                                               sizes[0].item<std::int64_t>(), std::move(hx_opt));
  return {PackedSequence(output, sizes, packed_input.sorted_indices(), packed_input.unsorted_indices()),
          permute_hidden(hidden, packed_input.unsorted_indices())};
}

void LSTMImpl::check_forward_args(const Tensor& input, States hidden, const Tensor& batch_sizes) const {
  check_input(input, batch_sizes);
  check_hidden_size(std::get<0>(hidden), get_expected_hidden_size(input, batch_sizes),
                    "Expected hidden[0] size {1}, got {2}");
  check_hidden_size(std::get<1>(hidden), get_expected_cell_size(input, batch_sizes),
                    "Expected hidden[1] size {1}, got {2}");
}

LSTMImpl::HiddenSize LSTMImpl::get_expected_cell_size(const Tensor& input, const Tensor& batch_sizes) const {
  HiddenSize out = get_expected_hidden_size(input, batch_sizes);
  std::get<2>(out) = options_base.hidden_size();
  return out;
}

LSTMImpl::States LSTMImpl::permute_hidden(States hx, const Tensor& permutation) const {
  return {detail::RNNImplBase<LSTMImpl>::permute_hidden(std::get<0>(hx), permutation),
          detail::RNNImplBase<LSTMImpl>::permute_hidden(std::get<1>(hx), permutation)};
}

std::tuple<Tensor, LSTMImpl::States> LSTMImpl::forward_helper(const Tensor& input, const Tensor& batch_sizes,
                                                              const Tensor& sorted_indices, std::int64_t max_batch_size,
                                                              c10::optional<States> hx_opt) {
  States hx;
  if (hx_opt.has_value()) {
    hx = permute_hidden(*hx_opt, sorted_indices);
  } else {
    const std::int64_t size = options.proj_size() > 0 ? options.proj_size() : options.hidden_size();
    hx = {at::zeros({number_of_states(), max_batch_size, size}, input.options()),
          at::zeros({number_of_states(), max_batch_size, options.hidden_size()}, input.options())};
  }
  check_forward_args(input, hx, batch_sizes);
  const std::vector<Tensor> states = {std::get<0>(hx), std::get<1>(hx)};
  const auto [output, hidden, cell] =
      batch_sizes.defined()
          ? at::lstm(input, batch_sizes, states, flat_weights_, options.bias(), options.num_layers(), options.dropout(),
                     this->is_training(), options.bidirectional())
          : at::lstm(input, states, flat_weights_, options.bias(), options.num_layers(), options.dropout(),
                     this->is_training(), options.bidirectional(), options.batch_first());
  return {output, States(hidden, cell)};
}

MODECHECK_DEFAULT_ARGS(LSTMImpl, {1, AnyValue(c10::optional<std::tuple<Tensor, Tensor>>())})

namespace detail {

template <typename Derived>
RNNCellImplBase<Derived>::RNNCellImplBase(const RNNCellOptionsBase& options_) : options_base(options_) {
  RNNCellImplBase::reset();
}

template <typename Derived>
void RNNCellImplBase<Derived>::reset() {
  const std::int64_t rows = options_base.num_chunks() * options_base.hidden_size();
  weight_ih = this->register_parameter("weight_ih", at::empty({rows, options_base.input_size()}));
  weight_hh = this->register_parameter("weight_hh", at::empty({rows, options_base.hidden_size()}));
  const bool has_bias = options_base.bias();
  bias_ih = this->register_parameter("bias_ih", has_bias ? at::empty({rows}) : Tensor(), has_bias);
  bias_hh = this->register_parameter("bias_hh", has_bias ? at::empty({rows}) : Tensor(), has_bias);
  reset_parameters();
}

template <typename Derived>
void RNNCellImplBase<Derived>::reset_parameters() {
  draw_uniformly(this->parameters(), options_base.hidden_size());
}

template <typename Derived>
void RNNCellImplBase<Derived>::pretty_print(std::ostream& stream) const {
  std::string name = this->name();
  name = name.substr(0, name.size() - 4);  // without "Impl"
  const std::string nonlinearity = get_nonlinearity_str();
  stream << name << "(" << options_base.input_size() << ", " << options_base.hidden_size();
  if (!options_base.bias()) stream << ", bias=false";
  if (!nonlinearity.empty() && nonlinearity != "kTanh") stream << ", nonlinearity=" << nonlinearity;
  stream << ")";
}

template <typename Derived>
void RNNCellImplBase<Derived>::check_forward_input(const Tensor& input) const {
  modecheck::engine::sizes_as_numbers("a recurrent cell", input);
  MODECHECK_ARGUMENT(input.dim() == 2, "input must have 2 dimensions, got ", input.dim());
  MODECHECK_ARGUMENT(input.size(1) == options_base.input_size(), "input has inconsistent input_size: got ",
                     input.size(1), " expected ", options_base.input_size());
}

template <typename Derived>
void RNNCellImplBase<Derived>::check_forward_hidden(const Tensor& input, const Tensor& hx,
                                                    std::string hidden_label) const {
  modecheck::engine::sizes_as_numbers("a recurrent cell", input, hx);
  MODECHECK_ARGUMENT(hx.dim() == 2, "hidden", hidden_label, " must have 2 dimensions, got ", hx.dim());
  MODECHECK_ARGUMENT(input.size(0) == hx.size(0), "Input batch size ", input.size(0), " doesn't match hidden",
                     hidden_label, " batch size ", hx.size(0));
  MODECHECK_ARGUMENT(hx.size(1) == options_base.hidden_size(), "hidden", hidden_label,
                     " has inconsistent hidden_size: got ", hx.size(1), ", expected ", options_base.hidden_size());
}

template <typename Derived>
std::string RNNCellImplBase<Derived>::get_nonlinearity_str() const {
  return "";
}

template <typename Derived>
Tensor RNNCellImplBase<Derived>::first_state(const Tensor& input) const {
  modecheck::engine::sizes_as_numbers("a recurrent cell", input);
  return at::zeros({input.size(0), options_base.hidden_size()}, input.options());
}

template class RNNCellImplBase<RNNCellImpl>;
template class RNNCellImplBase<LSTMCellImpl>;
template class RNNCellImplBase<GRUCellImpl>;

}  // namespace detail

RNNCellImpl::RNNCellImpl(std::int64_t input_size, std::int64_t hidden_size)
    : RNNCellImpl(RNNCellOptions(input_size, hidden_size)) {}
RNNCellImpl::RNNCellImpl(const RNNCellOptions& options_)
    : detail::RNNCellImplBase<RNNCellImpl>(
          detail::RNNCellOptionsBase(options_.input_size(), options_.hidden_size(), options_.bias(), 1)),
      options(options_) {}
Tensor RNNCellImpl::forward(const Tensor& input, Tensor hx) {
  check_forward_input(input);
  if (!hx.defined()) hx = first_state(input);
  check_forward_hidden(input, hx, "");
  return enumtype::holds_alternative<enumtype::kTanh>(options.nonlinearity())
             ? at::rnn_tanh_cell(input, hx, weight_ih, weight_hh, bias_ih, bias_hh)
             : at::rnn_relu_cell(input, hx, weight_ih, weight_hh, bias_ih, bias_hh);
}
std::string RNNCellImpl::get_nonlinearity_str() const { return enumtype::get_enum_name(options.nonlinearity()); }
MODECHECK_DEFAULT_ARGS(RNNCellImpl, {1, AnyValue(Tensor())})

LSTMCellImpl::LSTMCellImpl(std::int64_t input_size, std::int64_t hidden_size)
    : LSTMCellImpl(LSTMCellOptions(input_size, hidden_size)) {}
LSTMCellImpl::LSTMCellImpl(const LSTMCellOptions& options_)
    : detail::RNNCellImplBase<LSTMCellImpl>(
          detail::RNNCellOptionsBase(options_.input_size(), options_.hidden_size(), options_.bias(), 4)),
      options(options_) {}
std::tuple<Tensor, Tensor> LSTMCellImpl::forward(const Tensor& input,
                                                 c10::optional<std::tuple<Tensor, Tensor>> hx_opt) {
  check_forward_input(input);
  std::vector<Tensor> states = {};
  if (hx_opt.has_value())
    states = {std::get<0>(*hx_opt), std::get<1>(*hx_opt)};
  else
    states = {first_state(input), first_state(input)};
  check_forward_hidden(input, states[0], "[0]");
  check_forward_hidden(input, states[1], "[1]");
  return at::lstm_cell(input, states, weight_ih, weight_hh, bias_ih, bias_hh);
}
MODECHECK_DEFAULT_ARGS(LSTMCellImpl, {1, AnyValue(c10::optional<std::tuple<Tensor, Tensor>>())})

GRUCellImpl::GRUCellImpl(std::int64_t input_size, std::int64_t hidden_size)
    : GRUCellImpl(GRUCellOptions(input_size, hidden_size)) {}
GRUCellImpl::GRUCellImpl(const GRUCellOptions& options_)
    : detail::RNNCellImplBase<GRUCellImpl>(
          detail::RNNCellOptionsBase(options_.input_size(), options_.hidden_size(), options_.bias(), 3)),
      options(options_) {}
Tensor GRUCellImpl::forward(const Tensor& input, Tensor hx) {
  check_forward_input(input);
  if (!hx.defined()) hx = first_state(input);
  check_forward_hidden(input, hx, "");
  return at::gru_cell(input, hx, weight_ih, weight_hh, bias_ih, bias_hh);
}
MODECHECK_DEFAULT_ARGS(GRUCellImpl, {1, AnyValue(Tensor())})

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
