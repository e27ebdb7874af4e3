"""Writes a random recorded activity with fit-tool: write_fit.py SEED FILE.

Odd seeds are big-endian; every third file has developer fields, and every fourth no session. Some values are left out.
"""

import random
import sys

from fit_tool.base_type import BaseType
from fit_tool.developer_field import DeveloperField
from fit_tool.endian import Endian
from fit_tool.fit_file_builder import FitFileBuilder
from fit_tool.profile.messages.activity_message import ActivityMessage
from fit_tool.profile.messages.developer_data_id_message import DeveloperDataIdMessage
from fit_tool.profile.messages.event_message import EventMessage
from fit_tool.profile.messages.exercise_title_message import ExerciseTitleMessage
from fit_tool.profile.messages.field_description_message import FieldDescriptionMessage
from fit_tool.profile.messages.file_id_message import FileIdMessage
from fit_tool.profile.messages.lap_message import LapMessage
from fit_tool.profile.messages.record_message import RecordMessage
from fit_tool.profile.messages.session_message import SessionMessage
from fit_tool.profile.messages.set_message import SetMessage
from fit_tool.profile.messages.sport_message import SportMessage
from fit_tool.profile.profile_type import FileType, Sport, SubSport

seed, path = int(sys.argv[1]), sys.argv[2]
rng = random.Random(seed)
endian = Endian.BIG if seed % 2 else Endian.LITTLE
has_session = seed % 4 != 3
builder = FitFileBuilder(auto_define=True)
local = {}


def add(kind, fields, developer_fields=None):
    number = local.setdefault(kind, len(local) % 16)
    message = kind(local_id=number, endian=endian, developer_fields=developer_fields)
    for name, value in fields.items():
        # A value that is left out is invalid in the file, or has no field.
        if value is not None and (kind is FileIdMessage or name in ("start_time", "timestamp", "sport") or rng.random() < 0.9):
            setattr(message, name, value)
    builder.add(message)


def developer_fields():
    if seed % 3:
        return None
    field = DeveloperField(developer_data_index=0, name="effort", field_id=0, base_type=BaseType.UINT16, size=2, growable=False)
    field.set_value(0, rng.randint(0, 999))
    return [field]


add(FileIdMessage, {"type": FileType.ACTIVITY, "manufacturer": 1, "product": 1, "serial_number": 7, "time_created": 1_790_000_000_000})
if not seed % 3:
    identity = DeveloperDataIdMessage(local_id=14, endian=endian)
    identity.developer_data_index = 0
    builder.add(identity)
    description = FieldDescriptionMessage(local_id=15, endian=endian)
    description.developer_data_index = 0
    description.field_definition_number = 0
    description.fit_base_type_id = BaseType.UINT16.value
    description.field_name = "effort"
    builder.add(description)

time = (1_600_000_000 + rng.randint(0, 200_000_000)) * 1000  # fit-tool has milliseconds since 1970
sports = [
    (Sport.RUNNING, SubSport.TRAIL), (Sport.CYCLING, SubSport.ROAD), (Sport.SWIMMING, SubSport.LAP_SWIMMING),
    (Sport.ROWING, SubSport.GENERIC), (Sport.FITNESS_EQUIPMENT, SubSport.INDOOR_ROWING), (Sport.WALKING, SubSport.GENERIC),
    (Sport.HIKING, SubSport.GENERIC), (Sport.TRAINING, SubSport.STRENGTH_TRAINING), (Sport.ALPINE_SKIING, SubSport.RESORT),
    (Sport.FITNESS_EQUIPMENT, SubSport.ELLIPTICAL), (Sport.E_BIKING, SubSport.GENERIC),
]
chosen = [sports[seed % len(sports)]] + rng.sample(sports, rng.randint(0, 2) if has_session else 0)
sessions = []
if not has_session:
    add(SportMessage, {"sport": chosen[0][0], "sub_sport": chosen[0][1], "sport_name": "Nature walk"})
for sport, sub_sport in chosen:
    begin, laps, metres = time, [], 0
    for _ in range(rng.randint(1, 6)):
        start, length = time, rng.randint(30_000, 900_000) // 1000 * 1000
        lap_metres = rng.randint(0, 400_000) / 100
        for second in range(0, length, max(1000, length // 4 // 1000 * 1000)):
            heart = rng.randint(60, 180)
            add(RecordMessage, {"timestamp": start + second, "heart_rate": heart, "distance": metres}, developer_fields())
        time += length
        metres += lap_metres
        laps.append({
            "timestamp": time, "start_time": start, "total_elapsed_time": length / 1000,
            "total_timer_time": (length - rng.randint(0, 9999)) / 1000, "total_distance": lap_metres,
            "avg_heart_rate": rng.choice([None, rng.randint(60, 180)]), "total_calories": rng.randint(0, 500),
        })
        add(LapMessage, laps[-1], developer_fields())
        if sub_sport == SubSport.STRENGTH_TRAINING:
            for _ in range(rng.randint(0, 4)):
                category = rng.choice([0, 8, 28, 65534])
                add(SetMessage, {
                    "timestamp": time, "start_time": start, "duration": rng.randint(1000, 90_000) / 1000,
                    "repetitions": rng.randint(1, 30), "weight": rng.choice([0, 20, 61.25, 102.5, rng.randint(0, 4000) / 16]),
                    "set_type": rng.choice([0, 1, 1]), "category": [category], "category_subtype": [rng.randint(0, 2)],
                    "weight_display_unit": rng.choice([1, 2]),
                })
    first = sum(len(s[1]) for s in sessions)
    session = {
        "timestamp": time, "start_time": begin, "sport": sport, "sub_sport": sub_sport, "total_elapsed_time": (time - begin) / 1000,
        "total_timer_time": (time - begin - rng.randint(0, 9999)) / 1000, "total_distance": metres, "total_calories": 321,
        "sport_profile_name": rng.choice(["Évening", "Lunch run"]),
    }
    sessions.append((session, laps, first))
for category, subtype, name in [(0, 0, "Bench press"), (0, 1, "Bankdrücken"), (28, 2, "Squat")]:
    title = ExerciseTitleMessage(local_id=13, endian=endian)
    title.exercise_category, title.exercise_name, title.workout_step_name = category, subtype, name
    builder.add(title)
add(EventMessage, {"timestamp": time, "event": 0, "event_type": 4})
if has_session:
    for session, laps, first in sessions:
        message = SessionMessage(local_id=12, endian=endian)
        for name, value in session.items():
            setattr(message, name, value)
        message.first_lap_index, message.num_laps = first, len(laps)
        builder.add(message)
activity = ActivityMessage(local_id=11, endian=endian)
activity.timestamp, activity.num_sessions = time, len(sessions)
# This one is in FIT's own seconds.
activity.local_timestamp = time // 1000 - 631_065_600 + rng.choice([-18_000, 3600, 20_700])
builder.add(activity)
builder.build().to_file(path)
