// Defines macros that declare modules which are functions of their options. Each declares the class NameImpl and its
// holder Name.
#pragma once

#include <ostream>

#include "engine/core/tensor/tensor.h"
#include "engine/nn/cloneable.h"
#include "engine/nn/module_holder.h"

// Declares a module that has no options.
#define MODECHECK_MODULE_WITHOUT_OPTIONS(Name, Argument)    \
  class Name##Impl : public Cloneable<Name##Impl> {         \
   public:                                                  \
    void reset() override;                                  \
    void pretty_print(std::ostream& stream) const override; \
    at::Tensor forward(Argument input);                     \
  };                                                        \
  TORCH_MODULE(Name)

// Declares a module whose options are NameOptions. The further arguments are the parameters of forward().
#define MODECHECK_MODULE(Name, ...)                         \
  class Name##Impl : public Cloneable<Name##Impl> {         \
   public:                                                  \
    explicit Name##Impl(Name##Options options_ = {});       \
    void reset() override;                                  \
    void pretty_print(std::ostream& stream) const override; \
    at::Tensor forward(__VA_ARGS__);                        \
    Name##Options options;                                  \
  };                                                        \
  TORCH_MODULE(Name)
