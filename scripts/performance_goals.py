"""Goals of benchmark rows: those of bench/suites, which may be newer than those that a result file was written with."""
import pathlib
import tomllib

SUITES = pathlib.Path(__file__).resolve().parent.parent / "bench" / "suites"


def is_goal(reference):
    """Whether a reference of a row of a suite is a goal: its own, or a named one."""
    return "goal" in reference or reference.get("with", "").startswith("goal")


def of_suite(path):
    """Goals of the rows of a suite: {name: [{"figure", "on", "with", "value"}]}."""
    suite = tomllib.loads(path.read_text())
    made = {}
    for row in suite.get("row", []):
        named = [suite.get("sources", {}).get(one.get("of"), {}) | one for one in row.get("beside", [])]
        made[row["name"]] = [{"figure": one["figure"], "on": one["on"], "with": one.get("with", "goal"),
                              "value": one.get("goal", one.get("value"))} for one in named if is_goal(one)]
    return made


GOALS = {path.stem: of_suite(path) for path in sorted(SUITES.glob("*.toml"))}


def set_goals(row):
    """Sets a measured row beside the goals of its suite: the measurement stays as it is."""
    if row["row"] not in GOALS.get(row["suite"], {}):
        return
    kept = [one for one in row["beside"] if one["source"] is not None]
    for goal in GOALS[row["suite"]][row["row"]]:
        measured = row.get(goal["figure"])
        if goal["on"] not in (row["device"], "both"):
            continue
        rate = goal["figure"].endswith("_per_second")
        ratio = None if measured is None else measured / goal["value"] if rate else goal["value"] / measured
        kept.append({"figure": goal["figure"], "with": goal["with"], "value": goal["value"],
                     "ratio": ratio, "source": None})
    row["beside"] = kept
