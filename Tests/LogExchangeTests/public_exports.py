"""Totals per day of training logs that Strong, Hevy and FitNotes export, to compare with those that antrain imports.

Usage: public_exports.py kg|lb FILE. The unit is that of loads without one; distances without one are in kilometres or miles.

It was written from public descriptions of the formats, not from antrain's code:
- One row is one set. Strong's `Set Order` is a number, W (warm-up), D (drop set) or F (failure); other words are rest timers and notes.
- Strong translates the names of its columns. Their order below is that of its exports.
- Hevy has the units in the names of its columns and the language of the phone in its dates.
- FitNotes has units for each row, and its users open the file in spreadsheet programs, which rewrite dates.
- The weight of an assisted exercise is what the machine takes off the body, and that of a weighted exercise is what is added to it.
"""

import codecs
import csv
import datetime
import io
import json
import re
import sys
import unicodedata
from fractions import Fraction

COLUMNS = {
    "date": ["date", "datum", "fecha", "start_time"],
    "exercise": ["exercise name", "name der übung", "nom de l'exercice", "nombre del ejercicio", "exercise_title", "exercise"],
    "order": ["set order", "reihenfolge festlegen", "ordre de la série", "orden de las series", "set_type"],
    "weight": ["weight", "gewicht", "poids", "peso"],
    "reps": ["reps", "wiederh.", "réps"],
    "distance": ["distance", "entfernung", "distancia"],
    "seconds": ["seconds", "sekunden", "secondes", "segundos", "duration_seconds", "time"],
    "rpe": ["rpe"],
    "weight unit": ["weight unit"],
    "distance unit": ["distance unit"],
}
UNITS_IN_NAMES = {
    "weight_kg": ("weight", "kg"), "weight_lbs": ("weight", "lb"), "lbs": ("weight", "lb"),
    "distance_km": ("distance", "km"), "distance_miles": ("distance", "mi"), "mi.": ("distance", "mi"),
}
MONTHS = [
    ["january", "januar", "janvier", "enero", "gennaio", "janeiro", "januari", "ocak"],
    ["february", "februar", "fevrier", "febrero", "febbraio", "fevereiro", "februari", "subat"],
    ["march", "marz", "mars", "marzo", "marco", "maart", "mrt", "mart"],
    ["april", "avril", "abril", "aprile", "nisan"],
    ["may", "mai", "mayo", "maggio", "maio", "mei", "mayis"],
    ["june", "juni", "juin", "junio", "giugno", "junho", "haziran"],
    ["july", "juli", "juillet", "julio", "luglio", "julho", "temmuz"],
    ["august", "aout", "agosto", "augustus", "agustos"],
    ["september", "septembre", "septiembre", "settembre", "setembro", "eylul"],
    ["october", "oktober", "octobre", "octubre", "ottobre", "outubro", "ekim"],
    ["november", "novembre", "noviembre", "novembro", "kasim"],
    ["december", "dezember", "decembre", "diciembre", "dicembre", "dezembro", "aralik"],
]
METRES = {"m": 1, "meters": 1, "km": 1000, "mi": Fraction("1609.344"), "mi.": Fraction("1609.344")}
ON_THE_BODY = {"pull up", "push up", "chin up", "dip"}


def plain(text):
    return "".join(c for c in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(c)).replace("ı", "i")


def text_of(data):
    for mark, encoding in [(codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16")]:
        if data.startswith(mark):
            return data.decode(encoding)
    return data.decode("utf-8")


def column(name):
    name = name.strip().lower()
    if name in UNITS_IN_NAMES:
        return UNITS_IN_NAMES[name]
    match = re.fullmatch(r"(.+?) \((.+)\)", name)
    base, unit = match.groups() if match else (name, None)
    unit = {"kgs": "kg", "lbs": "lb"}.get(unit, unit)
    return next(((key, unit) for key, names in COLUMNS.items() if base in names), (name, None))


def number(text):
    text = text.strip().replace(",", ".")
    return Fraction(text) if text else Fraction(0)


def date_of(text, month_first):
    if match := re.match(r"(\d{4})-(\d\d)-(\d\d)", text):
        return datetime.date(*map(int, match.groups()))
    if match := re.match(r"(\d+)/(\d+)/(\d{4})", text):
        first, second, year = map(int, match.groups())
        return datetime.date(year, first, second) if month_first else datetime.date(year, second, first)
    words = [w.strip(".") for w in re.split(r"[\s,]+", plain(text)) if w not in ("de", "del")][:3]
    year = next(int(w) for w in words if re.fullmatch(r"\d{4}", w))
    day = next(int(w) for w in words if re.fullmatch(r"\d{1,2}", w))
    name = next(w for w in words if not w.isdigit())
    if match := re.fullmatch(r"(\d+)月", name):
        return datetime.date(year, int(match[1]), day)
    return datetime.date(year, next(n for n, names in enumerate(MONTHS, 1) if any(m.startswith(name) for m in names)), day)


def seconds_of(text):
    total = 0
    for part in text.split(":"):
        total = total * 60 + number(part)
    return total


def days(text, unit):
    header = text.splitlines()[0]
    rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=";" if header.count(";") > header.count(",") else ","))
    columns = [column(name) for name in rows[0]]
    month_first = any(
        (match := re.match(r"\d+/(\d+)/", row[0])) and int(match[1]) > 12 for row in rows[1:] if row
    )
    result = {}
    for cells in rows[1:]:
        if not any(cells):
            continue
        row, units = {}, {}
        for (key, stated), cell in zip(columns, cells):
            row[key] = cell.strip()
            units[key] = stated
        order = row.get("order", "normal").lower()
        if order not in ("w", "d", "f", "normal", "warmup", "dropset", "failure") and not order.isdigit():
            continue
        name = plain(row["exercise"])
        weight = number(row.get("weight", ""))
        assisted = re.search(r"assist|asistid|unterstutz", name)
        on_body = assisted or re.search(r"weighted|lest", name) or name in ON_THE_BODY
        if assisted:
            weight = -abs(weight)
        kind = {"w": "warm-up", "warmup": "warm-up", "d": "drop", "dropset": "drop"}.get(order, "work")
        in_unit = units.get("weight") or {"kgs": "kg", "lbs": "lb"}.get(row.get("weight unit"), row.get("weight unit")) or unit
        reps = int(number(row.get("reps", "")))
        metres = number(row.get("distance", ""))
        if metres:
            known = units.get("distance") or row.get("distance unit") or {"kg": "km", "lb": "mi"}[unit]
            metres = round(metres * METRES[known])
        seconds = seconds_of(row.get("seconds", "")) if row.get("seconds") else 0
        rpe = number(row.get("rpe", "")) or (10 if order in ("f", "failure") else 0)
        day = result.setdefault(str(date_of(row["date"], month_first)), {})
        body = "body " if on_body else ""

        def add(what, amount):
            if amount:
                day[what] = day.get(what, 0) + amount

        add("sets", 1)
        add(kind, 1)
        add("reps", reps)
        # Seconds of a set with repetitions and no distance are how long it took; the log keeps the repetitions.
        add("seconds", int(seconds) if not reps else 0)
        add("metres", int(metres) if not reps else 0)
        add("rpe tenths", int(rpe * 10))
        add(f"{body}load {in_unit}", int(weight * 1000))
        add(f"{body}volume {in_unit}", int(weight * 1000) * reps)
    return result


if __name__ == "__main__":
    with open(sys.argv[2], "rb") as file:
        json.dump(days(text_of(file.read()), sys.argv[1]), sys.stdout)
