"""Applies a patch that adds an operator. If a line that the patch quotes changes, the patch must change, too."""
import os
import re
import subprocess
import sys

from changed_sources import ChangedSources


class PatchedSources(ChangedSources):
    """A base class of tests that apply a patch, and then leave out one file of the patch at a time."""

    patch = ""  # the name of a patch in this folder
    forms = []   # the operators that the patch adds

    def setUp(self):
        super().setUp()
        for path in self.files():
            self.write(path, self.read(path))
        subprocess.run(["git", "apply", self.path()], cwd=self.changed, check=True)

    def path(self):
        return os.path.join(os.path.dirname(os.path.abspath(__file__)), self.patch)

    def text(self):
        with open(self.path(), encoding="utf-8") as file:
            return file.read()

    def files(self):
        return re.findall(r"^\+\+\+ b/(.*)$", self.text(), re.MULTILINE)

    def expect_size(self, files, most_lines):
        """Expects that the patch changes exactly these files, and adds at most `most_lines` lines."""
        added = re.findall(r"^\+(?!\+\+ )", self.text(), re.MULTILINE)
        print(f"{self.patch}: {len(self.files())} files and {len(added)} lines", file=sys.stderr)
        self.assertEqual(set(self.files()), set(files))
        self.assertLessEqual(len(added), most_lines)

    def leave_out(self, path):
        os.remove(os.path.join(self.changed, path))

    def expect_all_forms(self, names, pattern, found=True):
        """Expects for each added operator that some name contains the operator and the pattern. With found=False,
        expects that no name does."""
        for form in self.forms:
            with self.subTest(form):
                of_form = [name for name in names if re.search(rf"spec::operators::{form}\b", name)]
                self.assertEqual(any(pattern in name for name in of_form), found)

    def expect_link(self, asking, providing, pattern):
        """Expects that the unit `asking` needs what the unit `providing` defines."""
        asked, _ = self.symbols_of(asking)
        self.expect_all_forms(asked, pattern)
        _, defined = self.symbols_of(providing)
        self.expect_all_forms(defined, pattern)

    def expect_no_link(self, path, asking, providing, pattern):
        """Leaves out the file, and expects a link error: the unit `asking` needs what `providing` no longer defines."""
        self.leave_out(path)
        asked, _ = self.symbols_of(asking)
        self.expect_all_forms(asked, pattern)
        _, defined = self.symbols_of(providing)
        self.expect_all_forms(defined, pattern, found=False)
