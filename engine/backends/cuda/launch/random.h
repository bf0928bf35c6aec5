// Random numbers drawn on the device; drawn_words.h says which. Callers have checked the arguments, except the
// generator: each function raises if it belongs to another device. A function waits for the device only where its
// comment says so.
#pragma once

#include <cstdint>

#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::cuda {

// These fill all elements of a tensor without gaps, in memory order. draw_uniform takes a floating or complex dtype,
// and draws both parts of a complex number.
void draw_uniform(const char* name, const at::Tensor& out, double from, double to);
// Both parts of a complex number have the mean, and each has half the variance.
void draw_normal(const char* name, const at::Tensor& out, double mean, double deviation);
void draw_exponential(const char* name, const at::Tensor& out, double rate);
// Integers in [from, from + range) for any real dtype, made of 32 random bits, or 64 if `wide`. A range of zero means
// all 64 bits.
void draw_integers(const char* name, const at::Tensor& out, std::uint64_t from, std::uint64_t range, bool wide);
void draw_bernoulli(const char* name, const at::Tensor& out, double probability);
// The probabilities are float32 or float64, with the strides of `out`.
void draw_bernoulli(const char* name, const at::Tensor& out, const at::Tensor& probabilities);
// Writes a random permutation of 0 to n-1; `out` has one dimension.
void draw_permutation(const char* name, const at::Tensor& out);

// multinomial with replacement: draws categories, int64 [rows, samples] or [samples], by contiguous weights [rows,
// categories] or [categories]. Waits for the weights. Raises if one is negative or not finite, or if a row sums to
// zero.
void draw_places(const char* name, const at::Tensor& out, const at::Tensor& weights);

// Returns true if all elements, of a floating dtype, are between `least` and `most`. Waits for the answer.
bool all_within(const char* name, const at::Tensor& tensor, double least, double most);

}  // namespace modecheck::engine::cuda
