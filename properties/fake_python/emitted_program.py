"""The Python form of a program (`modecheck emit --as python`), prepared to run on tensors of any kind."""

import ast

# The emitted file defines these. A run brings its own.
REPLACED = {"command", "zero_from", "save_and_load", "the_device", "library", "outcomes", "leaf"}


class NotUnderstood(Exception):
    """The emitted file has another form than this module expects."""


class EmittedProgram:
    """Each command runs under `if wanted():`, so that a run can leave it out. Before each statement outside of all guards
    stands `place(NUMBER)`, where tensors may become fake. A program with two threads has only the first such place, because
    later the other thread may have open guards."""

    def __init__(self, text):
        try:
            module = ast.parse(text)
        except SyntaxError as error:
            raise NotUnderstood(f"the emitted file is no Python: {error}") from error
        kept = [node for node in module.body if not is_replaced(node)]
        self.commands = []
        self.registers = [node.targets[0].id for node in kept if is_register(node)]
        if not self.registers:
            raise NotUnderstood("the emitted file sets no register")
        first = max(number for number, node in enumerate(kept) if is_register(node)) + 1
        has_threads = any(isinstance(node, ast.FunctionDef) and node.name == "second" for node in kept)
        module.body = kept[:first]
        self.places = []  # for each place, the number of the next command
        for node in kept[first:]:
            if not self.places or not has_threads:
                module.body.append(ast.Expr(call("place", ast.Constant(len(self.places)))))
                self.places.append(next_command(node))
            module.body.append(self.guarded(node))
        self.code = compile(ast.fix_missing_locations(module), "<program>", "exec")

    def guarded(self, node):
        """Returns a statement in which every command asks `wanted` first."""
        if isinstance(node, ast.With) and is_call_of(node.items[0].context_expr, "command"):
            self.commands.append(tuple(argument.value for argument in node.items[0].context_expr.args))
            return ast.If(call("wanted"), [node], [])
        if isinstance(node, (ast.With, ast.Try)) or isinstance(node, ast.FunctionDef) and node.name == "second":
            node.body = [self.guarded(one) for one in node.body]
        return node


def call(name, *arguments):
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


def is_register(node):
    return isinstance(node, ast.Assign) and is_call_of(node.value, "leaf")


def next_command(node):
    """Returns the number of the first command in a statement, or 0 if it has none."""
    for one in ast.walk(node):
        if is_call_of(one, "command"):
            return one.args[0].value
    return 0


def is_call_of(node, name):
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


def is_replaced(node):
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return True
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return node.name in REPLACED
    if isinstance(node, (ast.Assign, ast.AnnAssign)):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        return any(isinstance(one, ast.Name) and one.id in REPLACED for one in targets)
    return isinstance(node, ast.Expr) and ast.unparse(node).startswith("library.")
