"""Tests what check_limits.py finds in small repositories, and what it prints."""
import os
import subprocess
import sys
import tempfile
import unittest

CHECK = os.path.join(os.path.dirname(os.path.abspath(__file__)), "check_limits.py")


class Limits(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = self.folder.name
        subprocess.check_call(["git", "init", "--quiet", self.root])

    def tearDown(self):
        self.folder.cleanup()

    def write(self, path, text=""):
        path = os.path.join(self.root, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def check(self, over=""):
        self.write("over.txt", over)
        subprocess.check_call(["git", "-C", self.root, "add", "--all"])
        done = subprocess.run([sys.executable, CHECK, self.root, os.path.join(self.root, "over.txt")],
                              capture_output=True, text=True)
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout

    def function(self, lines, head="int f(int a) {", indentation=""):
        return "\n".join([indentation + head, *[indentation + "  ++a;"] * (lines - 2), indentation + "}", ""])

    def test_what_is_within_the_limits_passes(self):
        for i in range(45):
            self.write(f"a/{i}.cpp", self.function(80))
        self.assertEqual(self.check(), (0, ""))

    def test_a_folder_with_too_many_files_fails(self):
        for i in range(46):
            self.write(f"a/{i}.h")
        self.assertEqual(self.check(), (1, "a/: 46, and the limit is 45 source files in a folder. Make it smaller.\n"))

    def test_a_long_function_fails(self):
        heads = ["int f(int a) {", "template <typename T> void f(T& a) {", "[[nodiscard]] static int f(int a) const {",
                 "std::vector<int> f(\n    int a,\n    int b) {", "X::f(int a)\n    : a_(a) {",
                 "bool f(int a) noexcept override {", "auto f(int a) -> int {"]
        for head in heads:
            for indentation in ("", "  "):
                self.write("a/a.cpp", "class X {\n public:\n" + self.function(81, head, indentation) + "};\n")
                code, text = self.check()
                self.assertEqual((code, "the limit is 80 lines in a function" in text), (1, True), head)

    def test_a_class_and_a_table_are_no_functions(self):
        rows = "\n".join(["  {1, (2)},"] * 100)
        self.write("a/a.cpp", f"class A {{\n{rows}\n}};\nconst std::array<int, 3> table{{\n{rows}\n}};\n"
                              f"namespace n {{\n{rows}\n}}\nconst auto x = g({{\n{rows}\n}});\n")
        self.assertEqual(self.check(), (0, ""))

    def test_the_second_line_of_a_row_does_not_begin_the_next_function(self):
        functions = "\n".join([self.function(60)] * 3)
        comment = "// text\n" * 9
        self.write("a/a.cpp", f"ROW((a, b),\n    make(call, 1))\n\n{comment}void g() {{\n}}\n{functions}")
        self.assertEqual(self.check(), (0, ""))

    def test_what_was_over_a_limit_may_stay_and_shrink_but_not_grow(self):
        self.write("a/a.cpp", self.function(90))
        self.assertEqual(self.check("90 a/a.cpp f\n")[0], 0)
        self.assertIn("it was 89", self.check("89 a/a.cpp f\n")[1])
        self.assertIn("Write the smaller number", self.check("91 a/a.cpp f\n")[1])
        self.write("a/a.cpp", self.function(80))
        code, text = self.check("90 a/a.cpp f\n")
        self.assertEqual((code, "Take it out of over.txt" in text), (1, True))

    def test_tests_have_no_limit(self):
        self.write("tests/a.cpp", self.function(100))
        self.assertEqual(self.check(), (0, ""))


if __name__ == "__main__":
    unittest.main()
