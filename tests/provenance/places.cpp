// Raises errors of the mode whose places are hard to find. provenance_test.py compares the lines that the stories name
// with the marks in this file.
#include <torch/torch.h>

#include <exception>
#include <iostream>
#include <string>
#include <thread>

namespace {

template <typename Function>
void tell(const std::string& name, Function&& function) {
  try {
    function();
  } catch (const std::exception& error) {
    std::cerr << "=== " << name << "\n" << error.what() << "\n";
  }
}

// The compiler inlines the function of the thread into a function of the C++ library.
void of_a_thread() {
  torch::Tensor made;
  std::thread([&made] {
    torch::InferenceMode guard;  // thread: guard
    made = torch::ones({3});     // thread: made
  }).join();
  made.zero_();  // thread: use
}

void of_a_loop() {
  torch::Tensor view;
  {
    torch::InferenceMode guard;
    view = torch::ones({3});
  }
  for (int i = 0; i < 4; ++i) view = view.view({3});  // loop: step
  view.zero_();
}

}  // namespace

int main() {
  tell("thread", of_a_thread);
  tell("loop", of_a_loop);
}
