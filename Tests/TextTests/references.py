"""Prints the references between the folders of each module, from the index that the compiler writes.

usage: references.py INDEX PACKAGE

INDEX is the index of a debug build. Each line has the file, the file that it refers to, and the name, separated by tabs; both files are
relative to PACKAGE/Sources.
"""

import ctypes
import json
import os
import subprocess
import sys
from ctypes import CFUNCTYPE, POINTER, Structure, byref, c_bool, c_char_p, c_int, c_size_t, c_uint, c_uint64, c_void_p


class Text(Structure):
    _fields_ = [("data", c_void_p), ("length", c_size_t)]

    def __str__(self):
        return ctypes.string_at(self.data, self.length).decode() if self.length else ""


toolchain = json.loads(subprocess.check_output(["swiftc", "-print-target-info"]))["paths"]["runtimeResourcePath"]
store = ctypes.CDLL(os.path.dirname(toolchain) + "/libIndexStore.so")
NAME = CFUNCTYPE(c_bool, c_void_p, Text)
ITEM = CFUNCTYPE(c_bool, c_void_p, c_void_p)


def function(name, result, *arguments):
    found = getattr(store, "indexstore_" + name)
    found.restype, found.argtypes = result, arguments
    return found


open_store = function("store_create", c_void_p, c_char_p, POINTER(c_void_p))
each_unit = function("store_units_apply_f", c_bool, c_void_p, c_uint, c_void_p, NAME)
open_unit = function("unit_reader_create", c_void_p, c_void_p, c_char_p, POINTER(c_void_p))
close_unit = function("unit_reader_dispose", None, c_void_p)
main_file = function("unit_reader_get_main_file", Text, c_void_p)
each_dependency = function("unit_reader_dependencies_apply_f", c_bool, c_void_p, c_void_p, ITEM)
dependency_kind = function("unit_dependency_get_kind", c_int, c_void_p)
dependency_name = function("unit_dependency_get_name", Text, c_void_p)
dependency_file = function("unit_dependency_get_filepath", Text, c_void_p)
open_record = function("record_reader_create", c_void_p, c_void_p, c_char_p, POINTER(c_void_p))
close_record = function("record_reader_dispose", None, c_void_p)
each_occurrence = function("record_reader_occurrences_apply_f", c_bool, c_void_p, c_void_p, ITEM)
symbol_of = function("occurrence_get_symbol", c_void_p, c_void_p)
roles_of = function("occurrence_get_roles", c_uint64, c_void_p)
identity = function("symbol_get_usr", Text, c_void_p)
name_of = function("symbol_get_name", Text, c_void_p)

DEFINITION, REFERENCE, IMPLICIT, RECORD = 2, 4, 256, 2
index, sources = sys.argv[1], sys.argv[2].rstrip("/") + "/Sources/"
database = open_store(index.encode(), byref(c_void_p()))
if not database:
    sys.exit(f"cannot read the index {index}; run the tests from a debug build, with 'swift test'")


def collected(apply, *arguments):
    """The items that an '…_apply_f' function passes to its callback, converted inside it, because they are valid only there."""
    items, convert, kind = [], arguments[-1], NAME if apply is each_unit else ITEM
    callback = kind(lambda _, item: items.append(convert(item)) or True)
    apply(*arguments[:-1], None, callback)
    return items


# A file that was compiled with other options before has several units; the newest counts.
newest = {}
for unit in collected(each_unit, database, 0, str):
    reader = open_unit(database, unit.encode(), byref(c_void_p()))
    if not reader:
        continue
    file = str(main_file(reader))
    if file.startswith(sources) and file.endswith(".swift") and os.path.exists(file):
        records = collected(
            each_dependency,
            reader,
            lambda item: (dependency_kind(item), str(dependency_file(item)), str(dependency_name(item))),
        )
        written = os.stat(f"{index}/v5/units/{unit}").st_mtime
        if file not in newest or newest[file][0] < written:
            newest[file] = (written, [name for kind, path, name in records if kind == RECORD and path == file])
    close_unit(reader)

definitions, references = {}, []
for file, (_, records) in newest.items():
    path = file.removeprefix(sources)
    for record in records:
        reader = open_record(database, record.encode(), byref(c_void_p()))
        for roles, usr, name in collected(
            each_occurrence,
            reader,
            lambda item: (roles_of(item), str(identity(symbol_of(item))), str(name_of(symbol_of(item)))),
        ):
            if roles & DEFINITION and not roles & IMPLICIT:
                definitions[usr] = path
            if roles & REFERENCE:
                references.append((path, usr, name))
        close_record(reader)


def places(path):
    layer, module, *rest = path.split("/")
    return (layer, module), rest[0] if len(rest) > 1 else ""


for path, target, name in sorted({(path, definitions.get(usr, path), name) for path, usr, name in references}):
    (module, folder), (other, place) = places(path), places(target)
    if module == other and folder != place:
        print(path, target, name, sep="\t")
