# Reads the tasks of a folder with the package icalendar and prints them as JSON: read_tasks.py FOLDER
import json, os, sys
from icalendar import Calendar

tasks = []
for name in sorted(os.listdir(sys.argv[1])):
    if not name.endswith(".ics"):
        continue
    with open(os.path.join(sys.argv[1], name), "rb") as file:
        calendar = Calendar.from_ical(file.read())
    for task in calendar.walk("VTODO"):
        alarms = [alarm["TRIGGER"] for alarm in task.walk("VALARM")]
        tasks.append(
            {
                "uid": str(task["UID"]),
                "key": str(task.get("X-ANTRAIN-KEY", "")),
                "summary": str(task["SUMMARY"]),
                "description": str(task.get("DESCRIPTION", "")),
                "url": str(task.get("URL", "")),
                "due": task["DUE"].dt.isoformat() if "DUE" in task else "",
                "status": str(task.get("STATUS", "")),
                "repeats": "RRULE" in task or "RDATE" in task,
                # A trigger that is not absolute has no zone and would fail here.
                "alarms": sorted(alarm.dt.isoformat() for alarm in alarms),
            }
        )
print(json.dumps(tasks))
