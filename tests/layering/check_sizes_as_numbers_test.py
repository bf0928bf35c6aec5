"""Tests which functions check_sizes_as_numbers.py finds in small trees, and what it says of exceptions."""
import os
import subprocess
import sys
import tempfile
import unittest

CHECK = os.path.join(os.path.dirname(os.path.abspath(__file__)), "check_sizes_as_numbers.py")


class Sizes(unittest.TestCase):
    def check(self, code, exceptions=""):
        with tempfile.TemporaryDirectory() as root:
            os.makedirs(os.path.join(root, "engine/nn"))
            for path, text in (("engine/nn/a.cpp", code), ("exceptions.txt", exceptions)):
                with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                    file.write(text)
            done = subprocess.run([sys.executable, CHECK, root, os.path.join(root, "exceptions.txt")],
                                  capture_output=True, text=True)
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout

    def finds(self, code, name):
        status, output = self.check(code)
        self.assertEqual(status, 1, output)
        self.assertIn(f"engine/nn/a.cpp: {name} reads a size", output)

    def test_a_function_that_tells_passes(self):
        self.assertEqual(self.check('int f(const Tensor& x) {\n  sizes_as_numbers("f", x);\n  return x.size(0);\n}\n'), (0, ""))

    def test_a_size_that_is_read_after_a_nested_block_is_found(self):
        self.finds("int f(const Tensor& x) {\n  if (x.dim() > 1) {\n    g();\n  }\n  return x.size(0);\n}\n", "f")

    def test_a_function_of_one_line_is_found_and_ends_there(self):
        self.finds("int f(const Tensor& x) { return x.size(0); }\nint g() { return sizes_as_numbers(); }\n", "f")

    def test_a_member_of_a_template_is_found(self):
        self.finds("template <typename D>\nvoid A<D>::f(const Tensor& x) const {\n  g(x.numel());\n}\n", "A::f")

    def test_a_member_that_reads_its_own_size_is_found(self):
        self.finds("bool Tensor::f() const {\n  return numel() == 1;\n}\n", "Tensor::f")

    def test_an_exception_needs_a_reason_and_a_function(self):
        code = "int f(const Tensor& x) { return x.size(0); }\n"
        self.assertEqual(self.check(code, "engine/nn/a.cpp f prints it\n"), (0, ""))
        self.assertEqual(self.check(code, "engine/nn/a.cpp f\n")[0], 1)
        self.assertIn("needs no exception", self.check("int f() { return 1; }\n", "engine/nn/a.cpp f prints it\n")[1])


if __name__ == "__main__":
    unittest.main()
