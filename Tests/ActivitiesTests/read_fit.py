"""What garmin-fit-sdk reads in a recorded activity, as JSON in the form of FITOracleTests.swift: read_fit.py FILE.

Laps belong to the session that counts them, and sets to the one in whose time they began.
"""

import json
import math
import sys

from garmin_fit_sdk import Decoder, Stream

EPOCH = 631_065_600
KINDS = {
    "running": "running", "cycling": "cycling", "swimming": "swimming", "rowing": "rowing", "walking": "walking", "hiking": "hiking",
    "e_biking": "cycling", "alpine_skiing": "alpine-skiing",
    "strength_training": "strength", "indoor_rowing": "rowing", "elliptical": "elliptical",
}


def whole(number):
    return None if number is None else math.floor(number + 0.5)


def first(value):
    return value[0] if isinstance(value, list) else value


def timer(message):
    return message.get("total_timer_time", message.get("total_elapsed_time"))


def total(values):
    known = [v for v in values if v is not None]
    return sum(known) if known else None


def lap_value(lap):
    return {"seconds": whole(timer(lap)), "metres": whole(lap.get("total_distance")), "heartRate": lap.get("avg_heart_rate")}


def kind(message):
    sport, sub_sport = message.get("sport"), message.get("sub_sport")
    if sport in ("training", "fitness_equipment", "generic"):
        return KINDS.get(sub_sport, sport.replace("_", "-"))
    return KINDS[sport] if sport else "other"


assert Decoder(Stream.from_file(sys.argv[1])).check_integrity()
messages, errors = Decoder(Stream.from_file(sys.argv[1])).read(convert_datetimes_to_dates=False)
assert not errors, errors
sessions = messages.get("session_mesgs", [])
laps = messages.get("lap_mesgs", [])
titles = {}
raw, _ = Decoder(Stream.from_file(sys.argv[1])).read(convert_datetimes_to_dates=False, convert_types_to_strings=False)
for title in raw.get("exercise_title_mesgs", []):
    titles[(title["exercise_category"], title["exercise_name"])] = first(title["wkt_step_name"])
offset = None
for activity in messages.get("activity_mesgs", []):
    offset = activity["local_timestamp"] - activity["timestamp"]
result = []
if not sessions:
    sport = messages["sport_mesgs"][0]
    values = [lap_value(lap) for lap in laps]
    result.append({
        "start": laps[0]["start_time"] + EPOCH, "offset": offset, "kind": kind(sport), "name": sport.get("name"),
        "seconds": total(v["seconds"] for v in values), "metres": total(v["metres"] for v in values), "laps": values, "sets": [],
    })
for session in sessions:
    index, count = session["first_lap_index"], session["num_laps"]
    result.append({
        "start": session["start_time"] + EPOCH, "offset": offset, "kind": kind(session), "name": session.get("sport_profile_name"),
        "seconds": whole(timer(session)), "metres": whole(session.get("total_distance")),
        "kilocalories": session.get("total_calories"), "laps": [lap_value(lap) for lap in laps[index:index + count]], "sets": [],
    })
for named, numbered in zip(messages.get("set_mesgs", []), raw.get("set_mesgs", [])):
    if named.get("set_type") == "rest":
        continue
    category, unit = first(named.get("category")), named.get("weight_display_unit")
    weight = named.get("weight")
    set_value = {
        "category": None if category in ("unknown", 65534) else category,
        "name": titles.get((first(numbered.get("category")), first(numbered.get("category_subtype")))),
        "repetitions": named.get("repetitions"), "weight": None if weight is None else whole(weight * 1000),
        "unit": {"kilogram": "kg", "pound": "lb"}.get(unit), "seconds": whole(named.get("duration")),
    }
    owners = [
        activity for session, activity in zip(sessions, result)
        if session["start_time"] <= named["start_time"] < session["start_time"] + session["total_elapsed_time"]
    ]
    (owners or result)[0]["sets"].append(set_value)
print(json.dumps(result))
