// Draws random numbers on the CUDA device. drawn_words.h says which numbers these are. Callers have checked all
// arguments except the generator. Each function raises if the generator belongs to another device. A function makes the
// host wait only where its comment says so.
#pragma once

#include <cstdint>

#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::cuda {

// The following functions fill all elements of a tensor without gaps, in memory order. draw_uniform takes a floating or
// complex dtype. For a complex number it draws the real and the imaginary part.
void draw_uniform(const char* name, const at::Tensor& out, double from, double to);
// The operator normal_. The real and the imaginary part of a complex number both have the mean `mean`, and each has
// half the variance.
void draw_normal(const char* name, const at::Tensor& out, double mean, double deviation);
void draw_exponential(const char* name, const at::Tensor& out, double rate);
// The operator random_: draws integers in [from, from + range) for any real dtype. A number is made of 64 random bits
// if `wide` is true, else of 32. A range of zero means all 64 bits.
void draw_integers(const char* name, const at::Tensor& out, std::uint64_t from, std::uint64_t range, bool wide);
void draw_bernoulli(const char* name, const at::Tensor& out, double probability);
// The operator bernoulli_ with a tensor of probabilities, which are float32 or float64 and have the strides of `out`.
void draw_bernoulli(const char* name, const at::Tensor& out, const at::Tensor& probabilities);
// The operator randperm: writes a random permutation of 0 to n-1. `out` has one dimension.
void draw_permutation(const char* name, const at::Tensor& out);

// The operator multinomial with replacement: draws categories, int64 [rows, samples] or [samples]. The weights are
// contiguous, [rows, categories] or [categories]. The host waits for the weights. Raises if a weight is negative or not
// finite, or if a row sums to zero.
void draw_places(const char* name, const at::Tensor& out, const at::Tensor& weights);

// Returns true if all elements are between `least` and `most`. The tensor has a floating dtype. The host waits for the
// answer.
bool all_within(const char* name, const at::Tensor& tensor, double least, double most);

}  // namespace modecheck::engine::cuda
