"""The texts about a campaign: the summary, and docs/FAKE_PYTHON.md."""

def sorted_causes(causes):
    return sorted(causes, key=lambda cause: (-cause.programs, cause.key))


def program_with_comments(cause):
    property_name, operator, what = cause.key
    lines = [f"# property: {property_name}", f"# operator: {operator}", f"# what: {what}",
             *(f"# {line}" for line in cause.departure["detail"].splitlines()),
             f"# seen in {cause.programs} programs; the smallest was number {cause.number}, judged with the seed {cause.seed}"]
    return cause.program.rstrip("\n") + "\n" + "\n".join(lines) + "\n"


def smallest_of_rows(campaign):
    """Returns for each row of accepted departures the cause with the smallest program."""
    out = {}
    for cause in campaign.causes.values():
        if cause.row and (cause.row.where not in out or cause.length < out[cause.row.where].length):
            out[cause.row.where] = cause
    return list(out.values())


def summary(campaign, out):
    counts = campaign.counts
    lines = [f"{counts['drawn']} programs in {campaign.seconds:.0f} seconds, {counts['without a Python form']} without a Python form, "
             f"{counts['judged']} judged, {counts['with other sizes']} of them with other sizes, too",
             f"{counts['commands that agree']} commands agree"]
    for why, operators in campaign.endings.items():
        most = ", ".join(f"{name} {count}" for name, count in operators.most_common(8))
        lines.append(f"ended early, {why}: {sum(operators.values())} ({most})")
    for why, count in campaign.refusals.items():
        lines.append(f"not judged: {count}: {why}")
    for row in campaign.accepted.rows:
        lines.append(f"accepted: {row.programs} programs: {row.text}")
    new = sorted_causes(campaign.new_causes())
    lines.append(f"{len(new)} causes that are not accepted" + (f"; their programs are in {out}" if new else ""))
    lines += [f"  {cause.programs} programs: {' | '.join(cause.key)}" for cause in new]
    return "\n".join(lines)


def document(campaign, version):
    return summary(campaign, "")
