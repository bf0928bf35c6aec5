"""What a trace knows of its symbols: guards, ranges, and other numbers for which all of that is true."""

import sympy


def value_of(expression, values):
    """The number that an expression has, or the expression itself where a symbol has no number."""
    if isinstance(expression, int):
        return expression
    try:
        out = expression.xreplace(values)
    except Exception:  # some functions of torch reject numbers
        return expression
    return int(out) if out.is_Integer else out


def hints(shape_env):
    return {symbol: sympy.Integer(value) for symbol, value in shape_env.backed_var_to_val.items()
            if isinstance(value, (int, sympy.Integer))}


def untrue(shape_env, values):
    """Returns texts of what the trace needs and these numbers do not give. Symbols that are equal to something must be."""
    out = []
    for guard in shape_env.guards:
        try:
            answer = guard.expr.xreplace(values)
        except Exception as error:  # some functions of torch reject numbers
            answer = f"not to be computed: {type(error).__name__} {error}"
        if answer not in (sympy.true, True):
            out.append(f"{guard.expr} is {answer}")
    for symbol, other in shape_env.replacements.items():
        if symbol in values and value_of(other, values) != values[symbol]:
            out.append(f"{symbol} == {other}")
    for symbol, bounds in shape_env.var_to_range.items():
        if symbol in values and not bounds.lower <= values[symbol] <= bounds.upper:
            out.append(f"{bounds.lower} <= {symbol} <= {bounds.upper}")
    return out


def other_values(shape_env, of_inputs):
    """Tries some numbers for the symbols of the inputs, and returns the first of which all guards are true, or None."""
    now = hints(shape_env)
    for attempt in range(1, 25):
        values = dict(now)
        for place, symbol in enumerate(sorted(of_inputs, key=str)):
            # Some attempts change every symbol, and some only one of them. A size that is a symbol is at least 2.
            more = (attempt * (place + 2)) % 9 - 3 if attempt <= 12 else (attempt % 7 - 2 if attempt % 6 == place else 0)
            values[symbol] = sympy.Integer(max(int(now[symbol]) + more, 2))
        if values != now and not untrue(shape_env, values):
            return values
    return None


def are_equal(shape_env, one, other, samples):
    """Whether two expressions are the same size. The second trace knows the guards of the first from its beginning, so it may
    write a size in another way. Then the two must agree on numbers of which all guards are true."""
    if one == other or isinstance(one, int) and isinstance(other, int):
        return one == other
    simple = [shape_env.simplify(sympy.sympify(expression)) for expression in (one, other)]
    return simple[0] == simple[1] or all(value_of(one, values) == value_of(other, values) for values in samples)


def differing_geometry(shape_env, one, other, samples):
    """Returns the name of what differs between the expressions of two tensors, or an empty text."""
    for field, values in one.items():
        others = other[field]
        if len(values) != len(others) or not all(are_equal(shape_env, *pair, samples) for pair in zip(values, others)):
            return field
    return ""


def symbols_of(geometry):
    return {symbol for values in geometry.values() for value in values
            if not isinstance(value, int) for symbol in value.free_symbols}
