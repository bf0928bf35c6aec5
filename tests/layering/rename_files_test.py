"""Tests scripts/rename-files on a small repository."""
import os
import subprocess
import sys
import tempfile
import unittest

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../scripts/rename-files")


class RenameFiles(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = self.folder.name
        subprocess.check_call(["git", "init", "--quiet", self.root])
        self.write("a/one.h", "")
        self.write("a/one.cpp", '#include "a/one.h"\n#include "two.h"\n')
        self.write("a/two.h", "// See one.h, a/one.cpp, and b/one.h.x.\n")
        self.write("README.md", "[one](a/one.h), [two](./a/two.h) in `a/two.h`.\n")
        self.write("docs/page.md", "[one](../a/one.h)\n")

    def tearDown(self):
        self.folder.cleanup()

    def write(self, path, text):
        path = os.path.join(self.root, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def read(self, path):
        with open(os.path.join(self.root, path), encoding="utf-8") as file:
            return file.read()

    def rename(self, moves):
        subprocess.check_call(["git", "-C", self.root, "add", "--all"])
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write(moves)
            file.flush()
            return subprocess.run([sys.executable, SCRIPT, file.name], cwd=self.root, capture_output=True, text=True)

    def test_what_names_a_file_names_its_new_place(self):
        done = self.rename("a/one.h b/first.h\na/one.cpp b/first.cpp\n")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(self.read("b/first.cpp"), '#include "b/first.h"\n#include "a/two.h"\n')
        self.assertEqual(self.read("a/two.h"), "// See first.h, b/first.cpp, and b/one.h.x.\n")
        self.assertEqual(self.read("README.md"), "[one](b/first.h), [two](./a/two.h) in `a/two.h`.\n")
        self.assertEqual(self.read("docs/page.md"), "[one](../b/first.h)\n")
        self.assertFalse(os.path.exists(os.path.join(self.root, "a/one.h")))

    def test_files_may_change_places(self):
        done = self.rename("a/one.h a/two.h\na/two.h a/one.h\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.read("a/two.h"), "")
        self.assertEqual(self.read("a/one.cpp"), '#include "a/two.h"\n#include "one.h"\n')

    def test_a_wrong_list_changes_nothing(self):
        for moves, message in (("a/none.h b.h\n", "git does not track a/none.h"), ("a/one.h\n", "expected OLD NEW"),
                               ("a/one.h a/two.h\n", "cannot become a/two.h, which exists"),
                               ("a/one.h b.h\na/two.h b.h\n", "there would be two files b.h")):
            done = self.rename(moves)
            self.assertEqual((done.returncode, message in done.stderr), (1, True), done.stderr)
            self.assertEqual(self.read("a/one.h"), "")


if __name__ == "__main__":
    unittest.main()
