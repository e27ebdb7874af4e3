#!/usr/bin/env python3
"""Writes the tables of twelve weeks of training that TwelveWeekTests compares with what antrain says.

The rules are written down here a second time, from their published descriptions and without antrain's code, so that a mistake must be
made twice to go unnoticed. Usage: Tests/AntrainTests/TwelveWeeks/rules.py
"""
import datetime, decimal, os

D = decimal.Decimal
start = datetime.date(2026, 11, 23)  # a Monday
folder = os.path.dirname(os.path.abspath(__file__))


def dates(*weekdays):
    """The dates of twelve weeks; Monday is 0."""
    days = [start + datetime.timedelta(days=i) for i in range(84)]
    return [day for day in days if day.weekday() in weekdays]


def nearest(weight):
    """To the nearest 2.5 kg; ties up."""
    return (weight / D("2.5")).quantize(D(1), rounding=decimal.ROUND_HALF_UP) * D("2.5")


def down(weight, step=D("2.5")):
    return (weight / step).quantize(D(1), rounding=decimal.ROUND_FLOOR) * step


def kg(weight):
    text = f"{weight.normalize():f}"
    return f" @ {text} kg"


def write(name, lines):
    with open(os.path.join(folder, name + ".txt"), "w") as file:
        file.write("".join(line + "\n" for line in lines))


def stronglifts():
    """Add 2.5 kg (deadlift 5 kg) after each success; after three failures in a row, take 10 % off."""
    load = dict(Squat=D(60), Bench=D(40), Row=D(40), Press=D(30), Deadlift=D(80))
    failures = dict.fromkeys(load, 0)
    names = dict(Squat="Squat", Bench="Bench Press", Row="Barbell Row", Press="Overhead Press", Deadlift="Deadlift")
    # The missed deadlift of workout 20 was corrected to a success before the next deadlift.
    failed = {5: {"Squat"}, 6: {"Squat"}, 7: {"Squat", "Bench"}}
    lines, turn = [], 0
    for number, day in enumerate(dates(0, 2, 4), 1):
        letter, lifts = [("A", ["Squat", "Bench", "Row"]), ("B", ["Squat", "Press", "Deadlift"])][turn % 2]
        sets = [f"{names[lift]} {'5' if lift == 'Deadlift' else '5×5'}{kg(load[lift])}" for lift in lifts]
        lines.append(f"{day} Workout {letter}: {'; '.join(sets)}")
        turn += 1
        if number in (13, 14, 15):
            continue  # a skipped week, whose workouts are left out
        for lift in lifts:
            if lift not in failed.get(number, ()):
                failures[lift] = 0
                load[lift] += 5 if lift == "Deadlift" else D("2.5")
                continue
            failures[lift] += 1
            if failures[lift] == 3:
                failures[lift] = 0
                load[lift] = down(load[lift] * D("0.9"))
    write("stronglifts-5x5", lines)


def gzclp():
    """Tier 1: 5×3+, 6×2+, 10×1+, then 5×3+ again with 85 %; tier 2: 3×10, 3×8, 3×6, then again; tier 3: 25 repetitions add weight."""
    first = ["4×3{0}, 3+{0}", "5×2{0}, 2+{0}", "9×1{0}, 1+{0}"]
    second = ["3×10{0}", "3×8{0}", "3×6{0}"]
    load = dict(
        squat1=D(80), squat2=D(50), bench1=D(60), bench2=D(40), press1=D(40), press2=D(25), dead1=D(100), dead2=D(60),
        pulldown=D(40), row=D(20),
    )
    names = dict(squat="Squat", bench="Bench Press", press="Overhead Press", dead="Deadlift")
    stage = dict.fromkeys(load, 0)
    days = [
        ("Workout A1 (squat)", "squat1", "bench2", "pulldown"), ("Workout B1 (overhead press)", "press1", "dead2", "row"),
        ("Workout A2 (bench press)", "bench1", "squat2", "pulldown"), ("Workout B2 (deadlift)", "dead1", "press2", "row"),
    ]
    failed = {5: "squat1", 9: "squat1", 13: "squat1", 8: "press2", 16: "press2"}
    lines = []
    for number, day in enumerate(dates(0, 2, 4), 1):
        name, one, two, three = days[(number - 1) % 4]
        sets = [
            f"{names[one[:-1]]} {first[stage[one]].format(kg(load[one]))}",
            f"{names[two[:-1]]} {second[stage[two]].format(kg(load[two]))}",
            f"{'Lat Pulldown' if three == 'pulldown' else 'Dumbbell Row'} 2×15{kg(load[three])}, 15+{kg(load[three])}",
        ]
        lines.append(f"{day} {name}: {'; '.join(sets)}")
        for lift in (one, two):
            if failed.get(number) != lift:
                load[lift] += 5 if lift[:-1] in ("squat", "dead") else D("2.5")
            elif stage[lift] < 2:
                stage[lift] += 1
            else:
                stage[lift] = 0
                if lift[-1] == "1":
                    load[lift] = down(load[lift] * D("0.85"))
        if number == 7:
            load[three] += D("2.5")
    write("gzclp", lines)


def wendler():
    """Percentages of a training max of 90 %; after four weeks without a failure, 2.5 kg for the presses and 5 kg for the others."""
    weeks = [
        [("5", 65), ("5", 75), ("5+", 85)], [("3", 70), ("3", 80), ("3+", 90)], [("5", 75), ("3", 85), ("1+", 95)],
        [("5", 40), ("5", 50), ("5", 60)],
    ]
    days = [
        ("Press Day", "Overhead Press", "Chin-up 5×10 @ bodyweight; Dip 5×15 @ bodyweight"),
        ("Deadlift Day", "Deadlift", "Good Morning 5×12; Hanging Leg Raise 5×15"),
        ("Bench Day", "Bench Press", "Dumbbell Press 5×15; Dumbbell Row 5×10"),
        ("Squat Day", "Squat", "Leg Press 5×15; Leg Curl 5×10"),
    ]
    maxes = {"Overhead Press": D(60), "Deadlift": D(180), "Bench Press": D(100), "Squat": D(140)}
    training = {lift: weight * D("0.9") for lift, weight in maxes.items()}
    failed = set()
    lines = []
    for number, day in enumerate(dates(0, 1, 3, 4), 1):
        week, (name, lift, rest) = (number - 1) // 4, days[(number - 1) % 4]
        if week and week % 4 == 0 and lift not in failed:
            training[lift] += D("2.5") if "Press" in lift else 5
        if week % 4 == 0:
            failed.discard(lift)
        sets = ", ".join(f"{reps}{kg(nearest(training[lift] * share / 100))}" for reps, share in weeks[week % 4])
        lines.append(f"{day} {name}: {lift} {sets}; {rest}")
        if number == 24:
            failed.add(lift)
    write("531", lines)


def nsuns():
    """The repetitions of the 1+ set move the training max: 2-3 by 2.5 kg, 4-5 by 5 kg, more by 7.5 kg."""
    heavy = {
        "Bench Press": "5@75 3@85 1+@95 3@90 5@85 3@80 5@75 3@70 5+@65", "Squat": "5@75 3@85 1+@95 3@90 3@85 3@80 5@75 5@70 5+@65",
        "Deadlift": "5@75 3@85 1+@95 3@90 3@85 3@80 3@75 3@70 3+@65",
    }
    days = [
        ("Bench and Overhead Press", "Bench Press", "8@65 6@75 4@85 4@85 4@85 5@80 6@75 7@70 8+@65", "Overhead Press",
            "Overhead Press", "6@50 5@60 3@70 5@70 7@70 4@70 6@70 8@70"),
        ("Squat and Sumo Deadlift", "Squat", heavy["Squat"], "Sumo Deadlift", "Deadlift",
            "5@50 5@60 3@70 5@70 7@70 4@70 6@70 8@70"),
        ("Bench and Close-Grip Bench", "Bench Press", heavy["Bench Press"], "Close-Grip Bench Press", "Bench Press",
            "6@40 5@50 3@60 5@60 7@60 4@60 6@60 8@60"),
        ("Deadlift and Front Squat", "Deadlift", heavy["Deadlift"], "Front Squat", "Squat",
            "5@35 5@45 3@55 5@55 7@55 4@55 6@55 8@55"),
    ]
    training = {"Bench Press": D(90), "Squat": D(126), "Overhead Press": D(54), "Deadlift": D(162)}
    # The 1+ sets of some workouts; 'done' alone claims one repetition.
    reps = {2: 4, 3: 2, 4: 7, 6: 1, 7: 0, 10: 6}
    lines = []
    for number, day in enumerate(dates(0, 1, 3, 4), 1):
        name, lift, sets, other, base, others = days[(number - 1) % 4]

        def text(sets, lift):
            parts = [part.split("@") for part in sets.split()]
            return ", ".join(f"{count}{kg(nearest(training[lift] * int(share) / 100))}" for count, share in parts)

        lines.append(f"{day} {name}: {lift} {text(sets, lift)}; {other} {text(others, base)}")
        if number % 4 != 1:
            count = reps.get(number, 1)
            training[lift] += 0 if count < 2 else D("2.5") if count < 4 else 5 if count < 6 else D("7.5")
    write("nsuns-4-day", lines)


def linear(name, load, lifts, adds, workouts, failed, skipped=(), fails=None, share=D("0.9"), step=D("2.5"), weekly=False):
    """Adds to each lift after a success, or once a week after the week's last workout; after some failures in a row, takes a share off.

    The lifts are their names, and the workouts a title with the lifts and their sets, or a text.
    """
    failures = dict.fromkeys(load, 0)
    earned = {}  # the lifts whose last workout of the week succeeded, and whether it did
    lines, week = [], 0
    for number, (day, title, exercises) in enumerate(workouts, 1):
        if (day - start).days // 7 > week:
            week = (day - start).days // 7
            for lift, succeeded in earned.items():
                load[lift] += adds[lift] if succeeded else 0
            earned = {}
        sets = [item if isinstance(item, str) else lifts[item[0]] + " " + item[1].format(kg(load[item[0]])) for item in exercises]
        lines.append(f"{day} {title}: {'; '.join(sets)}")
        if number in skipped:
            continue
        for lift in [item[0] for item in exercises if not isinstance(item, str)]:
            succeeded = lift not in failed.get(number, ())
            failures[lift] = 0 if succeeded else failures[lift] + 1
            if failures[lift] == fails:
                failures[lift] = 0
                load[lift] = down(load[lift] * share, step)
            if weekly:
                earned[lift] = succeeded
            elif succeeded:
                load[lift] += adds[lift]
    write(name, lines)


def basic_beginner():
    """Add 1.25 kg to the upper body and 2.5 kg to squat and deadlift after each success; after a failure take 10 % off."""
    lifts = dict(row="Barbell Row", bench="Bench Press", squat="Squat", press="Overhead Press", dead="Deadlift")
    sets = "2×5{0}, 5+{0}"
    days = [
        ("Workout A", [("row", sets), ("bench", sets), ("squat", sets)]),
        ("Workout B", ["Chin-up 2×5 @ bodyweight, 5+ @ bodyweight", ("press", sets), ("dead", sets)]),
    ]
    linear(
        "basic-beginner-routine", dict(row=D(40), bench=D(40), squat=D(60), press=D(30), dead=D(80)), lifts,
        dict(row=D("1.25"), bench=D("1.25"), squat=D("2.5"), press=D("1.25"), dead=D("2.5")),
        [(day, *days[i % 2]) for i, day in enumerate(dates(0, 2, 4))],
        failed={7: ["squat"], 9: ["squat", "row"], 12: ["press"], 26: ["dead"]}, skipped=[20], fails=1, step=D("1.25"),
    )


def starting_strength():
    """Add 5 kg to the deadlift and 2.5 kg to the others after each success; after a failure the load stays."""
    lifts = dict(squat="Squat", press="Press", bench="Bench Press", dead="Deadlift", clean="Power Clean")
    days = [
        ("Workout A", [("squat", "3×5{0}"), ("press", "3×5{0}"), ("dead", "5{0}")]),
        ("Workout B", [("squat", "3×5{0}"), ("bench", "3×5{0}"), ("clean", "5×3{0}")]),
    ]
    linear(
        "starting-strength-phase-2", dict(squat=D(70), press=D(35), bench=D(50), dead=D(100), clean=D(40)), lifts,
        dict(squat=D("2.5"), press=D("2.5"), bench=D("2.5"), dead=D(5), clean=D("2.5")),
        [(day, *days[i % 2]) for i, day in enumerate(dates(0, 2, 4))],
        failed={9: ["dead"], 10: ["squat", "clean"], 11: ["squat"], 12: ["squat"], 30: ["bench"]}, skipped=[4],
    )


def fierce():
    """Add 2.5 kg once a week; after two failures in a row take 15 % off."""
    lifts = {
        "squat": "Squat", "bench": "Bench Press", "row": "Pendlay Row", "front": "Front Squat", "press": "Overhead Press",
        "rdl": "Romanian Deadlift",
    }
    days = [
        ("Workout A", [
            ("squat", "3×5{0}"), ("bench", "3×5{0}"), ("row", "3×8{0}"), "Face Pull 3×10", "Calf Raise 2×15", "Triceps Pushdown 2×10",
        ]),
        ("Workout B", [
            ("front", "3×5{0}"), ("press", "3×5{0}"), ("rdl", "3×8{0}"), "Lat Pulldown 3×8", "Cable Crunch 2×15", "Biceps Curl 2×10",
        ]),
    ]
    linear(
        "fierce-5", dict(squat=D(60), bench=D(40), row=D(40), front=D(40), press=D(30), rdl=D(60)), lifts,
        dict.fromkeys(lifts, D("2.5")), [(day, *days[i % 2]) for i, day in enumerate(dates(0, 2, 4))],
        # Two failures in one week, two in following weeks, and one before a success in the same week.
        failed={7: ["squat"], 9: ["squat"], 11: ["bench"], 13: ["bench", "row"], 14: ["press"], 16: ["rdl"]}, skipped=[22],
        fails=2, share=D("0.85"), weekly=True,
    )


def beginners_531():
    """5/3/1 with five sets of five at the first load; after three weeks without a failure, 2.5 kg for the presses and 5 kg for the others."""
    weeks = [[("5", 65), ("5", 75), ("5+", 85)], [("3", 70), ("3", 80), ("3+", 90)], [("5", 75), ("3", 85), ("1+", 95)]]
    days = [
        ("Squat and Bench Press", ["Squat", "Bench Press"]), ("Deadlift and Overhead Press", ["Deadlift", "Overhead Press"]),
        ("Bench Press and Squat", ["Bench Press", "Squat"]),
    ]
    training = {"Squat": D(126), "Bench Press": D(90), "Deadlift": D(162), "Overhead Press": D(54)}
    failed, lines = set(), []
    for number, day in enumerate(dates(0, 2, 4), 1):
        week = (number - 1) // 3
        if number % 9 == 1 and number > 1:
            for lift in training:
                training[lift] += 0 if lift in failed else D("2.5") if "Press" in lift else 5
            failed = set()
        title, lifts = days[(number - 1) % 3]
        texts = []
        for lift in lifts:
            sets = [f"{reps}{kg(nearest(training[lift] * share / 100))}" for reps, share in weeks[week % 3]]
            texts += [f"{lift} {', '.join(sets)}", f"{lift} 5×5{kg(nearest(training[lift] * weeks[week % 3][0][1] / 100))}"]
        assistance = "Push-up 5×10; Inverted Row 5×10; Hanging Leg Raise 5×10"
        lines.append(f"{day} {title}: {'; '.join(texts)}; {assistance}")
        if number == 16:
            failed.add("Bench Press")
    write("531-for-beginners", lines)


def boring():
    """5/3/1, and five sets of ten at half the training max."""
    weeks = [
        [("5", 65), ("5", 75), ("5+", 85)], [("3", 70), ("3", 80), ("3+", 90)], [("5", 75), ("3", 85), ("1+", 95)],
        [("5", 40), ("5", 50), ("5", 60)],
    ]
    days = [
        ("Press Day", "Overhead Press", "Chin-up 5×10 @ bodyweight"), ("Deadlift Day", "Deadlift", "Hanging Leg Raise 5×15"),
        ("Bench Day", "Bench Press", "Dumbbell Row 5×10"), ("Squat Day", "Squat", "Leg Curl 5×10"),
    ]
    training = {"Overhead Press": D(54), "Deadlift": D(162), "Bench Press": D(90), "Squat": D(126)}
    lines = []
    for number, day in enumerate(dates(0, 1, 3, 4), 1):
        week, (title, lift, rest) = (number - 1) // 4, days[(number - 1) % 4]
        # The deadlift of the first cycle and the press of the second failed.
        if week in (4, 8) and (lift, week) not in (("Deadlift", 4), ("Overhead Press", 8)):
            training[lift] += D("2.5") if "Press" in lift else 5
        sets = ", ".join(f"{reps}{kg(nearest(training[lift] * share / 100))}" for reps, share in weeks[week % 4])
        lines.append(f"{day} {title}: {lift} {sets}; {lift} 5×10{kg(nearest(training[lift] / 2))}; {rest}")
    write("531-boring-but-big", lines)


def push_pull_legs():
    """Add weight when every set reached the top of its range; the deadlift grows after each success."""
    load = dict(bench=D(60), press=D(35), dead=D(100), row=D(50), squat=D(80), rdl=D(70))
    add = dict(bench=D("2.5"), press=D("2.5"), dead=D(5), row=D("2.5"), squat=D(5), rdl=D("2.5"))
    days = [
        ("Push Day", "Bench Press 4×5–8{bench}; Overhead Press 3×8–10{press}; Incline Dumbbell Press 3×8–12; Lateral Raise 3×12–15; "
            "Triceps Pushdown 3×10–12"),
        ("Pull Day", "Deadlift 3×5{dead}; Pull-up 4×5–8 @ bodyweight; Barbell Row 3×8–10{row}; Face Pull 3×12–15; Biceps Curl 3×8–12"),
        ("Leg Day", "Squat 4×5–8{squat}; Romanian Deadlift 3×8–10{rdl}; Leg Press 3×10–12; Leg Curl 3×10–12; Standing Calf Raise 4×10–15"),
    ]
    # The workouts in which all sets reached the top.
    top = {4: ["bench"], 6: ["squat", "rdl"], 8: ["row"], 10: ["bench", "press"], 13: ["press"], 21: ["squat"]}
    lines = []
    for number, day in enumerate(dates(0, 2, 4), 1):
        title, text = days[(number - 1) % 3]
        lines.append(f"{day} {title}: {text.format(**{lift: kg(weight) for lift, weight in load.items()})}")
        for lift in top.get(number, []):
            load[lift] += add[lift]
        if title == "Pull Day" and number != 14:
            load["dead"] += add["dead"]  # the deadlift of workout 14 failed
    write("push-pull-legs", lines)



def starting_strength_first():
    """The squat, a press and the deadlift in every workout, with the weights of phase 2; after a failure the load stays."""
    lifts = dict(squat="Squat", press="Press", bench="Bench Press", dead="Deadlift")
    days = [
        ("Workout A", [("squat", "3×5{0}"), ("press", "3×5{0}"), ("dead", "5{0}")]),
        ("Workout B", [("squat", "3×5{0}"), ("bench", "3×5{0}"), ("dead", "5{0}")]),
    ]
    linear(
        "starting-strength-phase-1", dict(squat=D(50), press=D(30), bench=D(40), dead=D(60)), lifts,
        dict(squat=D("2.5"), press=D("2.5"), bench=D("2.5"), dead=D(5)),
        [(day, *days[i % 2]) for i, day in enumerate(dates(0, 2, 4))],
        # The missed bench press of workout 20 was corrected to a success before the next one.
        failed={7: ["squat"], 9: ["press"], 12: ["dead"], 22: ["squat", "bench"], 23: ["squat"], 30: ["dead"]},
        skipped=[16, 17, 18],
    )


def push_pull_legs_six():
    """Add 5 kg to the deadlift and 2.5 kg to the other main lifts after each success; after three failures in a row take 10 % off.

    The lighter presses are accessories with their own load, which grows once all sets have twelve repetitions.
    """
    pull = "Pulldown 3×8–12; Seated Cable Row 3×8–12; Face Pull 5×15–20; Hammer Curl 4×8–12; Dumbbell Curl 4×8–12"
    push = (
        "Incline Dumbbell Press 3×8–12; Triceps Pushdown 3×8–12; Lateral Raise 3×15–20; Overhead Triceps Extension 3×8–12; "
        "Lateral Raise 3×15–20"
    )
    legs = "Romanian Deadlift 3×8–12; Leg Press 3×8–12; Leg Curl 3×8–12; Calf Raise 5×8–12"
    days = [
        ("Pull Day (deadlift)", "dead", "Deadlift 5+{dead}; " + pull),
        ("Push Day (bench press)", "bench", "Bench Press 4×5{bench}, 5+{bench}; Overhead Press 3×8–12{light_press}; " + push),
        ("Leg Day", "squat", "Squat 2×5{squat}, 5+{squat}; " + legs),
        ("Pull Day (row)", "row", "Barbell Row 4×5{row}, 5+{row}; " + pull),
        ("Push Day (overhead press)", "press", "Overhead Press 4×5{press}, 5+{press}; Bench Press 3×8–12{light_bench}; " + push),
        ("Leg Day", "squat", "Squat 2×5{squat}, 5+{squat}; " + legs),
    ]
    load = dict(
        dead=D(100), bench=D(60), squat=D(80), row=D(50), press=D(40), light_press=D("27.5"), light_bench=D(45),
    )
    failures = dict.fromkeys(load, 0)
    # Three squats in a row; two presses in a row and a third one after a skipped week; single ones of the others. The missed row of
    # workout 28 was corrected to a success.
    failed = {7, 8, 9, 12, 15, 29, 35, 47}
    top = {11: "light_bench", 14: "light_press", 23: "light_bench", 62: "light_press"}
    lines = []
    for number, day in enumerate(dates(0, 1, 2, 3, 4, 5), 1):
        title, lift, text = days[(number - 1) % 6]
        lines.append(f"{day} {title}: {text.format(**{name: kg(weight) for name, weight in load.items()})}")
        if 37 <= number <= 42:
            continue  # a skipped week
        if number in top:
            load[top[number]] += D("2.5")
        if number not in failed:
            failures[lift] = 0
            load[lift] += 5 if lift == "dead" else D("2.5")
            continue
        failures[lift] += 1
        if failures[lift] == 3:
            failures[lift] = 0
            load[lift] = down(load[lift] * D("0.9"))
    write("push-pull-legs-6-day", lines)


def double(name, load, adds, days, weekdays, top, skipped):
    """Adds to a lift when all its sets reached the top of their range; otherwise the load stays.

    A day is a title and a text with the loads; `fast` is 65 to 70 % of a load.
    """
    lines = []
    for number, day in enumerate(dates(*weekdays), 1):
        title, text = days[(number - 1) % len(days)]
        loads = {lift: kg(weight) for lift, weight in load.items()}
        for lift, weight in load.items():
            least, most = nearest(weight * D("0.65")), nearest(weight * D("0.7"))
            loads["fast_" + lift] = f" @ {least.normalize():f}–{most.normalize():f} kg"
        lines.append(f"{day} {title}: {text.format(**loads)}")
        for lift in [] if number in skipped else top.get(number, []):
            load[lift] += adds.get(lift, D("2.5"))
    write(name, lines)


def phul():
    """Heavy and light days; more repetitions, then more weight. A failure changes nothing."""
    days = [
        ("Upper Power", "Bench Press 3×3–5{bench}; Incline Dumbbell Press 3×6–10; Barbell Row 3×3–5{row}; Lat Pulldown 3×6–10; "
            "Overhead Press 2×5–8{press}; Barbell Curl 2×6–10; Skull Crusher 2×6–10"),
        ("Lower Power", "Squat 3×3–5{squat}; Deadlift 3×3–5{dead}; Leg Press 3×10–15; Leg Curl 3×6–10{curl}; Calf Raise 4×6–10"),
        ("Upper Hypertrophy", "Incline Bench Press 3×8–12{incline}; Dumbbell Fly 3×8–12; Seated Cable Row 3×8–12; "
            "Dumbbell Row 3×8–12{dumbbell}; Lateral Raise 3×8–12; Incline Dumbbell Curl 3×8–12; Triceps Pushdown 3×8–12"),
        ("Lower Hypertrophy", "Front Squat 3×8–12{front}; Barbell Lunge 3×8–12; Leg Extension 3×10–15; Leg Curl 3×10–15{light}; "
            "Seated Calf Raise 3×8–12; Leg Press Calf Raise 3×8–12"),
    ]
    load = dict(
        bench=D(80), row=D(70), press=D(45), squat=D(110), dead=D(130), curl=D(40), incline=D(55), dumbbell=D(24), front=D(70),
        light=D(30),
    )
    # The missed bench press of workout 21 was corrected: it reached the top.
    top = {
        1: ["bench"], 2: ["squat"], 3: ["incline", "dumbbell"], 5: ["bench", "row"], 6: ["dead", "curl"], 8: ["light", "front"],
        13: ["bench", "press"], 21: ["bench"], 26: ["squat"], 34: ["dead"], 47: ["dumbbell"],
    }
    double("phul", load, dict(squat=5, dead=5, dumbbell=2), days, (0, 1, 3, 4), top, range(17, 21))


def phat():
    """Two heavy days and three lighter ones, which begin with six fast triples at 65 to 70 % of the load of a heavy day."""
    days = [
        ("Upper Power", "Pendlay Row 3×3–5{row}; Pull-up 2×6–10 @ bodyweight; Rack Chin-up 2×6–10; Dumbbell Bench Press 3×3–5{bench}; "
            "Dip 2×6–10 @ bodyweight; Seated Dumbbell Press 3×6–10{press}; EZ-Bar Curl 3×6–10; Skull Crusher 3×6–10"),
        ("Lower Power", "Squat 3×3–5{squat}; Hack Squat 2×6–10{hack}; Leg Extension 2×6–10; Stiff-Leg Deadlift 3×5–8{stiff}; "
            "Leg Curl 2×6–10; Standing Calf Raise 3×6–10; Seated Calf Raise 2×6–10"),
        ("Back and Shoulders", "Pendlay Row 6×3{fast_row}; Rack Chin-up 3×8–12; Seated Cable Row 3×8–12{cable}; "
            "Chest-Supported Row 2×12–15; Close-Grip Lat Pulldown 2×15–20; Seated Dumbbell Press 3×8–12; Upright Row 2×12–15; "
            "Lateral Raise 3×12–20"),
        ("Legs", "Squat 6×3{fast_squat}; Hack Squat 3×8–12; Leg Press 2×12–15; Leg Extension 3×15–20; Romanian Deadlift 3×8–12{rdl}; "
            "Leg Curl 2×12–15; Seated Leg Curl 2×15–20; Donkey Calf Raise 4×10–15; Seated Calf Raise 3×15–20"),
        ("Chest and Arms", "Dumbbell Bench Press 6×3{fast_bench}; Incline Dumbbell Press 3×8–12{incline}; Machine Chest Press 3×12–15; "
            "Cable Fly 2×15–20; Preacher Curl 3×8–12; Concentration Curl 2×12–15; Spider Curl 2×15–20; "
            "Overhead Triceps Extension 3×8–12; Triceps Pushdown 2×12–15; Cable Kickback 2×15–20"),
    ]
    load = dict(
        row=D(70), bench=D(40), press=D(20), squat=D(120), hack=D(80), stiff=D(90), cable=D(50), rdl=D(80), incline=D(24),
    )
    # The missed row of workout 21 was corrected: it reached the top.
    top = {
        1: ["row"], 2: ["squat", "hack"], 3: ["cable"], 4: ["rdl"], 5: ["incline"], 6: ["bench", "press"], 7: ["stiff"],
        11: ["row"], 21: ["row"], 27: ["squat"], 32: ["squat"], 43: ["cable"], 51: ["row", "bench"],
    }
    double("phat", load, dict(squat=5, hack=5, bench=2, press=2, incline=2), days, (0, 1, 3, 4, 5), top, range(16, 21))


def madcow():
    """Sets an eighth of Monday's top set apart; Friday's triple, 2.5 % heavier, is the next Monday's top set once it succeeds.

    Wednesday's press and deadlift add 2.5 % when all sets succeed.
    """
    def nearest_plates(weight):
        return (weight / D("1.25")).quantize(D(1), rounding=decimal.ROUND_HALF_UP) * D("1.25")

    def sets(lift, *parts):
        """Each part is the repetitions and the share of the load."""
        return ", ".join(f"{reps}{kg(nearest_plates(load[lift] * D(share) / 100))}" for reps, share in parts)

    names = dict(squat="Squat", bench="Bench Press", row="Barbell Row", incline="Incline Bench Press", dead="Deadlift")
    load = dict(squat=D(100), bench=D(80), row=D(70), incline=D(60), dead=D(120))
    ramp = [(5, "50"), (5, "62.5"), (5, "75"), (5, "87.5")]
    light = [(5, "50"), (5, "62.5"), ("2×5", "75")]
    failed = {9: ["squat"], 11: ["dead"], 12: ["squat"], 18: ["bench"], 20: ["incline"]}
    lines = []
    for number, day in enumerate(dates(0, 2, 4), 1):
        weekday = (number - 1) % 3
        if weekday == 1:
            parts = [f"Squat {sets('squat', *light)}"]
            parts += [f"{names[lift]} {sets(lift, *ramp[1:], (5, '100'))}" for lift in ("incline", "dead")] + ["Sit-Up 3×10"]
        else:
            top = (5, "100") if weekday == 0 else (3, "102.5")
            parts = [f"{names[lift]} {sets(lift, *ramp, top)}" for lift in ("squat", "bench", "row")]
            parts += ["Back Extension 2×10; Sit-Up 4×10" if weekday == 0 else "Dip 3×5–8; Barbell Curl 3×8; Skull Crusher 3×8"]
        lines.append(f"{day} {['Heavy', 'Light', 'Medium'][weekday]} Day: {'; '.join(parts)}")
        if weekday == 0 or number in (26, 27):
            continue  # the Wednesday and Friday of week 9 are skipped
        for lift in ("incline", "dead") if weekday == 1 else ("squat", "bench", "row"):
            if lift not in failed.get(number, []):
                load[lift] *= D("1.025")
                if weekday == 2:
                    load[lift] = nearest_plates(load[lift])  # the triple as it was lifted
    write("madcow-5x5", lines)


def phrak():
    """Five repetitions in the last set add 1.25 kg (squat and deadlift 2.5 kg), ten twice as much, fewer than five take 10 % off.

    Chin-ups begin without weight, and squats and deadlifts alternate within the week.
    """
    def nearest_plates(weight):
        return (weight / D("1.25")).quantize(D(1), rounding=decimal.ROUND_HALF_UP) * D("1.25")

    names = dict(
        press="Overhead Press", chin="Chin-up", bench="Bench Press", row="Barbell Row", squat="Squat", dead="Deadlift",
    )
    load = dict(press=D(40), chin=D(0), bench=D(60), row=D(60), squat=D(100), dead=D(120))
    uppers = [("Press", ["press", "chin"]), ("Bench Press", ["bench", "row"])]
    # The repetitions of last sets other than five.
    reps = {
        1: dict(press=10, chin=9), 2: dict(dead=10), 3: dict(squat=14, chin=10), 4: dict(row=9), 6: dict(squat=4),
        8: dict(bench=0), 9: dict(chin=4), 10: dict(squat=12), 11: dict(dead=3), 20: dict(dead=0), 23: dict(press=4),
        24: dict(squat=0),
    }
    lines = []
    for number, day in enumerate(dates(0, 2, 4), 1):
        title, lifts = uppers[(number - 1) % 2]
        legs = "dead" if number % 3 == 2 else "squat"
        texts = []
        for lift in lifts + [legs]:
            weight = nearest_plates(load[lift])
            shown = kg(weight) if lift != "chin" else " @ bodyweight" + (f" + {weight.normalize():f} kg" if weight else "")
            texts.append(f"{names[lift]} {'' if lift == 'dead' else f'2×5{shown}, '}5+{shown}")
        lines.append(f"{day} {title} and {names[legs]}: {'; '.join(texts)}")
        if number in (13, 14, 15):
            continue  # a skipped week
        for lift in lifts + [legs]:
            count = reps.get(number, {}).get(lift, 5)
            step = D("2.5") if lift in ("squat", "dead") else D("1.25")
            load[lift] = load[lift] * D("0.9") if count < 5 else load[lift] + step * (2 if count >= 10 else 1)
    write("phraks-greyskull-lp", lines)


def jacked_and_tan():
    """A rep max of the main lift, then sets at a share of the training max and from week 7 of the rep max; new maxes in weeks 6 and 12.

    The training max is 95 % of the one-rep max. The first secondary lift follows the training max; the others repeat their own rep max.
    """
    def ranks(text, tier):
        return [f"{name} {tier}RM, 3×AMRAP @ 100% of the top set" for name in text.split("; ")] if text and tier else []

    def shares(base, *values):
        return [base + D(value) for value in values]

    heavy, light = shares(0, "70", "75", "80", "82.5", "85"), shares(0, "65", "70", "75", "77.5", "80")
    press = shares(0, "60", "65", "70", "77.5", "80")
    wave = [(4, 10), (4, 8), (4, 6), (5, 4), (7, 2)]  # the first secondary lift in weeks 1 to 5
    second = [(5, 6), (5, 5), (5, 4), (6, 3), (7, 2)]  # and in weeks 7 to 11
    rise = shares(0, "70", "75", "80", "82.5", "85")
    rep_max = [10, 8, 6, 4, 2, 1, 6, 4, 2, 5, 3, 1]
    slingshot = [(10, 4), (8, 4), (6, 4), (4, 4), (2, 4), (1, 0), (7, 4), (4, 4), (2, 1), (5, 3), (3, 1), (1, 0)]
    drops = [(2, 6), (2, 5), (2, 4), (2, 3), (3, 2), None, (4, 3, 85), (4, 2, 85), (4, 1, 85), (2, 2, 90), (2, 1, 90), None]
    tier2 = [15, 12, 10, 8, 6, 0, 12, 10, 8, 6, 0, 0]
    tier3 = [20, 18, 16, 14, 12, 10, 0, 18, 16, 14, 12, 0]
    names = {"Squat": D(140), "Bench Press": D(100), "Front Squat": D(120), "Deadlift": D(180), "Overhead Press": D(60)}
    tested = {"Squat": D(150), "Bench Press": D(105), "Front Squat": D("117.5"), "Overhead Press": D(65)}
    training = {lift: weight * D("0.95") for lift, weight in names.items()}
    lines = []
    for number, day in enumerate(dates(0, 1, 3, 4)):
        week, place = number // 4, number % 4
        later = week > 5
        lift = ["Squat", "Bench Press", "Deadlift" if later else "Front Squat", "Overhead Press"][place]
        texts = [f"{lift} {rep_max[week]}RM"]
        if drops[week]:
            count, reps = drops[week][:2]
            share = f" @ {drops[week][2]}% of the top set" if later else kg(
                nearest(training[lift] * [heavy, light, heavy, press][place][week] / 100))
            texts[0] += f", {f'{count}×' if count > 1 else ''}{reps}{share}, {reps}+{share}"
        if place == 3:
            top, repeats = slingshot[week]
            times = "" if repeats == 1 else f"{repeats}×"
            texts.append(f"Bench Press {top}RM" + (f", {times}AMRAP @ 100% of the top set" if repeats else ""))
        if week not in (5, 11):
            # The second lift, the lift whose training max it follows, and its shares in weeks 1 to 5 and 7 to 11.
            name, base, first, then = [
                ("Deadlift" if week > 8 else "Deficit Deadlift", "Deadlift", shares(0, 50, 60, 70, 75, 80), rise),
                ("Close-Grip Bench Press", "Bench Press", shares(0, 50, 55, 60, "62.5", 65), rise),
                ("Front Squat" if later else "Squat", "Front Squat" if later else "Squat", shares(0, 50, 60, 70, 75, 80), rise),
                ("Bench Press", "Bench Press", shares(0, 45, 50, 55, "57.5", 60), shares(-5, *rise)),
            ][place]
            sets, reps = second[week - 6] if later else (4, 10) if place == 3 else wave[week]
            weight = nearest(training[base] * (then[week - 6] if later else first[week]) / 100)
            texts.append(f"{name} {sets}×{reps}{kg(weight)}")
        elif week == 11 and place in (1, 2):
            texts.append(["Close-Grip Bench Press 1RM", "Front Squat 1RM"][place - 1])
        two, three = [
            ("Single-Leg Press; Chest-Supported Row", "Seated Cable Row; Leg Curl; Leg Extension; Hammer Curl"),
            ("Incline Bench Press; Dumbbell Shoulder Press", "Machine Lateral Raise; Rear Delt Fly; Pec Deck; Triceps Pushdown"),
            ("Reverse Lunge; Close-Grip Lat Pulldown", "Leg Extension; Leg Curl; Lat Pulldown; EZ-Bar Curl"),
            ("Push Press", "Overhead Triceps Extension; Machine Lateral Raise; Rear Delt Fly; Pec Deck"),
        ][place]
        if later:
            two, three = [
                (two, "Seated Cable Row; Leg Curl; Leg Extension"), (two, "Machine Lateral Raise; Pec Deck; Rear Delt Fly"),
                ("Stiff-Leg Deadlift; Lat Pulldown", "Seated Cable Row; Hammer Curl; EZ-Bar Curl"),
                ("", ("" if week == 10 else "Dumbbell Bench Press; Overhead Triceps Extension; ") + "Rear Delt Fly; Pec Deck"),
            ][place]
        texts += ranks(two, tier2[week]) + ranks(three, tier3[week])
        lines.append(f"{day} {lift}: {'; '.join(texts)}")
        if week == 5:
            training[lift] = tested[lift] * D("0.95")
    write("jacked-and-tan-2", lines)


stronglifts()
gzclp()
wendler()
nsuns()
basic_beginner()
starting_strength()
fierce()
beginners_531()
boring()
push_pull_legs()
starting_strength_first()
push_pull_legs_six()
phul()
phat()
madcow()
phrak()
jacked_and_tan()
