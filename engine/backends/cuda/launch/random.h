// Random numbers drawn on the device: see drawn_words.h for which. No checks, the callers have made them, but for the
// generator: each raises if that is of another device. Nothing is waited for, but where it says so.
#pragma once

#include <cstdint>

#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::cuda {

// Into all elements of a tensor without gaps, in the order of memory.
//
// Of a floating or complex dtype; of complex numbers both parts.
void draw_uniform(const char* name, const at::Tensor& out, double from, double to);
// Both parts have the mean, and each half of the variance.
void draw_normal(const char* name, const at::Tensor& out, double mean, double deviation);
void draw_exponential(const char* name, const at::Tensor& out, double rate);
// Of any real dtype. Integers of [from, from + range), of 32 random bits or `wide`: of 64; all of these if the range is
// zero.
void draw_integers(const char* name, const at::Tensor& out, std::uint64_t from, std::uint64_t range, bool wide);
void draw_bernoulli(const char* name, const at::Tensor& out, double probability);
// The probabilities are float32 or float64, and lie as `out` does.
void draw_bernoulli(const char* name, const at::Tensor& out, const at::Tensor& probabilities);
// 0 to n-1, in random order: `out` is of one dimension.
void draw_permutation(const char* name, const at::Tensor& out);

// Places in rows of weights, int64 [rows, samples] or [samples]; the weights, [rows, categories] or [categories], are
// contiguous. Waits for the values, and raises if a weight is negative or not finite, or a row of zeros.
void draw_places(const char* name, const at::Tensor& out, const at::Tensor& weights);

// Whether all elements, of a floating dtype, are at least `least` and at most `most`, for which this waits.
bool all_within(const char* name, const at::Tensor& tensor, double least, double most);

}  // namespace modecheck::engine::cuda
